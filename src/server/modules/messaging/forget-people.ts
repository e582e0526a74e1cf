import { sql } from 'kysely';
import type { Ctx } from '@/server/core/context';
import { confirmDays } from './newsletter/newsletter';

const day = 24 * 3600_000;

/**
 * Deletes what is no longer needed of people who wrote or subscribed: messages a year after they were done, addresses
 * that nobody confirmed, a year later those that unsubscribed, and what lay in the trash for a year (rules/messaging:
 * strangers are forgotten).
 */
export async function forgetPeople({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<void> {
  const yearAgo = new Date(now.getTime() - 365 * day);
  const weekAgo = new Date(now.getTime() - confirmDays * day);
  await sql`delete from contact_messages
    where (is_done and updated_at < ${yearAgo}) or deleted_at < ${yearAgo}`.execute(db);
  await sql`delete from newsletter_subscribers where (status = 'waiting' and updated_at < ${weekAgo})
    or (status = 'unsubscribed' and updated_at < ${yearAgo}) or deleted_at < ${yearAgo}`.execute(db);
}
