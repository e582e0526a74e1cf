import { sql } from 'kysely';
import { adjustmentSchema, type LedgerRow } from '@/contract/ledger/schema';
import { fromMinor, toMinor } from '@/contract/money';
import type { Page } from '@/contract/paging';
import { type Ctx, isAdmin, shopIdsOf, type UserCtx } from '../context';
import { AppError } from '../errors';
import { checkList, type ListRules } from '../http/list-query';
import { validate } from '../validate';
import { audit } from './audit';
import { balanceOf, postEntry } from './ledger';
import { pageOf, type Values } from './resource-query';

/** A list without search and filters, in the order of the entries. */
const rules: Omit<ListRules, 'endpoint'> = {
  columns: [],
  filters: [],
  search: {},
  defaultSort: { orderBy: 'id', sortedBy: 'desc' },
  translatable: [],
};

/**
 * `GET shops/{id or slug}/ledger`: a page of what was entered on what a shop can withdraw. Throws NOT_FOUND for a shop
 * that is neither one's own nor an administrator's to see.
 */
export async function linesOfShop(ctx: UserCtx, key: string, query: Values): Promise<Page<Values>> {
  const shopId = await ownShopId(ctx, key);
  const list: ListRules = { ...rules, endpoint: `shops/${encodeURIComponent(key)}/ledger` };
  const checked = checkList(list, query);
  const lines = ctx.db
    .selectFrom('ledger_lines')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_lines.account_id')
    .innerJoin('ledger_entries', 'ledger_entries.id', 'ledger_lines.entry_id')
    .where('ledger_accounts.kind', '=', 'shop')
    .where('ledger_accounts.shop_id', '=', shopId);
  const { total } = await lines.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const data = await lines
    .select(['ledger_lines.id', 'at', 'ledger_entries.kind', 'reason', 'family', 'row_id'])
    .select(['ledger_lines.amount', 'ledger_lines.balance'])
    .orderBy('ledger_lines.id', checked.sortedBy)
    .limit(checked.limit)
    .offset((checked.page - 1) * checked.limit)
    .execute();
  return pageOf(list, checked, query, { data, total, isEstimate: false });
}

/**
 * `POST shops/{id or slug}/adjustments`: adds to a shop's money or takes from it, against the platform's, for a reason
 * that its owner reads. A shop may come to owe. Answers the line.
 */
export async function adjustShop(ctx: UserCtx, key: string, body: Values): Promise<LedgerRow> {
  const input = await validate(adjustmentSchema, body);
  const shopId = await ownShopId(ctx, key);
  const amount = toMinor(input.amount);
  const account = { kind: 'shop', shopId } as const;
  await postEntry(ctx, {
    kind: 'adjustment',
    reason: input.reason,
    family: 'shops',
    rowId: shopId,
    lines: [
      { account, amount },
      { account: { kind: 'platform' }, amount: -amount },
    ],
  });
  // The account is locked: nobody else has moved it since.
  const after = await balanceOf(ctx, account);
  await audit(ctx, {
    family: 'shops',
    id: shopId,
    action: 'adjustment',
    changes: {
      current_balance: [fromMinor(after - amount), fromMinor(after)],
      reason: [null, input.reason],
    },
  });
  const { data } = await linesOfShop(ctx, String(shopId), { limit: '1' });
  return data[0] as unknown as LedgerRow;
}

async function ownShopId(ctx: Ctx, key: string): Promise<number> {
  const byId = /^\d{1,15}$/.test(key);
  const shop = await ctx.db
    .selectFrom('shops')
    .select('id')
    .where(byId ? 'id' : 'slug', '=', byId ? Number(key) : key)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!shop || !(isAdmin(ctx) || (ctx.user && shopIdsOf(ctx.user).includes(shop.id)))) {
    throw new AppError('NOT_FOUND');
  }
  return shop.id;
}
