import { type SqlBool, sql } from 'kysely';
import { holds } from '@/contract/core/areas';
import type { Page } from '@/contract/core/paging';
import { type PaymentTask, taskAnswers, taskKinds } from '@/contract/payments/tasks';
import type { UserCtx } from '@/server/core/context';
import { AppError, rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { isId } from '@/server/core/numbers';
import { listRules, wrapPage } from '@/server/core/page-envelope';
import { checkList } from '@/server/core/resource/list-query';
import { presentChargebacks } from '../chargebacks/list-chargebacks';
import { taskKind } from '../open-tasks/task-row';
import { possibleAnswers } from './possible-answers';

const rules = listRules('payment-tasks', { params: ['state', 'kind', 'order_id'] });

const states = ['open', 'done'] as const;

/** `GET payment-tasks?state=&kind=&order_id=`, latest first. Throws VALIDATION_FAILED. */
export async function listTasks(ctx: UserCtx, query: JsonRecord): Promise<Page<PaymentTask>> {
  const list = checkList(rules, query, ctx);
  const { state, kind, order_id } = list.filters;
  if (state !== undefined && !states.some((one) => one === state)) rejectValue('state');
  if (kind !== undefined && !taskKinds.some((one) => one === kind)) rejectValue('kind');
  if (order_id !== undefined && !isId(String(order_id))) rejectValue('order_id');
  const where = sql<SqlBool>`true${state === undefined ? sql`` : sql` and t.state = ${String(state)}`}${
    kind === undefined ? sql`` : sql` and t.kind = ${String(kind)}`
  }${order_id === undefined ? sql`` : sql` and t.order_id = ${Number(order_id)}`}`;
  const { total } = await ctx.db
    .selectFrom('payment_tasks as t')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(where)
    .executeTakeFirstOrThrow();
  const data = await readTasks(ctx, where, list);
  return wrapPage(rules, list, query, { data, total: Number(total) });
}

/** One task as its reader sees it. Throws NOT_FOUND. */
export async function getTask(ctx: UserCtx, id: number): Promise<PaymentTask> {
  const [task] = await readTasks(ctx, sql<SqlBool>`t.id = ${id}`, { page: 1, limit: 1 });
  if (!task) throw new AppError('NOT_FOUND');
  return task;
}

async function readTasks(
  ctx: UserCtx,
  where: ReturnType<typeof sql<SqlBool>>,
  { page, limit }: { page: number; limit: number },
): Promise<PaymentTask[]> {
  const rows = await ctx.db
    .selectFrom('payment_tasks as t')
    .innerJoin('orders as o', 'o.id', 't.order_id')
    .leftJoin('payment_attempts as i', 'i.id', 't.attempt_id')
    .leftJoin('provider_refunds as r', 'r.id', 't.provider_refund_id')
    .leftJoin('users as u', 'u.id', 't.answered_by')
    .selectAll('t')
    .select(['o.tracking_number', 'o.short_number'])
    .select([
      'i.state as attempt_state',
      'i.capture_key',
      'i.amount as asked',
      'i.held',
      'i.capture_amount',
      'i.provider',
      'i.payment_id',
      'r.refund_id',
      'u.name as person',
    ])
    .where(where)
    .orderBy('t.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const chargebacks = await chargebacksOf(ctx, rows);
  const mayAnswer = holds(ctx.user.permissions, 'finance:decide');
  const tasks: PaymentTask[] = [];
  for (const row of rows) {
    const kind = taskKind(row);
    const isAsked = row.state === 'open' && mayAnswer;
    tasks.push({
      id: row.id,
      version: row.version,
      kind,
      state: row.state as PaymentTask['state'],
      order: { id: row.order_id, tracking_number: row.tracking_number, short_number: row.short_number },
      payment:
        row.attempt_id === null || row.provider === null
          ? null
          : { id: row.attempt_id, provider: row.provider, payment_id: row.payment_id },
      refund_id: row.refund_id,
      amount: row.amount,
      expected: kind === 'wrong_sum' ? (row.capture_amount ?? row.asked) : null,
      note: row.note,
      due_at: row.due_at?.toISOString() ?? null,
      chargeback: chargebacks.get(row.chargeback_id ?? 0) ?? null,
      answer: [...taskAnswers[kind], 'settled' as const].find((one) => one === row.answer) ?? null,
      answer_note: row.answer_note,
      answered_by: row.answered_by === null ? null : { id: row.answered_by, name: row.person ?? '' },
      answered_at: row.answered_at?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
      ...(isAsked ? await possibleAnswers(ctx, { ...row, kind }) : { answers: [], missing: [] }),
    });
  }
  return tasks;
}

async function chargebacksOf(ctx: UserCtx, rows: readonly { chargeback_id: number | null }[]) {
  const ids = rows.flatMap(({ chargeback_id }) => (chargeback_id === null ? [] : [chargeback_id]));
  const found =
    ids.length === 0
      ? []
      : await ctx.db.selectFrom('chargebacks').selectAll().where('id', 'in', ids).execute();
  return new Map((await presentChargebacks(ctx, found)).map((one) => [one.id, one]));
}
