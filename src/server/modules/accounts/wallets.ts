import { sql } from 'kysely';
import type { Wallet, WalletLine } from '@/contract/accounts/users/schema';
import type { Page } from '@/contract/core/paging';
import { type Ctx, isAdmin, type UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { checkList, type ListRules } from '@/server/core/http/list-query';
import { type JsonRecord, pageOf } from '@/server/core/resource/query';
import { walletsOf } from './presenter';

/** A person's points; null while they never had any. */
export async function walletOf(ctx: Ctx, userId: number): Promise<Wallet | null> {
  const asked = walletsOf(ctx, [userId]);
  const found = asked && (await sql<{ value: Wallet }>`${asked}`.execute(ctx.db)).rows[0];
  return found?.value ?? null;
}

/** What happened to a person's points, the latest first: one's own, or anybody's for an administrator. Throws NOT_FOUND. */
export async function walletLines(ctx: UserCtx, key: string, query: JsonRecord): Promise<Page<JsonRecord>> {
  const id = /^\d{1,15}$/.test(key) ? Number(key) : 0;
  if (id !== ctx.user.id && !isAdmin(ctx)) throw new AppError('NOT_FOUND');
  const person = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!person) throw new AppError('NOT_FOUND');
  const rules: ListRules = {
    endpoint: `users/${id}/wallet`,
    columns: [],
    filters: [],
    search: {},
    defaultSort: { orderBy: 'id', sortedBy: 'desc' },
    translatable: [],
  };
  const checked = checkList(rules, query);
  const lines = ctx.db
    .selectFrom('ledger_lines')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_lines.account_id')
    .innerJoin('ledger_entries', 'ledger_entries.id', 'ledger_lines.entry_id')
    .leftJoin('users', 'users.id', 'ledger_entries.user_id')
    .where('ledger_accounts.kind', '=', 'wallet')
    .where('ledger_accounts.user_id', '=', id);
  const { total } = await lines.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const rows = await lines
    .select(['ledger_lines.id', 'ledger_lines.amount', 'ledger_lines.balance', 'users.name'])
    .select(['at', 'ledger_entries.kind', 'reason', 'family', 'row_id', 'ledger_entries.user_id'])
    .orderBy('ledger_lines.id', 'desc')
    .limit(checked.limit)
    .offset((checked.page - 1) * checked.limit)
    .execute();
  const data = rows.map(({ amount, balance, name, user_id, at, ...line }): WalletLine => {
    const user = user_id === null || name === null ? null : { id: user_id, name };
    return { ...line, at: at.toISOString(), points: amount, balance, user };
  });
  return pageOf(rules, checked, query, { data: data.map((line) => ({ ...line })), total, isEstimate: false });
}
