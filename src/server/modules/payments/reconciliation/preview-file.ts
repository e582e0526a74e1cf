import { sql } from 'kysely';
import { fromMinor, toMinor } from '@/contract/core/money';
import type { ProviderName } from '@/contract/ledger/providers';
import type {
  AccountStatement,
  FilePreview,
  FirstLine,
  LineGroup,
  SettlementDay,
} from '@/contract/payments/reconciliation';
import type { UserCtx } from '@/server/core/context';
import { providerFeeTaken } from '@/server/modules/ledger/entries';
import type { LedgerEntry } from '@/server/modules/ledger/ledger';
import { type FileRow, findFile, presentFiles } from './file-rows';
import { entriesOf } from './line-entries';
import { type PlannedLine, planStatement } from './plan-statement';
import { statementWarnings } from './statement-warnings';

/** `GET reconciliation/files/{id}`: what is in a file, and what posting it does or has done. Throws NOT_FOUND. */
export async function previewFile(ctx: UserCtx, id: number): Promise<FilePreview> {
  const file = await findFile(ctx, id);
  const [presented] = await presentFiles(ctx, [file]);
  if (!presented) throw new Error(`File ${id} was not presented`);
  const common = {
    ...presented,
    known: 0,
    days: [],
    accounts: [],
    groups: [],
    entries: [],
    warnings: [],
    first_lines: [],
  };
  if (file.state === 'quarantined') return common;
  return {
    ...common,
    ...(file.kind === 'registry' ? await ofRegistry(ctx, file) : await ofStatement(ctx, file)),
  };
}

async function ofRegistry(ctx: UserCtx, file: FileRow) {
  const isPosted = file.state === 'posted';
  const fresh = isPosted
    ? sql`l.is_posted`
    : sql`not exists (select from provider_registry_lines known where known.provider = l.provider
        and known.kind = l.kind and known.object_id = l.object_id and known.is_posted)`;
  const { rows: days } = await sql<SettlementDay>`select each.*, payments - refunds - fee - fee_vat as net,
      exists (select from provider_settlements s where s.file_id = ${file.id} and s.day = each.day::date
        and s.bank_line_id is not null) as is_settled
    from (select day::text as day, coalesce(sum(amount) filter (where kind = 'payment'), 0) as payments,
        coalesce(sum(amount) filter (where kind = 'refund'), 0) as refunds, sum(fee) as fee, sum(fee_vat) as fee_vat
      from provider_registry_lines l where file_id = ${file.id} and ${fresh} group by day
      union all select unnest(empty_days)::text, 0, 0, 0, 0 from reconciliation_files where id = ${file.id}) each
    order by day`.execute(ctx.db);
  const { rows } = await sql<{ known: number }>`select count(*)::int as known from provider_registry_lines l
    where file_id = ${file.id} and not (${fresh})`.execute(ctx.db);
  const sum = (name: 'fee' | 'fee_vat') => days.reduce((all, day) => all + toMinor(day[name]), 0);
  const provider = file.provider as ProviderName;
  const entries = totalsOf(providerFeeTaken(file.id, provider, { fee: sum('fee'), vat: sum('fee_vat') }));
  return { days, known: rows[0]?.known ?? 0, entries };
}

async function ofStatement(ctx: UserCtx, file: FileRow) {
  const accounts: AccountStatement[] = await ctx.db
    .selectFrom('bank_statements')
    .select(['account', 'first_day', 'last_day', 'opening', 'income', 'outgo', 'closing'])
    .where('file_id', '=', file.id)
    .orderBy('id')
    .execute();
  if (file.state === 'posted') {
    const { rows: groups } =
      await sql<LineGroup>`select match, direction, count(*)::int as lines, sum(amount) as sum
      from bank_lines where file_id = ${file.id} and is_posted group by 1, 2 order by 1, 2`.execute(ctx.db);
    const known = file.lines - groups.reduce((all, { lines }) => all + lines, 0);
    return { accounts, groups, known, entries: await postedEntries(ctx, file.id) };
  }
  const planned = await planStatement(ctx, file.id);
  const fresh = planned.filter(({ is_known }) => !is_known);
  return {
    accounts,
    groups: groupsOf(fresh),
    known: planned.length - fresh.length,
    entries: totalsOf(fresh.flatMap(entriesOf)),
    warnings: await statementWarnings(ctx, file.id),
    first_lines: await firstLines(ctx, file.id),
  };
}

/** As they were read, for the person who looks before posting. */
async function firstLines({ db }: UserCtx, fileId: number): Promise<FirstLine[]> {
  return (await db
    .selectFrom('bank_lines')
    .select(['id', 'direction', 'number', 'amount', 'party', 'party_inn', 'party_account', 'purpose'])
    .select(sql<string>`day::text`.as('day'))
    .where('file_id', '=', fileId)
    .orderBy('line')
    .orderBy('id')
    .limit(5)
    .execute()) as FirstLine[];
}

function groupsOf(lines: readonly PlannedLine[]): LineGroup[] {
  const each = Map.groupBy(lines, ({ match, direction }) => `${match} ${direction}`);
  return [...each.values()].flatMap((rows): LineGroup[] => {
    const [first] = rows;
    if (!first) return [];
    const sum = fromMinor(rows.reduce((all, { amount }) => all + amount, 0));
    return [{ match: first.match, direction: first.direction, lines: rows.length, sum }];
  });
}

/** Of its lines, and of the payouts that left or came back with them, when it was posted. */
async function postedEntries({ db }: UserCtx, fileId: number): Promise<FilePreview['entries']> {
  const { rows } = await sql<{ account: string; amount: number }>`
    with made as (select l.entry_id as id from bank_lines l where l.file_id = ${fileId} and l.entry_id is not null
      union select e.id from reconciliation_files f join bank_lines l on l.file_id = f.id and l.match in ('payout', 'payout_returned')
        join withdraws w on w.bank_line_id = l.id or w.return_line_id = l.id
        join ledger_entries e on e.family = 'withdraws' and e.row_id = w.id and e.at = f.posted_at
          and e.kind = case when w.bank_line_id = l.id then 'withdrawal-paid' else 'payout-returned' end
        where f.id = ${fileId})
    select a.kind as account, sum(l.amount) as amount from made
      join ledger_lines l on l.entry_id = made.id join ledger_accounts a on a.id = l.account_id
    group by a.kind order by a.kind`.execute(db);
  return rows;
}

function totalsOf(entries: readonly LedgerEntry[]): FilePreview['entries'] {
  const sums = new Map<string, number>();
  for (const { lines } of entries)
    for (const { account, amount } of lines) sums.set(account.kind, (sums.get(account.kind) ?? 0) + amount);
  return [...sums].map(([account, amount]) => ({ account, amount: fromMinor(amount) }));
}
