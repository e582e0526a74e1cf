import { sql } from 'kysely';
import type { Ctx } from '@/server/core/context';
import { invitationDays } from './invitations';

const day = 24 * 3600_000;

/** How long a name and address stay after the link's last day: whoever invited may still see it and send it again. */
const keptDays = 30;

/**
 * Deletes invitations that nobody accepted, expired or withdrawn, with the names and addresses that the log keeps of them
 * (rules/accounts: an unanswered invitation is forgotten).
 */
export async function forgetInvitations({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<void> {
  const since = new Date(now.getTime() - (invitationDays + keptDays) * day);
  await db.transaction().execute(async (trx) => {
    // Rows that somebody answers, repeats or withdraws at this moment are for the next day.
    const { rows } = await sql<{ family: string; id: number }>`
      with shops as (delete from memberships where id in (
          select id from memberships where user_id is null and greatest(invited_at, created_at) < ${since}
          for update skip locked) returning id),
        team as (delete from users where id in (
          select id from users where email like 'invited-%@invited.invalid' and not is_active
            and removed_email is not null and deleted_at is null and invited_at < ${since}
          for update skip locked) returning id)
      select 'staffs' as family, id from shops union all select 'users', id from team`.execute(trx);
    for (const family of ['staffs', 'users'] as const) {
      const ids = rows.filter((row) => row.family === family).map(({ id }) => Number(id));
      if (ids.length === 0) continue;
      await sql`update audit_log set changes = changes - 'name' - 'email'
        where family = ${family} and row_id = any(${ids}::bigint[])`.execute(trx);
    }
  });
}
