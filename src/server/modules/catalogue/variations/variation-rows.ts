import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Variation } from '@/contract/catalogue/products/variations';
import type { Attachment } from '@/contract/core/define';
import type { Ctx } from '@/server/core/context';
import { apiBase } from '@/server/core/files/attachments';

interface FoundVariation extends Omit<Variation, 'digital_file'> {
  digital_file: { id: number; file_name: string } | null;
}

const told: readonly (keyof Variation)[] = [
  ...(['id', 'version', 'product_id', 'title', 'options', 'price', 'sale_price'] as const),
  ...(['quantity', 'sold_quantity', 'sku', 'barcode', 'is_disable', 'image', 'is_digital'] as const),
];

/** Variations of a product in their order; `where` narrows them. Files that are sold only for who may edit. */
export async function readVariations(
  ctx: Ctx,
  productId: number,
  given: { mayEdit: boolean; where?: RawBuilder<SqlBool>; limit?: number; offset?: number },
): Promise<Variation[]> {
  const columns = told.map((key) => sql.ref(`v.${key}`));
  const { rows } = await sql<FoundVariation>`select ${sql.join(columns)},
      to_jsonb(v.value_ids) as value_ids, case when ${given.mayEdit}::boolean and f.id is not null
        then jsonb_build_object('id', f.id, 'file_name', f.file_name) end as digital_file
    from variation_options v left join attachments f on f.id = v.digital_file_id
    where v.product_id = ${productId} and v.deleted_at is null and (${given.mayEdit}::boolean or not v.is_disable)
      and ${given.where ?? sql<SqlBool>`true`}
    order by v.position, v.id
    limit ${given.limit ?? null}::int offset ${given.offset ?? 0}::int`.execute(ctx.db);
  return rows.map(({ digital_file, ...row }) => ({
    ...row,
    digital_file: digital_file && digitalFile(productId, digital_file, row.id),
  }));
}

/** A file that is sold: its address asks who wants it. */
export function digitalFile(
  productId: number,
  { id, file_name }: { id: number; file_name: string },
  variationId?: number,
) {
  const url = `${apiBase}/products/${productId}/digital-file${variationId ? `?variation_id=${variationId}` : ''}`;
  return { id, attachment_id: id, file_name, url };
}

/** A variation as it is stored and written. */
export interface StoredVariation {
  id: number;
  version: number;
  title: string;
  options: { name: string; value: string }[];
  value_ids: number[];
  position: number;
  price: number;
  sale_price: number | null;
  quantity: number;
  sku: string;
  barcode: string | null;
  is_disable: boolean;
  image: Attachment | null;
  is_digital: boolean;
  digital_file_id: number | null;
}

/** Variations of a product for a change, locked until the transaction ends: all of them, or some. The product is locked first. */
export async function lockVariations(
  ctx: Ctx,
  productId: number,
  ids?: number[],
): Promise<StoredVariation[]> {
  let query = ctx.db
    .selectFrom('variation_options')
    .select(['id', 'version', 'title', 'options', 'position', 'price', 'sale_price', 'quantity'])
    .select(['sku', 'barcode', 'is_disable', 'image', 'is_digital', 'digital_file_id'])
    // Of an array of bigint the two drivers make different things.
    .select(sql<number[]>`to_jsonb(value_ids)`.as('value_ids'))
    .where('product_id', '=', productId)
    .where('deleted_at', 'is', null);
  if (ids) query = query.where('id', '=', sql<number>`any(${ids}::bigint[])`);
  return (await query.orderBy('id').forUpdate().execute()) as unknown as StoredVariation[];
}
