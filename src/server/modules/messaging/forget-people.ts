import type { Ctx } from '@/server/core/context';
import { confirmDays } from './newsletter/newsletter';

const day = 24 * 3600_000;
const keptMs = 365 * day;

/**
 * Deletes what is no longer needed of people who wrote or subscribed: messages a year after they were done, addresses
 * that nobody confirmed, and a year later those that unsubscribed (rules/messaging: strangers are forgotten).
 */
export async function forgetPeople({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  await db
    .deleteFrom('contact_messages')
    .where('is_done', '=', true)
    .where('updated_at', '<', before(keptMs))
    .execute();
  const past = db.deleteFrom('newsletter_subscribers');
  await past
    .where('status', '=', 'waiting')
    .where('updated_at', '<', before(confirmDays * day))
    .execute();
  await past.where('status', '=', 'unsubscribed').where('updated_at', '<', before(keptMs)).execute();
}
