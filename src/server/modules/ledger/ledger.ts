import { sql } from 'kysely';
import { fromMinor, toDecimal, toMinor } from '@/contract/core/money';
import type { EntryKind } from '@/contract/ledger/schema';
import type { ShopBalance } from '@/contract/shops/schema';
import type { Ctx } from '@/server/core/context';
import { prepared } from '@/server/core/db/prepared';
import { AppError } from '@/server/core/errors';
import { type AccountKey, accountOf, isOneOf, lockAccounts } from './ledger-accounts';

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

/**
 * Moves money between accounts: the only way to change a balance. Must run in the transaction of the business event;
 * accounts stay locked until its end. Returns the entry id. Throws INSUFFICIENT_BALANCE when a covered account would
 * end negative; lines that do not sum to zero are a programming error.
 */
export async function postEntry(ctx: Ctx, entry: LedgerEntry): Promise<number> {
  assertBalanced(entry.lines);
  const accounts = await lockAccounts(
    ctx,
    entry.lines.map(({ account }) => account),
  );
  const lines = entry.lines.map((line) => {
    const account = accountOf(accounts, line.account);
    account.balance += line.amount;
    return { ...line, accountId: account.id, balance: account.balance };
  });
  for (const { account, mustCover } of lines) {
    const isBound = mustCover || account.kind === 'wallet' || account.kind === 'shop_on_hold';
    if (isBound && accountOf(accounts, account).balance < 0) throw new AppError('INSUFFICIENT_BALANCE');
  }
  const { id } = await ctx.db
    .insertInto('ledger_entries')
    .values({
      at: ctx.now,
      kind: entry.kind,
      reason: entry.reason ?? null,
      family: entry.family ?? null,
      row_id: entry.rowId ?? null,
      user_id: ctx.user?.id ?? null,
      request_id: ctx.requestId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await ctx.db
    .insertInto('ledger_lines')
    .values(
      lines.map(({ accountId, amount, balance }) => ({
        entry_id: id,
        account_id: accountId,
        amount: toDecimal(amount),
        balance: toDecimal(balance),
        day: businessDayOf(ctx.now),
        kind: entry.kind,
      })),
    )
    .execute();
  const balances = accounts.map((account) => ({ id: account.id, balance: toDecimal(account.balance) }));
  await sql`update ledger_accounts set balance = kept.balance
    from jsonb_to_recordset(${JSON.stringify(balances)}::jsonb) as kept (id bigint, balance numeric)
    where ledger_accounts.id = kept.id`.execute(ctx.db);
  return id;
}

/** The day that an entry of this moment counts for, as `rebuild_ledger_days` has it. */
export const businessDayOf = (at: Date) =>
  sql<string>`(${at}::timestamptz at time zone business_time_zone())::date`;

/** Balance of an account in minor units; 0 without entries. */
export async function balanceOf(ctx: Ctx, key: AccountKey): Promise<number> {
  const [account] = await ctx.db
    .selectFrom('ledger_accounts')
    .selectAll()
    .where(isOneOf([key]))
    .execute();
  return account ? toMinor(account.balance) : 0;
}

/** A shop's money in roubles. Earned = available + requested + paid out. */
export type ShopSums = Pick<
  ShopBalance,
  'total_earnings' | 'withdrawn_amount' | 'on_hold_amount' | 'current_balance'
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
          .execute();
  const kept = new Map(rows.map((row) => [`${row.kind} ${row.shop_id}`, toMinor(row.balance)]));
  return new Map(
    ids.map((id) => {
      const [current, held, paid] = (['shop', 'shop_on_hold', 'shop_paid_out'] as const).map(
        (kind) => kept.get(`${kind} ${id}`) ?? 0,
      ) as [number, number, number];
      const sums: ShopSums = {
        total_earnings: fromMinor(current + held + paid),
        withdrawn_amount: fromMinor(paid),
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
