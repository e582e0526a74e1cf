import type { Ctx } from '../context';

/** One step of a move, in the caller's transaction. A guard throws and writes nothing. */
export type Step<Subject> = (ctx: Ctx, subject: Subject) => void | Promise<void>;

/** A move of a record from one status to another: what is asked before it, and what it does, both in this order. */
export interface Move<Subject> {
  guards: readonly Step<Subject>[];
  effects: readonly Step<Subject>[];
}

export const runMove = <Subject>(
  ctx: Ctx,
  { guards, effects }: Move<Subject>,
  subject: Subject,
): Promise<void> => runSteps(ctx, [...guards, ...effects], subject);

export async function runSteps<Subject>(
  ctx: Ctx,
  steps: readonly Step<Subject>[],
  subject: Subject,
): Promise<void> {
  for (const step of steps) await step(ctx, subject);
}
