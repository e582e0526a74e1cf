import { fromMinor, toMinor } from '@/contract/core/money';
import { cashTotal } from '@/contract/orders/money';
import { endedStatuses } from '@/contract/orders/status';
import type { OrderReceipts, PrepaidSum, ReceiptView } from '@/contract/receipts/views';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { parseId } from '@/server/core/numbers';
import type { StoredPart } from '@/server/modules/orders/lock-order';
import { orderPolicy } from '@/server/modules/orders/policy';
import { readWhole } from '@/server/modules/payments/pay-links/payable';
import { findUncorrected, presentReceipt, registerShops, type StoredReceipt } from './present-receipt';

/** What the caller sees of an order: all of it, or one part of several. */
interface Seen {
  parts: readonly StoredPart[];
  /** The part, when the order has others. */
  own: StoredPart | null;
  /** Ids of the lines of `own`, and of its refunds. */
  lines: ReadonlySet<number>;
  refunds: ReadonlySet<number>;
}

/**
 * `GET orders/{id}/receipts`: the receipts of an order as a chain. A shop sees those of its own part, in its own sums. Throws
 * NOT_FOUND.
 */
export async function orderReceipts(ctx: UserCtx, key: string): Promise<OrderReceipts> {
  const { rootId, seen } = await seenOrder(ctx, key);
  const rows = (await receiptsOf(ctx, rootId)).flatMap((row) => {
    const share = shopShare(row, seen);
    return share === 0 ? [] : [{ row, share: share ?? toMinor(row.amount), isShared: share !== undefined }];
  });
  const placeOf = (partId: number): ReceiptView['part'] => {
    const place = seen.parts.findIndex(({ id }) => id === partId);
    return place < 0 ? null : { id: partId, place: place + 1 };
  };
  const issued = rows.filter(({ row: { state } }) => state !== 'excluded');
  const coming = comingOf(
    seen,
    rows.map(({ row }) => row),
    issued.some(({ row }) => isPrepayment(row)),
  );
  const latest = await findUncorrected(
    ctx,
    rows.map(({ row }) => row.id),
  );
  const shops = await registerShops(
    ctx,
    rows.map(({ row }) => row),
  );
  return {
    is_part: seen.own !== null,
    receipts: rows.map(({ row, share, isShared }) =>
      presentReceipt(ctx, row, {
        part: row.part_id === null ? null : placeOf(row.part_id),
        share: isShared ? share : undefined,
        isLatest: latest.has(row.id),
        shops,
      }),
    ),
    coming: coming.flatMap(({ id, amount }) => {
      const part = placeOf(id);
      return part ? [{ part, amount: fromMinor(amount) }] : [];
    }),
    sums: sumsOf(issued, coming),
  };
}

/** The order of an address and what of it the caller may see. Throws NOT_FOUND. */
export async function seenOrder(ctx: UserCtx, key: string): Promise<{ rootId: number; seen: Seen }> {
  const id = parseId(key);
  const own = orderPolicy(ctx, 'read');
  const row = await ctx.db
    .selectFrom('orders')
    .select(['id', 'parent_id'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$if(own !== undefined, (query) => query.where((eb) => own?.(eb) ?? eb.lit(true)))
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  const rootId = row.parent_id ?? row.id;
  const { parts } = await readWhole(ctx, rootId);
  const part = parts.length > 1 ? (parts.find((one) => one.id === row.id) ?? null) : null;
  return { rootId, seen: { parts, own: part, ...(await partsOwn(ctx, part)) } };
}

async function partsOwn(ctx: UserCtx, part: StoredPart | null): Promise<Pick<Seen, 'lines' | 'refunds'>> {
  if (!part) return { lines: new Set(), refunds: new Set() };
  const lines = await ctx.db.selectFrom('order_lines').select('id').where('order_id', '=', part.id).execute();
  const refunds = await ctx.db.selectFrom('refunds').select('id').where('part_id', '=', part.id).execute();
  return { lines: new Set(lines.map(({ id }) => id)), refunds: new Set(refunds.map(({ id }) => id)) };
}

async function receiptsOf(ctx: UserCtx, rootId: number): Promise<StoredReceipt[]> {
  const rows = await ctx.db
    .selectFrom('receipts')
    .selectAll()
    .where('order_id', '=', rootId)
    .orderBy('id')
    .execute();
  return rows as unknown as StoredReceipt[];
}

/** Kopecks of a receipt that are the shop's; undefined for a receipt that it sees as a whole, 0 for another's. */
export function shopShare(row: StoredReceipt, { own, lines, refunds }: Seen): number | undefined {
  if (!own) return undefined;
  if (row.shop_id !== null) return row.shop_id === own.shop_id ? undefined : 0;
  if (row.part_id !== null) return row.part_id === own.id ? undefined : 0;
  if (row.refund_id !== null && refunds.has(row.refund_id)) return undefined;
  const goods = row.lines.filter(({ orderLineId }) => orderLineId !== null && lines.has(orderLineId));
  if (goods.length === 0) return 0;
  const sum = goods.reduce((all, line) => all + line.sum, 0);
  if (row.kind !== 'prepayment') return sum;
  // A prepayment pays for the delivery of the part, too, in the document that says it.
  const delivery = row.lines.reduce((all, line) => all + (line.orderLineId === null ? line.sum : 0), 0);
  return Math.min(cashTotal(own), sum + Math.min(delivery, toMinor(own.delivery_fee)));
}

const isPrepayment = ({ kind }: StoredReceipt) => kind === 'prepayment';

/** Parts that were paid in advance and are not handed over: their settlement comes by itself. */
function comingOf(
  { parts, own }: Seen,
  rows: readonly StoredReceipt[],
  isPrepaid: boolean,
): { id: number; amount: number }[] {
  if (!isPrepaid) return [];
  const settled = new Set(rows.filter(({ kind }) => kind === 'settlement').map(({ part_id }) => part_id));
  return parts
    .filter((part) => (own ? part.id === own.id : true) && !settled.has(part.id))
    .filter(({ order_status }) => !endedStatuses.includes(order_status))
    .map((part) => ({ id: part.id, amount: cashTotal(part) }))
    .filter(({ amount }) => amount > 0);
}

function sumsOf(
  rows: readonly { row: StoredReceipt; share: number }[],
  coming: readonly { amount: number }[],
): PrepaidSum | null {
  const total = (chosen: (row: StoredReceipt) => boolean) =>
    rows.filter(({ row }) => chosen(row)).reduce((sum, { share }) => sum + share, 0);
  const prepaid = total(isPrepayment);
  if (prepaid === 0) return null;
  const settled = total(({ kind, prepaid: offset }) => kind === 'settlement' && offset > 0);
  // Money that went back before anything was handed over.
  const returned = total(({ kind, lines }) => kind === 'return' && lines[0]?.mode !== 'full_payment');
  const waiting = coming.reduce((sum, { amount }) => sum + amount, 0);
  return {
    prepaid: fromMinor(prepaid),
    settled: fromMinor(settled),
    returned: fromMinor(returned),
    waiting: fromMinor(waiting),
    is_equal: prepaid === settled + returned + waiting,
  };
}
