import { sql } from 'kysely';
import { fromMinor, toDecimal, toMinor } from '@/contract/core/money';
import { type AccountKind, accountRules } from '@/contract/ledger/accounts';
import type { EntryKind } from '@/contract/ledger/schema';
import type { ShopBalance } from '@/contract/shops/schema';
import type { Ctx, Database } from '@/server/core/context';
import { prepared } from '@/server/core/db/prepared';
import { AppError } from '@/server/core/errors';
import { emit } from '@/server/core/events/event';
import {
  type Account,
  type AccountKey,
  isOneOf,
  isStored,
  lockAccounts,
  pickAccount,
} from './ledger-accounts';

export type { AccountKey };

export interface LedgerLine {
  account: AccountKey;
  /** Minor units: kopecks, hundredths of a point. Negative debits the account. */
  amount: number;
  /** The account may not end negative. Wallets and money on hold never may. */
  mustCover?: boolean;
}

export interface LedgerEntry {
  kind: EntryKind;
  /** Required for adjustments. */
  reason?: string | null;
  /** Family of the row that it is about. */
  family?: string;
  rowId?: number;
  lines: readonly LedgerLine[];
}

/** Posts one entry like `postEntries`, and returns its id. */
export async function postEntry(ctx: Ctx, entry: LedgerEntry): Promise<number> {
  const [id] = await postEntries(ctx, [entry]);
  if (id === undefined) throw new Error('No entry was posted');
  return id;
}

/**
 * Moves money between accounts: the only way to change a balance. Must run in the transaction of the business event;
 * accounts of one owner stay locked until its end, those of the marketplace are never locked (rules/ledger: no entry
 * waits for a shared row). Returns the entries' ids. Throws INSUFFICIENT_BALANCE when an entry leaves a covered account
 * negative; lines that do not sum to zero are a programming error.
 */
export async function postEntries(ctx: Ctx, entries: readonly LedgerEntry[]): Promise<number[]> {
  if (entries.length === 0) return [];
  const keys = entries.flatMap(({ lines }) => lines.map(({ account }) => account));
  const accounts = await lockAccounts(ctx, keys);
  const written = entries.map((entry) => balancedLines(accounts, entry));
  const rows = await ctx.db
    .insertInto('ledger_entries')
    .values(
      entries.map(({ kind, reason = null, family = null, rowId = null }) => ({
        at: ctx.now,
        kind,
        reason,
        family,
        row_id: rowId,
        user_id: ctx.user?.id ?? null,
        request_id: ctx.requestId,
      })),
    )
    .returning('id')
    .execute();
  const ids = rows.map(({ id }) => id);
  const day = ledgerDay(ctx.now);
  const lines = written.flatMap((each, place) =>
    each.map((line) => ({ entry_id: ids[place] ?? 0, day, ...line })),
  );
  await ctx.db.insertInto('ledger_lines').values(lines).execute();
  const moved = new Set(lines.flatMap(({ account_id, balance }) => (balance === null ? [] : [account_id])));
  await storeBalances(
    ctx,
    accounts.filter(({ id }) => moved.has(id)),
  );
  for (const { rowId } of entries.filter(isRefundPaid))
    await emit(ctx, 'refund-paid', { record: rowId ?? 0, data: {} });
  return ids;
}

/** Money of a refund is no longer on its way. */
const isRefundPaid = ({ family, lines }: LedgerEntry): boolean =>
  family === 'refunds' &&
  lines.some(({ account, amount }) => account.kind === 'refund_in_progress' && amount < 0);

/** The lines of an entry with the balances after them, which `accounts` have from then on. */
function balancedLines(accounts: readonly Account[], { kind, lines }: LedgerEntry) {
  assertBalanced(lines);
  const written = lines.map(({ account: key, amount }) => {
    const account = pickAccount(accounts, key);
    if (isStored(key)) account.balance += amount;
    const balance = isStored(key) ? toDecimal(account.balance) : null;
    return { account_id: account.id, amount: toDecimal(amount), balance, kind };
  });
  for (const { account, mustCover } of lines) {
    const isBound = mustCover || accountRules[account.kind].isCovered;
    if (isBound && pickAccount(accounts, account).balance < 0) throw new AppError('INSUFFICIENT_BALANCE');
  }
  return written;
}

async function storeBalances(ctx: Ctx, accounts: readonly Account[]): Promise<void> {
  if (accounts.length === 0) return;
  const balances = accounts.map(({ id, balance }) => ({ id, balance: toDecimal(balance) }));
  await sql`update ledger_accounts set balance = kept.balance
    from jsonb_to_recordset(${JSON.stringify(balances)}::jsonb) as kept (id bigint, balance numeric)
    where ledger_accounts.id = kept.id`.execute(ctx.db);
}

/** The day that an entry of this moment counts for, as `rebuild_ledger_days` has it. */
export const ledgerDay = (at: Date) =>
  sql<string>`(${at}::timestamptz at time zone business_time_zone())::date`;

/** Balance of an account in minor units; 0 without entries. That of the marketplace's is the sum of its turnovers. */
export async function loadBalance(ctx: Ctx, key: AccountKey): Promise<number> {
  const sum = sql<number>`(select coalesce(sum(income - outgo), 0) from ledger_days where account_id = ledger_accounts.id)`;
  const account = await ctx.db
    .selectFrom('ledger_accounts')
    .select(isStored(key) ? 'balance' : sum.as('balance'))
    .where(isOneOf([key]))
    .executeTakeFirst();
  return account ? toMinor(account.balance) : 0;
}

/** Adds up the turnovers that entries have appended, so that a sum reads one row per day and kind. */
export async function sumLedgerDays(db: Database): Promise<void> {
  await sql`select sum_ledger_days()`.execute(db);
}

/** A shop's money in roubles. Earned = available + requested + paid out. */
export type ShopSums = Pick<
  ShopBalance,
  'total_earnings' | 'withdrawn_amount' | 'in_transit_amount' | 'on_hold_amount' | 'current_balance'
>;

/** Sums by shop id in one query; every requested shop has an entry. */
export async function balancesOfShops(
  ctx: Pick<Ctx, 'db'>,
  ids: readonly number[],
): Promise<Map<number, ShopSums>> {
  const rows =
    ids.length === 0
      ? []
      : await ctx.db
          .selectFrom('ledger_accounts')
          .modifyFront(prepared)
          .select(['shop_id', 'kind', 'balance'])
          .where('shop_id', '=', sql<number>`any(${[...ids]}::bigint[])`)
          // Of the account of payouts on their way, which all shops share.
          .unionAll((eb) =>
            eb
              .selectFrom('withdraws')
              .select((sums) => [
                'shop_id',
                sql<string>`'payout_in_transit'`.as('kind'),
                sums.fn.sum<number>('amount').as('balance'),
              ])
              .where('payout_state', '=', 'confirmed')
              .where('shop_id', '=', sql<number>`any(${[...ids]}::bigint[])`)
              .groupBy('shop_id'),
          )
          .execute();
  const kept = new Map(rows.map((row) => [`${row.kind} ${row.shop_id}`, toMinor(row.balance)]));
  return new Map(
    ids.map((id) => {
      const sumOf = (kind: AccountKind) => kept.get(`${kind} ${id}`) ?? 0;
      const [current, held, paid] = [sumOf('shop'), sumOf('shop_on_hold'), sumOf('shop_paid_out')];
      const sums: ShopSums = {
        total_earnings: fromMinor(current + held + paid),
        withdrawn_amount: fromMinor(paid),
        in_transit_amount: fromMinor(sumOf('payout_in_transit')),
        on_hold_amount: fromMinor(held),
        current_balance: fromMinor(current),
      };
      return [id, sums];
    }),
  );
}

function assertBalanced(lines: readonly LedgerLine[]): void {
  const isWhole = lines.every(({ amount }) => Number.isSafeInteger(amount) && amount !== 0);
  const sum = lines.reduce((total, { amount }) => total + BigInt(isWhole ? amount : 1), 0n);
  if (!isWhole || lines.length < 2 || sum !== 0n) throw new Error('A ledger entry is not balanced');
}
