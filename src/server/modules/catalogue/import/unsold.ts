import { sql } from 'kysely';
import type { UserCtx } from '@/server/core/context';
import { withdrawReview } from '../moderation/product-reviews';
import { type Job, keyOfField } from './job';
import { recordRows } from './write-rows';

/**
 * Products that this import has put on sale and whose variations then all turned out to be wrong: nobody could buy them,
 * so they become drafts, which their rows tell.
 */
export async function unpublishWithoutVariations(ctx: UserCtx, job: Job): Promise<void> {
  const { rows } = await sql<{ id: number; status: string }>`
    select p.id, p.status from products p
    where p.id in (select product_id from product_import_rows where import_id = ${job.id} and state = 'created')
      and p.product_type = 'variable' and p.status in ('publish', 'under_review')
      and not exists (select 1 from variation_options v
        where v.product_id = p.id and v.deleted_at is null and not v.is_disable)
    order by p.id for update`.execute(ctx.db);
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await sql`update products set status = 'draft', version = version + 1, updated_at = ${ctx.now}
    where id = any(${ids}::bigint[])`.execute(ctx.db);
  for (const { id, status } of rows) if (status === 'under_review') await withdrawReview(ctx, id);
  const told = JSON.stringify({ [keyOfField(job, 'status')]: 'error-import-no-variations' });
  await sql`update product_import_rows set errors = coalesce(errors, '{}') || ${told}::jsonb
    where import_id = ${job.id} and state = 'created' and product_id = any(${ids}::bigint[])`.execute(ctx.db);
  await recordRows(
    ctx,
    'products',
    rows.map(({ id, status }) => ({ id, action: 'update', changes: { status: [status, 'draft'] } })),
  );
}
