import { shownNumber } from '@/contract/orders/number';
import {
  type answerTaskSchema,
  idleAnswers,
  type PaymentTask,
  type TaskAnswer,
  type TaskKind,
  taskAnswers,
} from '@/contract/payments/tasks';
import { audit, type Changes } from '@/server/core/audit';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { readPathId } from '@/server/core/numbers';
import type { Input } from '@/server/core/validate';
import { lockRoot } from '@/server/modules/orders/lock-order';
import type { CountedWith } from '@/server/modules/settings/approvals/moved-alone';
import { defineGuarded } from '@/server/modules/settings/approvals/registry';
import { requireSecondPerson } from '@/server/modules/settings/approvals/require-second-person';
import { decideChargeback } from '../chargebacks/decide-chargeback';
import { answerHold } from '../holds/answer-hold-task';
import { notifyFinance } from '../open-tasks/open-task';
import { settleDecided } from '../open-tasks/settle-tasks';
import { lockTask, type TaskHandler, type TaskRow } from '../open-tasks/task-row';
import { answerForeign } from '../refunds/answer-foreign';
import { answerRefundTask } from '../refunds/answer-refund-task';
import { answerHeld, answerUnneeded } from './answer-money';
import { getTask } from './list-tasks';

type AnswerInput = Input<typeof answerTaskSchema>;

const nothing: TaskHandler = async () => {};

const handlers: Record<TaskKind, TaskHandler> = {
  late: answerUnneeded,
  double: answerUnneeded,
  wrong_sum: answerHeld,
  wrong_currency: nothing,
  contradiction: nothing,
  hold_expiring: answerHold,
  capture_failed: answerHold,
  refund_refused: answerRefundTask,
  refund_unknown: answerRefundTask,
  refund_stuck: answerRefundTask,
  foreign_refund: answerForeign,
  chargeback: decideChargeback,
};

interface AnswerContent extends JsonRecord {
  id: number;
  input: AnswerInput;
}

/** An answer that moves money, which a second person confirms. */
const guarded = defineGuarded<AnswerContent>({
  kind: 'payment',
  family: 'payment-tasks',
  right: 'finance:decide',
  async describe(ctx, { id, input }) {
    const { amount, kind, provider, customer_name, ...order } = await ctx.db
      .selectFrom('payment_tasks')
      .innerJoin('orders', 'orders.id', 'payment_tasks.order_id')
      .leftJoin('payment_attempts', 'payment_attempts.id', 'payment_tasks.attempt_id')
      .select(['payment_tasks.amount', 'payment_tasks.kind', 'payment_attempts.provider'])
      .select(['orders.tracking_number', 'orders.short_number', 'orders.customer_name'])
      .where('payment_tasks.id', '=', id)
      .executeTakeFirstOrThrow();
    return {
      title: `№\u00a0${shownNumber(order)}`,
      facts: [
        { key: 'question', kind: 'text', after: kind },
        { key: 'answer', kind: 'text', after: input.answer },
        { key: 'amount', kind: 'money', after: amount },
        { key: 'provider', kind: 'text', after: provider },
        { key: 'buyer', kind: 'text', after: customer_name, isPersonal: true },
        { key: 'note', kind: 'text', after: input.note ?? '' },
      ],
    };
  },
  run: (ctx, { id, input }) => answerTask(ctx, String(id), input),
});

/**
 * `POST payment-tasks/{id}/answer`. Once, however many people answer at the same time (rules/payments: what a machine may not
 * decide is a task). Throws NOT_FOUND, CONFLICT with `current` for a task that was answered or has changed,
 * ACTION_NOT_VALID for an answer that cannot be given now.
 */
export async function answerTask(ctx: UserCtx, key: string, input: AnswerInput): Promise<PaymentTask> {
  const id = readPathId(key);
  const { order_id } = await ctx.db
    .selectFrom('payment_tasks')
    .select('order_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  const { root } = await lockRoot(ctx, order_id);
  // Its refund may have been decided a moment ago: the money goes back once.
  await settleDecided(ctx, order_id);
  const task = await lockTask(ctx, id);
  if (task.state !== 'open' || task.version !== input.version)
    throw new AppError('CONFLICT', { current: { ...(await getTask(ctx, id)) } });
  const answer = taskAnswers[task.kind].find((one) => one === input.answer);
  if (!answer || !(await getTask(ctx, id)).answers.includes(answer)) throw new AppError('ACTION_NOT_VALID');
  if (!idleAnswers.includes(answer)) {
    const content = { id, input };
    const { version, amount: sum } = task;
    const countedWith: CountedWith = {
      ...(ctx.user && { giver: ctx.user.id }),
      order: root.id,
      customer: root.customer_id,
    };
    await requireSecondPerson(ctx, guarded, { id, version, content, sum, countedWith });
  }
  const note = input.note || null;
  await closeTask(ctx, task, { answer, note });
  await handlers[task.kind](ctx, task, { answer, note });
  await notifyFinance(ctx, id);
  return getTask(ctx, id);
}

/** Before its answer is carried out, which may end other tasks, too. */
async function closeTask(
  ctx: UserCtx,
  { id, order_id, kind, version, amount }: TaskRow,
  { answer, note }: { answer: TaskAnswer; note: string | null },
): Promise<void> {
  await ctx.db
    .updateTable('payment_tasks')
    .set({
      state: 'done',
      answer,
      answer_note: note,
      answered_by: ctx.user.id,
      answered_at: ctx.now,
      version: version + 1,
      updated_at: ctx.now,
    })
    .where('id', '=', id)
    .execute();
  const changes: Changes = { question: [null, kind], answer: [null, answer], amount: [null, amount] };
  await audit(ctx, { family: 'orders', id: order_id, action: 'payment-task', changes });
}
