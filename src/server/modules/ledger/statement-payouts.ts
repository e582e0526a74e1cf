import { sql } from 'kysely';
import type { Period } from '@/contract/ledger/schema';
import type { PayoutState } from '@/contract/ledger/withdraws/schema';
import type { Ctx } from '@/server/core/context';
import { dayText } from '@/server/core/documents/pdf/text';
import type { LedgerWords } from './ledger-words';

/** What became of a payout of a shop, and by which document of the bank. */
export interface PayoutLine {
  id: number;
  at: string;
  state: PayoutState;
  amount: number;
  /** Of the bank's payment order; null for a person's word and while it is on its way. */
  number: string | null;
  day: string | null;
}

export interface StatementPayouts {
  lines: PayoutLine[];
  /** On its way at the end of the period. */
  inTransit: number;
}

/**
 * States of payouts in a period: a payout of a former release has left the bank with its approval, and a line that confirms a
 * person's word changes nothing.
 */
export async function statementPayouts(
  { db }: Ctx,
  shopId: number,
  { from, to }: Period,
): Promise<StatementPayouts> {
  const moves = sql`moved as (
    select w.id, w.amount, w.bank_line_id, w.return_line_id, m.id as move_id, m.at, s.state,
      (m.at at time zone business_time_zone())::date as day,
      lag(s.state) over (partition by w.id order by m.id) as before,
      lead(m.at) over (partition by w.id order by m.id) as until
    from withdraws w join withdraw_moves m on m.withdraw_id = w.id and m.status = 'approved'
      cross join lateral (select coalesce(m.payout_state, case when w.payout_state = 'debited' and not exists (
        select from withdraw_moves later where later.withdraw_id = w.id and later.payout_state is not null)
        then 'debited' else 'confirmed' end) as state) s
    where w.shop_id = ${shopId} and w.payout_state is not null)`;
  const { rows: lines } = await sql<PayoutLine>`with ${moves}
    select m.id, to_json(m.at) #>> '{}' as at, m.state, m.amount, l.number, l.day::text as day
    from moved m left join bank_lines l on l.id = case m.state when 'debited' then m.bank_line_id
      when 'returned' then m.return_line_id end
    where m.before is distinct from m.state and m.day between ${from}::date and ${to}::date
    order by m.at, m.move_id`.execute(db);
  const { rows } = await sql<{ sum: number }>`with ${moves} select coalesce(sum(amount), 0) as sum from moved
    where state = 'confirmed' and day <= ${to}::date
      and (until is null or (until at time zone business_time_zone())::date > ${to}::date)`.execute(db);
  return { lines, inTransit: rows[0]?.sum ?? 0 };
}

/** The payment order by which the bank says so. */
export const payoutDocument = ({ number, day }: PayoutLine, words: LedgerWords): string =>
  day === null ? '' : words.statement('payment-order', { number: number ?? '', day: dayText(day, 'UTC') });
