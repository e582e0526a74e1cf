import { permissionsWith, type StaffScope, staffScopes } from '@/contract/core/permissions';
import { idOf, type SeedCtx } from '@/server/demo/context';
import { pastMoments } from '@/server/demo/random';
import { typed } from '@/server/demo/typed';
import { placeholderOf } from '@/server/modules/shops/staffs';
import membersData from './staffs.json';

interface DemoMember {
  name: string;
  /** E-mail before the @. */
  email: string;
  /** Index of the shop in the demo. */
  shop: number;
  /** All by default. */
  scopes?: readonly StaffScope[];
  state?: 'invited' | 'blocked';
}

/** Staff of the demo's shops besides `staff@demo.ru`. They have no password, so nobody can sign in as them. */
const members = typed<readonly DemoMember[]>(membersData);

/**
 * Staff with some scopes, one with a pending invitation, and the owners' requisites, equal to those of their first
 * shop.
 */
export async function seedStaffs({ db, now, random, people, shops }: SeedCtx): Promise<void> {
  const keys = [...shops.keys()];
  const rows = members.map(({ name, email, shop, scopes = staffScopes, state }) => {
    const moments = pastMoments(random, now);
    const isInvited = state === 'invited';
    const address = `${email}@demo.ru`;
    return {
      ...moments,
      name,
      ...(isInvited ? { email: placeholderOf(email), removed_email: address } : { email: address }),
      password_hash: 'none',
      permissions: permissionsWith(['customer'], scopes),
      shop_id: idOf(shops, keys[shop % keys.length] ?? ''),
      is_active: state === undefined,
      ban_reason: state === 'blocked' ? 'Передал пароль другому человеку' : null,
      email_verified_at: isInvited ? null : moments.created_at,
      invited_at: isInvited ? moments.created_at : null,
    };
  });
  await db.insertInto('users').values(rows).execute();
  for (const key of new Set([...shops.values()].map(({ ownerKey }) => ownerKey))) {
    const ownerId = idOf(people, key);
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
