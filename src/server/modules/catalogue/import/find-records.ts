import { sql } from 'kysely';
import type { Ctx, UserCtx } from '@/server/core/context';
import { apiBase, present } from '@/server/core/files/attachments';
import { isUploadOf } from '@/server/core/files/file-rights';
import type { JsonRecord } from '@/server/core/resource/query';
import { filesOf } from './cells';
import type { ImportRow, Job, Pictures } from './job';
import { pictureKey } from './pictures';

/** What there is already of what a batch of rows names. */
export interface Stored {
  /** Who has a SKU in the shop, the trash included. */
  skus: Map<string, { productId: number; variationId: number | null }>;
  /** Whose slug it is, in whichever shop. */
  slugs: Map<string, number>;
  /** The shop's products that are named, as bodies of the API have them, and what variations look up. */
  products: Map<number, JsonRecord>;
}

/** Finds, and with `isLocking` locks until the transaction ends, in the order of the ids. */
export async function findStored(
  ctx: Ctx,
  job: Job,
  rows: readonly ImportRow[],
  isLocking: boolean,
): Promise<Stored> {
  const keys = rows.flatMap(({ texts }) => [texts.sku, texts.parent]).filter((key) => key !== undefined);
  const slugs = rows
    .flatMap(({ texts }) => [texts.slug, texts.parent])
    .flatMap((key) => key?.toLowerCase() ?? []);
  const skuRows = await ctx.db
    .selectFrom('product_skus')
    .select(['sku', 'product_id', 'variation_id'])
    .where('shop_id', '=', job.shopId)
    .where('sku', '=', sql<string>`any(${keys}::text[])`)
    .execute();
  const slugRows = await ctx.db
    .selectFrom('products')
    .select(['id', 'slug', 'shop_id'])
    .where('slug', '=', sql<string>`any(${slugs}::text[])`)
    .execute();
  const own = slugRows.filter((row) => row.shop_id === job.shopId).map(({ id }) => id);
  const ids = [...new Set([...skuRows.map((row) => row.product_id), ...own, ...namedIds(rows)])];
  return {
    skus: new Map(
      skuRows.map((row) => [row.sku, { productId: row.product_id, variationId: row.variation_id }]),
    ),
    slugs: new Map(slugRows.map(({ slug, id }) => [slug, id])),
    products: await readProducts(ctx, job, ids, isLocking),
  };
}

/** Files of the dialect name the product of a variation by its id (reference rules R-277). */
function namedIds(rows: readonly ImportRow[]): number[] {
  return rows.flatMap(({ texts: { parent = '' } }) => (/^\d{1,15}$/.test(parent) ? [Number(parent)] : []));
}

async function readProducts(
  ctx: Ctx,
  job: Job,
  ids: readonly number[],
  isLocking: boolean,
): Promise<Map<number, JsonRecord>> {
  const lock = isLocking ? sql`for update of p` : sql``;
  const { rows } = await sql<JsonRecord>`select p.*,
      case when p.digital_file_id is not null then jsonb_build_object('attachment_id', p.digital_file_id) end
        as digital_file,
      exists (select 1 from variation_options v
        where v.product_id = p.id and v.deleted_at is null and not v.is_disable) as is_sold,
      coalesce((select jsonb_agg(l.category_id order by l.category_id) from category_product l
        join categories c on c.id = l.category_id where l.product_id = p.id and c.deleted_at is null), '[]') as categories,
      coalesce((select jsonb_agg(l.tag_id order by l.tag_id) from product_tag l
        join tags t on t.id = l.tag_id where l.product_id = p.id and t.deleted_at is null), '[]') as tags
    from products p
    where p.id = any(${ids}::bigint[]) and p.shop_id = ${job.shopId} and p.deleted_at is null
    order by p.id ${lock}`.execute(ctx.db);
  return new Map(rows.map((row) => [Number(row.id), row]));
}

/**
 * The product, or the variation, that a row is about: by the key that was chosen; a row without it is found by the other
 * one, since products with variations have no SKU of their own as a rule.
 */
export function ownerOf(
  job: Job,
  stored: Stored,
  { texts }: ImportRow,
): { productId: number; variationId: number | null } | undefined {
  const bySku = texts.sku === undefined ? undefined : stored.skus.get(texts.sku);
  const slugId = texts.slug === undefined ? undefined : stored.slugs.get(texts.slug.toLowerCase());
  const bySlug =
    slugId !== undefined && stored.products.has(slugId)
      ? { productId: slugId, variationId: null }
      : undefined;
  const isBySku = job.options.match === 'sku' ? texts.sku !== undefined : texts.slug === undefined;
  const found = isBySku ? bySku : bySlug;
  return found && stored.products.has(found.productId) ? found : undefined;
}

/**
 * Pictures that the rows' cells name: those that came in a ZIP, those that were fetched, and uploads of ours that the shop
 * may show: what its people uploaded and what its products have.
 */
export async function findPictures(
  ctx: UserCtx,
  job: Job,
  rows: readonly ImportRow[],
  stored: Stored,
): Promise<Pictures> {
  const texts = new Set(
    rows.flatMap(({ texts: { image = '', gallery = '' } }) => [...filesOf(image), ...filesOf(gallery)]),
  );
  if (texts.size === 0) return new Map();
  const paths = new Map([...texts].map((text) => [text, uploadPath(ctx, text)]));
  const names = [...texts].map(pictureKey);
  const shown = [...stored.products.keys()];
  const { rows: found } = await sql<FoundPicture>`
    with named as (select f.name as key, f.attachment_id as id from product_import_files f
      where f.import_id = ${job.id} and f.name = any(${names}::text[])
    union all
    select f.path as key, f.id from attachments f
      where f.path = any(${[...paths.values()].filter((path) => path !== undefined)}::text[])
        and f.thumbnail_path is not null and (${isUploadOf(ctx, [job.shopId])}
          or f.id in (select (one ->> 'id')::bigint
            from products p, jsonb_array_elements(p.gallery || jsonb_build_array(p.image)) as one
            where p.id = any(${shown}::bigint[])
            union all select (v.image ->> 'id')::bigint from variation_options v
            where v.product_id = any(${shown}::bigint[]))))
    select named.key, a.id, a.path, a.thumbnail_path, a.file_name
      from named join attachments a on a.id = named.id for key share of a`.execute(ctx.db);
  const byKey = new Map(found.map(({ key, ...row }) => [key, present(row)]));
  return new Map(
    [...texts].flatMap((text) => {
      const picture = byKey.get(paths.get(text) ?? pictureKey(text));
      return picture ? [[text, picture] as const] : [];
    }),
  );
}

interface FoundPicture {
  key: string;
  id: number;
  path: string;
  thumbnail_path: string;
  file_name: string;
}

/** The path of an upload of ours; undefined for any other text. Its name cannot be guessed, so knowing it is enough. */
export function uploadPath(ctx: Ctx, text: string): string | undefined {
  const own = text.startsWith(ctx.publicUrl) ? text.slice(ctx.publicUrl.length) : text;
  return own.startsWith(`${apiBase}/uploads/`) ? own.slice(`${apiBase}/uploads/`.length) : undefined;
}
