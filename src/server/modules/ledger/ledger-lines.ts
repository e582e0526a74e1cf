import { type RawBuilder, sql } from 'kysely';
import { fromMinor, toMinor } from '@/contract/core/money';
import type { Page } from '@/contract/core/paging';
import { plainSum, type SummedAccount } from '@/contract/ledger/accounts';
import {
  type EntryKind,
  entryKinds,
  type KindTotals,
  type LedgerRow,
  type LedgerSubject,
  type LedgerSummary,
  type Period,
  periodSchema,
} from '@/contract/ledger/schema';
import type { Ctx } from '@/server/core/context';
import { rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { listRules, wrapPage } from '@/server/core/page-envelope';
import { checkList } from '@/server/core/resource/list-query';
import { validate } from '@/server/core/validate';

/** Filter of an account's lines: kinds, null for all, and business days, inclusive. */
export interface LineFilter extends Period {
  kinds: EntryKind[] | null;
}

const params = ['account', 'kind', 'from', 'to'];

/** Parses `kind`, of which several stand behind one figure, `from` and `to`. Throws VALIDATION_FAILED. */
export async function readFilter(query: JsonRecord): Promise<LineFilter> {
  const asked = query.kind ? String(query.kind).split(',') : null;
  const kinds = asked?.map((kind) => entryKinds.find((one) => one === kind) ?? rejectValue('kind')) ?? null;
  return { ...(await readPeriod(query)), kinds };
}

/** Parses `from` and `to`. Throws VALIDATION_FAILED. */
export async function readPeriod(query: JsonRecord): Promise<Period> {
  const { from, to } = await validate(periodSchema, { from: query.from, to: query.to });
  return { from: from || null, to: to || null };
}

/**
 * A page of an account's lines, newest first, with the exact total. Daily counts (`ledger_days`) locate the first
 * line, so a deep page costs the same as the first.
 */
export async function listLines(
  ctx: Ctx,
  account: ReadAccount,
  endpoint: string,
  query: JsonRecord,
): Promise<Page<LedgerRow>> {
  const list = listRules(endpoint, { params });
  const checked = checkList(list, query, ctx);
  const filter = await readFilter(checked.filters);
  const ids = await accountIds(ctx, account);
  const offset = (checked.page - 1) * checked.limit;
  const { total, day, before } = await startOf(ctx, ids, filter, offset, checked.sortedBy);
  const data =
    day === null
      ? []
      : await linesFrom(ctx, account, {
          ids,
          filter,
          day,
          sortedBy: checked.sortedBy,
          offset: offset - before,
          limit: checked.limit,
        });
  return wrapPage(list, checked, query, { data, total, isEstimate: false });
}

/** All lines of a filter, oldest first, in batches: for exports. */
export async function* streamLines(
  ctx: Ctx,
  account: ReadAccount,
  filter: LineFilter,
  batch = 1000,
): AsyncIterable<LedgerRow[]> {
  const ids = await accountIds(ctx, account);
  let after: { day: string; id: number } | undefined;
  for (;;) {
    const next = after ? sql` and (l.day, l.id) > (${after.day}::date, ${after.id})` : sql``;
    const where = sql`${conditionOf(ids, filter)}${next}`;
    const rows = await readLines(ctx, account, { where, sortedBy: 'asc', limit: batch, offset: 0 });
    if (rows.length > 0) yield rows.map((row) => present(account, row));
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    after = { day: last.day, id: last.id };
  }
}

export async function findEntryLine(ctx: Ctx, account: ReadAccount, entryId: number): Promise<LedgerRow> {
  const where = sql`l.account_id = any(${await accountIds(ctx, account)}::bigint[]) and l.entry_id = ${entryId}`;
  const [line] = await readLines(ctx, account, { where, sortedBy: 'asc', limit: 1, offset: 0 });
  if (!line) throw new Error(`Entry ${entryId} has no line on ${account.kind}`);
  return present(account, line);
}

/** Opening and closing balance of a period and its movements, without the commission. */
export async function periodTotals(
  ctx: Ctx,
  account: ReadAccount,
  period: Period,
): Promise<Omit<LedgerSummary, 'commission'>> {
  const ids = await accountIds(ctx, account);
  const { rows } = await sql<KindTotals & { opening: number }>`
    select kind, coalesce(sum(income) filter (where ${within(period)}), 0) as income,
      coalesce(sum(outgo) filter (where ${within(period)}), 0) as outgo,
      coalesce(sum(lines) filter (where ${within(period)}), 0)::int as lines,
      coalesce(sum(income - outgo) filter (where ${period.from === null ? sql`false` : sql`day < ${period.from}::date`}), 0)
        as opening
    from ledger_days where account_id = any(${ids}::bigint[]) ${until(period)} group by kind order by kind`.execute(
    ctx.db,
  );
  const opening = rows.reduce((sum, row) => sum + toMinor(row.opening), 0);
  const moved = rows.reduce((sum, { income, outgo }) => sum + toMinor(income) - toMinor(outgo), 0);
  return {
    ...period,
    opening: plainSum(account.kind, fromMinor(opening)),
    closing: plainSum(account.kind, fromMinor(opening + moved)),
    kinds: rows
      .filter(({ lines }) => lines > 0)
      .map(({ kind, income, outgo, lines }) =>
        plainSum(account.kind, 1) > 0
          ? { kind, income, outgo, lines }
          : { kind, income: outgo, outgo: income, lines },
      ),
  };
}

/** Ids of the account: several for one that is kept by provider or by shop. */
async function accountIds(ctx: Ctx, account: ReadAccount): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('ledger_accounts')
    .select('id')
    .where('kind', '=', account.kind)
    .$if(account.kind === 'shop', (query) => query.where('shop_id', '=', shopOf(account) ?? 0))
    .execute();
  return rows.map(({ id }) => id);
}

const shopOf = (account: ReadAccount): number | undefined =>
  account.kind === 'shop' ? account.shopId : undefined;

const within = ({ from, to }: Period) =>
  sql`(${from}::date is null or day >= ${from}::date) and (${to}::date is null or day <= ${to}::date)`;

const until = ({ to }: Period) => (to === null ? sql`` : sql`and day <= ${to}::date`);

/** Written so that the indexes by day apply. */
function conditionOf(ids: readonly number[], { kinds, from, to }: LineFilter) {
  const parts = [
    // One id by equality, so that the order of the index by day is used.
    ids.length === 1 ? sql`l.account_id = ${ids[0]}` : sql`l.account_id = any(${[...ids]}::bigint[])`,
    ...(kinds === null ? [] : [sql`l.kind = any(${kinds}::text[])`]),
    ...(from === null ? [] : [sql`l.day >= ${from}::date`]),
    ...(to === null ? [] : [sql`l.day <= ${to}::date`]),
  ];
  return sql.join(parts, sql` and `);
}

/** First day of the page, lines before that day, and the total. */
async function startOf(
  ctx: Ctx,
  ids: readonly number[],
  filter: LineFilter,
  offset: number,
  sortedBy: 'asc' | 'desc',
) {
  const { kinds } = filter;
  const { rows } = await sql<{ total: number; day: string | null; before: number }>`
    with counted as (
      select day, sum(lines)::bigint as lines from ledger_days
      where account_id = any(${[...ids]}::bigint[]) and ${within(filter)} and (${kinds}::text[] is null or kind = any(${kinds}::text[])) group by day),
    places as (
      select day, lines, sum(lines) over (order by day ${sql.raw(sortedBy)}) - lines as before from counted)
    select coalesce(sum(lines), 0)::bigint as total,
      max(day) filter (where before <= ${offset} and before + lines > ${offset})::text as day,
      coalesce(max(before) filter (where before <= ${offset} and before + lines > ${offset}), 0)::bigint as before
    from places`.execute(ctx.db);
  return rows[0] ?? { total: 0, day: null, before: 0 };
}

interface Stretch {
  ids: readonly number[];
  filter: LineFilter;
  /** First day of the page, and how many of its lines come before the page. */
  day: string;
  offset: number;
  limit: number;
  sortedBy: 'asc' | 'desc';
}

async function linesFrom(
  ctx: Ctx,
  account: ReadAccount,
  { ids, filter, day, ...page }: Stretch,
): Promise<LedgerRow[]> {
  const begin = page.sortedBy === 'desc' ? sql`l.day <= ${day}::date` : sql`l.day >= ${day}::date`;
  const where = sql`${conditionOf(ids, filter)} and ${begin}`;
  return (await readLines(ctx, account, { ...page, where })).map((row) => present(account, row));
}

/** Accounts with a line list. */
export type ReadAccount = { kind: 'shop'; shopId: number } | { kind: SummedAccount };

/** A line with its subject, as read. */
interface StoredLine {
  id: number;
  /** Business day; lines are ordered by day, then id. */
  day: string;
  at: Date;
  kind: LedgerRow['kind'];
  reason: string | null;
  family: string | null;
  row_id: number | null;
  amount: number;
  balance: number;
  subject_id: number | null;
  number: string | null;
  shop?: LedgerRow['shop'];
  provider?: string | null;
}

interface Choice {
  /** Condition on `ledger_lines l`. */
  where: RawBuilder<unknown>;
  sortedBy: 'asc' | 'desc';
  limit: number;
  offset: number;
}

/** Reads the chosen lines and joins subjects to only those. */
async function readLines(ctx: Ctx, account: ReadAccount, choice: Choice): Promise<StoredLine[]> {
  const { where, limit, offset } = choice;
  const order = sql.raw(choice.sortedBy);
  const { columns, joins, balance } = account.kind === 'shop' ? inShop(account.shopId) : ofMarketplace;
  const { rows } = await sql<StoredLine>`
    with chosen as materialized (select l.id, l.day, l.amount, l.balance, l.entry_id, l.account_id from ledger_lines l
      where ${where} order by l.day ${order}, l.id ${order} limit ${limit} offset ${offset})${balance.tables}
    select chosen.id, chosen.day::text as day, e.at, e.kind, e.reason, e.family, e.row_id, chosen.amount,
      ${balance.column} as balance, ${columns}
    from chosen
    join ledger_entries e on e.id = chosen.entry_id
    left join orders o on e.family = 'orders' and o.id = e.row_id
    ${joins}
    order by chosen.day ${order}, chosen.id ${order}`.execute(ctx.db);
  return rows;
}

/** A shop sees its own part, even if the entry names the whole order. */
const inShop = (shopId: number) => ({
  columns: sql`coalesce(part.id, o.id) as subject_id, coalesce(o.short_number, part.tracking_number, o.tracking_number) as number`,
  joins: sql`left join orders part on part.parent_id = o.id and part.shop_id = ${shopId}`,
  balance: { tables: sql``, column: sql`chosen.balance` },
});

/**
 * The marketplace sees the whole order and the shop of the counterpart account. The balance after a line is counted from
 * the days before and the lines of its day: no entry has stored it.
 */
const ofMarketplace = {
  columns: sql`coalesce(o.parent_id, o.id) as subject_id, coalesce(o.short_number, o.tracking_number) as number, other.shop,
    own.provider`,
  joins: sql`left join lateral (select jsonb_build_object('id', s.id, 'name', s.name, 'slug', s.slug) as shop
      from ledger_lines x join ledger_accounts a on a.id = x.account_id join shops s on s.id = a.shop_id
      where x.entry_id = e.id order by x.id limit 1) other on true
    join ledger_accounts own on own.id = chosen.account_id
    left join ran on ran.id = chosen.id left join opened on opened.account_id = chosen.account_id and opened.day = chosen.day`,
  balance: {
    tables: sql`, days as (select distinct account_id, day from chosen),
      opened as (select days.account_id, days.day, (select coalesce(sum(d.income - d.outgo), 0) from ledger_days d
        where d.account_id = days.account_id and d.day < days.day) as amount from days),
      ran as (select x.id, sum(x.amount) over (partition by x.account_id, x.day order by x.id) as amount
        from days join ledger_lines x on x.account_id = days.account_id and x.day = days.day)`,
    column: sql`(opened.amount + ran.amount)`,
  },
};

/** Money that came is positive (rules/ledger: money is positive). */
function present(
  { kind }: ReadAccount,
  { day: _day, subject_id, number, at, amount, balance, ...line }: StoredLine,
): LedgerRow {
  return {
    ...line,
    at: at.toISOString(),
    amount: plainSum(kind, amount),
    balance: plainSum(kind, balance),
    subject: subjectOf(line.family, line.row_id, subject_id, number),
  };
}

function subjectOf(
  family: string | null,
  rowId: number | null,
  orderId: number | null,
  number: string | null,
): LedgerSubject | null {
  if (family === 'orders' && orderId !== null && number !== null) return { family, id: orderId, number };
  if ((family === 'refunds' || family === 'withdraws') && rowId !== null)
    return { family, id: rowId, number: String(rowId) };
  return null;
}
