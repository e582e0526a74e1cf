import { toDecimal } from '@/contract/core/money';
import { accountRules } from '@/contract/ledger/accounts';
import { ctxAt, type SeedCtx } from '@/server/demo/context';
import { type AccountKey, type LedgerEntry, ledgerDay } from '@/server/modules/ledger/ledger';
import { isStored, lockAccounts, pickAccount } from '@/server/modules/ledger/ledger-accounts';

/** Money that was moved in the past. */
export interface PastEntry {
  at: Date;
  entry: LedgerEntry;
}

/** Writes the entries until a moment, or all that are left, so that services can move money in between. */
export type Book = (until?: Date) => Promise<void>;

export function openBook(seed: SeedCtx, entries: readonly PastEntry[]): Book {
  const left = entries.toSorted((one, other) => one.at.getTime() - other.at.getTime());
  return async (until) => {
    const end = until ? left.findIndex(({ at }) => at > until) : -1;
    const past = left.splice(0, end === -1 ? left.length : end);
    if (past.length > 0) await writeEntries(seed, past);
  };
}

/**
 * Writes entries in bulk: what `postEntry` does one by one. Throws when an account that must not be negative would be:
 * the demo data is then inconsistent.
 */
async function writeEntries({ db, now }: SeedCtx, sorted: readonly PastEntry[]): Promise<void> {
  const ctx = ctxAt(db, now, null);
  const keys = sorted.flatMap(({ entry }) => entry.lines.map(({ account }) => account));
  const accounts = await lockAccounts(ctx, keys);
  const before = accounts.map(({ balance }) => balance);
  const entryRows = await inChunks(sorted, (chunk) =>
    db
      .insertInto('ledger_entries')
      .values(
        chunk.map(({ at, entry }) => ({
          at,
          kind: entry.kind,
          reason: entry.reason ?? null,
          family: entry.family ?? null,
          row_id: entry.rowId ?? null,
          request_id: 'demo',
        })),
      )
      .returning('id')
      .execute(),
  );
  const lines = sorted.flatMap(({ entry, at }, place) =>
    entry.lines.map((line) => {
      const account = pickAccount(accounts, line.account);
      if (isStored(line.account)) account.balance += line.amount;
      if (isBound(line.account, line.mustCover) && account.balance < 0) {
        throw new Error(`The demo takes more than there is: ${account.kind} at ${at.toISOString()}`);
      }
      const entry_id = entryRows[place]?.id ?? 0;
      const [amount, balance] = [
        toDecimal(line.amount),
        isStored(line.account) ? toDecimal(account.balance) : null,
      ];
      return { entry_id, account_id: account.id, amount, balance, day: ledgerDay(at), kind: entry.kind };
    }),
  );
  await inChunks(lines, (chunk) => db.insertInto('ledger_lines').values(chunk).returning('id').execute());
  // Those without a stored balance have none to write.
  for (const { id, balance } of accounts.filter((one, place) => one.balance !== before[place])) {
    await db
      .updateTable('ledger_accounts')
      .set({ balance: toDecimal(balance) })
      .where('id', '=', id)
      .execute();
  }
}

const isBound = ({ kind }: AccountKey, mustCover = false) => mustCover || accountRules[kind].isCovered;

/** Batched statements, each below the limit of parameters. */
export async function inChunks<Item, Row>(
  items: readonly Item[],
  write: (chunk: Item[]) => Promise<Row[]>,
  size = 1000,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let from = 0; from < items.length; from += size) {
    rows.push(...(await write(items.slice(from, from + size))));
  }
  return rows;
}
