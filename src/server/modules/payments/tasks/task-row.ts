import type { Selectable } from 'kysely';
import { toMinor } from '@/contract/core/money';
import { type TaskAnswer, type TaskKind, taskAnswers, taskKinds } from '@/contract/payments/tasks';
import type { Ctx, UserCtx } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { AppError } from '@/server/core/errors';

export type TaskRow = Omit<Selectable<DB['payment_tasks']>, 'kind'> & { kind: TaskKind };

/** What an answer of a kind does; the order and the question are locked. */
export type TaskHandler = (
  ctx: UserCtx,
  task: TaskRow,
  input: { answer: TaskAnswer; note: string | null },
) => Promise<void>;

/** A question, locked until the transaction ends; the caller has locked its order. */
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

/** What decides which answers a question has. Sums in roubles. */
interface Situation {
  kind: TaskKind;
  /** Held on the order, and what is due of it. */
  held: number | null;
  due: number;
  /** Points need somebody who has a wallet. */
  hasCustomer: boolean;
  /** The money of its attempt is held, and nobody has decided to take it. */
  isHeld: boolean;
}

/** Answers that can be given now. */
export function possibleAnswers({ kind, held, due, hasCustomer, isHeld }: Situation): TaskAnswer[] {
  const rest = toMinor(held ?? 0) - toMinor(due);
  const fits: Partial<Record<TaskAnswer, boolean>> = {
    points: hasCustomer,
    capture: isHeld,
    ...(kind === 'wrong_sum' && {
      accept: held !== null && rest === 0,
      split: held !== null && rest > 0 && due > 0,
      return: held !== null,
    }),
  };
  return taskAnswers[kind].filter((answer) => fits[answer] !== false);
}
