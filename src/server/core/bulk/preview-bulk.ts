import { sql } from 'kysely';
import type { BulkSetPreview } from '@/contract/core/bulk';
import type { AnyResource } from '@/contract/core/define';
import type { UserCtx } from '../context';
import type { JsonRecord } from '../json-record';
import type { ResourceService } from '../resource/service';

const maxSamples = 5;

/**
 * Sets a field on many rows and takes it back in the same transaction, so that a preview cannot differ from the change:
 * how many rows change, why the others stay, and the first changes before and after.
 */
export async function previewBulkSet(
  ctx: UserCtx,
  resource: AnyResource,
  service: ResourceService,
  body: JsonRecord,
): Promise<BulkSetPreview> {
  const { rows } = await sql<{ last: number | null }>`select max(id) as last from audit_log`.execute(ctx.db);
  await sql`savepoint bulk_preview`.execute(ctx.db);
  const { done, refused } = await service.bulkSet(ctx, body);
  const changed = await ctx.db
    .selectFrom('audit_log')
    .select(['row_id', 'changes'])
    .where('id', '>', rows[0]?.last ?? 0)
    .where('family', '=', resource.name)
    .where('request_id', '=', ctx.requestId)
    .where('action', '=', 'update')
    .orderBy('id')
    .limit(maxSamples)
    .execute();
  await sql`rollback to savepoint bulk_preview`.execute(ctx.db);
  const samples: BulkSetPreview['samples'] = [];
  for (const { row_id, changes } of changed) {
    const pair = (changes as Record<string, [unknown, unknown]>)[String(body.key)];
    const row = await service.get(ctx, String(row_id));
    if (pair) samples.push({ title: resource.titleOf(row), before: pair[0], after: pair[1] });
  }
  const { own, ...others } = await service.bulkTarget(ctx, body);
  return { done, kept: { same: own - done - refused, refused, ...others }, samples };
}
