import { fromMinor, toDecimal } from '@/contract/core/money';
import type { Exclusion, ReceiptKind } from '@/contract/receipts/receipt';
import { businessDay } from '@/contract/settings/business-day';
import { isRoubles } from '@/contract/settings/shop-currency';
import type { Ctx } from '@/server/core/context';
import type { Consumer } from '@/server/core/events/event';
import { settingsOptions } from '@/server/core/settings';
import type { ReceiptPayments } from '@/server/integrations/registers/cash-register';
import { listUndocumented, type Movement } from '@/server/modules/ledger/movements';
import { type LockedOrder, lockRoot } from '@/server/modules/orders/lock-order';
import { receiptLines, sumOf } from './movement-lines';
import { documentsOf } from './receipt-lines';
import { findOwnRegister } from './shop-registers/find-own-register';
import { wakeQueue } from './wake-queue';

/** Writes the receipts of an order when its money or goods have moved; the queue of the register sends them. */
export const receiptsConsumer: Consumer = {
  name: 'receipts',
  on: {
    'payment-captured': (ctx, { data }) => documentOrder(ctx, data.orderId),
    'surcharge-taken': (ctx, { record }) => documentOrder(ctx, record),
    'chargeback-granted': (ctx, { record }) => documentOrder(ctx, record),
    'part-handed-over': (ctx, { data }) => documentOrder(ctx, data.orderId),
    'refund-paid': async (ctx, { record }) => {
      const refund = await ctx.db
        .selectFrom('refunds')
        .select('order_id')
        .where('id', '=', record)
        .executeTakeFirst();
      if (refund) await documentOrder(ctx, refund.order_id);
    },
  },
};

/**
 * Receipts for each movement of an order that has none, in the order of the ledger: whatever event comes first, comes
 * twice or never, the same receipts are written (rules/receipts: the ledger says what needs a receipt).
 */
export async function documentOrder(ctx: Ctx, orderId: number): Promise<void> {
  const settings = await settingsOptions(ctx);
  const { receiptsFrom } = settings;
  if (receiptsFrom === null || !isRoubles(settings)) return;
  const order = await lockRoot(ctx, orderId);
  const open = await listUndocumented(ctx, orderId);
  const paidWith = handOversPaidAtOnce(open);
  const covered = new Set([...paidWith.values()].map(({ entryId }) => entryId));
  for (const movement of open) {
    if (covered.has(movement.entryId)) continue;
    const payment = paidWith.get(movement.entryId);
    const isBefore = businessDay(movement.at) < receiptsFrom;
    await insertReceipts(ctx, order, { movement, payment, isBefore });
  }
}

/**
 * Money that was taken in the transaction of the hand-over, at a till or at the door: one receipt for both, when it is
 * exactly what the goods cost.
 */
function handOversPaidAtOnce(open: readonly Movement[]): Map<number, Movement> {
  const isTogether = (a: Movement, b: Movement) =>
    a.requestId === b.requestId && a.at.getTime() === b.at.getTime() && a.amount === b.amount;
  const used = new Set<Movement>();
  return new Map(
    open
      .filter(({ what }) => what === 'given')
      .flatMap((given) => {
        const taken = open.find(
          (one) => one.what === 'taken' && !used.has(one) && isTogether(one, given) && isPaidFor(one, given),
        );
        if (taken) used.add(taken);
        return taken ? [[given.entryId, taken] as const] : [];
      }),
  );
}

/** Payments at the door are entered for the part, those of a till for the part or the order. */
const isPaidFor = (taken: Movement, given: Movement) =>
  taken.rowId === given.rowId || taken.entryId < given.entryId;

const kinds = { taken: 'prepayment', given: 'settlement', returned: 'return' } as const satisfies Record<
  Movement['what'],
  ReceiptKind
>;

interface NewReceipt {
  movement: Movement;
  /** For goods that were paid with the hand-over. */
  payment: Movement | undefined;
  isBefore: boolean;
}

/** One document, or several where its lines do not fit into one. */
async function insertReceipts(ctx: Ctx, order: LockedOrder, one: NewReceipt): Promise<void> {
  const { movement, payment } = one;
  const { root } = order;
  const shopId = await registerShop(ctx, one);
  const lines = await receiptLines(ctx, order, movement, shopId);
  const amount = sumOf(lines);
  if (amount !== movement.amount) throw new Error(`Lines of entry ${movement.entryId} sum to ${amount}`);
  const exclusion = shopId === null ? exclusionOf(one) : null;
  const attemptId =
    movement.what === 'taken' && shopId === null ? await attemptFor(ctx, root.id, movement.amount) : null;
  const common = {
    kind: kinds[movement.what],
    entry_id: movement.entryId,
    paid_entry_id: payment?.entryId ?? null,
    order_id: root.id,
    is_return: movement.what === 'returned',
    at: movement.at,
    part_id: movement.what === 'given' ? movement.rowId : null,
    refund_id: movement.what === 'returned' && !movement.isChargeback ? movement.rowId : null,
    attempt_id: attemptId,
    shop_id: shopId,
    customer_email: root.customer_email,
    customer_phone: root.customer_contact || null,
    state: exclusion ? 'excluded' : 'waiting',
    exclusion,
    next_ask_at: exclusion ? null : ctx.now,
    created_at: ctx.now,
    updated_at: ctx.now,
  };
  const documents = documentsOf(lines, paidBy(order, movement, payment));
  await ctx.db
    .insertInto('receipts')
    .values(
      documents.map(({ paid, ...document }, index) => ({
        ...common,
        place: index + 1,
        amount: toDecimal(document.amount),
        cash: toDecimal(paid.cash),
        cashless: toDecimal(paid.cashless),
        prepaid: toDecimal(paid.prepaid),
        lines: JSON.stringify(document.lines),
      })),
    )
    .execute();
  if (!exclusion) await wakeQueue(ctx);
}

/** The shop whose own register issues it: the one that took the money, while its register is on. */
async function registerShop(
  { db }: Ctx,
  { movement, payment, isBefore }: NewReceipt,
): Promise<number | null> {
  const { place, shopId, at } = payment ?? movement;
  return isBefore || place !== 'shop_cash' ? null : findOwnRegister(db, shopId, at);
}

/** Why none is issued here. */
function exclusionOf({ movement, payment, isBefore }: NewReceipt): Exclusion | null {
  if (isBefore) return 'before';
  if (movement.isChargeback) return 'chargeback';
  const { place } = payment ?? movement;
  if (place === 'shop_cash') return 'shop';
  return place === 'points_worth' ? 'points' : null;
}

/** Goods without a payment of their own are set off against what was paid before. */
function paidBy(order: LockedOrder, movement: Movement, payment: Movement | undefined): ReceiptPayments {
  const none = { cash: 0, cashless: 0, prepaid: 0 };
  const { what, amount } = movement;
  if (what === 'given' && !payment) return { ...none, prepaid: amount };
  const { place } = payment ?? movement;
  const part = order.parts.find(({ id }) => id === movement.rowId) ?? order.root;
  const isCard = part.payment_gateway === 'CARD';
  const isCash = (place === 'cash_desk' || place === 'shop_cash') && !isCard;
  return isCash ? { ...none, cash: amount } : { ...none, cashless: amount };
}

/** The attempt that brought this money, for registers that register by payment. */
async function attemptFor(ctx: Ctx, orderId: number, amount: number): Promise<number | null> {
  const found = await ctx.db
    .selectFrom('payment_attempts as i')
    .select('i.id')
    .where('i.order_id', '=', orderId)
    .where('i.captured', '=', fromMinor(amount))
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('receipts as r').select('r.id').whereRef('r.attempt_id', '=', 'i.id'))),
    )
    .orderBy('i.captured_at')
    .orderBy('i.id')
    .limit(1)
    .executeTakeFirst();
  return found?.id ?? null;
}
