import { createHash } from 'node:crypto';
import { fromMinor } from '@/contract/core/money';
import type { EditPreview } from '@/contract/orders/change';
import { shownNumber } from '@/contract/orders/number';
import type { editOrderSchema } from '@/contract/orders/schema';
import type { CashHolder } from '@/contract/orders/status';
import { isAdmin, type UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { Call } from '@/server/core/http/route';
import type { JsonRecord } from '@/server/core/json-record';
import { assertConfirmed } from '@/server/core/sessions';
import type { Input } from '@/server/core/validate';
import { checkDigits, redeemCode } from '@/server/modules/accounts/sign-in/one-time-codes';
import { assertFresh } from '../assert-fresh';
import { type CodeOutcome, sendCustomerCode, tryByCode } from '../customer-codes';
import { linesCode } from '../emails';
import { type LockedOrder, lockOrder } from '../lock-order';
import { orderDetails } from '../presenter';
import { endUndos } from '../shipping/undos';
import { applyEdit, placeText } from './apply-edit';
import { cashChange, readTaker, takeSurcharge } from './cash-surcharge';
import { endChange, openChange } from './end-change';
import { askCustomer } from './order-changes';
import {
  assertCouponDecided,
  assertOwnAbout,
  changedLines,
  type EditPlan,
  mayTakeCash,
  needsConsent,
  ofTarget,
  planEdit,
  previewPlan,
  readEdit,
} from './plan-edit';
import { isReadBy } from './present-change';

const purpose = 'change-lines';
/** Long enough to call the customer. */
const codeMinutes = 60;

type EditInput = Input<typeof editOrderSchema>;

/**
 * `PUT orders/{id}/lines`: changes goods, address or contact of an order (administrators) or part (its shop) that is not
 * shipped (rules/orders: a placed order changes until it is shipped). Where the customer has to agree, it takes the
 * customer's code or asks. Runs its own transaction, so that a wrong code stays counted, once for each key. Throws
 * NOT_FOUND, CONFLICT, ACTION_NOT_VALID when the order is no longer editable or a question is open, INVALID_CODE with the
 * attempts left, VALIDATION_FAILED for foreign lines, an emptied part, missing stock, a missing code, or cash that is not
 * to be paid.
 */
export async function editOrder(ctx: UserCtx, call: Call<EditInput>): Promise<JsonRecord> {
  if (call.input.cash_held_by && isAdmin(ctx)) await assertConfirmed(ctx);
  return tryByCode(ctx, call, (tx) => tryEdit(tx, call));
}

async function tryEdit(tx: UserCtx, { params, input }: Call<EditInput>): Promise<CodeOutcome> {
  const { code, asks, cash_held_by: cash, ...asked } = input;
  const order = await lockOrder(tx, params.key ?? '');
  const plan = await readPlan(tx, order, asked);
  assertCouponDecided(tx, order, plan);
  if (cash || needsConsent(tx, order, plan)) {
    if (asks && !cash) {
      await askCustomer(tx, order, plan);
      return { done: { ...(await orderDetails(tx, order.target.id)) } };
    }
    if (!code || mayTakeCash(order.root, plan.difference) !== Boolean(cash)) throw needsAnswer();
    const tried = await checkDigits(tx, {
      purpose,
      recipient: recipientOf(order, plan, Boolean(cash)),
      code,
    });
    if (!tried.isRight) return { left: tried.left };
    await redeemCode(tx, tried.id);
  }
  if (isChanging(plan)) await makeEdit(tx, order, plan, cash);
  return { done: { ...(await orderDetails(tx, order.target.id)) } };
}

async function makeEdit(
  ctx: UserCtx,
  order: LockedOrder,
  plan: EditPlan,
  cash: CashHolder | undefined,
): Promise<void> {
  const paid = cash && {
    taker: await readTaker(ctx, order, plan, cash),
    change: cashChange(ctx, order, plan),
  };
  await endUndos(ctx, order);
  await applyEdit(ctx, order, plan);
  if (paid) await takeSurcharge(ctx, order, plan, paid);
}

/** `POST orders/{id}/lines/preview`: what a change costs and whom it needs. Writes nothing. Throws like `editOrder`. */
export async function previewEdit(ctx: UserCtx, key: string, asked: EditInput): Promise<EditPreview> {
  const order = await lockOrder(ctx, key);
  return previewPlan(ctx, order, await readPlan(ctx, order, asked));
}

/**
 * `POST orders/{id}/lines/code`: sends the customer the digits that allow exactly this change. Throws what `editOrder`
 * and `sendCustomerCode` throw, and ACTION_NOT_VALID where no consent is needed.
 */
export async function sendEditCode(ctx: UserCtx, key: string, asked: EditInput): Promise<JsonRecord> {
  return sendCustomerCode(ctx, key, { purpose, minutes: codeMinutes }, async (tx, order) => {
    const plan = await readPlan(tx, order, asked);
    assertCouponDecided(tx, order, plan);
    const isCash = Boolean(asked.cash_held_by);
    const isOfCode = needsConsent(tx, order, plan) && mayTakeCash(order.root, plan.difference) === isCash;
    if (!isOfCode) throw new AppError('ACTION_NOT_VALID');
    const context = {
      cash: isCash ? fromMinor(plan.difference) : null,
      name: order.root.customer_name,
      number: shownNumber(order.root),
      changes: changedLines(plan),
      total: fromMinor(plan.total),
      place: placeText(plan.edit.about),
      contact: plan.edit.about.customer_contact ?? null,
    };
    return {
      recipient: recipientOf(order, plan, isCash),
      message: (code) => linesCode({ ...context, code }),
    };
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
  asked: Omit<EditInput, 'code' | 'asks' | 'cash_held_by'>,
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

/** The code is bound to the order, to everything that changes, and to whether the difference is paid in cash. */
function recipientOf(order: LockedOrder, { live, after, edit, dropped }: EditPlan, isCash: boolean): string {
  const quantities = ofTarget(order, live)
    .map(({ id }) => `${id}=${after.get(id)}`)
    .sort();
  const added = edit.added.map(
    ({ productId, variationId, quantity, unitPrice }) =>
      `+${productId}/${variationId ?? ''}=${quantity}@${unitPrice}`,
  );
  const more = [...(dropped === null ? [] : ['coupon']), ...(isCash ? ['cash'] : [])];
  const said = [...quantities, ...added, JSON.stringify(edit.about), ...more].join(' ');
  return `lines:${order.target.id}:${createHash('sha256').update(said).digest('hex')}`;
}
