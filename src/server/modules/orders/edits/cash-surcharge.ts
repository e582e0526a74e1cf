import { fromMinor, toDecimal } from '@/contract/core/money';
import { type CashHolder, endedStatuses } from '@/contract/orders/status';
import { type Ctx, isAdmin, type UserCtx } from '@/server/core/context';
import { emit } from '@/server/core/events/event';
import { moneyKept, paymentCaptured } from '@/server/modules/ledger/entries';
import { postEntries } from '@/server/modules/ledger/ledger';
import { putIntoDrawer } from '@/server/modules/orders/till/till-shift';
import { surchargeMove } from '../emails';
import { newGuestToken } from '../guest-orders';
import { type LockedOrder, recordEvent } from '../lock-order';
import { lockOpenShifts } from '../till/till-refunds';
import { baseOf, storeChange } from './order-changes';
import { type EditPlan, mayTakeCash, previewPlan, rejectLines } from './plan-edit';
import type { StoredChange } from './present-change';

/** Who takes the difference of a change in cash: the marketplace, or a shop, into the drawer of the person's open shift. */
export interface CashTaker {
  shopId: number | null;
  shiftId: number | null;
}

/**
 * Reads who took the money (rules/orders: cash orders: who took the money), and locks the shop's shifts, which come before
 * stock and accounts. Throws VALIDATION_FAILED where nothing is to be taken, and for one of several shops.
 */
export async function readTaker(
  ctx: UserCtx,
  order: LockedOrder,
  plan: EditPlan,
  said: CashHolder,
): Promise<CashTaker> {
  if (!mayTakeCash(order.root, plan.difference)) rejectLines('error-wrong-value', 'cash_held_by');
  if (isAdmin(ctx) && said === 'platform') return { shopId: null, shiftId: null };
  const { root, target, parts } = order;
  const [part, ...others] = parts.filter(
    ({ id, order_status }) =>
      (target.id === root.id || id === target.id) && !endedStatuses.includes(order_status),
  );
  if (!part || others.length > 0) rejectLines('error-wrong-value', 'cash_held_by');
  const open = await lockOpenShifts(ctx, part.shop_id);
  return { shopId: part.shop_id, shiftId: open.find(({ user_id }) => user_id === ctx.user.id)?.id ?? null };
}

/** The difference of a change that was made is paid: books, drawer and history. `change`: as it was planned. */
export async function takeSurcharge(
  ctx: UserCtx,
  order: LockedOrder,
  { difference }: EditPlan,
  { taker, change }: { taker: CashTaker; change: StoredChange },
): Promise<void> {
  const { root, target } = order;
  const { shopId, shiftId } = taker;
  // Stands beside the questions to customers; nobody gets its secret.
  const ended = { secret: newGuestToken(), state: 'applied', until: ctx.now, ended_at: ctx.now };
  await storeChange(ctx, order, { ...change, cash_shop_id: shopId }, ended);
  if (shiftId !== null) await putIntoDrawer(ctx, shiftId, toDecimal(difference), surchargeMove(root));
  const from = shopId === null ? ({ kind: 'cash_desk' } as const) : ({ kind: 'shop_cash', shopId } as const);
  await postEntries(ctx, [
    ...paymentCaptured({ orderId: root.id, from, amount: difference, pays: difference }),
    ...(shopId === null ? [] : moneyKept('cash-kept', root.id, shopId, difference)),
  ]);
  const more: Record<string, [unknown, unknown]> = {
    cash_held_by: [null, shopId === null ? 'platform' : 'shop'],
  };
  await emit(ctx, 'surcharge-taken', { record: root.id, data: {} });
  await recordEvent(ctx, target, { kind: 'change', from: String(fromMinor(difference)), to: 'cash', more });
}

/** Before the order changes: what is stored of it. */
export const cashChange = (ctx: Ctx, order: LockedOrder, plan: EditPlan): StoredChange => ({
  edit: plan.edit,
  shown: { ...previewPlan(ctx, order, plan), settlement: 'cash' },
  base: baseOf(order),
});
