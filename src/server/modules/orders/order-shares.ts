import { type Selectable, sql } from 'kysely';
import { fromMinor, toMinor } from '@/contract/core/money';
import { partOfLine } from '@/contract/orders/money';
import type { OrderDetails, OrderLine, OrderShares, OrderSums } from '@/contract/orders/wire';
import type { Ctx } from '@/server/core/context';
import { prepared } from '@/server/core/db/prepared';
import type { DB } from '@/server/core/db/types';
import { completionShare } from './complete-order';
import { canSeeShopMoney } from './policy';

type OrderRow = Selectable<DB['orders']>;

interface Shown {
  row: OrderRow;
  /** Empty for a part. */
  parts: readonly OrderRow[];
  /** Of the row and its parts. */
  lines: readonly OrderLine[];
}

/**
 * How the money of an order is divided after its refunds: what the ledger credited to the shops and took back, and the
 * rest. Of a whole order for administrators only.
 */
export async function presentShares(
  ctx: Ctx,
  { row, parts, lines }: Shown,
): Promise<Pick<OrderDetails, 'vendor_share' | 'commission_rate' | 'shares'>> {
  if (!canSeeShopMoney(ctx, row.shop_id)) return {};
  const sold = row.parent_id === null ? parts : [row];
  const goodwill = sold.reduce((sum, part) => sum + toMinor(part.goodwill_amount), 0);
  const returned = (row.refunded_amount > 0 ? await returnedByShops(ctx, sold) : 0) + goodwill;
  const before = sold.reduce((sum, part) => sum + creditOf(part), 0);
  const shops = before - returned;
  const own = row.shop_id !== null && {
    vendor_share: fromMinor(
      (row.credited_amount === null ? completionShare(row) : toMinor(row.credited_amount)) - returned,
    ),
    commission_rate: row.commission_rate ?? 0,
  };
  return { ...own, ...(!isCalledOff(row) && { shares: divided(row, { sold, lines, shops, before }) }) };
}

/** What is left of the order's money and what there was, with the shops' shares of both in kopecks. */
function divided(
  row: OrderRow,
  {
    sold,
    lines,
    shops,
    before,
  }: { sold: readonly OrderRow[]; lines: readonly OrderLine[]; shops: number; before: number },
): OrderShares {
  const whole = { shops: before, delivery: toMinor(row.delivery_fee), tax: toMinor(row.sales_tax) };
  const returned = sold.reduce((sum, part) => sum + toMinor(part.refunded_delivery), 0);
  const returnedTax = lines
    .filter(({ refunded_quantity }) => refunded_quantity > 0)
    .reduce(
      (sum, line) => sum + partOfLine(toMinor(line.tax), line.order_quantity, 0, line.refunded_quantity),
      0,
    );
  const back = toMinor(row.refunded_amount) + toMinor(row.goodwill_amount);
  const left = { shops, delivery: whole.delivery - returned, tax: whole.tax - returnedTax };
  return {
    ...sumsOf(toMinor(row.total) - back, left),
    ...(back > 0 && { before: sumsOf(toMinor(row.total), whole) }),
  };
}

/** The marketplace has what nobody else has. */
function sumsOf(
  total: number,
  { shops, delivery, tax }: Record<'shops' | 'delivery' | 'tax', number>,
): OrderSums {
  return {
    shops: fromMinor(shops),
    marketplace: fromMinor(total - shops - delivery - tax),
    delivery: fromMinor(delivery),
    tax: fromMinor(tax),
  };
}

/** The vendor's share of a part in kopecks: as credited, or as it would be now. */
function creditOf(part: OrderRow): number {
  if (part.credited_amount !== null) return toMinor(part.credited_amount);
  return isCalledOff(part) ? 0 : completionShare(part);
}

/** No payment is expected any more. */
const isCalledOff = ({ order_status }: OrderRow) =>
  order_status === 'order-cancelled' || order_status === 'order-failed';

/** What approved refunds took back from the shops of these parts, in kopecks: their entries in the ledger. */
async function returnedByShops(ctx: Ctx, parts: readonly OrderRow[]): Promise<number> {
  const ids = parts.map(({ id }) => id);
  const { rows } = await sql<{ amount: number }>`
    select ${prepared} coalesce(sum(l.vendor_amount), 0) as amount
    from order_lines o join refund_lines l on l.order_line_id = o.id
      join refunds r on r.id = l.refund_id and r.status = 'approved'
    where o.order_id = any(${ids}::bigint[])`.execute(ctx.db);
  return toMinor(rows[0]?.amount ?? 0);
}
