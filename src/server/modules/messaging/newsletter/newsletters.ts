import { sql } from 'kysely';
import { newsletters } from '@/contract/messaging/newsletters';
import type { Newsletter } from '@/contract/messaging/newsletters/schema';
import { audit, lastChange } from '@/server/core/audit';
import type { Ctx, UserCtx } from '@/server/core/context';
import { lockRow, updateRow } from '@/server/core/db/rows';
import { AppError } from '@/server/core/errors';
import { enqueue } from '@/server/core/jobs/job';
import type { JsonRecord } from '@/server/core/json-record';
import { isOutdated, readPathId } from '@/server/core/numbers';
import type { Include } from '@/server/core/resource/relations';
import { type ResourceService, resourceService } from '@/server/core/resource/service';
import { newsletterLetter } from '../emails';
import { send } from '../outbox';

/** Name of the queued job that writes to the subscribers. */
export const newsletterJob = 'newsletter';

type Status = Newsletter['status'];

const counted =
  (condition: string): Include =>
  (_ctx, ids) =>
    sql`select n.id, count(o.id)::int as value from newsletters n
    left join outbox o on o.newsletter_id = n.id and ${sql.raw(condition)} where n.id = any(${ids}) group by n.id`;

const engine = resourceService(newsletters, {
  table: 'newsletters',
  include: {
    // Before it is sent: those who would get it now.
    readers: (_ctx, ids) => sql`select n.id, (select count(*)::int from newsletter_subscribers
      where status = 'subscribed' and deleted_at is null) as value from newsletters n where n.id = any(${ids})`,
    waiting: counted('o.sent_at is null and o.failed_at is null'),
    failed: counted('o.failed_at is not null'),
  },
  present: async (_ctx, rows) =>
    rows.map(({ written_to: _to, last_subscriber: _last, readers, ...row }) => ({
      ...row,
      total: row.status === 'draft' ? readers : row.total,
    })),
});

/** Newsletters. One that was sent, even in part, keeps its words; one that is being sent is stopped before removal. */
export const newslettersService: ResourceService = {
  ...engine,
  async update(ctx, key, body) {
    await lockIn(ctx, key, 'draft');
    return engine.update(ctx, key, body);
  },
  async remove(ctx, key) {
    await lockIn(ctx, key, 'draft', 'stopped', 'sent');
    await engine.remove(ctx, key);
  },
};

/**
 * `POST newsletters/{id}/send`: begins, or goes on where it was stopped (rules/messaging: a newsletter reaches each
 * subscriber once). Throws NOT_FOUND, CONFLICT for words that the person has not seen, and ACTION_NOT_VALID for one that
 * is sent already, is being sent, or has no readers.
 */
export async function sendNewsletter(ctx: UserCtx, key: string, version: unknown): Promise<JsonRecord> {
  const { id, status, version: current } = await lockIn(ctx, key, 'draft', 'stopped');
  if (isOutdated(version, current)) {
    const changed = await lastChange(ctx, newsletters.name, id);
    throw new AppError('CONFLICT', { current: await engine.get(ctx, key), changed });
  }
  const begun = status === 'draft' ? await findReaders(ctx) : {};
  await updateRow(ctx, 'newsletters', id, { ...begun, status: 'sending' });
  await enqueue(ctx, newsletterJob, { id });
  return changedTo(ctx, key, id, [status as Status, 'sending']);
}

/** `POST newsletters/{id}/stop`: letters that are in the outbox still go out. Throws NOT_FOUND and ACTION_NOT_VALID. */
export async function stopNewsletter(ctx: UserCtx, key: string): Promise<JsonRecord> {
  const { id } = await lockIn(ctx, key, 'sending');
  await updateRow(ctx, 'newsletters', id, { status: 'stopped' });
  return changedTo(ctx, key, id, ['sending', 'stopped']);
}

/** `POST newsletters/{id}/test`: the letter as subscribers get it, to the person who asks. Throws NOT_FOUND. */
export async function testNewsletter(ctx: UserCtx, key: string): Promise<boolean> {
  const row = await lockRow(ctx, 'newsletters', readPathId(key));
  const letter = newsletterLetter(row, `${ctx.publicUrl}/admin/newsletter`);
  await send(ctx, { channel: 'mail', to: ctx.user.email, ...letter });
  return true;
}

/** Those who have confirmed by now. */
async function findReaders(ctx: Ctx) {
  const { total, last } = await ctx.db
    .selectFrom('newsletter_subscribers')
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.max('id').as('last')])
    .where('status', '=', 'subscribed')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(total) === 0) throw new AppError('ACTION_NOT_VALID');
  return { total: Number(total), last_subscriber: Number(last), started_at: ctx.now };
}

async function lockIn(ctx: Ctx, key: string, ...statuses: Status[]) {
  const row = await lockRow(ctx, 'newsletters', readPathId(key));
  if (!statuses.some((status) => status === row.status)) throw new AppError('ACTION_NOT_VALID');
  return row;
}

async function changedTo(
  ctx: UserCtx,
  key: string,
  id: number,
  status: [Status, Status],
): Promise<JsonRecord> {
  await audit(ctx, { family: newsletters.name, id, action: 'update', changes: { status } });
  return engine.get(ctx, key);
}
