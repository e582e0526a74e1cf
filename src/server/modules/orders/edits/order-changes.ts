import type { Insertable } from 'kysely';
import { businessZone } from '@/contract/core/day';
import { toDecimal, toMinor } from '@/contract/core/money';
import { answerHours } from '@/contract/orders/change';
import { shownNumber } from '@/contract/orders/number';
import type { Ctx, UserCtx } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { AppError } from '@/server/core/errors';
import type { StockLine } from '@/server/modules/catalogue/stock/stock';
import { momentText } from '@/server/modules/messaging/email-text';
import { send } from '@/server/modules/messaging/outbox';
import { changeAsked } from '../emails';
import { guestTokenHash, newGuestToken } from '../guest-orders';
import { type LockedOrder, recordEvent } from '../lock-order';
import { waysFor } from '../payments/attempts';
import { movedPieces, placeText, takePieces } from './apply-edit';
import { chooseSettlement, type EditPlan, isPaid, planEdit, previewPlan } from './plan-edit';
import type { ChangeRow, StoredChange } from './present-change';

/**
 * Asks the customer of a locked order about a planned change, and holds its pieces until the answer (rules/orders: a
 * customer agrees to pay more). Throws VALIDATION_FAILED for missing stock, ACTION_NOT_VALID for a customer without a
 * contact, and where the difference cannot be paid by a link.
 */
export async function askCustomer(ctx: UserCtx, order: LockedOrder, plan: EditPlan): Promise<void> {
  const { root, target } = order;
  const { customer_contact: phone, customer_email: email } = root;
  const settlement = chooseSettlement(root, plan.difference);
  if (settlement === 'cash') {
    throw new AppError('ACTION_NOT_VALID', { fields: { asks: ['error-edit-no-link'] } });
  }
  // The buyer would agree, and be refused for a few kopecks.
  if (settlement === 'link' && waysFor(ctx, root.payment_gateway, plan.difference).length === 0) {
    throw new AppError('ACTION_NOT_VALID', { fields: { asks: ['error-edit-link-sum'] } });
  }
  if (!phone && !email) {
    throw new AppError('ACTION_NOT_VALID', { fields: { asks: ['error-contact-required'] } });
  }
  const { more: held } = movedPieces(plan);
  await takePieces(ctx, order, held);
  const secret = newGuestToken();
  const until = new Date(ctx.now.getTime() + answerHours * 3_600_000);
  const shown = previewPlan(ctx, order, plan);
  const change: StoredChange = { edit: plan.edit, shown, base: baseOf(order) };
  await storeChange(ctx, order, change, { secret, until, held });
  await recordEvent(ctx, target, { kind: 'change', to: 'asked' });
  const message = {
    ...changeAsked({
      name: root.customer_name,
      number: shownNumber(root),
      changes: shown.lines,
      place: placeText(plan.edit.about),
      contact: plan.edit.about.customer_contact ?? null,
      total: shown.total,
      difference: shown.difference,
      isPaid: isPaid(root),
      until: momentText(until, businessZone()),
      link: `${ctx.publicUrl}/admin/order-change?secret=${secret}`,
    }),
    orderId: root.id,
  };
  // The question is sent whatever is switched off: nobody could answer it otherwise.
  if (phone) await send(ctx, { channel: 'sms', to: phone, ...message });
  if (email) await send(ctx, { channel: 'mail', to: email, ...message });
}

type NewChange = Pick<Insertable<DB['order_changes']>, 'until' | 'state' | 'ended_at'> & {
  /** The customer's way to the question; stored only as a hash. */
  secret: string;
  /** Pieces that wait for the answer. */
  held?: StockLine[];
};

/** Stores a change of a locked order, with the sums that it was shown with. */
export async function storeChange(
  ctx: UserCtx,
  { root, target }: LockedOrder,
  change: StoredChange,
  { secret, held = [], ...columns }: NewChange,
): Promise<void> {
  await ctx.db
    .insertInto('order_changes')
    .values({
      ...columns,
      root_id: root.id,
      order_id: target.id,
      token_hash: guestTokenHash(secret),
      change: JSON.stringify(change),
      held: JSON.stringify(held),
      total_before: toDecimal(toMinor(change.shown.total_before)),
      total: toDecimal(toMinor(change.shown.total)),
      asked_by: ctx.user.id,
      created_at: ctx.now,
    })
    .execute();
}

/** The change of today, as promised; undefined when the order is no longer the one that was asked about. */
export async function planAgain(
  ctx: Ctx,
  order: LockedOrder,
  { change, total, total_before }: ChangeRow,
): Promise<EditPlan | undefined> {
  const isSame = JSON.stringify(baseOf(order)) === JSON.stringify(change.base);
  if (!isSame || toMinor(order.root.total) !== toMinor(total_before) || order.root.deleted_at)
    return undefined;
  try {
    const plan = await planEdit(ctx, order, change.edit);
    return plan.total === toMinor(total) ? plan : undefined;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** Quantities by line id, by which it is seen whether the order is still the one that was asked about. */
export const baseOf = ({ lines }: LockedOrder) =>
  lines.map(({ id, quantity }): [number, number] => [id, quantity]);

/** In kopecks. */
export const changeDifference = ({ total, total_before }: ChangeRow) =>
  toMinor(total) - toMinor(total_before);
