import { sql } from 'kysely';
import type { Attachment } from '@/contract/core/define';
import { permissionsOfRole, type Role, staffScopes } from '@/contract/core/permissions';
import type { Database } from '@/server/core/context';
import { hashPassword } from '@/server/modules/accounts/sign-in/passwords';
import type { Related } from './needs';

/** Staff scopes among the permissions, in the order of `staffScopes`. */
const scopesOf = (permissions: readonly string[]) =>
  staffScopes.filter((scope) => permissions.includes(`staff:${scope}`));

/** Each `buildX` stores one row with defaults for the rest, including parents. */
let last = 0;
const next = () => {
  last += 1;
  return last;
};

export interface BuiltUser {
  id: number;
  name: string;
  email: string;
}

export interface BuiltShop {
  id: number;
  name: string;
  slug: string;
}

interface GivenUser {
  role?: Role;
  name?: string;
  email?: string;
  password?: string;
  isActive?: boolean;
  worksIn?: BuiltShop;
}

interface GivenShop {
  owner?: { id: number };
  name?: string;
  slug?: string;
  isActive?: boolean;
}

/** Returns as many rows as were passed. */
type Same<Given extends readonly unknown[], Built> = { [Index in keyof Given]: Built };

export async function buildUser(db: Database, given: GivenUser = {}): Promise<BuiltUser> {
  const [user] = await insertUsers(db, [given]);
  return user;
}

/** Inserts many in one statement: a scene is built before each of thousands of tests. */
async function insertUsers<const Given extends readonly GivenUser[]>(
  db: Database,
  given: Given,
): Promise<Same<Given, BuiltUser>> {
  const values = given.map(async ({ role, name, email, password, isActive, worksIn }: GivenUser) => {
    const number = next();
    return {
      name: name ?? `Человек ${number}`,
      email: email ?? `person${number}@test.ru`,
      password_hash: password ? await hashPassword(password) : 'none',
      permissions: [...permissionsOfRole[role ?? 'customer']],
      is_active: isActive ?? true,
      shop_id: worksIn?.id ?? null,
      email_verified_at: new Date(verified),
      created_at: new Date(verified),
    };
  });
  const rows = await db
    .insertInto('users')
    .values(await Promise.all(values))
    .returning(['id', 'name', 'email'])
    .execute();
  for (const [index, { worksIn, role }] of given.entries())
    if (worksIn) await buildMembership(db, { user: rows[index] as BuiltUser, shop: worksIn, role });
  return rows as Same<Given, BuiltUser>;
}

/** Somebody who works in a shop, which becomes the current one only with `buildUser`. Returns the membership's id. */
export async function buildMembership(
  db: Database,
  {
    user,
    shop,
    role,
    roleId,
  }: { user: BuiltUser; shop: { id: number }; role?: Role | undefined; roleId?: number },
): Promise<number> {
  const scopes = scopesOf(permissionsOfRole[role ?? 'staff']);
  const values = { user_id: user.id, shop_id: shop.id, name: user.name, email: user.email, scopes };
  const { id } = await db
    .insertInto('memberships')
    .values({ ...values, role_id: roleId ?? null, created_at: new Date(verified) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function buildShop(db: Database, given: GivenShop = {}): Promise<BuiltShop> {
  const [shop] = await insertShops(db, [
    { ...given, owner: given.owner ?? (await buildUser(db, { role: 'store_owner' })) },
  ]);
  return shop;
}

async function insertShops<const Given extends readonly (GivenShop & { owner: { id: number } })[]>(
  db: Database,
  given: Given,
): Promise<Same<Given, BuiltShop>> {
  const values = given.map(({ owner, name, slug, isActive }) => {
    const number = next();
    return {
      name: name ?? `Лавка ${number}`,
      slug: slug ?? `lavka-${number}`,
      owner_id: owner.id,
      is_active: isActive ?? true,
    };
  });
  const rows = await db.insertInto('shops').values(values).returning(['id', 'name', 'slug']).execute();
  return rows as Same<Given, BuiltShop>;
}

/** A new upload of a user, by default a picture; only the row exists, not the file. */
export async function buildAttachment(
  db: Database,
  { user, kind = 'png' }: { user?: { id: number }; kind?: 'png' | 'pdf' } = {},
) {
  const number = next();
  return db
    .insertInto('attachments')
    .values({
      user_id: user?.id ?? null,
      kind,
      file_name: `file-${number}.${kind}`,
      path: `2026-03/file-${number}.${kind}`,
      thumbnail_path: kind === 'png' ? `2026-03/file-${number}.thumb.webp` : null,
      size: 100,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A user of each role, two owners with a shop each, and a member of staff in the first shop. */
export interface Scene {
  super_admin: BuiltUser;
  store_owner: BuiltUser;
  staff: BuiltUser;
  customer: BuiltUser;
  shop: BuiltShop;
  otherOwner: BuiltUser;
  otherStaff: BuiltUser;
  otherShop: BuiltShop;
  /** The memberships of `staff` and `otherStaff`. */
  member: { id: number };
  otherMember: { id: number };
  /** Rows that a family's sample refers to (`needs.ts`). */
  related: Related;
  /** Picture for samples that need one, in the form of the API. */
  picture?: Attachment;
}

/** A single statement: it runs before each of thousands of tests, and three inserts take twice as long. */
export async function buildScene(db: Database): Promise<Scene> {
  const email = () => `person${next()}@test.ru`;
  const may = (role: Role) => `{${permissionsOfRole[role].join(',')}}`;
  const { rows } = await sql<{
    people: BuiltUser[];
    shops: BuiltShop[];
    workers: BuiltUser[];
    members: { id: number }[];
  }>`
    with people as (
      insert into users (name, email, password_hash, permissions, email_verified_at, created_at) values
        ('Анна', ${email()}, 'none', ${may('super_admin')}, ${verified}, ${verified}),
        ('Борис', ${email()}, 'none', ${may('store_owner')}, ${verified}, ${verified}),
        ('Вера', ${email()}, 'none', ${may('store_owner')}, ${verified}, ${verified}),
        ('Егор', ${email()}, 'none', ${may('customer')}, ${verified}, ${verified})
      returning id, name, email
    ), places as (
      insert into shops (name, slug, is_active, owner_id)
      select * from (values
        ('Первая лавка', 'pervaya', true, (select id from people where name = 'Борис')),
        ('Другая лавка', 'drugaya', true, (select id from people where name = 'Вера'))
      ) as places
      returning id, name, slug
    ), workers as (
      insert into users (name, email, password_hash, permissions, email_verified_at, created_at, shop_id)
      select name, email, 'none', ${may('staff')}::text[], ${verified}::timestamptz, ${verified}::timestamptz, shop_id from (values
        ('Галина', ${email()}, (select id from places where slug = 'pervaya')),
        ('Денис', ${email()}, (select id from places where slug = 'drugaya'))
      ) as workers(name, email, shop_id)
      returning id, name, email, shop_id
    ), members as (
      insert into memberships (user_id, shop_id, name, email, scopes, created_at)
      select id, shop_id, name, email, ${`{${scopesOf(permissionsOfRole.staff).join(',')}}`}::text[], ${verified}::timestamptz
      from workers returning id, shop_id
    )
    select (select json_agg(people) from people) as people, (select json_agg(places) from places) as shops,
      (select json_agg(workers) from workers) as workers,
      (select json_agg(members order by shop_id) from members) as members`.execute(db);
  const { people = [], shops = [], workers = [], members = [] } = rows[0] ?? {};
  const [super_admin, store_owner, otherOwner, customer] = people as Four<BuiltUser>;
  const [shop, otherShop] = shops as Two<BuiltShop>;
  const [staff, otherStaff] = workers as Two<BuiltUser>;
  const [member, otherMember] = members as Two<{ id: number }>;
  return {
    ...{ super_admin, store_owner, otherOwner, shop, otherShop, staff, otherStaff, customer, related: {} },
    ...{ member, otherMember },
  };
}

type Two<Row> = [Row, Row];
type Four<Row> = [...Two<Row>, ...Two<Row>];
/** People of a scene registered and proved their address before the clock of the tests. */
const verified = '2026-01-01T00:00:00Z';
