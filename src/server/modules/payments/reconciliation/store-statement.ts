import { type Insertable, sql } from 'kysely';
import { toDecimal } from '@/contract/core/money';
import type { Ctx, UserCtx } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import type { AccountLine, AccountTotals } from './statement/check-statement';

export interface StatementContent {
  accounts: AccountTotals[];
  bankLines: AccountLine[];
}

/** Lines of one statement to the database: others wait no longer than for these. */
const batch = 500;

export const storeStatement = (
  ctx: UserCtx,
  columns: StoredColumns,
  { accounts, bankLines }: StatementContent,
): Promise<number | undefined> =>
  storeInParts(ctx, { ...columns, kind: 'statement', provider: null }, async (fileId) => {
    await storeAccounts(ctx, fileId, accounts);
    for (let from = 0; from < bankLines.length; from += batch)
      await storeLines(ctx, fileId, bankLines.slice(from, from + batch));
  });

/** What a process that died has left half written. */
const staleMs = 3600_000;

type StoredColumns = Omit<
  Insertable<DB['reconciliation_files']>,
  'kind' | 'provider' | 'state' | 'uploaded_by' | 'created_at'
> & { state?: string };

/**
 * Stores a file whose lines `write` adds in several statements, and returns it; undefined when the same person has it
 * already. Not one transaction: on an embedded database everybody would wait for a large file. Until it is whole, nobody
 * sees it.
 */
export async function storeInParts(
  ctx: UserCtx,
  {
    state = 'waiting',
    ...columns
  }: StoredColumns & Pick<Insertable<DB['reconciliation_files']>, 'kind' | 'provider'>,
  write: (fileId: number) => Promise<void>,
): Promise<number | undefined> {
  await ctx.db
    .deleteFrom('reconciliation_files')
    .where('state', '=', 'reading')
    .where('created_at', '<', new Date(ctx.now.getTime() - staleMs))
    .execute();
  const made = await ctx.db
    .insertInto('reconciliation_files')
    .values({
      ...columns,
      // What is kept in quarantine has no lines.
      state: state === 'quarantined' ? state : 'reading',
      uploaded_by: ctx.user.id,
      created_at: ctx.now,
    })
    // Two uploads of one file at once are one file.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return undefined;
  try {
    await write(made.id);
    await analyzeLines(ctx, { kind: columns.kind, lines: Number(columns.lines) });
  } catch (error) {
    await ctx.db.deleteFrom('reconciliation_files').where('id', '=', made.id).execute();
    throw error;
  }
  await ctx.db.updateTable('reconciliation_files').set({ state }).where('id', '=', made.id).execute();
  return made.id;
}

async function storeAccounts(
  ctx: UserCtx,
  fileId: number,
  accounts: readonly AccountTotals[],
): Promise<void> {
  const decimal = (sum: number | null) => (sum === null ? null : toDecimal(sum));
  const totals = accounts.map((one) => ({
    file_id: fileId,
    account: one.account,
    first_day: one.firstDay,
    last_day: one.lastDay,
    opening: decimal(one.opening),
    income: toDecimal(one.income),
    outgo: toDecimal(one.outgo),
    closing: decimal(one.closing),
  }));
  await ctx.db.insertInto('bank_statements').values(totals).execute();
}

async function storeLines(ctx: UserCtx, fileId: number, lines: readonly AccountLine[]): Promise<void> {
  const rows = lines.map((one) => ({
    line: one.line,
    account: one.account,
    line_key: one.key,
    ordinal: one.ordinal,
    day: one.day,
    direction: one.direction,
    number: one.number,
    amount: toDecimal(one.amount),
    party: one.party,
    party_inn: one.partyInn,
    party_bic: one.partyBic,
    party_account: one.partyAccount,
    purpose: one.purpose,
  }));
  await sql`insert into bank_lines (file_id, line, account, line_key, ordinal, direction, day, number, amount, party,
      party_inn, party_bic, party_account, purpose)
    select ${fileId}, line, account, line_key, ordinal, direction, day, number, amount, party,
      party_inn, party_bic, party_account, purpose
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (line int, account text, line_key text,
      ordinal int, direction text, day date, number text, amount numeric, party text, party_inn text,
      party_bic text, party_account text, purpose text) order by line, ordinal`.execute(ctx.db);
}

/** From here on the plan for a table that was small compares each line with each. */
const manyLines = 1000;

/** After many lines were stored or posted: the database learns of them by itself only later. */
export async function analyzeLines(
  { db }: Pick<Ctx, 'db'>,
  { kind, lines }: { kind: string; lines: number },
): Promise<void> {
  if (!(lines >= manyLines)) return;
  const tables = kind === 'registry' ? ['provider_registry_lines'] : ['bank_lines', 'bank_statements'];
  for (const table of tables) await sql`analyze ${sql.table(table)}`.execute(db);
}
