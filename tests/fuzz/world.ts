import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { resourceNames } from '@/contract';
import { permissionsOfRole } from '@/contract/core/permissions';
import { seedDemo } from '@/server/demo/demo';
import { sumCounted } from '@/server/modules/insights/dashboards/analytics-days';
import type { TestApp } from '../support/server';

export const roleNames = [
  'super_admin',
  'owner',
  'otherOwner',
  'staff',
  'idleStaff',
  'customer',
  'guest',
  'expired',
  'banned',
] as const;

export type RoleName = (typeof roleNames)[number];

/** Roles whose session is open: a 401 for one of them is a fault. */
export const living: readonly RoleName[] = [
  'super_admin',
  'owner',
  'otherOwner',
  'staff',
  'idleStaff',
  'customer',
];

interface Actor {
  role: RoleName;
  id: number;
  email: string;
  permissions: readonly string[];
  shopId: number | null;
  isActive: boolean;
}

/** A private text of one shop, which only its people and administrators may read. */
export interface Marker {
  text: string;
  table: string;
  shopId: number;
}

export interface World {
  actors: Actor[];
  markers: Marker[];
  /** The `authorization` header of a role. */
  token: (role: RoleName) => string | undefined;
  /** Restores what other requests took from an actor: account, session, attempts. */
  restore: () => Promise<void>;
  /** Restores trashed rows and the settings. */
  revive: () => Promise<void>;
  /** True when the role has gained access to the shop. */
  mayRead: (role: RoleName, shopId: number) => Promise<boolean>;
}

const tokenOf = (role: RoleName) => `fuzz-session-of-${role}`;

/** The demo marketplace with a person for each role and a marked text in records of `owner2`'s shop only. */
export async function buildWorld(api: TestApp): Promise<World> {
  await seedDemo({ db: api.db, now: api.now(), dataDir: api.dataDir });
  await sumCounted(api.db);
  const actors = await actorsOf(api);
  const markers = await plant(api, actors);
  const { options } = await api.db.selectFrom('settings').select('options').executeTakeFirstOrThrow();
  const world: World = {
    actors,
    markers,
    token: (role) => (role === 'guest' ? undefined : tokenOf(role)),
    restore: () => restore(api, actors),
    revive: () => revive(api, options),
    mayRead: (role, shopId) => mayRead(api, actors, role, shopId),
  };
  await world.restore();
  return world;
}

async function actorsOf({ db }: TestApp): Promise<Actor[]> {
  const people = await db.selectFrom('users').select(['id', 'email', 'shop_id']).execute();
  const byEmail = (email: string) => {
    const person = people.find((one) => one.email === email);
    if (!person) throw new Error(`The demo has no ${email}`);
    return person;
  };
  const staff = byEmail('staff@demo.ru');
  const add = async (name: string, shopId: number | null) =>
    db
      .insertInto('users')
      .values({
        name,
        email: `${name}@fuzz.test`,
        password_hash: 'none',
        permissions: ['customer'],
        shop_id: shopId,
      })
      .returning(['id', 'email'])
      .executeTakeFirstOrThrow();
  const made = async (role: RoleName, person: { id: number; email: string }, more: Partial<Actor> = {}) => ({
    role,
    id: Number(person.id),
    email: person.email,
    permissions: permissionsOfRole.customer,
    shopId: null,
    isActive: true,
    ...more,
  });
  const owner = { permissions: permissionsOfRole.store_owner };
  return [
    await made('super_admin', byEmail('admin@demo.ru'), { permissions: permissionsOfRole.super_admin }),
    await made('owner', byEmail('owner@demo.ru'), owner),
    await made('otherOwner', byEmail('owner2@demo.ru'), owner),
    await made('staff', staff, { permissions: permissionsOfRole.staff, shopId: staff.shop_id }),
    await made('idleStaff', await add('idle', staff.shop_id), {
      permissions: ['staff', 'customer'],
      shopId: staff.shop_id,
    }),
    await made('customer', byEmail('customer@demo.ru')),
    await made('expired', await add('expired', null), owner),
    await made('banned', await add('banned', null), { ...owner, isActive: false }),
  ];
}

/** Tables with `shop_id` and a text that only the shop and administrators read. */
const privateTexts = [
  ['withdraws', 'details'],
  ['withdraws', 'note'],
  ['orders', 'customer_contact'],
  ['orders', 'note'],
] as const;

async function plant({ db }: TestApp, actors: readonly Actor[]): Promise<Marker[]> {
  const owner = actors.find(({ role }) => role === 'otherOwner');
  const { id: shopId } = await db
    .selectFrom('shops')
    .select('id')
    .where('owner_id', '=', Number(owner?.id))
    .executeTakeFirstOrThrow();
  const markers: Marker[] = [];
  for (const [table, column] of privateTexts) {
    const text = `zq-${table}-${column}-qz`;
    // A whole order belongs to its buyer and to every shop in it; one of the customer's own is no secret of the shop.
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${text}
      where shop_id = ${shopId} ${table === 'orders' ? sql`and parent_id is not null and customer_id is distinct from ${customerIn(actors)}` : sql``}`.execute(
      db,
    );
    markers.push({ text, table, shopId: Number(shopId) });
  }
  const bank = 'zq-shops-payment_info-qz';
  await sql`update shops set payment_info = ${JSON.stringify({ account: bank, name: bank, email: 'a@b.ru', bank })}::jsonb
    where id = ${shopId}`.execute(db);
  return [...markers, { text: bank, table: 'shops', shopId: Number(shopId) }];
}

const customerIn = (actors: readonly Actor[]) => Number(actors.find(({ role }) => role === 'customer')?.id);

async function restore({ db, now }: TestApp, actors: readonly Actor[]): Promise<void> {
  const list = JSON.stringify(
    actors.map((actor) => ({
      ...actor,
      hash: createHash('sha256').update(tokenOf(actor.role)).digest('hex'),
      // Expires in a day, except for the role with an expired session.
      until: new Date(now().getTime() + (actor.role === 'expired' ? -1 : 24) * 3600_000),
    })),
  );
  const given = sql`json_to_recordset(${list}::json) as actor(id bigint, email text, permissions json, "shopId" bigint,
    "isActive" boolean, hash text, until timestamptz)`;
  await sql`update users set email = actor.email, is_active = actor."isActive", deleted_at = null, shop_id = actor."shopId",
      permissions = array(select json_array_elements_text(actor.permissions)), email_verified_at = ${now()}, totp_secret = null,
      totp_enabled_at = null, removed_email = null from ${given} where users.id = actor.id`.execute(db);
  await sql`delete from sessions where user_id in (select id from ${given})`.execute(db);
  await sql`insert into sessions (user_id, token_hash, created_at, last_seen_at, expires_at)
    select id, hash, ${now()}, ${now()}, until from ${given}`.execute(db);
  await sql`delete from rate_limits`.execute(db);
}

/** People are restored one by one; records that hold money only through their own endpoints. */
const revived = (name: string) => !['users', 'staffs', 'orders', 'refunds', 'withdraws'].includes(name);

async function revive({ db }: TestApp, options: unknown): Promise<void> {
  for (const name of resourceNames) {
    if (!revived(name)) continue;
    const table = name.replaceAll('-', '_');
    // The slug or number may be in use by now: then the row stays where it is.
    await sql`update ${sql.table(table)} set deleted_at = null
      where deleted_at is not null`
      .execute(db)
      .catch(() => undefined);
  }
  await sql`update settings set options = ${JSON.stringify(options)}::jsonb`.execute(db);
}

async function mayRead(
  { db }: TestApp,
  actors: readonly Actor[],
  role: RoleName,
  shopId: number,
): Promise<boolean> {
  const id = actors.find((actor) => actor.role === role)?.id ?? 0;
  const { rows } = await sql<{ may: boolean }>`select exists (select from users where id = ${id}
      and (shop_id = ${shopId} or 'super_admin' = any(permissions)))
    or exists (select from shops where id = ${shopId} and owner_id = ${id}) as may`.execute(db);
  return rows[0]?.may ?? false;
}
