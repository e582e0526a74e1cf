import { type Expression, type SqlBool, sql } from 'kysely';
import { accountStanding } from '@/contract/accounts/users';
import { inOtherLayout } from '@/contract/core/keyboard';
import type { SearchResult } from '@/contract/insights/everything';
import { type Ctx, isAdmin } from '@/server/core/context';
import { escapeLike, type Reading } from '@/server/core/db/like';
import { findNamed } from '@/server/core/db/search';
import type { RowFilter } from '@/server/core/resource/policy';
import { userOptions } from '@/server/modules/accounts/users';
import { staffPolicy } from '@/server/modules/shops/policy';
import type { SearchInput } from './search-input';

const maxLines = 40;

/** All users by name, email or phone, for administrators. */
export async function searchUsers(ctx: Ctx, sought: SearchInput): Promise<SearchResult[]> {
  if (!isAdmin(ctx)) return [];
  const rows = await peopleWho(ctx, sought, userOptions.policy?.(ctx, 'read'));
  return rows.map((row) => ({ ...toFound(row), path: `/users/${row.id}` }));
}

/** Staff of an owner's shops. */
export async function searchStaffs(ctx: Ctx, sought: SearchInput): Promise<SearchResult[]> {
  if (isAdmin(ctx) || !ctx.user || ctx.user.ownedShopIds.length === 0) return [];
  const { text, reading, limit } = sought;
  const places = placesOf(text, reading);
  if (places.length === 0) return [];
  const filter = staffPolicy(ctx, 'read');
  const rows = await ctx.db
    .selectFrom('memberships')
    .innerJoin('shops', 'shops.id', 'memberships.shop_id')
    .leftJoin('users', 'users.id', 'memberships.user_id')
    .select(['memberships.id', 'memberships.name', 'shops.slug', 'users.ban_reason'])
    .select((eb) => eb.fn.coalesce('users.email', 'memberships.email').as('email'))
    .select((eb) => eb.fn.coalesce('users.is_active', eb.lit(true)).as('is_active'))
    .select(sql<string | null>`users.avatar ->> 'thumbnail'`.as('picture'))
    .where('memberships.deleted_at', 'is', null)
    .where((eb) => filter?.(eb) ?? eb.lit(true))
    .where(sql<SqlBool>`(users.id in (${sql.join(places, sql` union all `)}) or ${isCalled(text, reading)})`)
    .orderBy(sql`starts_with(lower(memberships.name), ${text.toLowerCase()})`, 'desc')
    .orderBy('memberships.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    ...toFound(row),
    path: `/${encodeURIComponent(row.slug)}/staffs/${row.id}/edit`,
  }));
}

/** Who is called so in a shop, or was invited by this address. */
function isCalled(text: string, reading: Reading) {
  const byEmail = sql<SqlBool>`memberships.email like ${`${escapeLike(text.toLowerCase())}%`}`;
  if (text.includes('@')) return byEmail;
  return sql<SqlBool>`(${byEmail} or memberships.id in ${findNamed('memberships', text, reading)})`;
}

type Person = Awaited<ReturnType<typeof peopleWho>>[number];

const toFound = (row: Pick<Person, 'id' | 'name' | 'email' | 'picture' | 'is_active' | 'ban_reason'>) => ({
  id: row.id,
  title: row.name,
  subtitle: row.email,
  picture: row.picture,
  status: accountStanding(row),
  amount: null,
  at: null,
});

async function peopleWho(ctx: Ctx, { text, reading, limit }: SearchInput, filter: RowFilter | undefined) {
  const places = placesOf(text, reading);
  if (places.length === 0) return [];
  return ctx.db
    .selectFrom('users')
    .select(['id', 'name', 'is_active', 'ban_reason'])
    .select((eb) => eb.fn.coalesce('removed_email', 'email').as('email'))
    .select(sql<string | null>`avatar ->> 'thumbnail'`.as('picture'))
    .where('deleted_at', 'is', null)
    .where((eb) => filter?.(eb) ?? eb.lit(true))
    .where(sql<SqlBool>`users.id in (${sql.join(places, sql` union all `)})`)
    .orderBy(sql`starts_with(lower(name), ${text.toLowerCase()})`, 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Selects of matching ids, each answered by an index. */
function placesOf(text: string, reading: Reading): Expression<unknown>[] {
  const digits = text.replace(/\D/g, '');
  if (/^[\d\s()+.–-]+$/.test(text)) return digits.length < 3 ? [] : [byPhone(digits)];
  const readings = [text, inOtherLayout(text)].filter((one) => one !== undefined);
  const addresses = readings.filter((one) => /^[\w.+@-]+$/.test(one)).map(byEmail);
  return [...addresses, ...(text.includes('@') ? [] : [byName(text, reading)])];
}

/** 8 and +7 are prefixes of the same number. */
function byPhone(digits: string) {
  const short = digits.length > 3 && /^[78]/.test(digits) ? digits.slice(1, 11) : digits.slice(0, 10);
  const begins = [...new Set([digits.slice(0, 10), short])];
  const each = begins.map((one) => sql<SqlBool>`phone_tail(contact) like ${`${one}%`}`);
  return sql`(select id from users where deleted_at is null and contact is not null
    and (${sql.join(each, sql` or `)}) limit ${sql.lit(maxLines)})`;
}

function byEmail(begin: string) {
  const pattern = `${escapeLike(begin.toLowerCase())}%`;
  return sql`(select id from users where deleted_at is null and email like ${pattern} limit ${sql.lit(maxLines)})`;
}

const byName = (text: string, reading: Reading) =>
  sql`(with said as materialized ${findNamed('users', text, reading)} select id from said limit ${sql.lit(maxLines)})`;
