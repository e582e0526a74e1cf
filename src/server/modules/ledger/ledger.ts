import { sql } from 'kysely';
import { fromMinor, toDecimal, toMinor } from '@/contract/core/money';
import type { EntryKind } from '@/contract/ledger/schema';
import type { ShopBalance } from '@/contract/shops/schema';
import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { type AccountKey, accountOf, isOneOf, lockAccounts } from './ledger-accounts';

export type { AccountKey };

export interface LedgerLine {
  account: AccountKey;
  /** In minor units: kopecks, hundredths of a point. Below zero takes away. */
  amount: number;
  /** The account may not end below zero. Wallets and money on hold never may. */
  mustCover?: boolean;
}

export interface LedgerEntry {
  kind: EntryKind;
  /** In words; asked for with every adjustment. */
  reason?: string | null;
  /** The row that it is about. */
  family?: string;
  rowId?: number;
  lines: readonly LedgerLine[];
}

/**
 * Moves money between accounts (design §5): the one way that a balance changes. Belongs into the transaction of what
 * moves it; the accounts stay locked until its end. Answers the entry's id. Throws INSUFFICIENT_BALANCE when an account
 * that must not would end below zero; lines that do not sum to nothing are a mistake of the caller's.
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
      })),
    )
    .execute();
  const balances = accounts.map((account) => ({ id: account.id, balance: toDecimal(account.balance) }));
  await sql`update ledger_accounts set balance = kept.balance
    from jsonb_to_recordset(${JSON.stringify(balances)}::jsonb) as kept (id bigint, balance numeric)
    where ledger_accounts.id = kept.id`.execute(ctx.db);
  return id;
}

/** What stands on an account, in minor units; 0 for one that nothing was ever entered on. */
export async function balanceOf(ctx: Ctx, key: AccountKey): Promise<number> {
  const [account] = await ctx.db
    .selectFrom('ledger_accounts')
    .selectAll()
    .where(isOneOf([key]))
    .execute();
  return account ? toMinor(account.balance) : 0;
}

/** The money of shops, in roubles. What was earned is what is there, what is asked for and what was paid out. */
export type ShopSums = Pick<
  ShopBalance,
  'total_earnings' | 'withdrawn_amount' | 'on_hold_amount' | 'current_balance'
>;

/** Sums of many shops by their ids, in one query; every shop that was asked for has an entry. */
export async function balancesOfShops(
  ctx: Pick<Ctx, 'db'>,
  ids: readonly number[],
): Promise<Map<number, ShopSums>> {
  const rows =
    ids.length === 0
      ? []
      : await ctx.db
          .selectFrom('ledger_accounts')
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
