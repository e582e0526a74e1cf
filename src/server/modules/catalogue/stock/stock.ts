import { sql } from 'kysely';
import type { MovementKind } from '@/contract/catalogue/products/stock';
import type { Ctx } from '@/server/core/context';

interface StockReason {
  kind: MovementKind;
  /** Free text of the user. */
  reason?: string | null | undefined;
  /** Related row: `orders`, `product_imports`, … */
  family?: string;
  rowId?: number;
}

/**
 * Sets the reason of the following stock changes until the end of the transaction or the next call; a trigger
 * writes the journal. No effect outside of a transaction.
 */
export async function explainStock(ctx: Ctx, cause: StockReason): Promise<void> {
  const { kind, reason = null, family = null, rowId = null } = cause;
  const change = {
    kind,
    reason,
    family,
    row_id: rowId,
    user_id: ctx.user?.id ?? null,
    request_id: ctx.requestId,
    at: ctx.now.toISOString(),
  };
  await sql`select set_config('gostiny.stock', ${JSON.stringify(change)}, true)`.execute(ctx.db);
}

export interface StockLine {
  productId: number;
  variationId?: number | null | undefined;
  quantity: number;
}

/** `gone`: missing or not on sale; `disabled`: the variation is not sold; `short`: not enough pieces. */
type StockProblem = 'gone' | 'disabled' | 'short';

interface RefusedLine {
  line: number;
  problem: StockProblem;
  /** Pieces still available for the line. */
  left: number;
}

type RelatedRow = Pick<StockReason, 'family' | 'rowId'>;

/**
 * Takes pieces out of stock in the caller's transaction: all lines, or none and the problem of each refused line
 * (rules/orders: stock is taken at placement). Locks products first, then variations, each in the order of their ids,
 * as every writer of several rows does. Lines of the same item share its stock. The product's row version stays, so
 * that open edits do not conflict.
 */
export async function takeStock(
  ctx: Ctx,
  lines: readonly StockLine[],
  about: RelatedRow = {},
): Promise<RefusedLine[]> {
  await lockStock(ctx, lines);
  // Checked after locking: a concurrent transaction may have changed the rows.
  const refused = await refusedLines(ctx, lines);
  if (refused.length === 0) await moveStock(ctx, lines, -1, { kind: 'order', ...about });
  return refused;
}

/** The lines that could not be sold now. Locks nothing. */
export async function refusedLines(ctx: Ctx, lines: readonly StockLine[]): Promise<RefusedLine[]> {
  const onSale = await findOnSale(ctx, lines);
  const left = new Map<string, number>();
  return lines.flatMap<RefusedLine>(({ productId, variationId, quantity }, line) => {
    const key = keyOf(productId, variationId);
    const found = onSale.get(key);
    if (!found) return [{ line, problem: 'gone', left: 0 }];
    if (found.isDisabled) return [{ line, problem: 'disabled', left: 0 }];
    const rest = left.get(key) ?? found.quantity;
    if (quantity > rest) return [{ line, problem: 'short', left: rest }];
    left.set(key, rest - quantity);
    return [];
  });
}

/**
 * Returns pieces to stock, also for unpublished products; deleted products, and those whose type changed, are skipped.
 * The order makes sure that a line is returned once.
 */
export async function restoreStock(
  ctx: Ctx,
  lines: readonly StockLine[],
  about: RelatedRow = {},
): Promise<void> {
  await lockStock(ctx, lines);
  await moveStock(ctx, lines, 1, { kind: 'return', ...about });
}

const keyOf = (productId: number, variationId: number | null | undefined) =>
  `${productId} ${variationId ?? ''}`;

const productIds = (lines: readonly StockLine[]) => [...new Set(lines.map((line) => line.productId))];
const variationIds = (lines: readonly StockLine[]) => [
  ...new Set(lines.flatMap((line) => line.variationId ?? [])),
];

/** Locks products, then variations, each in the order of their ids. */
export async function lockStock(ctx: Ctx, lines: readonly StockLine[]): Promise<void> {
  await sql`select 1 from products where id = any(${productIds(lines)}::bigint[]) order by id
    for no key update`.execute(ctx.db);
  const variations = variationIds(lines);
  if (variations.length === 0) return;
  await sql`select 1 from variation_options where id = any(${variations}::bigint[]) order by id
    for no key update`.execute(ctx.db);
}

interface OnSale {
  product_id: number;
  variation_id: number | null;
  quantity: number;
  isDisabled: boolean;
}

/** The lines' items that can be sold: published, in stock, of an active shop. */
async function findOnSale(ctx: Ctx, lines: readonly StockLine[]): Promise<Map<string, OnSale>> {
  const { rows } = await sql<OnSale>`
    select p.id as product_id, o.id as variation_id, coalesce(o.quantity, p.quantity) as quantity,
      coalesce(o.is_disable, false) as "isDisabled"
    from products p
      join shops s on s.id = p.shop_id and s.is_active and s.deleted_at is null
      left join variation_options o on o.product_id = p.id and o.deleted_at is null
        and o.id = any(${variationIds(lines)}::bigint[])
    where p.id = any(${productIds(lines)}::bigint[]) and p.deleted_at is null and p.status = 'publish'
      and p.in_stock and not p.is_external and (p.product_type = 'variable') = (o.id is not null)`.execute(
    ctx.db,
  );
  return new Map(rows.map((row) => [keyOf(row.product_id, row.variation_id), row]));
}

/** Adds or subtracts the lines' quantities; the sold count moves the other way. */
async function moveStock(
  ctx: Ctx,
  lines: readonly StockLine[],
  sign: 1 | -1,
  why: StockReason,
): Promise<void> {
  const wrong = lines.find(({ quantity }) => !Number.isSafeInteger(quantity) || quantity <= 0);
  if (wrong) throw new RangeError(`${wrong.quantity} pieces cannot be moved`);
  if (lines.length === 0) return;
  await explainStock(ctx, why);
  const asked = sql`(select product_id, variation_id, (sum(quantity) * ${sign})::integer as change
    from jsonb_to_recordset(${JSON.stringify(lines.map(toRow))}::jsonb)
      as line (product_id bigint, variation_id bigint, quantity bigint)
    group by product_id, variation_id)`;
  // A trigger sums up the stock of a variable product from its variations.
  if (variationIds(lines).length > 0)
    await sql`update variation_options o
      set quantity = case when o.deleted_at is null then o.quantity + l.change else o.quantity end,
        sold_quantity = greatest(0, o.sold_quantity - l.change)
      from ${asked} l where o.id = l.variation_id and o.product_id = l.product_id`.execute(ctx.db);
  await sql`update products p
    set quantity = p.quantity + l.change, sold_quantity = greatest(0, p.sold_quantity - l.change)
    from ${asked} l where p.id = l.product_id and l.variation_id is null and p.product_type = 'simple'`.execute(
    ctx.db,
  );
}

function toRow({ productId, variationId = null, quantity }: StockLine) {
  return { product_id: productId, variation_id: variationId, quantity };
}
