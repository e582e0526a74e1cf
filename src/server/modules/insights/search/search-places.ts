import { type SqlBool, sql } from 'kysely';
import { inOtherLayout } from '@/contract/core/keyboard';
import type { SearchResult } from '@/contract/insights/everything';
import { type Ctx, isAdmin } from '@/server/core/context';
import { escapeLike, type Reading } from '@/server/core/db/like';
import { findNamed, inWords } from '@/server/core/db/search';
import { couponsPolicy } from '@/server/modules/promotions/coupons/coupons';
import { isOwnShop } from '@/server/modules/shops/policy';
import type { SearchInput } from './search-input';

const maxLines = 40;

const nothing = { subtitle: null, picture: null, status: null, amount: null, at: null };

/** Shorter digit runs are no beginning of an ИНН worth looking up. */
const fewestInnDigits = 5;

/** Shops by name, slug or ИНН: all for administrators, otherwise those the user owns or works in. */
export async function searchShops(ctx: Ctx, { text, reading, limit }: SearchInput): Promise<SearchResult[]> {
  const begin = `${escapeLike(text.toLowerCase())}%`;
  // Staff see their shop without its requisites.
  const owned = isAdmin(ctx) ? null : (ctx.user?.ownedShopIds ?? []);
  const isInn = /^\d+$/.test(text) && text.length >= fewestInnDigits && owned?.length !== 0;
  const byInn = sql`union all (select id from shops where deleted_at is null
    and requisites ->> 'inn' like ${`${text}%`}
    ${owned === null ? sql`` : sql`and id = any(${owned}::bigint[])`} limit ${sql.lit(maxLines)})`;
  const rows = await ctx.db
    .selectFrom('shops')
    .select(['id', 'name', 'slug', 'is_active'])
    .select(sql<string | null>`logo ->> 'thumbnail'`.as('picture'))
    .select(sql<string | null>`requisites ->> 'inn'`.as('inn'))
    .where('deleted_at', 'is', null)
    .where(isAdmin(ctx) ? sql<SqlBool>`true` : isOwnShop(ctx))
    .where(sql<SqlBool>`shops.id in (${fewNamed('shops', text, reading)}
      union all (select id from shops where deleted_at is null and slug like ${begin} limit ${sql.lit(maxLines)})
      ${isInn ? byInn : sql``})`)
    .orderBy(sql`starts_with(lower(name), ${text.toLowerCase()})`, 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, name, slug, picture, inn, is_active }) => ({
    ...nothing,
    id,
    title: name,
    subtitle: isInn && inn?.startsWith(text) ? `${slug} · ${inn}` : slug,
    picture,
    path: `/${encodeURIComponent(slug)}`,
    status: is_active ? 'active' : 'waiting',
  }));
}

/** Coupons by code prefix, for administrators. */
export async function searchCoupons(ctx: Ctx, { text, limit }: SearchInput): Promise<SearchResult[]> {
  if (!isAdmin(ctx)) return [];
  const own = couponsPolicy(ctx, 'read');
  const codes = [text, inOtherLayout(text) ?? text].map((one) => {
    return sql<SqlBool>`code like ${`${escapeLike(one.toUpperCase())}%`}`;
  });
  const rows = await ctx.db
    .selectFrom('coupons')
    .select(['id', 'code', 'description'])
    .where('deleted_at', 'is', null)
    .where((eb) => own?.(eb) ?? eb.lit(true))
    .where((eb) => eb.or(codes))
    .orderBy('code')
    .limit(limit)
    .execute();
  return rows.map(({ id, code, description }) => ({
    ...nothing,
    id,
    title: code,
    subtitle: description,
    path: `/coupons/${encodeURIComponent(code)}/edit`,
  }));
}

/** Categories by name, for administrators. */
export async function searchCategories(
  ctx: Ctx,
  { text, reading, limit }: SearchInput,
): Promise<SearchResult[]> {
  if (!isAdmin(ctx)) return [];
  const rows = await ctx.db
    .selectFrom('categories')
    .leftJoin('categories as parents', 'parents.id', 'categories.parent_id')
    .select(['categories.id', 'categories.name', 'categories.slug', 'parents.name as parent'])
    .select(sql<string | null>`categories.image ->> 'thumbnail'`.as('picture'))
    .where('categories.deleted_at', 'is', null)
    .where(sql<SqlBool>`categories.id in (${fewNamed('categories', text, reading)})`)
    .orderBy(inWords(sql.ref('categories.name')))
    .limit(limit)
    .execute();
  return rows.map(({ id, name, slug, parent, picture }) => ({
    ...nothing,
    id,
    title: name,
    subtitle: parent,
    picture,
    path: `/categories/${encodeURIComponent(slug)}/edit`,
  }));
}

const fewNamed = (table: 'shops' | 'categories', text: string, reading: Reading) =>
  sql`(with said as materialized ${findNamed(table, text, reading)} select id from said limit ${sql.lit(maxLines)})`;
