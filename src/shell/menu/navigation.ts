import type { MenuCountName } from '@/contract/insights/menu-counts';
import type { MenuLink } from './offered';
import { marketSections, type Section, settingsAreas, shopSections } from './sections';

/**
 * The complete menus. The first group holds daily work and is always visible, the others are collapsible. `menu.ts` shows
 * an entry with those of its pages that exist and that the person may open. At most 30 entries for an administrator and 20
 * for an owner of one shop (rules/panel: the menu is short).
 */
export const adminMenu: MenuGroup[] = [
  group('text-main', 'house', [
    item('sidebar-nav-item-dashboard', 'house', '/'),
    entry('sidebar-nav-item-orders', 'shopping-bag', marketSections.orders, 'orders'),
    entry('sidebar-nav-item-products', 'package', marketSections.products, 'products'),
    item('sidebar-nav-item-refunds', 'undo-2', '/refunds', 'refunds'),
    item('sidebar-nav-item-message', 'message-square', '/message', 'messages'),
  ]),
  group('text-product-management', 'package', [
    entry('families.categories', 'folder-tree', marketSections.categories),
    entry('families.attributes', 'sliders-horizontal', marketSections.attributes),
    entry('sidebar-nav-item-manufacturers', 'factory', marketSections.makers),
  ]),
  group('text-promotional-management', 'badge-percent', [
    entry('families.coupons', 'ticket', marketSections.coupons),
    item('families.flash-sale', 'zap', '/flash-sale'),
    entry('menu.banners', 'images', marketSections.banners),
    entry('families.newsletters', 'mail', marketSections.newsletters),
  ]),
  group('text-financial-management', 'wallet', [
    item('sidebar-nav-item-withdraws', 'wallet', '/withdraws', 'withdraws'),
    item('menu.payments', 'credit-card', '/ledger?view=payments'),
    item('menu.receipts', 'file-text', '/ledger?view=receipts'),
    item('menu.reconciliation', 'list', '/ledger?view=reconciliation'),
    item('text-platform-ledger', 'arrow-left-right', '/ledger'),
    item('text-approvals', 'badge-check', '/approvals', 'approvals'),
  ]),
  group('menu.shops-and-people', 'store', [
    entry('families.shops', 'store', marketSections.shops, 'shops'),
    entry('text-user-control', 'users', marketSections.people, 'vendors'),
    entry('text-roles', 'shield-check', marketSections.roles),
    item('sidebar-nav-item-store-notice', 'megaphone', '/store-notices'),
  ]),
  group('text-feedback-control', 'star', [
    entry('menu.reviews', 'star', marketSections.reviews, 'reports'),
    entry('families.contact-messages', 'message-square', marketSections.contacts, 'contacts'),
  ]),
  group('text-site-management', 'settings', [
    entry('text-page-control', 'file-text', marketSections.pages),
    item('text-reports', 'clipboard-list', '/reports'),
    item('text-activity', 'clock', '/activity'),
    entry('sidebar-nav-item-settings', 'settings', ...Object.values(settingsAreas)),
  ]),
];

/** At the root for people of several shops: what all of them have together. */
const rootMenu = (daily: MenuNode[]): MenuGroup[] => [
  group('text-nav-menu', 'house', [
    item('sidebar-nav-item-dashboard', 'house', '/'),
    ...daily,
    item('sidebar-nav-item-message', 'message-square', '/owner-message', 'messages'),
    entry('menu.notices', 'megaphone', shopSections.notices, 'notices'),
    entry('sidebar-nav-item-store-keepers', 'users', shopSections.staff),
    item('text-reports', 'clipboard-list', '/reports'),
    entry('sidebar-nav-item-owner-settings', 'settings', shopSections.settings),
  ]),
];

export const ownerMenu = rootMenu([item('sidebar-nav-item-my-shops', 'store', '/my-shop', 'orders')]);

/** An owner of several has the lists over all of them on top. */
export const ownerOfSeveralMenu = rootMenu([
  item('sidebar-nav-item-orders', 'shopping-bag', '/my-shop/orders', 'orders'),
  item('sidebar-nav-item-products', 'package', '/my-shop/products', 'rejected-products'),
  item('sidebar-nav-item-refunds', 'undo-2', '/my-shop/refunds'),
  item('sidebar-nav-item-my-shops', 'store', '/my-shop'),
]);

const messagesOfShop = item('sidebar-nav-item-message', 'message-square', '/owner-message', 'messages');

/** Daily work of everybody in a shop. */
const shopMain = [
  entry('sidebar-nav-item-orders', 'shopping-bag', shopSections.orders, 'orders'),
  entry('sidebar-nav-item-products', 'package', shopSections.products, 'rejected-products'),
  item('sidebar-nav-item-refunds', 'undo-2', '/[shop]/refunds'),
  entry('text-till', 'qr-code', shopSections.till),
];

const shopGroups = [
  group('text-product-management', 'package', [
    item('families.attributes', 'sliders-horizontal', '/[shop]/attributes'),
    entry('sidebar-nav-item-manufacturers', 'factory', shopSections.makers),
  ]),
  group('text-financial-management', 'wallet', [
    item('sidebar-nav-item-withdraws', 'wallet', '/[shop]/withdraws'),
    item('text-ledger', 'arrow-left-right', '/[shop]/ledger'),
  ]),
  group('text-promotional-control', 'zap', [
    item('families.coupons', 'ticket', '/[shop]/coupons'),
    entry('text-available-flash-deals', 'zap', shopSections.sales, 'invitations'),
  ]),
];

const shopReviews = entry('menu.reviews', 'star', shopSections.reviews, 'questions');
const shopPages = entry('text-page-management', 'file-text', shopSections.pages);

/** Inside one shop of several, for its people and for administrators: what is of this shop. */
export const shopMenu: MenuGroup[] = [
  group('text-main', 'house', [
    item('sidebar-nav-item-dashboard', 'house', '/[shop]'),
    ...shopMain,
    messagesOfShop,
  ]),
  ...shopGroups,
  group('text-shop-management', 'store', [
    shopReviews,
    item('sidebar-nav-item-staffs', 'users', '/[shop]/staffs'),
    item('sidebar-nav-item-store-notice', 'megaphone', '/[shop]/store-notices'),
    shopPages,
  ]),
];

/** For people of one shop, at the root and in the shop alike. */
export const onlyShopMenu: MenuGroup[] = [
  group('text-main', 'house', [
    item('sidebar-nav-item-dashboard', 'house', '/'),
    ...shopMain,
    messagesOfShop,
  ]),
  ...shopGroups,
  group('text-my-shop', 'store', [
    item('text-my-shop', 'store', '/[shop]'),
    shopReviews,
    entry('sidebar-nav-item-staffs', 'users', shopSections.staff),
    entry('menu.notices', 'megaphone', shopSections.notices, 'notices'),
    shopPages,
    item('text-reports', 'clipboard-list', '/reports'),
    entry('sidebar-nav-item-owner-settings', 'settings', shopSections.settings),
  ]),
];

/** An entry: it leads to the first of its pages, which are tabs of each other. */
export interface MenuNode {
  label: string;
  /** Symbol of `public/icons.svg`. */
  icon: string;
  links: MenuLink[];
  /** Pending items behind it, shown as a counter. */
  count?: MenuCountName;
}

export interface MenuGroup {
  /** Key of the group's title. */
  title: string;
  /** Represents the collapsed group when the menu shows icons only. */
  icon: string;
  nodes: MenuNode[];
}

function group(title: string, icon: string, nodes: MenuNode[]): MenuGroup {
  return { title, icon, nodes };
}

function item(label: string, icon: string, path: string, count?: MenuCountName): MenuNode {
  return entry(label, icon, { [path]: label }, count);
}

/** An entry of the pages of these sections; the last argument may name its counter. */
function entry(label: string, icon: string, ...given: (Section | MenuCountName | undefined)[]): MenuNode {
  const sections = given.filter((one) => typeof one === 'object');
  const count = given.find((one) => typeof one === 'string');
  const links = sections.flatMap((section) =>
    Object.entries(section).map(([path, title]) => ({ path, label: title })),
  );
  return { label, icon, links, ...(count && { count }) };
}
