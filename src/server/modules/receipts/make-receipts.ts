import { sql } from 'kysely';
import { fromMinor, toDecimal, toMinor } from '@/contract/core/money';
import { partOfLine, share } from '@/contract/orders/money';
import { numberOf } from '@/contract/orders/number';
import type { Exclusion, ReceiptKind, ReceiptLine, ReceiptSupplier } from '@/contract/receipts/receipt';
import type { VatRate } from '@/contract/shops/requisites';
import type { Consumer } from '@/server/core/events/event';
import type { JobCtx } from '@/server/core/jobs/job';
import { settingsOptions } from '@/server/core/settings';
import { keptKindOf } from '@/server/modules/orders/complete-order';
import { type LockedOrder, readRoot, type StoredLine } from '@/server/modules/orders/lock-order';
import { isCash, payableParts } from '@/server/modules/orders/payments/payment-intents';
import { advanceLine, deliveryLines, deliveryMoney, goodsLines, type SoldLine, vatOf } from './receipt-lines';
import type { ReceiptPayments } from './registers/cash-register';

/** Writes the receipt of each event that needs one; the queue of the register sends it (`send-receipts.ts`). */
export const receiptsConsumer: Consumer = {
  name: 'receipts',
  on: {
    'payment-captured': (ctx, { record, data }) =>
      ifOn(ctx, () => documentPayment(ctx, record, data.orderId, toMinor(data.amount))),
    'part-handed-over': (ctx, { record, data }) =>
      ifOn(ctx, () => documentHandOver(ctx, record, data.orderId)),
    'refund-paid': (ctx, { record, data }) => ifOn(ctx, () => documentRefund(ctx, record, data.orderId)),
  },
};

async function ifOn(ctx: JobCtx, document: () => Promise<void>): Promise<void> {
  const { receipts } = await settingsOptions(ctx);
  if (receipts) await document();
}

const deliveryName = 'Доставка';
const advanceName = (order: LockedOrder) => `Аванс по заказу № ${numberOf(order.root)}`;

/**
 * A prepayment: the goods that it pays for, when it is exactly their money; otherwise an advance, such as the difference
 * of a changed order or money that arrived twice.
 */
async function documentPayment(ctx: JobCtx, intentId: number, orderId: number, amount: number) {
  const order = await readRoot(ctx, orderId);
  const vat = await ownVat(ctx);
  const payable = new Set(payableParts(order).map(({ id }) => id));
  const lines = receiptLines(
    order.lines.filter((line) => payable.has(line.order_id)),
    'full_prepayment',
    vat,
  );
  await insertReceipt(ctx, order, {
    event: `payment-captured:${intentId}`,
    kind: 'prepayment',
    intentId,
    lines: sumOf(lines) === amount ? lines : [advanceLine(advanceName(order), amount, vat)],
    paid: { cash: 0, cashless: amount, prepaid: 0 },
  });
}

/** The settlement of a part: set off against its prepayment, or paid now. */
async function documentHandOver(ctx: JobCtx, partId: number, orderId: number) {
  const order = await readRoot(ctx, orderId);
  const part = order.parts.find(({ id }) => id === partId);
  if (!part) return;
  const own = order.lines.filter((line) => line.order_id === partId);
  const lines = receiptLines(own, 'full_payment', await ownVat(ctx));
  const sum = sumOf(lines);
  const [cash, cashless] = part.payment_gateway === 'CARD' ? [0, sum] : [sum, 0];
  await insertReceipt(ctx, order, {
    event: `part-handed-over:${partId}`,
    kind: 'settlement',
    partId,
    lines,
    paid: isCash(part.payment_gateway)
      ? { cash, cashless, prepaid: 0 }
      : { cash: 0, cashless: 0, prepaid: sum },
    // A shop that took the money itself has a register of its own.
    exclusion: keptKindOf(part) ? 'shop' : null,
  });
}

/** Money that went back: for pieces, for delivery, or for nothing that was handed over. */
async function documentRefund(ctx: JobCtx, refundId: number, orderId: number) {
  const order = await readRoot(ctx, orderId);
  const refund = await ctx.db.selectFrom('refunds').selectAll().where('id', '=', refundId).executeTakeFirst();
  if (!refund) return;
  const sum = toMinor(refund.amount) - toMinor(refund.wallet_amount);
  const vat = await ownVat(ctx);
  const mode = refund.origin === 'cancellation' ? 'full_prepayment' : 'full_payment';
  const pieces = refund.kind === 'goods' ? await returnedLines(ctx, order, refundId, mode, vat) : [];
  const [part] = order.parts.filter(({ id }) => id === refund.part_id);
  const isInCash = isCash((part ?? order.root).payment_gateway);
  const whole =
    refund.kind === 'delivery'
      ? deliveryLines({ name: deliveryName, sum, vat, mode })
      : [advanceLine(`Возврат по заказу № ${numberOf(order.root)}`, sum, vat)];
  await insertReceipt(ctx, order, {
    event: `refund-paid:${refundId}`,
    kind: 'return',
    refundId,
    lines: sumOf(pieces) === sum ? pieces : whole,
    paid: { cash: isInCash ? sum : 0, cashless: isInCash ? 0 : sum, prepaid: 0 },
    exclusion: refund.method === 'wallet' ? 'points' : part && keptKindOf(part) ? 'shop' : null,
  });
}

/** A part's delivery comes back with its last pieces, so what exceeds their money is delivery. */
async function returnedLines(
  ctx: JobCtx,
  order: LockedOrder,
  refundId: number,
  mode: ReceiptLine['mode'],
  vat: VatRate,
): Promise<ReceiptLine[]> {
  const rows = await ctx.db
    .selectFrom('refund_lines')
    .select(['order_line_id', 'quantity', 'amount', 'wallet_amount'])
    .where('refund_id', '=', refundId)
    .orderBy('id')
    .execute();
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
    return goodsLines({ line: soldLine(line), money: ofGoods - goodsPoints, pieces: row.quantity }, mode);
  });
  return [...goods, ...deliveryLines({ name: deliveryName, sum: delivery, vat, mode })];
}

function receiptLines(lines: readonly StoredLine[], mode: ReceiptLine['mode'], vat: VatRate): ReceiptLine[] {
  const sold = lines.map(soldLine);
  return [
    ...sold.flatMap((line) =>
      goodsLines(
        { line, money: line.total - line.wallet - deliveryMoney([line]), pieces: line.quantity },
        mode,
      ),
    ),
    ...deliveryLines({ name: deliveryName, sum: deliveryMoney(sold), vat, mode }),
  ];
}

const soldLine = (line: StoredLine): SoldLine => ({
  ...{ id: line.id, name: line.name, variation: line.variation, quantity: line.quantity },
  ...{ total: toMinor(line.total), wallet: toMinor(line.wallet), delivery: toMinor(line.delivery) },
  vat: vatOf(line.vat_rate),
  supplier: line.supplier as ReceiptSupplier | null,
  markCodes: [],
});

/** VAT of what the marketplace sells itself. */
async function ownVat(ctx: JobCtx): Promise<VatRate> {
  const { companyRequisites } = await settingsOptions(ctx);
  return vatOf(companyRequisites?.vat_rate ?? null);
}

const sumOf = (lines: readonly ReceiptLine[]) => lines.reduce((sum, line) => sum + line.sum, 0);

interface NewReceipt {
  event: string;
  kind: ReceiptKind;
  partId?: number;
  refundId?: number;
  intentId?: number;
  lines: readonly ReceiptLine[];
  paid: ReceiptPayments;
  exclusion?: Exclusion | null;
}

/** Once for each event; nothing for no money. */
async function insertReceipt(
  ctx: JobCtx,
  { root }: LockedOrder,
  { event, kind, lines, paid, exclusion = null, ...about }: NewReceipt,
): Promise<void> {
  const amount = sumOf(lines);
  if (amount === 0) return;
  const added = await ctx.db
    .insertInto('receipts')
    .values({
      ...{ event, kind, order_id: root.id, is_return: kind === 'return', lines: JSON.stringify(lines) },
      ...{ part_id: about.partId ?? null, refund_id: about.refundId ?? null },
      intent_id: about.intentId ?? null,
      amount: toDecimal(amount),
      ...{ cash: toDecimal(paid.cash), cashless: toDecimal(paid.cashless), prepaid: toDecimal(paid.prepaid) },
      ...{ customer_email: root.customer_email, customer_phone: root.customer_contact || null },
      ...{ state: exclusion ? 'excluded' : 'waiting', exclusion },
      next_ask_at: exclusion ? null : ctx.now,
      ...{ created_at: ctx.now, updated_at: ctx.now },
    })
    .onConflict((conflict) => conflict.column('event').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added && !exclusion) await sql`select pg_notify('gostiny_receipts', '')`.execute(ctx.db);
}
