import type { UserCtx } from '../context';
import type { JsonRecord } from '../json-record';

/** Asked, in a transaction, before the rows of a list leave as a file. Throws when they must not yet. */
export type ExportGuard = (ctx: UserCtx, list: { name: string }, query: JsonRecord) => Promise<void>;

const guards: ExportGuard[] = [];

/** Adds a condition under which lists are taken out. */
export function guardExports(guard: ExportGuard): void {
  guards.push(guard);
}

export const assertExport: ExportGuard = async (ctx, list, query) => {
  for (const guard of guards) await guard(ctx, list, query);
};
