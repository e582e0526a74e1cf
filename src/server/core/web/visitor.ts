import { type Database, ownShopIds, type SessionUser } from '../context';
import type { Visitor } from './gate';

/** A person for the gate; the shops are only read for pages that depend on them. */
export function visitorOf(db: Database, user: SessionUser): Visitor {
  const isAdmin = user.permissions.includes('super_admin');
  const own = (slug?: string) =>
    db
      .selectFrom('shops')
      .select('slug')
      .where('deleted_at', 'is', null)
      .$if(slug !== undefined, (query) => query.where('slug', '=', slug ?? ''))
      .$if(!isAdmin, (query) => query.where('id', 'in', [0, ...ownShopIds(user)]))
      .orderBy('id')
      .limit(100)
      .execute();
  return {
    permissions: user.permissions,
    // Administrators open a shop by its number, too.
    hasShop: async (slug) => (isAdmin && /^\d+$/.test(slug)) || (await own(slug)).length > 0,
    ownShops: async () => (isAdmin ? [] : (await own()).map((shop) => shop.slug)),
  };
}
