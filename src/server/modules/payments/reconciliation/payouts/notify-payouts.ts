import { sql } from 'kysely';
import type { JobCtx } from '@/server/core/jobs/job';
import { inTransaction } from '@/server/core/transaction';
import { mailAdmins } from '@/server/modules/messaging/mail-admins';
import { notify } from '@/server/modules/messaging/notify';
import { sendAll } from '@/server/modules/messaging/outbox';
import { payoutsDiffer, type ToldPayout } from '@/server/modules/messaging/reconciliation-emails';

/** Days after which an open difference is said again. */
const daysBetween = 7;

interface ToldDifference extends ToldPayout {
  id: number;
  /** Who has taken it on, and still reads the money. */
  owner: { id: number; name: string; email: string } | null;
}

/**
 * Differences of payouts are told once, and again every week while they are open: to the person who has taken one on, else to
 * everybody of finance (rules/payments: a payout is missed).
 */
export async function notifyPayouts(ctx: JobCtx): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const { rows } =
      await sql<ToldDifference>`with told as (update reconciliation_differences set told_at = ${ctx.now}
        where state = 'open' and kind in ('payout_not_left', 'payout_late', 'payout_books', 'payout_returned', 'outgoing_unknown')
          and (told_at is null or told_at <= ${ctx.now}::timestamptz - make_interval(days => ${sql.lit(daysBetween)}))
        returning *)
      select d.id, d.kind, coalesce(d.theirs, d.ours) as sum, d.day::text as day, w.id as number, s.name as shop,
        case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email) end as owner
      from told d
        left join withdraws w on d.subject = 'payout' and d.kind <> 'payout_books' and w.id::text = d.object_id
        left join shops s on s.id = coalesce(w.shop_id, case when d.kind = 'payout_books'
          then substring(d.object_id from '^shop (\d+)')::bigint end)
        left join users u on u.id = d.owner_id and u.is_active and u.deleted_at is null
          and u.permissions @> array['super_admin']
      order by d.day, d.id`.execute(inside.db);
    const link = `${ctx.publicUrl}/admin/ledger?view=reconciliation`;
    for (const payouts of Map.groupBy(rows, ({ owner }) => owner?.id ?? 0).values()) {
      const owner = payouts[0]?.owner;
      const textTo = (name: string) => payoutsDiffer({ name, payouts, link });
      if (owner) await sendAll(inside, [{ channel: 'mail', to: owner.email, ...textTo(owner.name) }]);
      await notify(inside, {
        receivers: owner ? [owner.id] : await mailAdmins(inside, 'finance', textTo),
        type: 'reconciliation',
        event: 'opened',
        tracker: String(payouts.length),
        ...(payouts[0] && { subjectId: payouts[0].id }),
      });
    }
  });
}
