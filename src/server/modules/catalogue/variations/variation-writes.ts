import { sql } from 'kysely';
import type { Changes } from '@/server/core/audit';
import type { Ctx } from '@/server/core/context';
import { namingTaken } from '../products/product-skus';
import { explainStock } from '../stock/stock';
import { type EditedVariation, keyAt } from './variation-edit';
import type { StoredVariation } from './variation-rows';

/** Values of a variation whose changes are told one by one. */
const told = ['price', 'sale_price', 'quantity', 'sku', 'barcode', 'is_disable', 'is_digital'] as const;

/** More changed values than this are told by their number. */
const maxTold = 100;

/** Types of the columns in a list of objects: the database reads the whole list at once. */
const columns = sql`(id bigint, is_edit boolean, title text, options jsonb, value_ids bigint[], position integer,
  price numeric, sale_price numeric, quantity integer, sku text, barcode text, is_disable boolean, image jsonb,
  is_digital boolean, digital_file_id bigint)`;

interface Writes {
  removed: readonly StoredVariation[];
  edits: readonly EditedVariation[];
  /** Those that were not edited, but are called otherwise or stand elsewhere now. */
  renamed: readonly StoredVariation[];
  reason: string | null | undefined;
}

/** Writes variations that were looked at; one statement for the removed, one for the changed, one for the new. */
export async function writeVariations(
  ctx: Ctx,
  product: { id: number; shop_id: number },
  { removed, edits, renamed, reason }: Writes,
): Promise<void> {
  const keyOf = (sku: string) => keyAt(edits.find(({ after }) => after.sku === sku)?.path ?? '', 'sku');
  await namingTaken(keyOf, async () => {
    await explainStock(ctx, { kind: 'adjustment', reason });
    await removeVariations(
      ctx,
      removed.map(({ id }) => id),
    );
    const changed = edits.flatMap(({ before, after }) => (before ? [{ ...after, is_edit: true }] : []));
    await updateVariations(ctx, [...changed, ...renamed.map((one) => ({ ...one, is_edit: false }))]);
    const added = edits.flatMap(({ before, after }) => (before ? [] : [after]));
    if (added.length === 0) return;
    await explainStock(ctx, { kind: 'opening', reason });
    await insertVariations(ctx, product, added);
  });
}

/** Takes variations out: what was ordered of them stays in the table, and their numbers are free. */
export async function removeVariations(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`update variation_options set deleted_at = ${ctx.now}, updated_at = ${ctx.now}, version = version + 1
    where id = any(${[...ids]}::bigint[])`.execute(ctx.db);
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
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c ${columns}
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
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c ${columns}
    order by c.position`.execute(ctx.db);
}

/**
 * What became of variations, for the audit: `{'Красный/XL.price': 1}` before, the same after; when there is too much of
 * it, how many were added, changed and removed.
 */
export function changesOfVariations(
  removed: readonly StoredVariation[],
  edits: readonly EditedVariation[],
): Changes {
  const pairs = [
    ...removed.map((one): Pair => [one.title, one, null]),
    ...edits.map(({ before, after }): Pair => [after.title || (before?.title ?? ''), before, after]),
  ].flatMap(valuesOf);
  if (pairs.length === 0) return {};
  if (pairs.length > maxTold) return { variation_options: [null, countsOf(removed, edits)] };
  const side = (index: 1 | 2) => Object.fromEntries(pairs.map((pair) => [pair[0], pair[index]]));
  return { variation_options: [side(1), side(2)] };
}

type Pair = [title: string, before: StoredVariation | null, after: StoredVariation | null];

function valuesOf([title, before, after]: Pair): [string, unknown, unknown][] {
  const single = told.map((key) => [key, before?.[key] ?? null, after?.[key] ?? null] as const);
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

function countsOf(removed: readonly StoredVariation[], edits: readonly EditedVariation[]) {
  const added = edits.filter(({ before }) => before === null).length;
  return { added, changed: edits.length - added, removed: removed.length };
}
