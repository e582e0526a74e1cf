import type { DemoEmail } from '@/contract/accounts/auth';
import type { Ctx } from '@/server/core/context';

/**
 * Demo mode only, where no mail is sent: the last e-mail to an address, written at `since` or later. Callers check the
 * mode.
 */
export async function lastEmailTo(
  { db }: Pick<Ctx, 'db'>,
  address: string,
  since: Date,
): Promise<DemoEmail | undefined> {
  const letter = await db
    .selectFrom('outbox')
    .select(['subject', 'body'])
    .where('channel', '=', 'mail')
    .where('recipient', '=', address)
    .where('created_at', '>=', since)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return letter && { subject: letter.subject ?? '', body: letter.body };
}
