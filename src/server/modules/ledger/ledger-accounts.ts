import { type SqlBool, sql } from 'kysely';
import { toMinor } from '@/contract/core/money';
import { type AccountKind, accountRules, type Provider } from '@/contract/ledger/accounts';
import type { Ctx } from '@/server/core/context';

type KindOf<Owner> = {
  [Kind in AccountKind]: (typeof accountRules)[Kind]['owner'] extends Owner ? Kind : never;
}[AccountKind];

/** An account of the chart (`contract/ledger/accounts.ts`) and its owner. */
export type AccountKey =
  | { kind: KindOf<'shop'>; shopId: number }
  | { kind: KindOf<'user'>; userId: number }
  | { kind: KindOf<'provider'>; provider: Provider }
  | { kind: KindOf<null> };

export interface Account {
  id: number;
  kind: string;
  shop_id: number | null;
  user_id: number | null;
  provider: string | null;
  /** In minor units; 0 for an account whose balance is not stored. */
  balance: number;
}

/** True for an account that entries lock, because its balance is read and written. */
export const isStored = ({ kind }: AccountKey): boolean => accountRules[kind].isStored;

/**
 * Creates missing accounts, locks those with a stored balance in id order, so that two entries cannot deadlock, and
 * finds the others without a lock. A transaction that posts several entries locks all their accounts first.
 */
export async function lockAccounts(ctx: Ctx, keys: readonly AccountKey[]): Promise<Account[]> {
  const known = new Map(keys.map((key) => [nameOf(key), key]));
  const wanted = [...known.keys()].sort().flatMap((name) => known.get(name) ?? []);
  if (wanted.length === 0) return [];
  const found = await findAndLock(ctx, wanted);
  if (found.length === wanted.length) return found;
  const names = new Set(found.map((row) => nameOfColumns(row)));
  await ctx.db
    .insertInto('ledger_accounts')
    .values(wanted.filter((key) => !names.has(nameOf(key))).map((key) => columnsOf(key)))
    .onConflict((conflict) => conflict.constraint('ledger_accounts_key').doNothing())
    .execute();
  return findAndLock(ctx, wanted);
}

async function findAndLock(ctx: Ctx, keys: readonly AccountKey[]): Promise<Account[]> {
  const [stored, summed] = [keys.filter(isStored), keys.filter((key) => !isStored(key))];
  const of = (some: readonly AccountKey[]) =>
    ctx.db.selectFrom('ledger_accounts').selectAll().where(isOneOf(some));
  const locked = stored.length > 0 ? await of(stored).orderBy('id').forNoKeyUpdate().execute() : [];
  const others = summed.length > 0 ? await of(summed).execute() : [];
  return [...locked, ...others].map((row) => ({ ...row, balance: toMinor(row.balance) }));
}

/** Condition: a row of `ledger_accounts` is one of these. */
export function isOneOf(keys: readonly AccountKey[]) {
  const each = keys.map((key) => {
    const { kind, shop_id, user_id, provider } = columnsOf(key);
    // `is not distinct from` would not use the index; the owner column follows from the kind.
    if (shop_id !== null) return sql<SqlBool>`(kind = ${kind} and shop_id = ${shop_id})`;
    if (user_id !== null) return sql<SqlBool>`(kind = ${kind} and user_id = ${user_id})`;
    if (provider !== null) return sql<SqlBool>`(kind = ${kind} and provider = ${provider})`;
    return sql<SqlBool>`(kind = ${kind} and shop_id is null and user_id is null)`;
  });
  return sql<SqlBool>`(${sql.join(each, sql` or `)})`;
}

function columnsOf(key: AccountKey) {
  return {
    kind: key.kind,
    shop_id: 'shopId' in key ? key.shopId : null,
    user_id: 'userId' in key ? key.userId : null,
    provider: 'provider' in key ? key.provider : null,
  };
}

function nameOf(key: AccountKey): string {
  return nameOfColumns(columnsOf(key));
}

type OwnerColumns = Pick<Account, 'kind' | 'shop_id' | 'user_id' | 'provider'>;

function nameOfColumns({ kind, shop_id, user_id, provider }: OwnerColumns): string {
  return `${kind} ${shop_id ?? ''} ${user_id ?? ''} ${provider ?? ''}`;
}

/** Finds an account among those that `lockAccounts` returned. */
export function pickAccount(accounts: readonly Account[], key: AccountKey): Account {
  const name = nameOf(key);
  const found = accounts.find((one) => nameOfColumns(one) === name);
  if (!found) throw new Error(`No account ${name}`);
  return found;
}
