import { scopesOfRole } from '@/contract/accounts/roles/permissions';
import type { LevelByArea } from '@/contract/core/areas';
import { permissionsWith, type StaffScope, staffScopes } from '@/contract/core/permissions';
import { type SeedCtx, seededId } from '@/server/demo/context';
import { pastMoments } from '@/server/demo/random';
import { typed } from '@/server/demo/typed';
import { invitationDays } from '@/server/modules/accounts/sign-in/invitations';
import { workplaces } from './shops';
import membersData from './staffs.json';

interface DemoMember {
  name: string;
  /** E-mail before the @. */
  email: string;
  /** Index of the shop in the demo. */
  shop: number;
  /** A ready role; without one the scopes decide. */
  role?: string;
  /** All by default. */
  scopes?: readonly StaffScope[];
  state?: 'invited' | 'blocked';
}

const day = 24 * 3600_000;

/** Staff of the demo's shops besides `staff@demo.ru`. They have no password, so nobody can sign in as them. */
const members = typed<readonly DemoMember[]>(membersData);

/**
 * Staff with a role or some scopes, one who works in two shops, one with a pending invitation, and the owners' requisites, equal to those of their first
 * shop.
 */
export async function seedStaffs({ db, now, random, people, shops }: SeedCtx): Promise<void> {
  const keys = [...shops.keys()];
  const roles = await db
    .selectFrom('roles')
    .select(['id', 'key', 'areas'])
    .where('kind', '=', 'shop')
    .execute();
  const given = (key: string | undefined, scopes: readonly StaffScope[]) => {
    const role = roles.find((one) => one.key === key);
    const opened = role ? scopesOfRole(role.areas as LevelByArea) : [...scopes];
    return { role_id: role?.id ?? null, scopes: opened };
  };
  for (const { person, shop, role } of workplaces) {
    const { name, email, created_at } = await db
      .selectFrom('users')
      .select(['name', 'email', 'created_at'])
      .where('id', '=', seededId(people, person))
      .executeTakeFirstOrThrow();
    await db
      .insertInto('memberships')
      .values({
        name,
        email,
        created_at,
        updated_at: created_at,
        user_id: seededId(people, person),
        shop_id: seededId(shops, shop),
        ...given(role, staffScopes),
      })
      .execute();
  }
  for (const { name, email, shop, role, scopes = staffScopes, state } of members) {
    const moments = pastMoments(random, now);
    const address = `${email}@demo.ru`;
    const shop_id = seededId(shops, keys[shop % keys.length] ?? '');
    const rights = given(role, scopes);
    const membership = { ...moments, name, email: address, shop_id, ...rights };
    if (state === 'invited') {
      const invited_at = new Date(now.getTime() - day);
      const expires_at = new Date(invited_at.getTime() + invitationDays * day);
      await db
        .insertInto('memberships')
        .values({ ...membership, created_at: invited_at, updated_at: invited_at, invited_at, expires_at })
        .execute();
      continue;
    }
    const { id: user_id } = await db
      .insertInto('users')
      .values({
        ...moments,
        name,
        email: address,
        password_hash: 'none',
        shop_id,
        role_id: rights.role_id,
        permissions: permissionsWith(['customer'], rights.scopes),
        is_active: state === undefined,
        ban_reason: state === 'blocked' ? 'Передал пароль другому человеку' : null,
        email_verified_at: moments.created_at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('memberships')
      .values({ ...membership, user_id })
      .execute();
  }
  await copyRequisites({ db, people, shops });
}

/** Requisites of the owners, as they have typed them for their first shop. */
async function copyRequisites({
  db,
  people,
  shops,
}: Pick<SeedCtx, 'db' | 'people' | 'shops'>): Promise<void> {
  for (const key of new Set([...shops.values()].map(({ ownerKey }) => ownerKey))) {
    const ownerId = seededId(people, key);
    await db
      .updateTable('users')
      .set((eb) => ({
        company: eb.fn.coalesce(
          eb
            .selectFrom('shops')
            .select('shops.requisites')
            .where('shops.owner_id', '=', ownerId)
            .where('shops.requisites', 'is not', null)
            .orderBy('shops.id')
            .limit(1),
          'users.company',
        ),
      }))
      .where('id', '=', ownerId)
      .execute();
  }
}
