import type { Attachment } from '@/contract/define';
import { permissionsOfRole, type Role } from '@/contract/permissions';
import type { Database } from '@/server/context';
import { hashPassword } from '@/server/services/passwords';
import type { Related } from './needs';

/** Each `buildX` stores one row and fills in what the test does not care about, parents included. */
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

export async function buildUser(
  db: Database,
  given: {
    role?: Role;
    name?: string;
    email?: string;
    password?: string;
    isActive?: boolean;
    worksIn?: BuiltShop;
  } = {},
): Promise<BuiltUser> {
  const number = next();
  return db
    .insertInto('users')
    .values({
      name: given.name ?? `Человек ${number}`,
      email: given.email ?? `person${number}@test.ru`,
      password_hash: given.password ? await hashPassword(given.password) : 'none',
      permissions: [...permissionsOfRole[given.role ?? 'customer']],
      is_active: given.isActive ?? true,
      shop_id: given.worksIn?.id ?? null,
      email_verified_at: new Date('2026-01-01T00:00:00Z'),
    })
    .returning(['id', 'name', 'email'])
    .executeTakeFirstOrThrow();
}

export async function buildShop(
  db: Database,
  given: { owner?: { id: number }; name?: string; slug?: string; isActive?: boolean } = {},
): Promise<BuiltShop> {
  const number = next();
  const owner = given.owner ?? (await buildUser(db, { role: 'store_owner' }));
  return db
    .insertInto('shops')
    .values({
      name: given.name ?? `Лавка ${number}`,
      slug: given.slug ?? `lavka-${number}`,
      owner_id: owner.id,
      is_active: given.isActive ?? true,
    })
    .returning(['id', 'name', 'slug'])
    .executeTakeFirstOrThrow();
}

/** A picture that was uploaded by a person; its file does not exist. */
export async function buildAttachment(db: Database, given: { user?: { id: number } } = {}) {
  const number = next();
  return db
    .insertInto('attachments')
    .values({
      user_id: given.user?.id ?? null,
      kind: 'png',
      file_name: `picture-${number}.png`,
      path: `2026-03/picture-${number}.png`,
      thumbnail_path: `2026-03/picture-${number}.thumb.webp`,
      size: 100,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** One person of each role, two owners with a shop each, and a staff member in the first shop. */
export interface Scene {
  super_admin: BuiltUser;
  store_owner: BuiltUser;
  staff: BuiltUser;
  customer: BuiltUser;
  shop: BuiltShop;
  otherOwner: BuiltUser;
  otherStaff: BuiltUser;
  otherShop: BuiltShop;
  /** Rows that a family's sample refers to (`needs.ts`). */
  related: Related;
  /** A picture for samples that must have one, as the API answers it. */
  picture?: Attachment;
}

export async function buildScene(db: Database): Promise<Scene> {
  const super_admin = await buildUser(db, { role: 'super_admin', name: 'Анна' });
  const store_owner = await buildUser(db, { role: 'store_owner', name: 'Борис' });
  const otherOwner = await buildUser(db, { role: 'store_owner', name: 'Вера' });
  const shop = await buildShop(db, { owner: store_owner, name: 'Первая лавка', slug: 'pervaya' });
  const otherShop = await buildShop(db, { owner: otherOwner, name: 'Другая лавка', slug: 'drugaya' });
  return {
    super_admin,
    store_owner,
    otherOwner,
    shop,
    otherShop,
    staff: await buildUser(db, { role: 'staff', worksIn: shop, name: 'Галина' }),
    otherStaff: await buildUser(db, { role: 'staff', worksIn: otherShop, name: 'Денис' }),
    customer: await buildUser(db, { role: 'customer', name: 'Егор' }),
    related: {},
  };
}
