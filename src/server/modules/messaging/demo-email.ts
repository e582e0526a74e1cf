import { sql } from 'kysely';
import type { DemoEmail } from '@/contract/accounts/auth';
import type { Ctx } from '@/server/core/context';

/**
 * Demo mode only, where no mail is sent: the last e-mail that confirms an address by a link with this beginning, written
 * between `since` and now. The link names whose confirmation it is: an address alone would show everything that is
 * written to it meanwhile, such as the password link of its owner. Callers check the mode.
 */
export async function lastConfirmation(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { address, link, since }: { address: string; link: string; since: Date },
): Promise<DemoEmail | undefined> {
  const letter = await db
    .selectFrom('outbox')
    .select(['subject', 'body'])
    .where('channel', '=', 'mail')
    .where('recipient', '=', address)
    .where('template', '=', 'confirm-email')
    .where(sql<boolean>`strpos(body, ${link}) > 0`)
    .where('created_at', '>=', since)
    .where('created_at', '<=', now)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return letter && { subject: letter.subject ?? '', body: letter.body };
}
