import { sql } from 'kysely';
import type { MovementKind } from '@/contract/catalogue/products/stock';
import type { Ctx } from '@/server/core/context';

/** What the journal of the stock says of a change. */
interface StockReason {
  kind: MovementKind;
  /** In words of the person who did it. */
  reason?: string | null | undefined;
  /** The row that it is about: `orders`, `product_imports`, … */
  family?: string;
  rowId?: number;
}

/**
 * Says why quantities change from here to the end of the transaction, or to the next word; the database itself writes
 * the journal (migration 0051). Outside of a transaction it says nothing.
 */
export async function explainStock(ctx: Ctx, why: StockReason): Promise<void> {
  const { kind, reason = null, family = null, rowId = null } = why;
  const said = {
    kind,
    reason,
    family,
    row_id: rowId,
    user_id: ctx.user?.id ?? null,
    request_id: ctx.requestId,
    at: ctx.now.toISOString(),
  };
  await sql`select set_config('gostiny.stock', ${JSON.stringify(said)}, true)`.execute(ctx.db);
}

/** So many pieces of a simple product, or of one variation of a variable one. */
export interface StockLine {
  productId: number;
  variationId?: number | null | undefined;
  quantity: number;
}

/** `gone`: not there, or not on sale any more; `disabled`: this variation is not sold; `short`: fewer than asked for. */
type StockProblem = 'gone' | 'disabled' | 'short';

interface RefusedLine {
  /** Place of the line, from 0. */
  line: number;
  problem: StockProblem;
  /** Pieces that this line could still have. */
  left: number;
}

/** The row that a movement is about. */
type About = Pick<StockReason, 'family' | 'rowId'>;

/**
 * Takes pieces out of stock within the caller's transaction: all lines, or none and what is wrong with which (hazards
 * H-01, H-03). Rows are locked products first, then variations, each in the order of their ids: whoever writes several
 * does it so, and nobody deadlocks. Lines for the same thing share what there is. The edit of a product does not collide
 * with it: its row version stays.
 */
export async function takeStock(
  ctx: Ctx,
  lines: readonly StockLine[],
  about: About = {},
): Promise<RefusedLine[]> {
  const onSale = await lockOnSale(ctx, lines);
  const left = new Map<string, number>();
  const refused = lines.flatMap<RefusedLine>(({ productId, variationId, quantity }, line) => {
    const key = keyOf(productId, variationId);
    const found = onSale.get(key);
    if (!found) return [{ line, problem: 'gone', left: 0 }];
    if (found.isDisabled) return [{ line, problem: 'disabled', left: 0 }];
    const rest = left.get(key) ?? found.quantity;
    if (quantity > rest) return [{ line, problem: 'short', left: rest }];
    left.set(key, rest - quantity);
    return [];
  });
  if (refused.length === 0) await move(ctx, lines, -1, { kind: 'order', ...about });
  return refused;
}

/**
 * Gives pieces back, also of what is not sold any more; what is no more, or is another type of product now, has no stock
 * to give back to. That a line is given back once is its order's business (hazard H-04).
 */
export async function restoreStock(ctx: Ctx, lines: readonly StockLine[], about: About = {}): Promise<void> {
  await lock(ctx, lines);
  await move(ctx, lines, 1, { kind: 'return', ...about });
}

const keyOf = (productId: number, variationId: number | null | undefined) =>
  `${productId} ${variationId ?? ''}`;

const productIds = (lines: readonly StockLine[]) => [...new Set(lines.map((line) => line.productId))];
const variationIds = (lines: readonly StockLine[]) => [
  ...new Set(lines.flatMap((line) => line.variationId ?? [])),
];

async function lock(ctx: Ctx, lines: readonly StockLine[]): Promise<void> {
  await sql`select 1 from products where id = any(${productIds(lines)}::bigint[]) order by id
    for no key update`.execute(ctx.db);
  await sql`select 1 from variation_options where id = any(${variationIds(lines)}::bigint[]) order by id
    for no key update`.execute(ctx.db);
}

interface OnSale {
  product_id: number;
  variation_id: number | null;
  quantity: number;
  isDisabled: boolean;
}

/** What may be sold of these, locked until the transaction ends: published, in stock by its flag, of an active shop. */
async function lockOnSale(ctx: Ctx, lines: readonly StockLine[]): Promise<Map<string, OnSale>> {
  await lock(ctx, lines);
  // Asked anew: what was locked may have been changed by whoever was waited for.
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

/** Moves quantities by the lines' ones, up or down; what was sold goes the other way. */
async function move(ctx: Ctx, lines: readonly StockLine[], sign: 1 | -1, why: StockReason): Promise<void> {
  const wrong = lines.find(({ quantity }) => !Number.isSafeInteger(quantity) || quantity <= 0);
  if (wrong) throw new RangeError(`${wrong.quantity} pieces cannot be moved`);
  if (lines.length === 0) return;
  await explainStock(ctx, why);
  const asked = sql`(select product_id, variation_id, (sum(quantity) * ${sign})::integer as change
    from jsonb_to_recordset(${JSON.stringify(lines.map(toRow))}::jsonb)
      as line (product_id bigint, variation_id bigint, quantity bigint)
    group by product_id, variation_id)`;
  // The trigger sums a variable product up from its variations (migration 0050).
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
