import type { Selectable } from 'kysely';
import { type TaskAnswer, type TaskKind, taskKinds } from '@/contract/payments/tasks';
import type { Ctx, UserCtx } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { AppError } from '@/server/core/errors';

export type TaskRow = Omit<Selectable<DB['payment_tasks']>, 'kind'> & { kind: TaskKind };

/** What an answer of a kind does; the order and the task are locked. */
export type TaskHandler = (
  ctx: UserCtx,
  task: TaskRow,
  input: { answer: TaskAnswer; note: string | null },
) => Promise<void>;

/** A task, locked until the transaction ends; the caller has locked its order. */
export async function lockTask(ctx: Ctx, id: number): Promise<TaskRow> {
  const row = await ctx.db
    .selectFrom('payment_tasks')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  return { ...row, kind: taskKind(row) };
}

export function taskKind({ kind }: { kind: string }): TaskKind {
  const found = taskKinds.find((one) => one === kind);
  if (!found) throw new Error(`A payment task is ${kind}`);
  return found;
}
