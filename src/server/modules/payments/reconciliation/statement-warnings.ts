import { sql } from 'kysely';
import { fromMinor, toMinor } from '@/contract/core/money';
import type { StatementWarning } from '@/contract/payments/reconciliation';
import { dayAfter } from '@/server/core/business-time';
import type { Ctx } from '@/server/core/context';

/** An account in a file, and the posted statements of the account around it. Sums in roubles. */
interface Surrounded {
  account: string;
  first_day: string;
  last_day: string;
  opening: number | null;
  closing: number | null;
  before: Neighbour | null;
  after: Neighbour | null;
  /** Posted days that the file has, too. */
  overlap: { from: string; to: string } | null;
}

interface Neighbour {
  day: string;
  balance: number | null;
}

const noSums = { amount: null, number: null };

/**
 * How a statement that waits does not continue the posted ones of its accounts: missing days, a balance that does not go on,
 * days that were posted, and documents that look like posted ones (rules/payments: a statement continues the one before).
 */
export async function statementWarnings(ctx: Ctx, fileId: number): Promise<StatementWarning[]> {
  const { rows } = await sql<Surrounded>`with posted as (select b.* from bank_statements b
      join reconciliation_files f on f.id = b.file_id and f.state = 'posted' and f.id <> ${fileId})
    select s.account, s.first_day::text, s.last_day::text, s.opening, s.closing,
      (select jsonb_build_object('day', p.last_day::text, 'balance', p.closing) from posted p
        where p.account = s.account and p.last_day < s.first_day order by p.last_day desc, p.id desc limit 1) as before,
      (select jsonb_build_object('day', p.first_day::text, 'balance', p.opening) from posted p
        where p.account = s.account and p.first_day > s.last_day order by p.first_day, p.id limit 1) as after,
      (select jsonb_build_object('from', greatest(min(p.first_day), s.first_day)::text,
          'to', least(max(p.last_day), s.last_day)::text) from posted p where p.account = s.account
        and p.first_day <= s.last_day and p.last_day >= s.first_day having count(*) > 0) as overlap
    from bank_statements s where s.file_id = ${fileId} order by s.id`.execute(ctx.db);
  const repeated = await repeatedDocuments(ctx, fileId);
  return [...rows.flatMap((row) => [...gapsOf(row), ...overlapOf(row)]), ...repeated];
}

function gapsOf(row: Surrounded): StatementWarning[] {
  const { account, first_day, last_day, opening, closing, before, after, overlap } = row;
  // Where days overlap, the balance before them is that of an older statement.
  const earlier =
    before && !(overlap && overlap.from <= first_day)
      ? gap(account, before.day, first_day, before.balance, opening)
      : [];
  const later =
    after && !(overlap && overlap.to >= last_day)
      ? gap(account, last_day, after.day, closing, after.balance)
      : [];
  return [...earlier, ...later];
}

/** Between the last day of one statement and the first of the next. */
function gap(
  account: string,
  last: string,
  next: string,
  closing: number | null,
  opening: number | null,
): StatementWarning[] {
  const [from, to] = [dayAfter(last, 1), dayAfter(next, -1)];
  const days = from <= to ? { from, to } : { from: null, to: null };
  const isKnown = closing !== null && opening !== null;
  const off = isKnown ? toMinor(opening) - toMinor(closing) : 0;
  if (off !== 0)
    return [{ kind: 'gap', account, ...days, amount: fromMinor(off), number: null, must_see: true }];
  return days.from === null ? [] : [{ kind: 'days', account, ...days, ...noSums, must_see: !isKnown }];
}

const overlapOf = ({ account, overlap }: Surrounded): StatementWarning[] =>
  overlap ? [{ kind: 'overlap', account, ...overlap, ...noSums, must_see: false }] : [];

const shownRepeats = 5;

/**
 * Not posted yet, with the number, sum, day and other side of a posted document, and another purpose or account. By groups,
 * because a join compares each with each where a bank numbers nothing and many pay the same.
 */
async function repeatedDocuments({ db }: Ctx, fileId: number): Promise<StatementWarning[]> {
  const { rows } = await sql<{ account: string; number: string; amount: number; day: string }>`
    with documents as (
      select account, number, amount, day, direction, line_key, ordinal, party_account, party_inn, true as is_own
      from bank_lines where file_id = ${fileId} and number <> ''
      union all
      select p.account, p.number, p.amount, p.day, p.direction, p.line_key, p.ordinal, p.party_account, p.party_inn, false
      from bank_statements s join bank_lines p on p.is_posted and p.account = s.account
        and p.day between s.first_day and s.last_day and p.file_id <> s.file_id
      where s.file_id = ${fileId} and p.number <> ''
    ), compared as (
      select *, is_own and bool_or(not is_own) over (partition by account, line_key, ordinal) as is_known from documents
    ) select account, min(number) filter (where is_own) as number, amount, day::text as day
    from compared cross join lateral (values ('account ' || party_account), ('inn ' || party_inn)) as by (party)
    where party is not null and not is_known
    group by account, compared.day, amount, direction, ltrim(number, '0'), party
    having bool_or(is_own) and not bool_and(is_own) and min(line_key) <> max(line_key)
    order by compared.day, 2 limit ${sql.lit(2 * shownRepeats)}`.execute(db);
  const seen = new Map(rows.map((row) => [`${row.account} ${row.day} ${row.number} ${row.amount}`, row]));
  return [...seen.values()].slice(0, shownRepeats).map(({ account, number, amount, day }) => ({
    kind: 'repeated',
    account,
    number,
    amount,
    from: day,
    to: day,
    must_see: true,
  }));
}
