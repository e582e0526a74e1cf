import type { ShopStub } from '@/contract/accounts/auth';
import { topRole } from '@/contract/core/permissions';
import type { DialogName } from '@/contract/dialogs';
import { isOffered, type MenuPerson } from '@/shell/menu/offered';
import type { Theme } from '@/state/ui';
import type { PageLink } from './page-links';

export interface SearchAction {
  /** Label: `search.action.<key>`; synonyms: `search.words.<key>`. */
  key: string;
  /** Symbol of `public/icons.svg`. */
  icon: string;
  /** Target without base path and language; `[shop]` expands to each of the person's shops. */
  path?: string;
  dialog?: Extract<DialogName, 'COMPOSE_MESSAGE'>;
  theme?: Theme;
  /** Done in a shop; an administrator without a shop of his own chooses one first. */
  isViaShops?: boolean;
}

interface Declared extends SearchAction {
  /** Page whose access is required, when it is not the path. */
  needs?: string;
}

/** All actions, most frequent first. */
const actions: readonly Declared[] = [
  { key: 'create-product', icon: 'package', path: '/[shop]/products/create', isViaShops: true },
  // The button of the list opens the dialog of files.
  {
    key: 'import-products',
    icon: 'file-text',
    path: '/[shop]/products',
    needs: '/[shop]/products/create',
    isViaShops: true,
  },
  { key: 'create-order', icon: 'shopping-bag', path: '/orders/create' },
  { key: 'create-coupon', icon: 'ticket', path: '/coupons/create' },
  { key: 'invite-staff', icon: 'users', path: '/[shop]/staffs/create', isViaShops: true },
  { key: 'create-withdraw', icon: 'wallet', path: '/[shop]/withdraws/create' },
  { key: 'create-shop', icon: 'store', path: '/shops/create' },
  { key: 'create-flash-sale', icon: 'zap', path: '/flash-sale/create' },
  { key: 'create-category', icon: 'folder-tree', path: '/categories/create' },
  { key: 'create-tag', icon: 'tag', path: '/tags/create' },
  { key: 'create-notice', icon: 'megaphone', path: '/store-notices/create' },
  { key: 'create-user', icon: 'users', path: '/users/create' },
  { key: 'create-faq', icon: 'circle-help', path: '/faqs/create' },
  { key: 'payments', icon: 'wallet', path: '/ledger?view=payments', needs: '/ledger' },
  { key: 'receipts', icon: 'file-text', path: '/ledger?view=receipts', needs: '/ledger' },
  { key: 'reconciliation', icon: 'arrow-left-right', path: '/ledger?view=reconciliation', needs: '/ledger' },
  { key: 'verify-coupon', icon: 'badge-percent', path: '/coupons/verify' },
  { key: 'message-shop', icon: 'message-square', dialog: 'COMPOSE_MESSAGE', needs: '/message' },
  { key: 'message-admin', icon: 'message-square', dialog: 'COMPOSE_MESSAGE', needs: '/owner-message' },
  { key: 'trash', icon: 'trash-2', path: '/activity/trash' },
  { key: 'profile', icon: 'pencil', path: '/profile-update' },
  { key: 'light', icon: 'sun', theme: 'light' },
  { key: 'dark', icon: 'palette', theme: 'dark' },
  { key: 'system', icon: 'laptop', theme: 'system' },
  { key: 'logout', icon: 'circle-off', path: '/logout' },
];

export function listActions(
  person: MenuPerson,
  shops: readonly ShopStub[],
): (SearchAction & { shop?: string })[] {
  const isVendor = topRole(person.permissions) !== 'super_admin';
  return actions.flatMap(({ needs, ...action }) => {
    const { path } = action;
    if (path?.startsWith('/[shop]/')) {
      if (shops.length === 0 && action.isViaShops && !isVendor) return [{ ...action, path: '/shops' }];
      return shops
        .filter(({ slug }) => isOffered(pathIn(slug, needs ?? path), person))
        .map(({ slug, name }) => ({ ...action, isViaShops: false, path: pathIn(slug, path), shop: name }));
    }
    // Administrators also hold owner permissions, and do not write to themselves.
    if (action.key === 'message-admin' && !isVendor) return [];
    const needed = needs ?? path;
    return needed === undefined || isOffered(needed, person) ? [action] : [];
  });
}

const pathIn = (slug: string, path: string) => path.replace('[shop]', encodeURIComponent(slug));

/** The form of a new record of each list in the menu, for lists whose action is not named above. */
export function createLinks(person: MenuPerson, links: readonly PageLink[]): PageLink[] {
  const known = new Set(links.map(({ path }) => path));
  return links
    .filter(({ path }) => path !== '/' && !path.includes('?'))
    .map((link) => ({ ...link, path: `${link.path}/create` }))
    .filter(({ path }) => !known.has(path) && isOffered(path, person));
}
