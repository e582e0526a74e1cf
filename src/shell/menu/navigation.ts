import { familyPages } from '@/contract/family-pages';
import type { MenuCountName } from '@/contract/insights/menu-counts';

/**
 * The complete menus by role. The first group holds daily work and is always visible, the others are collapsible.
 * `menu.ts` shows an entry when its page exists and the person may open it. A family whose place does not matter has its
 * entry in `contract/family-pages.ts`.
 */
export const adminMenu: MenuGroup[] = withFamilies([
  group('text-main', 'house', [
    item('sidebar-nav-item-dashboard', 'house', '/'),
    item('sidebar-nav-item-orders', 'shopping-bag', '/orders', 'orders'),
    item('sidebar-nav-item-products', 'package', '/products', 'products'),
    item('sidebar-nav-item-refunds', 'undo-2', '/refunds', 'refunds'),
    item('sidebar-nav-item-message', 'message-square', '/message', 'messages'),
  ]),
  group('text-product-management', 'package', [
    item('text-moderation', 'badge-check', '/products/moderation', 'products'),
    item('text-my-draft-products', 'pencil', '/products/draft'),
    item('text-all-out-of-stock', 'circle-alert', '/products/product-stock'),
    item('text-inventory', 'boxes', '/products/inventory'),
    item('common:families.categories', 'folder-tree', '/categories'),
    item('common:families.groups', 'layout-grid', '/groups'),
    item('common:families.tags', 'tag', '/tags'),
    item('common:families.attributes', 'sliders-horizontal', '/attributes'),
    item('common:families.attribute-values', 'list', '/attribute-values'),
    item('sidebar-nav-item-manufacturers', 'factory', '/manufacturers'),
  ]),
  group('text-e-commerce-management', 'shopping-bag', [
    item('sidebar-nav-item-create-order', 'plus', '/orders/create'),
    item('sidebar-nav-item-order-status', 'clipboard-list', '/order-status'),
    item('sidebar-nav-item-shippings', 'truck', '/shippings'),
    item('common:families.delivery-classes', 'truck', '/delivery-classes'),
    item('common:families.boxes', 'package-open', '/boxes'),
    folder('sidebar-nav-item-refund-policy', 'undo-2', [
      link('text-all-refund-policies', '/refund-policies'),
      link('text-new-refund-policy', '/refund-policies/create'),
      link('text-refund-reasons', '/refund-reasons'),
      link('text-new-refund-reasons', '/refund-reasons/create'),
    ]),
  ]),
  group('text-promotional-management', 'badge-percent', [
    item('common:families.coupons', 'ticket', '/coupons'),
    item('text-verify-coupon', 'badge-percent', '/coupons/verify'),
    folder('text-flash-sale', 'zap', [
      link('text-all-campaigns', '/flash-sale'),
      link('text-new-campaigns', '/flash-sale/create'),
    ]),
    item('sidebar-nav-item-advertising-banners', 'images', '/advertising-banners'),
  ]),
  group('text-financial-management', 'wallet', [
    item('sidebar-nav-item-withdraws', 'wallet', '/withdraws', 'withdraws'),
    item('text-platform-ledger', 'arrow-left-right', '/ledger'),
    item('text-transactions', 'arrow-left-right', '/orders/transaction'),
    item('text-approvals', 'badge-check', '/approvals', 'approvals'),
  ]),
  group('text-shop-management', 'store', [
    item('text-all-shops', 'store', '/shops'),
    item('text-inactive-shops', 'clock', '/new-shops', 'shops'),
    item('text-add-all-shops', 'plus', '/shops/create'),
    item('sidebar-nav-item-my-shops', 'store', '/my-shops'),
    item('text-ownership-transfers', 'arrow-left-right', '/ownership-transfers'),
    item('sidebar-nav-item-store-notice', 'megaphone', '/store-notices'),
  ]),
  group('text-user-control', 'users', [
    item('text-all-users', 'users', '/users'),
    item('text-customers', 'users', '/users/customer'),
    folder('text-vendors', 'store', [
      link('text-all-vendors', '/users/vendors'),
      link('text-pending-vendors', '/users/vendors/pending', 'vendors'),
    ]),
    folder('sidebar-nav-item-staffs', 'users', [
      link('sidebar-nav-item-my-staffs', '/users/my-staffs'),
      link('sidebar-nav-item-vendor-staffs', '/users/vendor-staffs'),
    ]),
    item('text-admin-list', 'shield-check', '/users/admins'),
    item('text-roles', 'shield-check', '/roles'),
    item('text-permission-explorer', 'shield-check', '/users/permissions'),
  ]),
  group('text-feedback-control', 'star', [
    item('sidebar-nav-item-reviews', 'star', '/reviews'),
    item('sidebar-nav-item-questions', 'circle-help', '/questions'),
    item('text-abuse-report', 'flag', '/abusive_reports', 'reports'),
    item('common:families.contact-messages', 'message-square', '/contact-messages', 'contacts'),
  ]),
  group('text-page-control', 'file-text', [
    folder('text-faqs', 'circle-help', [
      link('text-all-faqs', '/faqs'),
      link('text-new-faq', '/faqs/create'),
    ]),
    folder('text-terms-conditions', 'file-text', [
      link('text-all-terms', '/terms-and-conditions'),
      link('text-new-terms', '/terms-and-conditions/create'),
    ]),
    item('sidebar-nav-item-social-links', 'share-2', '/social-links'),
  ]),
  group('text-site-management', 'settings', [
    folder('sidebar-nav-item-settings', 'settings', [
      link('text-general-settings', '/settings'),
      link('text-payment-settings', '/settings/payment'),
      link('text-seo-settings', '/settings/seo'),
      link('text-events-settings', '/settings/events'),
      link('text-shop-settings', '/settings/shop'),
      link('text-maintenance-settings', '/settings/maintenance'),
      link('text-company-settings', '/settings/company-information'),
      link('text-outside-services', '/settings/services'),
      link('text-background-jobs', '/settings/jobs'),
      link('text-demo-outbox', '/settings/outbox'),
      link('text-rehearsal', '/settings/rehearsal'),
    ]),
    item('common:families.error-codes', 'circle-alert', '/error-codes'),
    item('sidebar-nav-item-mobile-app-versions', 'smartphone', '/mobile-app-versions'),
    item('form-title-all-notifications', 'bell', '/notify-logs'),
    item('text-reports', 'clipboard-list', '/reports'),
    item('text-translations', 'languages', '/translations'),
    item('text-activity', 'clock', '/activity'),
    item('text-trash', 'trash-2', '/activity/trash'),
  ]),
]);

/** Owners of several shops at the root: few entries, so no collapsible groups. */
export const ownerMenu: MenuGroup[] = [
  group('text-nav-menu', 'house', [
    item('sidebar-nav-item-dashboard', 'house', '/'),
    item('sidebar-nav-item-my-shops', 'store', '/my-shop', 'orders'),
    item('sidebar-nav-item-message', 'message-square', '/owner-message', 'messages'),
    item('sidebar-nav-item-store-notice', 'megaphone', '/notice', 'notices'),
    item('sidebar-nav-item-owner-settings', 'settings', '/vendor/settings'),
    item('sidebar-nav-item-store-keepers', 'users', '/vendor/store_keepers'),
    item('text-ownership-transfers', 'arrow-left-right', '/ownership-transfers'),
    item('text-reports', 'clipboard-list', '/reports'),
    item('form-title-all-notifications', 'bell', '/notify-logs/user/[me]'),
  ]),
];

/** Daily work of everybody in a shop. */
const shopMain = [
  item('sidebar-nav-item-dashboard', 'house', '/[shop]'),
  item('sidebar-nav-item-orders', 'shopping-bag', '/[shop]/orders', 'orders'),
  item('sidebar-nav-item-products', 'package', '/[shop]/products'),
  item('sidebar-nav-item-refunds', 'undo-2', '/[shop]/refunds'),
  item('sidebar-nav-item-create-order', 'plus', '/[shop]/orders/create'),
  item('text-till', 'qr-code', '/[shop]/till'),
];

const shopCatalogue = (outOfStock: string) => [
  item('text-new-products', 'plus', '/[shop]/products/create'),
  item('text-my-draft', 'pencil', '/[shop]/products/draft', 'rejected-products'),
  item('text-moderation', 'badge-check', '/[shop]/products/moderation'),
  item(outOfStock, 'circle-alert', '/[shop]/products/product-stock'),
  item('text-inventory', 'boxes', '/[shop]/products/inventory'),
  item('common:families.attributes', 'sliders-horizontal', '/[shop]/attributes'),
  item('text-translations', 'languages', '/[shop]/translations'),
];

const shopFeedback = group('text-feedback-control', 'star', [
  item('sidebar-nav-item-reviews', 'star', '/[shop]/reviews'),
  item('sidebar-nav-item-questions', 'circle-help', '/[shop]/questions', 'questions'),
  item('common:families.reply-templates', 'pencil', '/[shop]/reply-templates'),
]);

const shopPromotions = group('text-promotional-control', 'zap', [
  item('common:families.coupons', 'ticket', '/[shop]/coupons'),
  item('text-available-flash-deals', 'zap', '/[shop]/flash-sale', 'invitations'),
  item('text-my-products-in-deals', 'badge-percent', '/[shop]/flash-sale/my-products'),
]);

/** Inside a shop, for its owner and for administrators. */
export const shopMenu: MenuGroup[] = [
  group('text-main', 'house', [
    ...shopMain,
    item('sidebar-nav-item-message', 'message-square', '/owner-message', 'messages'),
  ]),
  group('text-product-management', 'package', [
    ...shopCatalogue('text-all-out-of-stock'),
    item('sidebar-nav-item-manufacturers', 'factory', '/[shop]/manufacturers'),
    item('common:families.authors', 'book-open', '/[shop]/authors'),
  ]),
  group('text-financial-management', 'wallet', [
    item('sidebar-nav-item-withdraws', 'wallet', '/[shop]/withdraws'),
    item('text-ledger', 'arrow-left-right', '/[shop]/ledger'),
    item('text-transactions', 'arrow-left-right', '/[shop]/orders/transaction'),
    item('text-till-shifts', 'clock', '/[shop]/till/shifts'),
  ]),
  shopPromotions,
  shopFeedback,
  group('text-user-control', 'users', [
    item('sidebar-nav-item-staffs', 'users', '/[shop]/staffs'),
    item('sidebar-nav-item-store-notice', 'megaphone', '/[shop]/store-notices'),
  ]),
  group('text-page-management', 'file-text', [
    item('text-faqs', 'circle-help', '/[shop]/faqs'),
    item('text-terms-conditions', 'file-text', '/[shop]/terms-and-conditions'),
    item('text-reports', 'clipboard-list', '/reports'),
  ]),
];

/** Inside the shop that a member of staff works in: no people, and money only where the role reads it. */
export const staffMenu: MenuGroup[] = [
  group('text-main', 'house', shopMain),
  group('text-product-management', 'package', shopCatalogue('text-low-out-of-stock')),
  group('text-financial-management', 'wallet', [
    item('sidebar-nav-item-withdraws', 'wallet', '/[shop]/withdraws'),
    item('text-ledger', 'arrow-left-right', '/[shop]/ledger'),
  ]),
  shopPromotions,
  shopFeedback,
  group('text-page-management', 'file-text', [
    item('text-faqs', 'circle-help', '/[shop]/faqs'),
    item('text-reports', 'clipboard-list', '/reports'),
  ]),
];

/** What belongs to the person, below the menu of the only shop. */
const personal = group('text-general', 'settings', [
  item('text-my-shop', 'store', '/[shop]'),
  item('sidebar-nav-item-store-notice', 'megaphone', '/notice', 'notices'),
  item('sidebar-nav-item-owner-settings', 'settings', '/vendor/settings'),
  item('sidebar-nav-item-store-keepers', 'users', '/vendor/store_keepers'),
  item('text-ownership-transfers', 'arrow-left-right', '/ownership-transfers'),
  item('form-title-all-notifications', 'bell', '/notify-logs/user/[me]'),
]);

/** For people of one shop, at the root and in the shop alike: its daily work stands at the root. */
export function menuOfOnlyShop([main, ...groups]: MenuGroup[]): MenuGroup[] {
  const daily = main?.nodes.filter(
    ({ links }) => !['/[shop]', '/owner-message'].includes(links[0]?.path ?? ''),
  );
  return [
    group('text-main', 'house', [
      item('sidebar-nav-item-dashboard', 'house', '/'),
      ...(daily ?? []),
      item('sidebar-nav-item-message', 'message-square', '/owner-message', 'messages'),
    ]),
    ...groups,
    personal,
  ];
}

export interface MenuLink {
  /** Key of `common`, or the name of a family: `families.tags`. */
  label: string;
  /** Address without base path and language; `[shop]` and `[me]` are placeholders. */
  path: string;
  /** Pending items behind the link, shown as a counter. */
  count?: MenuCountName;
}

export interface MenuNode {
  label: string;
  /** Symbol of `public/icons.svg`. */
  icon: string;
  /** A plain entry has one link, a folder several. */
  links: MenuLink[];
  isFolder: boolean;
}

export interface MenuGroup {
  /** Key of the group's title. */
  title: string;
  /** Represents the collapsed group when the menu shows icons only. */
  icon: string;
  nodes: MenuNode[];
}

function withFamilies(groups: MenuGroup[]): MenuGroup[] {
  for (const [name, { menu: [group, icon = ''] = [] }] of Object.entries(familyPages))
    groups
      .find(({ title }) => title === group)
      ?.nodes.push(item(`common:families.${name}`, icon, `/${name}`));
  return groups;
}

function group(title: string, icon: string, nodes: MenuNode[]): MenuGroup {
  return { title, icon, nodes };
}

function item(label: string, icon: string, path: string, count?: MenuCountName): MenuNode {
  return { label, icon, links: [link(label, path, count)], isFolder: false };
}

/** An expandable entry. */
function folder(label: string, icon: string, links: MenuLink[]): MenuNode {
  return { label, icon, links, isFolder: true };
}

function link(label: string, path: string, count?: MenuCountName): MenuLink {
  return { label, path, ...(count && { count }) };
}
