import { sql } from 'kysely';
import { toMinor } from '@/contract/core/money';
import { bankDayAfter } from '@/contract/insights/bank-days';
import type { DifferenceKind } from '@/contract/payments/reconciliation';
import { findBusinessDay } from '@/server/core/business-time';
import type { Ctx } from '@/server/core/context';
import { reconcilePayouts } from '@/server/modules/ledger/reconcile';
import { openDifferences } from '../differences';
import type { FoundDifference } from '../found-difference';

/** A payment order leaves the bank the day it is given or the next one; the third is for a person. */
const daysToLeave = 3;

const kinds = ['payout_not_left', 'payout_late', 'payout_books'] as const satisfies readonly DifferenceKind[];

/**
 * Every night: payouts that should have left the bank by now, and shops whose payouts the books do not add up for
 * (rules/payments: a payout is missed). Those that are found no more close by themselves. True when there is none.
 */
export async function comparePayouts(ctx: Ctx): Promise<boolean> {
  const found = [...(await overdue(ctx)), ...(await unsound(ctx))];
  const still = found.map(({ kind, objectId }) => `${kind} ${objectId}`);
  await sql`update reconciliation_differences set state = 'explained', decided_at = ${ctx.now}, updated_at = ${ctx.now},
      version = version + 1
    where state = 'open' and kind = any(${[...kinds]}::text[])
      and not (kind || ' ' || object_id = any(${still}::text[]))`.execute(ctx.db);
  await openDifferences(ctx, found);
  return found.length === 0;
}

/** On its way, or debited by a person's word alone: with a statement of those days it did not leave, without one it is late. */
async function overdue(ctx: Ctx): Promise<FoundDifference[]> {
  const today = await findBusinessDay(ctx, ctx.now);
  const { rows } = await sql<{ id: number; amount: number; day: string; until: string | null }>`
    select w.id, w.amount, (w.decided_at at time zone business_time_zone())::date::text as day,
      (select max(s.last_day)::text from bank_statements s join reconciliation_files f on f.id = s.file_id
        where f.state = 'posted') as until
    from withdraws w where w.payout_state = 'confirmed'
      or w.payout_state = 'debited' and w.bank_line_id is null
        and exists (select from withdraw_moves m where m.withdraw_id = w.id and m.payout_state = 'debited')
    order by w.id`.execute(ctx.db);
  return rows.flatMap(({ id, amount, day, until }): FoundDifference[] => {
    const due = bankDayAfter(day, daysToLeave);
    if (due >= today) return [];
    const kind = until !== null && until >= due ? 'payout_not_left' : 'payout_late';
    return [ofPayout({ kind, objectId: String(id), day, ours: toMinor(amount), theirs: null })];
  });
}

async function unsound(ctx: Ctx): Promise<FoundDifference[]> {
  const today = await findBusinessDay(ctx, ctx.now);
  return (await reconcilePayouts(ctx)).map(({ subject, expected, found }) =>
    ofPayout({
      kind: 'payout_books',
      objectId: subject,
      day: today,
      ours: toMinor(found),
      theirs: toMinor(expected),
    }),
  );
}

const ofPayout = (
  one: Pick<FoundDifference, 'kind' | 'objectId' | 'day' | 'ours' | 'theirs'>,
): FoundDifference => ({
  ...one,
  subject: 'payout',
  provider: null,
  orderId: null,
  bankLineId: null,
  refundIds: null,
});
