import { type Selectable, sql } from 'kysely';
import type { Ctx } from '@/server/core/context';
import { updateRow } from '@/server/core/db/rows';
import type { DB } from '@/server/core/db/types';
import type { JobRun } from '@/server/core/jobs/job';
import { inTransaction } from '@/server/core/transaction';
import { newsletterLetter } from '../emails';
import { sendAll } from '../outbox';
import { linkTo } from './newsletter';

/** Letters added in one transaction. */
const batch = 100;
/** Unsent letters in the outbox at one time: codes and orders do not wait behind a newsletter, and stopping it stops most. */
const maxWaiting = 300;

/**
 * Writes to the subscribers of a newsletter until none is left, it is stopped or the outbox is full. A batch and its place
 * are one transaction under the newsletter's lock: a run after a killed process, or a second one, goes on behind it
 * (rules/messaging: a newsletter reaches each subscriber once).
 */
export async function writeNewsletter(
  { ctx, signal }: JobRun,
  { id }: Record<string, unknown>,
): Promise<unknown> {
  while (!signal.aborted) {
    const result = await inTransaction(ctx, (within) => writeBatch(within, Number(id)));
    if (result !== 'more') return result;
  }
  return undefined;
}

async function writeBatch(ctx: Ctx, id: number): Promise<'more' | 'later' | 'done'> {
  const newsletter = await ctx.db
    .selectFrom('newsletters')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  // Stopped, or begun twice and finished by another run.
  if (newsletter?.status !== 'sending') return 'done';
  if (newsletter.deleted_at !== null) {
    await updateRow(ctx, 'newsletters', id, { status: 'stopped' });
    return 'done';
  }
  const free = maxWaiting - (await countWaiting(ctx));
  if (free <= 0) return 'later';
  const readers = await nextReaders(ctx, newsletter, Math.min(batch, free));
  const last = readers.at(-1);
  if (!last) {
    await updateRow(ctx, 'newsletters', id, { status: 'sent', finished_at: ctx.now });
    return 'done';
  }
  const letters = readers.map((reader) => {
    const link = linkTo(ctx, 'unsubscribe', reader.id, reader.unsubscribe_secret);
    const letter = newsletterLetter(newsletter, link);
    return { channel: 'mail', to: reader.email, newsletterId: id, unsubscribe: link, ...letter } as const;
  });
  await sendAll(ctx, letters);
  // Progress is no change of the record: a person who reads it may still stop it.
  await ctx.db
    .updateTable('newsletters')
    .set({ written_to: last.id, queued: sql`queued + ${readers.length}` })
    .where('id', '=', id)
    .execute();
  return 'more';
}

function nextReaders(
  ctx: Ctx,
  { written_to, last_subscriber }: Pick<Selectable<DB['newsletters']>, 'written_to' | 'last_subscriber'>,
  limit: number,
) {
  return ctx.db
    .selectFrom('newsletter_subscribers')
    .select(['id', 'email', 'unsubscribe_secret'])
    .where('status', '=', 'subscribed')
    .where('deleted_at', 'is', null)
    .where('id', '>', written_to)
    .where('id', '<=', last_subscriber)
    .orderBy('id')
    .limit(limit)
    .execute();
}

async function countWaiting({ db }: Ctx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from outbox
    where newsletter_id is not null and sent_at is null and failed_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}
