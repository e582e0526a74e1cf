import { type SqlBool, sql } from 'kysely';
import { toMinor } from '@/contract/core/money';
import type { Ctx } from '@/server/core/context';

/** An account: a shop's money (available, on hold, paid out), a customer's points, or a counterpart. */
export type AccountKey =
  | { kind: 'shop' | 'shop_on_hold' | 'shop_paid_out'; shopId: number }
  | { kind: 'wallet'; userId: number }
  | { kind: 'platform' | 'outside' | 'points' };

export interface Account {
  id: number;
  kind: string;
  shop_id: number | null;
  user_id: number | null;
  /** In minor units. */
  balance: number;
}

/**
 * Creates missing accounts and locks all of them in id order, so that two entries cannot deadlock; creation is
 * ordered by name for the same reason. A transaction that posts several entries locks all their accounts first.
 */
export async function lockAccounts(ctx: Ctx, keys: readonly AccountKey[]): Promise<Account[]> {
  const known = new Map(keys.map((key) => [nameOf(key), key]));
  const wanted = [...known.keys()].sort().flatMap((name) => known.get(name) ?? []);
  const there = await ctx.db.selectFrom('ledger_accounts').selectAll().where(isOneOf(wanted)).execute();
  const names = new Set(there.map((row) => nameOfColumns(row)));
  const missing = wanted.filter((key) => !names.has(nameOf(key)));
  if (missing.length > 0) {
    await ctx.db
      .insertInto('ledger_accounts')
      .values(missing.map((key) => columnsOf(key)))
      .onConflict((conflict) => conflict.constraint('ledger_accounts_key').doNothing())
      .execute();
  }
  return lock(ctx, wanted);
}

async function lock(ctx: Ctx, keys: readonly AccountKey[]): Promise<Account[]> {
  const rows = await ctx.db
    .selectFrom('ledger_accounts')
    .selectAll()
    .where(isOneOf(keys))
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map((row) => ({ ...row, balance: toMinor(row.balance) }));
}

/** Condition: a row of `ledger_accounts` is one of these. */
export function isOneOf(keys: readonly AccountKey[]) {
  const each = keys.map((key) => {
    const { kind, shop_id, user_id } = columnsOf(key);
    // `is not distinct from` would not use the index; the owner column follows from the kind.
    if (shop_id !== null) return sql<SqlBool>`(kind = ${kind} and shop_id = ${shop_id})`;
    if (user_id !== null) return sql<SqlBool>`(kind = ${kind} and user_id = ${user_id})`;
    return sql<SqlBool>`(kind = ${kind} and shop_id is null and user_id is null)`;
  });
  return sql<SqlBool>`(${sql.join(each, sql` or `)})`;
}

function columnsOf(key: AccountKey) {
  return {
    kind: key.kind,
    shop_id: 'shopId' in key ? key.shopId : null,
    user_id: 'userId' in key ? key.userId : null,
  };
}

function nameOf(key: AccountKey): string {
  return nameOfColumns(columnsOf(key));
}

function nameOfColumns({ kind, shop_id, user_id }: Pick<Account, 'kind' | 'shop_id' | 'user_id'>): string {
  return `${kind} ${shop_id ?? ''} ${user_id ?? ''}`;
}

/** Finds a locked account. */
export function accountOf(accounts: readonly Account[], key: AccountKey): Account {
  const { kind, shop_id, user_id } = columnsOf(key);
  const found = accounts.find(
    (one) => one.kind === kind && one.shop_id === shop_id && one.user_id === user_id,
  );
  if (!found) throw new Error(`No account ${nameOf(key)}`);
  return found;
}
