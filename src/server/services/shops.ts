import type { ShopStub } from '@/contract/auth';
import type { Attachment } from '@/contract/define';
import type { Page } from '@/contract/paging';
import { type Ctx, isAdmin, shopIdsOf } from '../context';
import { AppError } from '../errors';
import { checkList, type ListRules } from '../http/list-query';
import { listRows, pageOf, pick, type Values } from './resource-query';

/**
 * `GET shops/{slug or id}`: an active shop for everybody, an inactive one only for its people and administrators
 * (reference rules S-12). Throws NOT_FOUND.
 */
export async function getShop(ctx: Ctx, key: string): Promise<ShopStub & { description: string | null }> {
  const byId = /^\d{1,15}$/.test(key);
  const shop = await ctx.db
    .selectFrom('shops')
    .select(['id', 'name', 'slug', 'logo', 'is_active', 'description'])
    .where(byId ? 'id' : 'slug', '=', byId ? Number(key) : key)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const isOwn = shop && ctx.user && shopIdsOf(ctx.user).includes(shop.id);
  if (!shop || !(shop.is_active || isOwn || isAdmin(ctx))) throw new AppError('NOT_FOUND');
  return { ...shop, logo: shop.logo as unknown as Attachment | null };
}

const shopList: ListRules = {
  endpoint: 'shops',
  columns: [{ key: 'name', kind: 'title', sort: true }],
  filters: [{ key: 'is_active', via: 'param', kind: 'switch' }],
  search: { name: 'like', slug: 'eq', is_active: 'eq' },
  defaultSort: { orderBy: 'name', sortedBy: 'asc' },
  translatable: [],
};

/** `GET shops`: shops to choose among, by name. */
export async function listShops(ctx: Ctx, query: Values): Promise<Page<Values>> {
  const checked = checkList(shopList, query);
  const { rows, ...found } = await listRows(shopList, { table: 'shops' }, ctx, checked);
  const data = rows.map((row) => pick(row, ['id', 'name', 'slug', 'logo', 'is_active', 'created_at']));
  return pageOf(shopList, checked, query, { ...found, data });
}
