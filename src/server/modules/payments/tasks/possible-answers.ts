import { toMinor } from '@/contract/core/money';
import { type MissingReason, type TaskAnswer, type TaskKind, taskAnswers } from '@/contract/payments/tasks';
import type { Ctx } from '@/server/core/context';
import { type LockedOrder, readRoot } from '@/server/modules/orders/lock-order';
import { findAmountAwaited } from '@/server/modules/orders/payments/accept-money';
import { amountDue } from '@/server/modules/orders/payments/open-attempts';
import { cancellable } from '../holds/answer-hold-task';
import { sameMoney } from '../refunds/answer-foreign';

/** An open question with what decides about its answers. */
interface Question {
  kind: TaskKind;
  order_id: number;
  amount: number;
  /** Of its attempt. */
  attempt_state: string | null;
  capture_key: string | null;
  held: number | null;
}

/** Answers that make no sense now, each with its reason; null where another answer stands for it. */
type Refused = Partial<Record<TaskAnswer, MissingReason | null>>;

/** The answers that can be given now, and in the order of the answers why others cannot. Locks nothing. */
export async function possibleAnswers(
  ctx: Ctx,
  question: Question,
): Promise<{ answers: TaskAnswer[]; missing: MissingReason[] }> {
  const { kind } = question;
  const refused = await refusals[kind]?.(ctx, question, await readRoot(ctx, question.order_id));
  const missing = Object.values({ ...refused }).filter((reason) => reason !== null);
  return {
    answers: taskAnswers[kind].filter((answer) => !(refused && answer in refused)),
    missing: [...new Set([...missing, ...(always[kind] ?? [])])],
  };
}

/** What a kind never offers, though one would look for it. */
const always: Partial<Record<TaskKind, MissingReason[]>> = {
  wrong_currency: ['other-currency'],
  contradiction: ['not-booked'],
  refund_stuck: ['at-provider'],
};

const refusals: Partial<
  Record<TaskKind, (ctx: Ctx, asked: Question, order: LockedOrder) => Refused | Promise<Refused>>
> = {
  late: refuseUnneeded,
  double: refuseUnneeded,
  wrong_sum: (_ctx, _asked, order) => refuseHeld(order),
  hold_expiring: refuseHold,
  capture_failed: refuseHold,
  refund_refused: (_ctx, _asked, order) => withoutWallet(order),
  foreign_refund: async (ctx, asked) =>
    (await sameMoney(ctx, asked)) === undefined ? { refund: 'no-refund' } : {},
};

/** Points need somebody who has a wallet. */
const withoutWallet = ({ root }: LockedOrder): Refused =>
  root.customer_id === null ? { points: 'no-customer' } : {};

async function refuseUnneeded(ctx: Ctx, { amount }: Question, order: LockedOrder): Promise<Refused> {
  const need = await findAmountAwaited(ctx, order);
  const wallet = withoutWallet(order);
  if ('reason' in need) return { accept: need.reason, split: need.reason, ...wallet };
  const rest = toMinor(amount) - need.due;
  if (need.changeId !== null && rest !== 0) return { accept: 'other-sum', split: 'other-sum', ...wallet };
  return { ...refuseRest(rest), ...wallet };
}

function refuseHeld(order: LockedOrder): Refused {
  const { awaiting_amount } = order.root;
  if (awaiting_amount === null) return { accept: 'decided', split: 'decided', return: 'decided' };
  const due = amountDue(order);
  if (due === 0) return { accept: 'order-over', split: 'order-over' };
  return refuseRest(toMinor(awaiting_amount) - due);
}

/** Accepted exactly, split when there is more; for less there is neither. In kopecks. */
function refuseRest(rest: number): Refused {
  if (rest < 0) return { accept: 'too-little', split: 'too-little' };
  return rest === 0 ? { split: null } : { accept: null };
}

function refuseHold(_ctx: Ctx, { attempt_state, capture_key, held }: Question, order: LockedOrder): Refused {
  const capture = attempt_state !== 'held' ? 'not-held' : capture_key !== null ? 'being-taken' : null;
  const isShort = amountDue(order) > toMinor(held ?? 0);
  const reason = capture ?? (isShort ? 'too-little' : null);
  return {
    ...(reason !== null && { capture: reason }),
    ...(cancellable(order).length === 0 && { cancel: 'handed-over' as const }),
  };
}
