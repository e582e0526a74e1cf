/** The complete menus of reference pages §4. `menu.ts` shows an entry when its page exists and the person may open it. */
export const adminMenu: MenuGroup[] = [
  group('text-main', [item('sidebar-nav-item-dashboard', 'house', '/')]),
  group('text-shop-management', [
    folder('sidebar-nav-item-shops', 'store', [
      link('text-all-shops', '/shops'),
      link('text-add-all-shops', '/shops/create'),
      link('text-inactive-shops', '/new-shops'),
    ]),
    item('sidebar-nav-item-my-shops', 'store', '/my-shops'),
    item('text-ownership-transfers', 'arrow-left-right', '/ownership-transfers'),
  ]),
  group('text-product-management', [
    folder('sidebar-nav-item-products', 'package', [
      link('text-all-products', '/products'),
      link('text-moderation', '/products/moderation'),
      link('text-my-draft-products', '/products/draft'),
      link('text-all-out-of-stock', '/products/product-stock'),
    ]),
    item('resources:groups.title', 'layout-grid', '/groups'),
    item('text-inventory', 'boxes', '/products/inventory'),
    item('resources:categories.title', 'folder-tree', '/categories'),
    item('resources:tags.title', 'tag', '/tags'),
    item('resources:attributes.title', 'sliders-horizontal', '/attributes'),
    item('resources:attribute-values.title', 'list', '/attribute-values'),
    item('sidebar-nav-item-manufacturers', 'factory', '/manufacturers'),
    item('resources:authors.title', 'pen-tool', '/authors'),
  ]),
  group('text-e-commerce-management', [
    item('resources:taxes.title', 'percent', '/taxes'),
    item('sidebar-nav-item-shippings', 'truck', '/shippings'),
    item('resources:delivery-classes.title', 'truck', '/delivery-classes'),
    item('resources:boxes.title', 'package-open', '/boxes'),
    item('sidebar-nav-item-withdraws', 'wallet', '/withdraws'),
    item('text-platform-ledger', 'arrow-left-right', '/ledger'),
    folder('sidebar-nav-item-refunds', 'undo-2', [
      link('text-reported-refunds', '/refunds'),
      link('sidebar-nav-item-refund-policy', '/refund-policies'),
      link('text-new-refund-policy', '/refund-policies/create'),
      link('text-refund-reasons', '/refund-reasons'),
      link('text-new-refund-reasons', '/refund-reasons/create'),
    ]),
  ]),
  group('text-page-control', [
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
  group('text-order-management', [
    item('sidebar-nav-item-orders', 'shopping-bag', '/orders'),
    item('sidebar-nav-item-create-order', 'shopping-bag', '/orders/create'),
    item('text-transactions', 'arrow-left-right', '/orders/transaction'),
    item('sidebar-nav-item-order-status', 'clipboard-list', '/order-status'),
  ]),
  group('text-user-control', [
    item('text-all-users', 'users', '/users'),
    item('text-admin-list', 'shield-check', '/users/admins'),
    folder('text-vendors', 'store', [
      link('text-all-vendors', '/users/vendors'),
      link('text-pending-vendors', '/users/vendors/pending'),
    ]),
    folder('sidebar-nav-item-staffs', 'users', [
      link('sidebar-nav-item-my-staffs', '/users/my-staffs'),
      link('sidebar-nav-item-vendor-staffs', '/users/vendor-staffs'),
    ]),
    item('text-customers', 'users', '/users/customer'),
    item('text-permission-explorer', 'shield-check', '/users/permissions'),
  ]),
  group('text-feedback-control', [
    item('sidebar-nav-item-reviews', 'star', '/reviews'),
    item('sidebar-nav-item-questions', 'circle-help', '/questions'),
    item('text-abuse-report', 'flag', '/abusive_reports'),
  ]),
  group('text-promotional-management', [
    item('resources:coupons.title', 'ticket', '/coupons'),
    item('text-verify-coupon', 'badge-percent', '/coupons/verify'),
    folder('text-flash-sale', 'zap', [
      link('text-all-campaigns', '/flash-sale'),
      link('text-new-campaigns', '/flash-sale/create'),
    ]),
    item('sidebar-nav-item-advertising-banners', 'images', '/advertising-banners'),
    item('resources:review-banners.title', 'images', '/review-banners'),
  ]),
  group('text-feature-management', [
    counted('sidebar-nav-item-message', 'message-square', '/message'),
    item('sidebar-nav-item-store-notice', 'megaphone', '/store-notices'),
    item('form-title-all-notifications', 'bell', '/notify-logs'),
  ]),
  group('text-site-management', [
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
    ]),
    item('resources:error-codes.title', 'circle-alert', '/error-codes'),
    item('sidebar-nav-item-mobile-app-versions', 'smartphone', '/mobile-app-versions'),
    item('text-activity', 'clock', '/activity'),
    item('text-trash', 'trash-2', '/activity/trash'),
  ]),
];

/** Owners and staff outside a shop (reference pages §4.2). */
export const ownerMenu: MenuGroup[] = [
  group('text-nav-menu', [
    item('sidebar-nav-item-dashboard', 'house', '/'),
    item('sidebar-nav-item-my-shops', 'store', '/my-shop'),
    counted('sidebar-nav-item-message', 'message-square', '/owner-message'),
    counted('sidebar-nav-item-store-notice', 'megaphone', '/notice'),
    item('sidebar-nav-item-owner-settings', 'settings', '/vendor/settings'),
    item('sidebar-nav-item-store-keepers', 'users', '/vendor/store_keepers'),
    item('text-ownership-transfers', 'arrow-left-right', '/ownership-transfers'),
    item('form-title-all-notifications', 'bell', '/notify-logs/user/[me]'),
  ]),
];

const shopMain = group('text-main', [item('sidebar-nav-item-dashboard', 'house', '/[shop]')]);

const shopFeedback = group('text-feedback-control', [
  item('sidebar-nav-item-reviews', 'star', '/[shop]/reviews'),
  item('sidebar-nav-item-questions', 'circle-help', '/[shop]/questions'),
]);

const shopFlashSale = group('text-promotional-control', [
  folder('text-flash-sale', 'zap', [
    link('text-available-flash-deals', '/[shop]/flash-sale'),
    link('text-my-products-in-deals', '/[shop]/flash-sale/my-products'),
  ]),
]);

const shopProducts = (outOfStock: string) => [
  folder('sidebar-nav-item-products', 'package', [
    link('text-all-products', '/[shop]/products'),
    link('text-new-products', '/[shop]/products/create'),
    link('text-my-draft', '/[shop]/products/draft'),
    link('text-moderation', '/[shop]/products/moderation'),
    link(outOfStock, '/[shop]/products/product-stock'),
  ]),
  item('text-inventory', 'boxes', '/[shop]/products/inventory'),
  item('resources:attributes.title', 'sliders-horizontal', '/[shop]/attributes'),
];

/** Inside a shop, for its owner and for administrators (reference pages §4.3). */
export const shopMenu: MenuGroup[] = [
  shopMain,
  group('text-product-management', [
    ...shopProducts('text-all-out-of-stock'),
    item('sidebar-nav-item-manufacturers', 'factory', '/[shop]/manufacturers'),
    item('resources:authors.title', 'book-open', '/[shop]/authors'),
  ]),
  group('text-financial-management', [
    item('sidebar-nav-item-withdraws', 'wallet', '/[shop]/withdraws'),
    item('text-ledger', 'arrow-left-right', '/[shop]/ledger'),
    item('sidebar-nav-item-refunds', 'undo-2', '/[shop]/refunds'),
  ]),
  group('text-order-management', [
    item('sidebar-nav-item-orders', 'shopping-bag', '/[shop]/orders'),
    item('text-till', 'qr-code', '/[shop]/till'),
    item('text-transactions', 'arrow-left-right', '/[shop]/orders/transaction'),
  ]),
  group('text-feature-management', [
    item('sidebar-nav-item-store-notice', 'megaphone', '/[shop]/store-notices'),
    counted('sidebar-nav-item-message', 'message-square', '/owner-message'),
  ]),
  shopFeedback,
  group('text-user-control', [item('sidebar-nav-item-staffs', 'users', '/[shop]/staffs')]),
  shopFlashSale,
  group('text-page-management', [
    item('text-faqs', 'circle-help', '/[shop]/faqs'),
    item('text-terms-conditions', 'file-text', '/[shop]/terms-and-conditions'),
  ]),
];

/** Inside the shop that a member of staff works in: no money, no people (reference pages §4.4). */
export const staffMenu: MenuGroup[] = [
  shopMain,
  group('text-product-management', shopProducts('text-low-out-of-stock')),
  group('text-financial-management', [item('sidebar-nav-item-refunds', 'undo-2', '/[shop]/refunds')]),
  group('text-order-management', [
    item('sidebar-nav-item-orders', 'shopping-bag', '/[shop]/orders'),
    item('text-till', 'qr-code', '/[shop]/till'),
  ]),
  shopFeedback,
  shopFlashSale,
  group('text-page-management', [item('text-faqs', 'circle-help', '/[shop]/faqs')]),
];

export interface MenuLink {
  /** Key of `common`, or a family's own title: `resources:tags.title`. */
  label: string;
  /** Address without base path and language; `[shop]` and `[me]` are placeholders. */
  path: string;
}

export interface MenuNode {
  label: string;
  /** Symbol of `public/icons.svg`. */
  icon: string;
  /** A plain entry has one link, a folder several. */
  links: MenuLink[];
  isFolder: boolean;
  /** Shows a counter (`menu-count.tsx`). */
  hasCount?: boolean;
}

export interface MenuGroup {
  /** Key of the group's title. */
  title: string;
  nodes: MenuNode[];
}

function group(title: string, nodes: MenuNode[]): MenuGroup {
  return { title, nodes };
}

function item(label: string, icon: string, path: string): MenuNode {
  return { label, icon, links: [{ label, path }], isFolder: false };
}

/** An entry with a counter. */
function counted(label: string, icon: string, path: string): MenuNode {
  return { ...item(label, icon, path), hasCount: true };
}

/** An expandable entry. */
function folder(label: string, icon: string, links: MenuLink[]): MenuNode {
  return { label, icon, links, isFolder: true };
}

function link(label: string, path: string): MenuLink {
  return { label, path };
}
