import type { Ctx } from '@/server/core/context';
import { isFirst } from '@/server/core/rate-limits';
import * as letters from '@/server/modules/accounts/emails';
import { send } from '@/server/modules/messaging/outbox';

/** Failures from unknown browsers within the hour before the person is told. */
const warnAfter = 20;
const minutesBetween = 24 * 60;

/** Tells a person, once a day at most, that somebody tries passwords or codes on the account. */
export async function warnOfGuesses(
  ctx: Ctx,
  userId: number | undefined,
  what: 'password' | 'code',
  failures: number,
): Promise<void> {
  if (userId === undefined || failures < warnAfter) return;
  await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    if (!(await isFirst(inside, `warned:${what}:${userId}`, minutesBetween))) return;
    const person = await db
      .selectFrom('users')
      .select(['name', 'email'])
      .where('id', '=', userId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!person) return;
    const link = `${ctx.publicUrl}/admin/forgot-password`;
    const letter = letters.guessesSeen({ name: person.name, what, link });
    await send(inside, { channel: 'mail', to: person.email, ...letter });
  });
}
