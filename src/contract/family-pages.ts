import type { Screen } from './define';
import type { ResourceName } from './index';
import { adminOnly, adminOwner, adminOwnerStaff, type Role } from './permissions';

/** Roles by screen; a screen that is left out does not exist. */
type ScreenAccess = Partial<Record<Screen, readonly Role[]>>;

/** Screens of a family whose texts are the same in every language: nothing to translate. */
const plain = (allow: readonly Role[]): ScreenAccess => ({
  list: allow,
  create: allow,
  edit: allow,
  details: allow,
});

const translated = (allow: readonly Role[]): ScreenAccess => ({ ...plain(allow), translate: allow });

/**
 * Who may open a family's screens at the root, and in a shop where the family has a twin there (reference pages §2.2).
 * Apart from the declarations, because the gate on every page needs all of it and none of them.
 */
export const familyPages: Record<ResourceName, { root: ScreenAccess; shop?: ScreenAccess }> = {
  tags: { root: translated(adminOnly) },
  boxes: { root: plain(adminOnly) },
  faqs: { root: translated(adminOnly), shop: translated(adminOwnerStaff) },
  'store-notices': {
    root: translated(adminOnly),
    shop: { ...translated(adminOwner), details: adminOwnerStaff },
  },
  'error-codes': { root: translated(adminOnly) },
};

/** Roles that may open one screen of a family; undefined when that screen does not exist. */
export function screenAccess(family: string, screen: Screen, inShop: boolean): readonly Role[] | undefined {
  if (!Object.hasOwn(familyPages, family)) return undefined;
  const access = familyPages[family as ResourceName];
  return (inShop ? access.shop : access.root)?.[screen];
}
