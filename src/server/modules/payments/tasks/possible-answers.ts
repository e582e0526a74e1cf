import { toMinor } from '@/contract/core/money';
import { type MissingReason, type TaskAnswer, type TaskKind, taskAnswers } from '@/contract/payments/tasks';
import type { Ctx } from '@/server/core/context';
import { type LockedOrder, readRoot } from '@/server/modules/orders/lock-order';
import { findAmountAwaited } from '@/server/modules/orders/payments/accept-money';
import { amountDue } from '@/server/modules/orders/payments/open-attempts';
import { cancellable } from '../holds/answer-hold-task';
import { sameMoney } from '../refunds/answer-foreign';

/** An open task with what decides about its answers. */
interface OpenTask {
  kind: TaskKind;
  order_id: number;
  amount: number;
  /** Of its attempt. */
  attempt_state: string | null;
  capture_key: string | null;
  held: number | null;
}

/** Answers that make no sense now, each with its reason; null where another answer stands for it. */
type Unavailable = Partial<Record<TaskAnswer, MissingReason | null>>;

/** The answers that can be given now, and in the order of the answers why others cannot. Locks nothing. */
export async function possibleAnswers(
  ctx: Ctx,
  task: OpenTask,
): Promise<{ answers: TaskAnswer[]; missing: MissingReason[] }> {
  const { kind } = task;
  const refused = await unavailableByKind[kind]?.(ctx, task, await readRoot(ctx, task.order_id));
  const missing = Object.values({ ...refused }).filter((reason) => reason !== null);
  return {
    answers: taskAnswers[kind].filter((answer) => !(refused && answer in refused)),
    missing: [...new Set([...missing, ...(neverOffered[kind] ?? [])])],
  };
}

/** What a kind never offers, though one would look for it. */
const neverOffered: Partial<Record<TaskKind, MissingReason[]>> = {
  wrong_currency: ['other-currency'],
  contradiction: ['not-booked'],
  refund_stuck: ['at-provider'],
};

const unavailableByKind: Partial<
  Record<TaskKind, (ctx: Ctx, task: OpenTask, order: LockedOrder) => Unavailable | Promise<Unavailable>>
> = {
  late: refuseUnneeded,
  double: refuseUnneeded,
  wrong_sum: (_ctx, _task, order) => unavailableInSuspense(order),
  hold_expiring: refuseHold,
  capture_failed: refuseHold,
  refund_refused: (_ctx, _task, order) => withoutWallet(order),
  foreign_refund: async (ctx, task) =>
    (await sameMoney(ctx, task)) === undefined ? { refund: 'no-refund' } : {},
};

/** Points need somebody who has a wallet. */
const withoutWallet = ({ root }: LockedOrder): Unavailable =>
  root.customer_id === null ? { points: 'no-customer' } : {};

async function refuseUnneeded(ctx: Ctx, { amount }: OpenTask, order: LockedOrder): Promise<Unavailable> {
  const need = await findAmountAwaited(ctx, order);
  const wallet = withoutWallet(order);
  if ('reason' in need) return { accept: need.reason, split: need.reason, ...wallet };
  const rest = toMinor(amount) - need.due;
  if (need.changeId !== null && rest !== 0) return { accept: 'other-sum', split: 'other-sum', ...wallet };
  return { ...refuseRest(rest), ...wallet };
}

function unavailableInSuspense(order: LockedOrder): Unavailable {
  const { awaiting_amount } = order.root;
  if (awaiting_amount === null) return { accept: 'decided', split: 'decided', return: 'decided' };
  const due = amountDue(order);
  if (due === 0) return { accept: 'order-over', split: 'order-over' };
  return refuseRest(toMinor(awaiting_amount) - due);
}

/** Accepted exactly, split when there is more; for less there is neither. In kopecks. */
function refuseRest(rest: number): Unavailable {
  if (rest < 0) return { accept: 'too-little', split: 'too-little' };
  return rest === 0 ? { split: null } : { accept: null };
}

function refuseHold(
  _ctx: Ctx,
  { attempt_state, capture_key, held }: OpenTask,
  order: LockedOrder,
): Unavailable {
  const capture = attempt_state !== 'held' ? 'not-held' : capture_key !== null ? 'being-taken' : null;
  const isShort = amountDue(order) > toMinor(held ?? 0);
  const reason = capture ?? (isShort ? 'too-little' : null);
  return {
    ...(reason !== null && { capture: reason }),
    ...(cancellable(order).length === 0 && { cancel: 'handed-over' as const }),
  };
}
