import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { skuKey } from '@/contract/catalogue/products/sku';
import type { Variation } from '@/contract/catalogue/products/variations';
import { type Changes, changesBetween } from '@/server/core/audit';
import type { Ctx } from '@/server/core/context';
import { apiBase } from '@/server/core/files/attachments';
import type { SentVariation } from '../products/product-input';
import { reportingTakenSku } from '../products/product-skus';
import { explainStock } from '../stock/stock';

interface VariationRow extends Omit<Variation, 'digital_file'> {
  digital_file: { id: number; file_name: string } | null;
}

const listColumns: readonly (keyof Variation)[] = [
  'id',
  'version',
  'product_id',
  'title',
  'options',
  'price',
  'sale_price',
  'quantity',
  'sold_quantity',
  'sku',
  'barcode',
  'is_disable',
  'image',
  'is_digital',
];

/**
 * Variations of a product in order; `where` narrows them. Sold files and disabled variations only when
 * `mayEdit`.
 */
export async function listVariationRows(
  ctx: Ctx,
  productId: number,
  given: { mayEdit: boolean; where?: RawBuilder<SqlBool>; limit?: number; offset?: number },
): Promise<Variation[]> {
  const columns = listColumns.map((key) => sql.ref(`v.${key}`));
  const { rows } = await sql<VariationRow>`select ${sql.join(columns)},
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

/** A sold file with its access-checked address. */
export function digitalFile(
  productId: number,
  { id, file_name }: { id: number; file_name: string },
  variationId?: number,
) {
  const url = `${apiBase}/products/${productId}/digital-file${variationId ? `?variation_id=${variationId}` : ''}`;
  return { id, attachment_id: id, file_name, url };
}

export interface StoredVariation
  extends Omit<Variation, 'product_id' | 'effective_price' | 'sold_quantity' | 'digital_file'> {
  position: number;
  digital_file_id: number | null;
}

export interface EditedVariation {
  /** Path of its errors: `variation_options.upsert[2]`; empty when edited alone. */
  path: string;
  before: StoredVariation | null;
  after: StoredVariation;
  /** Combination by name; undefined when not sent. */
  options: SentVariation['input']['options'];
  valueIds: readonly number[] | undefined;
  /** Keys that the client sent. */
  sent: readonly string[];
}

export const joinPath = (path: string, key: string) => (path === '' ? key : `${path}.${key}`);

/** Locks variations of a product, all or the given ones. The product must be locked first. */
export async function lockVariations(
  ctx: Ctx,
  productId: number,
  ids?: number[],
): Promise<StoredVariation[]> {
  let query = ctx.db
    .selectFrom('variation_options')
    .select(['id', 'version', 'title', 'options', 'position', 'price', 'sale_price', 'quantity'])
    .select(['sku', 'barcode', 'is_disable', 'image', 'is_digital', 'digital_file_id'])
    // The two drivers return bigint arrays differently.
    .select(sql<number[]>`to_jsonb(value_ids)`.as('value_ids'))
    .where('product_id', '=', productId)
    .where('deleted_at', 'is', null);
  if (ids) query = query.where('id', '=', sql<number>`any(${ids}::bigint[])`);
  return (await query.orderBy('id').forUpdate().execute()) as unknown as StoredVariation[];
}

/** Keys whose changes are audited. */
const auditedKeys = [
  'price',
  'sale_price',
  'quantity',
  'sku',
  'barcode',
  'is_disable',
  'is_digital',
] as const;

/** Above this number of changed values only their count is audited. */
const maxAuditedChanges = 100;

/** Column types of the recordset of variations. */
const rowColumns = sql`(id bigint, is_edit boolean, title text, options jsonb, value_ids bigint[], position integer,
  price numeric, sale_price numeric, quantity integer, sku text, barcode text, is_disable boolean, image jsonb,
  is_digital boolean, digital_file_id bigint)`;

interface VariationWrites {
  removed: readonly StoredVariation[];
  edits: readonly EditedVariation[];
  /** Variations that only changed title or position. */
  renamed: readonly StoredVariation[];
  reason: string | null | undefined;
}

/** Writes validated variations; one statement each for removed, changed and new ones. */
export async function writeVariations(
  ctx: Ctx,
  product: { id: number; shop_id: number },
  { removed, edits, renamed, reason }: VariationWrites,
): Promise<void> {
  const keyOf = (sku: string) =>
    joinPath(edits.find(({ after }) => skuKey(after.sku) === skuKey(sku))?.path ?? '', 'sku');
  await reportingTakenSku(keyOf, async () => {
    await explainStock(ctx, { kind: 'adjustment', reason });
    await removeVariations(ctx, removed);
    const changed = edits.flatMap(({ before, after }) =>
      before && isDifferent(before, after) ? [{ ...after, is_edit: true }] : [],
    );
    await updateVariations(ctx, [...changed, ...renamed.map((one) => ({ ...one, is_edit: false }))]);
    const added = edits.flatMap(({ before, after }) => (before ? [] : [after]));
    if (added.length === 0) return;
    await explainStock(ctx, { kind: 'opening', reason });
    await insertVariations(ctx, product, added);
  });
}

const isDifferent = (before: StoredVariation, after: StoredVariation) =>
  Object.keys(changesBetween({ ...before }, { ...after })).length > 0;

/** Soft-deletes variations: orders still refer to them, and their SKUs become free. */
export async function removeVariations(ctx: Ctx, removed: readonly StoredVariation[]): Promise<void> {
  if (removed.length === 0) return;
  await sql`update variation_options set deleted_at = ${ctx.now}, updated_at = ${ctx.now}, version = version + 1
    where id = any(${removed.map(({ id }) => id)}::bigint[])`.execute(ctx.db);
}

async function updateVariations(
  ctx: Ctx,
  rows: readonly (StoredVariation & { is_edit: boolean })[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`update variation_options v set title = c.title, options = c.options, value_ids = c.value_ids,
      position = c.position, price = c.price, sale_price = c.sale_price, quantity = c.quantity, sku = c.sku,
      barcode = c.barcode, is_disable = c.is_disable, image = c.image, is_digital = c.is_digital,
      digital_file_id = c.digital_file_id, updated_at = ${ctx.now},
      version = v.version + case when c.is_edit then 1 else 0 end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c ${rowColumns}
    where v.id = c.id`.execute(ctx.db);
}

async function insertVariations(
  ctx: Ctx,
  product: { id: number; shop_id: number },
  rows: readonly StoredVariation[],
): Promise<void> {
  await sql`insert into variation_options (product_id, shop_id, title, options, value_ids, position, price, sale_price,
      quantity, sku, barcode, is_disable, image, is_digital, digital_file_id, created_at, updated_at)
    select ${product.id}, ${product.shop_id}, c.title, c.options, c.value_ids, c.position, c.price, c.sale_price,
      c.quantity, c.sku, c.barcode, c.is_disable, c.image, c.is_digital, c.digital_file_id, ${ctx.now}, ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c ${rowColumns}
    order by c.position`.execute(ctx.db);
}

/**
 * Audited changes: `{'Красный/XL.price': 1}` before and after; above `maxListed` values the numbers of added, changed and
 * removed variations.
 */
export function auditedChanges(
  removed: readonly StoredVariation[],
  edits: readonly EditedVariation[],
): Changes {
  const pairs = [
    ...removed.map((one): VariationPair => [one.title, one, null]),
    ...edits.map(({ before, after }): VariationPair => [after.title || (before?.title ?? ''), before, after]),
  ].flatMap(changedValues);
  if (pairs.length === 0) return {};
  if (pairs.length > maxAuditedChanges) return { variation_options: [null, countChanges(removed, edits)] };
  const side = (index: 1 | 2) => Object.fromEntries(pairs.map((pair) => [pair[0], pair[index]]));
  return { variation_options: [side(1), side(2)] };
}

type VariationPair = [title: string, before: StoredVariation | null, after: StoredVariation | null];

function changedValues([title, before, after]: VariationPair): [string, unknown, unknown][] {
  const single = auditedKeys.map((key) => [key, before?.[key] ?? null, after?.[key] ?? null] as const);
  const rest = [
    ['title', before?.title ?? null, after?.title ?? null],
    [
      'image',
      before?.image?.file_name ?? before?.image?.id ?? null,
      after?.image?.file_name ?? after?.image?.id ?? null,
    ],
    ['digital_file', before?.digital_file_id ?? null, after?.digital_file_id ?? null],
  ] as const;
  return [...single, ...rest].flatMap(([key, was, is]) => (was === is ? [] : [[`${title}.${key}`, was, is]]));
}

function countChanges(removed: readonly StoredVariation[], edits: readonly EditedVariation[]) {
  const added = edits.filter(({ before }) => before === null).length;
  return { added, changed: edits.length - added, removed: removed.length };
}
