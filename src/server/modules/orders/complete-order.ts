import { toDecimal, toMinor } from '@/contract/core/money';
import { cashTotal, vendorShare } from '@/contract/orders/money';
import { type CashHolder, endedStatuses, isCash, isHeld, paidStatuses } from '@/contract/orders/status';
import { type Ctx, isAdmin } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { settingsOptions } from '@/server/core/settings';
import { moneyKept, partCompleted, paymentCaptured } from '@/server/modules/ledger/entries';
import { type LedgerEntry, postEntries } from '@/server/modules/ledger/ledger';
import { grantFiles } from './downloads';
import {
  deriveRoot,
  type LockedOrder,
  lockRoot,
  moveTo,
  recordEvent,
  type StoredOrder,
  type StoredPart,
  setPayment,
  writeOrder,
} from './lock-order';
import { markOwnPurchases } from './own-purchases';
import { moveChargebacks } from './payments/charged-back-prepayment';
import { keptKind, moneyPlace } from './payments/kept-money';

/** `holder`: who took the money of those parts that are paid on handover. */
interface Completion {
  note: string | null;
  holder: CashHolder;
}

/**
 * Completes parts: credits the shops once, by the commission rate of the day the order was placed, and marks cash
 * orders as paid, by the table in `docs/rules/orders.md`. The caller has locked the order and checked the move. Throws
 * ACTION_NOT_VALID for an unpaid online order, and for one whose money is held.
 */
export async function completeParts(
  ctx: Ctx,
  order: LockedOrder,
  parts: readonly StoredPart[],
  { note, holder }: Completion,
): Promise<void> {
  if (parts.some(isHeld))
    throw new AppError('ACTION_NOT_VALID', { fields: { order_status: ['error-order-held'] } });
  if (parts.some((part) => !isCash(part.payment_gateway) && !paidStatuses.includes(part.payment_status)))
    throw new AppError('ACTION_NOT_VALID', { fields: { order_status: ['error-order-unpaid'] } });
  await markOwnPurchases(ctx, order);
  const { commissionVat } = await settingsOptions(ctx);
  const credited = parts.filter(({ credited_at }) => credited_at === null);
  const handed = credited.map((part) => ({ part, prepaid: prepaidOf(part), share: completionShare(part) }));
  const entries: LedgerEntry[] = await moveChargebacks(ctx, order, handed);
  for (const part of parts) {
    const isPaidNow = !paidStatuses.includes(part.payment_status);
    const payment = part.payment_status;
    const isCredited = part.credited_at !== null;
    const share = isCredited ? 0 : completionShare(part);
    await moveTo(
      ctx,
      part,
      'order-completed',
      {
        note,
        completed_at: ctx.now,
        completed_by: isAdmin(ctx) && !part.at_till ? 'platform' : 'shop',
        // Money that was paid before the handover has reached the marketplace.
        ...(isCash(part.payment_gateway) && { cash_held_by: isPaidNow ? holder : 'platform' }),
        ...(!isCredited && { credited_at: ctx.now, commission_vat_rate: Number(commissionVat) }),
        ...(isPaidNow && { payment_status: 'payment-success', paid_at: ctx.now }),
      },
      isCredited ? {} : { credited_amount: toDecimal(share) },
    );
    entries.push(...(isPaidNow ? paymentEntry(part) : []), ...(isCredited ? [] : creditEntry(part, share)));
    if (!isPaidNow) continue;
    entries.push(...keptEntry(part));
    const more = { cash_held_by: [null, part.cash_held_by] as [unknown, unknown] };
    await recordEvent(ctx, part, { kind: 'payment', from: payment, to: 'payment-success', more });
  }
  await payRoot(ctx, order);
  await grantFiles(ctx, order, parts);
  await deriveRoot(ctx, order);
  await postEntries(ctx, entries);
}

const prepaidOf = (part: StoredPart) => (paidStatuses.includes(part.payment_status) ? cashTotal(part) : 0);

/** Hands over a till sale: nothing is left to do for it. */
export async function handOverAtTill(ctx: Ctx, orderId: number): Promise<void> {
  const order = await lockRoot(ctx, orderId);
  await completeParts(ctx, order, order.parts, { note: null, holder: 'shop' });
}

/** Hands over goods that money of the marketplace has paid already. */
export async function handOverPaid(ctx: Ctx, orderId: number): Promise<void> {
  await payAtTill(ctx, orderId);
  const order = await lockRoot(ctx, orderId);
  await completeParts(ctx, order, order.parts, { note: null, holder: 'platform' });
}

/** Pays an order placed at the till and grants its files. */
export async function payAtTill(ctx: Ctx, orderId: number): Promise<void> {
  const order = await lockRoot(ctx, orderId);
  for (const row of [order.root, ...order.parts]) await setPayment(ctx, row, 'payment-success');
  await grantFiles(ctx, order, order.parts);
  await postEntries(ctx, paymentEntry(order.root));
}

/** The vendor's share of a part on completion, in kopecks. */
export function completionShare(
  part: Pick<StoredOrder, 'amount' | 'discount' | 'discount_shop_id' | 'shop_id' | 'commission_rate'>,
): number {
  return vendorShare(goodsOf(part), 0, part.commission_rate ?? 0);
}

/** Goods without the shop's own discount, in kopecks. */
const goodsOf = (part: Pick<StoredOrder, 'amount' | 'discount' | 'discount_shop_id' | 'shop_id'>): number =>
  toMinor(part.amount) - (part.discount_shop_id === part.shop_id ? toMinor(part.discount) : 0);

async function payRoot(ctx: Ctx, { root, parts }: LockedOrder): Promise<void> {
  const left = parts.filter(({ order_status }) => !endedStatuses.includes(order_status));
  const isPaid = left.every(({ payment_status }) => paidStatuses.includes(payment_status));
  if (!isPaid || paidStatuses.includes(root.payment_status)) return;
  const from = root.payment_status;
  await writeOrder(ctx, root, { payment_status: 'payment-success', paid_at: ctx.now });
  await recordEvent(ctx, root, { kind: 'payment', from, to: 'payment-success' });
}

function paymentEntry(row: StoredOrder): LedgerEntry[] {
  const cash = cashTotal(row);
  return paymentCaptured({ orderId: row.id, from: moneyPlace(row), amount: cash, pays: cash });
}

function creditEntry(part: StoredPart, share: number): LedgerEntry[] {
  const goods = goodsOf(part);
  return partCompleted({
    orderId: part.id,
    shopId: part.shop_id,
    share,
    paid: cashTotal(part),
    points: toMinor(part.wallet_amount),
    commission: goods - share,
    commissionVatRate: Number(part.commission_vat_rate ?? 0),
    delivery: toMinor(part.delivery_fee),
    tax: toMinor(part.sales_tax),
    platformDiscount: part.discount_shop_id === part.shop_id ? 0 : toMinor(part.discount),
  });
}

function keptEntry(part: StoredPart): LedgerEntry[] {
  const kind = keptKind(part);
  return kind ? moneyKept(kind, part.id, part.shop_id, cashTotal(part)) : [];
}
