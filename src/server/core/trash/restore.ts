import type { Ctx } from '../context';
import { AppError } from '../errors';
import type { JsonRecord } from '../json-record';
import { missingRelations, type RelationTo } from '../resource/relations';

/** Refuses to restore a row while something that it refers to is in the trash or gone: RESTORE_FIRST. */
export async function assertPresent(
  ctx: Ctx,
  relations: readonly RelationTo[],
  row: JsonRecord,
): Promise<void> {
  const missing = await missingRelations(ctx, relations, row);
  const uses: Record<string, number> = {};
  for (const { table } of missing) {
    const family = table.replaceAll('_', '-');
    uses[family] = (uses[family] ?? 0) + 1;
  }
  if (missing.length > 0) throw new AppError('RESTORE_FIRST', { uses });
}
