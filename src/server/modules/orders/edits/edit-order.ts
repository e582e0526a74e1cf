import { createHash } from 'node:crypto';
import { fromMinor, toMinor } from '@/contract/core/money';
import type { EditPreview } from '@/contract/orders/change';
import { numberOf } from '@/contract/orders/number';
import type { editOrderSchema } from '@/contract/orders/schema';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { inTransaction } from '@/server/core/transaction';
import type { Input } from '@/server/core/validate';
import { checkDigits, redeemCode } from '@/server/modules/accounts/sign-in/one-time-codes';
import { wrongCode } from '@/server/modules/accounts/sign-in/phone-codes';
import { assertFresh } from '../assert-fresh';
import { sendCustomerCode } from '../customer-codes';
import { linesCode } from '../emails';
import { type LockedOrder, lockOrder } from '../lock-order';
import { orderDetails } from '../presenter';
import { endUndos } from '../shipping/undo-shipping';
import { applyEdit, placeText } from './apply-edit';
import { askCustomer, endChange, openChange } from './order-changes';
import {
  assertOwnAbout,
  changedLines,
  type EditPlan,
  needsConsent,
  ofTarget,
  planEdit,
  previewOf,
  readEdit,
  settlementOf,
} from './plan-edit';
import { isReadBy } from './present-change';

const purpose = 'change-lines';
/** Long enough to call the customer. */
const codeMinutes = 60;

type EditInput = Input<typeof editOrderSchema>;

/**
 * `PUT orders/{id}/lines`: changes goods, address or contact of an order (administrators) or part (its shop) that is not
 * shipped (rules/orders: a placed order changes until it is shipped). Where the customer has to agree, it takes the
 * customer's code or asks. Runs its own transaction, so that a wrong code stays counted. Throws NOT_FOUND, CONFLICT,
 * ACTION_NOT_VALID when the order is no longer editable or a question is open, INVALID_CODE with the attempts left,
 * VALIDATION_FAILED for foreign lines, an emptied part, missing stock or a missing code.
 */
export async function editOrder(
  ctx: UserCtx,
  key: string,
  { code, asks, ...asked }: EditInput,
): Promise<JsonRecord> {
  const outcome = await inTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, key);
    const plan = await readPlan(tx, order, asked);
    if (needsConsent(tx, order, plan)) {
      if (asks) {
        await askCustomer(tx, order, plan);
        return { done: await orderDetails(tx, order.target.id) };
      }
      if (!code || settlementOf(order.root, plan.difference) === 'link') throw needsAnswer();
      const tried = await checkDigits(tx, { purpose, recipient: recipientOf(order, plan), code });
      if (!tried.isRight) return { left: tried.left };
      await redeemCode(tx, tried.id);
    }
    if (isChanging(plan)) {
      await endUndos(tx, order);
      await applyEdit(tx, order, plan);
    }
    return { done: await orderDetails(tx, order.target.id) };
  });
  if (!outcome.done) throw wrongCode(outcome.left ?? 0);
  return { ...outcome.done };
}

/** `POST orders/{id}/lines/preview`: what a change costs and whom it needs. Writes nothing. Throws like `editOrder`. */
export async function previewEdit(ctx: UserCtx, key: string, asked: EditInput): Promise<EditPreview> {
  const order = await lockOrder(ctx, key);
  return previewOf(ctx, order, await readPlan(ctx, order, asked));
}

/**
 * `POST orders/{id}/lines/code`: sends the customer the digits that allow exactly this change. Throws what `editOrder`
 * and `sendCustomerCode` throw, and ACTION_NOT_VALID where no consent is needed.
 */
export async function sendEditCode(ctx: UserCtx, key: string, asked: EditInput): Promise<JsonRecord> {
  return sendCustomerCode(ctx, key, { purpose, minutes: codeMinutes }, async (tx, order) => {
    const plan = await readPlan(tx, order, asked);
    const isOfCode = needsConsent(tx, order, plan) && settlementOf(order.root, plan.difference) !== 'link';
    if (!isOfCode) throw new AppError('ACTION_NOT_VALID');
    const context = {
      name: order.root.customer_name,
      number: numberOf(order.root),
      changes: changedLines(plan),
      total: fromMinor(toMinor(order.root.total) + plan.difference),
      place: placeText(plan.edit.about),
      contact: plan.edit.about.customer_contact ?? null,
    };
    return { recipient: recipientOf(order, plan), message: (code) => linesCode({ ...context, code }) };
  });
}

/** `DELETE orders/{id}/change`: takes an open question back. Throws NOT_FOUND. */
export async function withdrawQuestion(ctx: UserCtx, key: string): Promise<void> {
  const order = await lockOrder(ctx, key);
  const open = await openChange(ctx, order);
  if (!open || !isReadBy(ctx, open, order.target, order.parts.length)) throw new AppError('NOT_FOUND');
  await endChange(ctx, order, open, 'withdrawn');
}

async function readPlan(
  ctx: UserCtx,
  order: LockedOrder,
  asked: Omit<EditInput, 'code' | 'asks'>,
): Promise<EditPlan> {
  await assertFresh(ctx, order.target, asked.version);
  if (await openChange(ctx, order)) {
    throw new AppError('ACTION_NOT_VALID', { fields: { lines: ['error-change-open'] } });
  }
  const edit = await readEdit(ctx, order, asked);
  assertOwnAbout(ctx, order, edit);
  return planEdit(ctx, order, edit);
}

const isChanging = ({ changed, edit }: EditPlan) =>
  changed.length > 0 || edit.added.length > 0 || Object.keys(edit.about).length > 0;

const needsAnswer = () =>
  new AppError('VALIDATION_FAILED', { fields: { code: ['error-lines-code-needed'] } });

/** The code is bound to the order and to everything that changes. */
function recipientOf(order: LockedOrder, { live, after, edit }: EditPlan): string {
  const quantities = ofTarget(order, live)
    .map(({ id }) => `${id}=${after.get(id)}`)
    .sort();
  const added = edit.added.map(
    ({ productId, variationId, quantity, unitPrice }) =>
      `+${productId}/${variationId ?? ''}=${quantity}@${unitPrice}`,
  );
  const said = [...quantities, ...added, JSON.stringify(edit.about)].join(' ');
  return `lines:${order.target.id}:${createHash('sha256').update(said).digest('hex')}`;
}
