import { defaultLanguage } from '@/contract/core/languages';
import { toMinor } from '@/contract/core/money';
import { partOfLine, share } from '@/contract/orders/money';
import { shownNumber } from '@/contract/orders/number';
import type { PaymentMode, ReceiptLine, ReceiptSupplier } from '@/contract/receipts/receipt';
import type { Requisites, VatRate } from '@/contract/shops/requisites';
import type { Ctx } from '@/server/core/context';
import { settingsOptions } from '@/server/core/settings';
import { loadWords } from '@/server/core/words';
import type { Movement } from '@/server/modules/ledger/movements';
import type { LockedOrder, StoredLine } from '@/server/modules/orders/lock-order';
import { payableParts } from '@/server/modules/orders/payments/open-attempts';
import {
  advanceLine,
  cutToSum,
  deliveryLines,
  deliveryMoney,
  goodsLines,
  type SoldLine,
  toVatRate,
} from './receipt-lines';

/**
 * Lines of the receipt of a movement; they sum to its money (rules/receipts: lines sum to the money). On the register of a
 * shop (`shopId`) it sells all of them itself.
 */
export async function receiptLines(
  ctx: Ctx,
  order: LockedOrder,
  movement: Movement,
  shopId: number | null = null,
): Promise<ReceiptLine[]> {
  const lines = await movedLines(ctx, order, movement, await ownTerms(ctx, order, shopId));
  return shopId === null ? lines : lines.map((line) => ({ ...line, supplier: null }));
}

async function movedLines(
  ctx: Ctx,
  order: LockedOrder,
  movement: Movement,
  own: OwnTerms,
): Promise<ReceiptLine[]> {
  if (movement.what === 'taken') return prepaymentLines(order, movement, own);
  if (movement.what === 'given') return settlementLines(ctx, order, movement, own);
  // Not a return of an advance: the goods stay paid, or are handed over all the same.
  if (movement.isChargeback)
    return deliveryLines({ name: own.returned, sum: movement.amount, vat: own.vat, mode: 'full_payment' });
  return returnLines(ctx, order, movement, own);
}

/** What the marketplace, or a shop with its own register, sells beside goods: its rate of VAT, and its names on receipts, which are Russian. */
interface OwnTerms {
  vat: VatRate;
  delivery: string;
  advance: string;
  returned: string;
}

async function ownTerms(ctx: Ctx, { root }: LockedOrder, shopId: number | null): Promise<OwnTerms> {
  const seller =
    shopId === null ? (await settingsOptions(ctx)).companyRequisites : await shopRequisites(ctx, shopId);
  const words = await loadWords(defaultLanguage, 'receipts');
  const named = (key: string) => words(`lines.${key}`).replace('{{number}}', shownNumber(root));
  return {
    vat: toVatRate(seller?.vat_rate ?? null),
    delivery: named('delivery'),
    advance: named('advance'),
    returned: named('return'),
  };
}

async function shopRequisites({ db }: Ctx, shopId: number): Promise<Partial<Requisites> | null> {
  const { requisites } = await db
    .selectFrom('shops')
    .select('requisites')
    .where('id', '=', shopId)
    .executeTakeFirstOrThrow();
  return requisites as Partial<Requisites> | null;
}

export const sumOf = (lines: readonly ReceiptLine[]) => lines.reduce((sum, line) => sum + line.sum, 0);

/**
 * The goods that it pays for, when it is exactly their money; otherwise an advance, such as the difference of a changed
 * order or money that arrived twice.
 */
function prepaymentLines(order: LockedOrder, { amount }: Movement, own: OwnTerms): ReceiptLine[] {
  const payable = new Set(payableParts(order).map(({ id }) => id));
  const completed = order.parts.filter(({ order_status }) => order_status === 'order-completed');
  const lines = order.lines.filter(
    ({ order_id }) => payable.has(order_id) || completed.some(({ id }) => id === order_id),
  );
  const goods = soldLines(lines, 'full_prepayment', own);
  return sumOf(goods) === amount ? goods : [advanceLine(own.advance, amount, own.vat)];
}

/** With the code of each marked piece: it leaves circulation by this receipt. */
async function settlementLines(
  ctx: Ctx,
  order: LockedOrder,
  { rowId, amount }: Movement,
  own: OwnTerms,
): Promise<ReceiptLine[]> {
  const lines = order.lines.filter((line) => line.order_id === rowId);
  const codes = await codesOf(ctx, lines, (marks) => marks);
  return cutToSum(soldLines(lines, 'full_payment', own, codes), amount);
}

/** Codes of pieces by line; asks only for goods that have some. */
async function codesOf(
  ctx: Ctx,
  lines: readonly StoredLine[],
  only: (marks: MarkQuery) => MarkQuery,
): Promise<Map<number, string[]>> {
  const codes = new Map<number, string[]>();
  const ids = lines.filter(({ requires_marking }) => requires_marking).map(({ id }) => id);
  if (ids.length === 0) return codes;
  const rows = await only(marksOf(ctx).where('order_line_id', 'in', ids))
    .orderBy('id')
    .execute();
  for (const { order_line_id: line, code } of rows) codes.set(line, [...(codes.get(line) ?? []), code]);
  return codes;
}

const marksOf = ({ db }: Ctx) => db.selectFrom('order_marks').select(['order_line_id', 'code']);

type MarkQuery = ReturnType<typeof marksOf>;

/** Money that went back: for pieces, for delivery, or for nothing that was handed over. */
async function returnLines(
  ctx: Ctx,
  order: LockedOrder,
  { rowId, amount }: Movement,
  own: OwnTerms,
): Promise<ReceiptLine[]> {
  const refund = await ctx.db
    .selectFrom('refunds')
    .selectAll()
    .where('id', '=', rowId)
    .executeTakeFirstOrThrow();
  const whole = toMinor(refund.amount) - toMinor(refund.wallet_amount);
  const mode = refund.origin === 'cancellation' ? 'full_prepayment' : 'full_payment';
  const { vat, delivery, returned } = own;
  const lines =
    refund.kind === 'goods'
      ? await returnedLines(ctx, order, rowId, { mode, own })
      : deliveryLines({ name: refund.kind === 'delivery' ? delivery : returned, sum: whole, vat, mode });
  if (sumOf(lines) !== whole) return [advanceLine(returned, amount, vat)];
  // What a provider sends in several payments is several receipts.
  const before = await returnedBefore(ctx, rowId);
  return cutToSum(lines, amount, before);
}

async function returnedBefore(ctx: Ctx, refundId: number): Promise<number> {
  const { amount } = await ctx.db
    .selectFrom('receipts')
    .select(({ fn }) => fn.sum<number | null>('amount').as('amount'))
    .where('refund_id', '=', refundId)
    .where('kind', '=', 'return')
    .executeTakeFirstOrThrow();
  return toMinor(amount ?? 0);
}

/** A part's delivery comes back with its last pieces, so what exceeds their money is delivery. */
async function returnedLines(
  ctx: Ctx,
  order: LockedOrder,
  refundId: number,
  { mode, own }: { mode: PaymentMode; own: OwnTerms },
): Promise<ReceiptLine[]> {
  const rows = await ctx.db
    .selectFrom('refund_lines')
    .select(['order_line_id', 'quantity', 'amount', 'wallet_amount'])
    .where('refund_id', '=', refundId)
    .orderBy('id')
    .execute();
  const codes = await codesOf(ctx, order.lines, (marks) =>
    marks.where('refund_id', '=', refundId).where('returned_at', 'is not', null),
  );
  let delivery = 0;
  const goods = rows.flatMap((row) => {
    const line = order.lines.find(({ id }) => id === row.order_line_id);
    if (!line) return [];
    const whole = toMinor(line.total) - toMinor(line.delivery);
    const [amount, points] = [toMinor(row.amount), toMinor(row.wallet_amount)];
    const most = Math.ceil((whole * row.quantity) / line.quantity);
    const ofGoods =
      amount <= most ? amount : partOfLine(whole, line.quantity, line.quantity - row.quantity, row.quantity);
    const [goodsPoints = 0, deliveryPoints = 0] = share(points, [ofGoods, amount - ofGoods]);
    delivery += amount - ofGoods - deliveryPoints;
    return goodsLines(
      { line: soldLine(line, codes), money: ofGoods - goodsPoints, pieces: row.quantity },
      mode,
    );
  });
  return [...goods, ...deliveryLines({ name: own.delivery, sum: delivery, vat: own.vat, mode })];
}

function soldLines(
  lines: readonly StoredLine[],
  mode: PaymentMode,
  own: OwnTerms,
  codes: ReadonlyMap<number, string[]> = new Map(),
): ReceiptLine[] {
  const sold = lines.map((line) => soldLine(line, codes));
  return [
    ...sold.flatMap((line) =>
      goodsLines(
        { line, money: line.total - line.wallet - deliveryMoney([line]), pieces: line.quantity },
        mode,
      ),
    ),
    ...deliveryLines({ name: own.delivery, sum: deliveryMoney(sold), vat: own.vat, mode }),
  ];
}

const soldLine = (line: StoredLine, codes: ReadonlyMap<number, readonly string[]>): SoldLine => ({
  id: line.id,
  name: line.name,
  variation: line.variation,
  quantity: line.quantity,
  total: toMinor(line.total),
  wallet: toMinor(line.wallet),
  delivery: toMinor(line.delivery),
  vat: toVatRate(line.vat_rate),
  supplier: line.supplier as ReceiptSupplier | null,
  requiresMarking: line.requires_marking,
  markCodes: codes.get(line.id) ?? [],
});
