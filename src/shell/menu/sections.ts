/** Pages of one entry of the menu by address, with the key of their tab. `[shop]` and `[me]` are placeholders. */
export type Section = Readonly<Record<string, string>>;

/**
 * Pages that belong together. A person finds the first that is open to them in the menu, and all of them as tabs above each
 * (`section-tabs.tsx`). Apart from the menu, because a page has its tabs at once, and its menu after the rows.
 */
export const marketSections = {
  orders: { '/orders': 'sidebar-nav-item-orders', '/orders/transaction': 'text-transactions' },
  products: {
    '/products': 'sidebar-nav-item-products',
    '/products/moderation': 'text-moderation',
    '/products/draft': 'text-my-draft',
    '/products/product-stock': 'text-all-out-of-stock',
    '/products/inventory': 'text-inventory',
  },
  categories: {
    '/categories': 'families.categories',
    '/groups': 'families.groups',
    '/tags': 'families.tags',
  },
  attributes: {
    '/attributes': 'families.attributes',
    '/attribute-values': 'families.attribute-values',
  },
  makers: {
    '/manufacturers': 'sidebar-nav-item-manufacturers',
    '/authors': 'families.authors',
  },
  coupons: { '/coupons': 'families.coupons', '/coupons/verify': 'text-verify-coupon' },
  banners: {
    '/advertising-banners': 'sidebar-nav-item-advertising-banners',
    '/review-banners': 'families.review-banners',
  },
  newsletters: {
    '/newsletters': 'families.newsletters',
    '/newsletter-subscribers': 'families.newsletter-subscribers',
  },
  shops: {
    '/shops': 'text-all-shops',
    '/new-shops': 'text-inactive-shops',
    '/my-shops': 'sidebar-nav-item-my-shops',
    '/ownership-transfers': 'text-ownership-transfers',
  },
  people: {
    '/users': 'text-all-users',
    '/users/customer': 'text-customers',
    '/users/vendors': 'text-vendors',
    '/users/vendors/pending': 'text-pending-vendors',
    '/users/vendor-staffs': 'sidebar-nav-item-vendor-staffs',
    '/users/my-staffs': 'sidebar-nav-item-my-staffs',
    '/users/admins': 'text-admin-list',
  },
  roles: { '/roles': 'text-roles', '/users/permissions': 'text-permission-explorer' },
  reviews: {
    '/reviews': 'sidebar-nav-item-reviews',
    '/questions': 'sidebar-nav-item-questions',
    '/abusive_reports': 'text-abuse-report',
  },
  contacts: {
    '/contact-messages': 'families.contact-messages',
    '/reply-templates': 'families.reply-templates',
  },
  pages: {
    '/faqs': 'text-faqs',
    '/terms-and-conditions': 'text-terms-conditions',
    '/social-links': 'sidebar-nav-item-social-links',
  },
} satisfies Record<string, Section>;

/** Pages of the settings by area: two rows of tabs. */
export const settingsAreas = {
  'menu.area.site': {
    '/settings': 'text-general-settings',
    '/settings/company-information': 'text-company-settings',
    '/settings/seo': 'text-seo-settings',
    '/settings/maintenance': 'text-maintenance-settings',
  },
  'menu.area.trade': {
    '/settings/shop': 'text-shop-settings',
    '/order-status': 'sidebar-nav-item-order-status',
    '/refund-policies': 'families.refund-policies',
    '/refund-reasons': 'families.refund-reasons',
  },
  'menu.area.delivery': {
    '/shippings': 'sidebar-nav-item-shippings',
    '/delivery-classes': 'families.delivery-classes',
    '/boxes': 'families.boxes',
  },
  'menu.area.money': { '/settings/payment': 'text-payment-settings', '/taxes': 'families.taxes' },
  'menu.area.notifications': {
    '/settings/events': 'text-events-settings',
    '/notify-logs': 'form-title-all-notifications',
  },
  'menu.area.texts': {
    '/translations': 'text-translations',
    '/error-codes': 'families.error-codes',
    '/mobile-app-versions': 'sidebar-nav-item-mobile-app-versions',
  },
  'menu.area.system': {
    '/settings/services': 'text-outside-services',
    '/settings/jobs': 'text-background-jobs',
    '/settings/outbox': 'text-demo-outbox',
    '/settings/rehearsal': 'text-rehearsal',
    '/activity/trash': 'text-trash',
  },
} satisfies Record<string, Section>;

export const shopSections = {
  orders: {
    '/[shop]/orders': 'sidebar-nav-item-orders',
    '/[shop]/orders/transaction': 'text-transactions',
  },
  products: {
    '/[shop]/products': 'sidebar-nav-item-products',
    '/[shop]/products/moderation': 'text-moderation',
    '/[shop]/products/draft': 'text-my-draft',
    '/[shop]/products/product-stock': 'text-all-out-of-stock',
    '/[shop]/products/inventory': 'text-inventory',
    '/[shop]/translations': 'text-translations',
  },
  makers: {
    '/[shop]/manufacturers': 'sidebar-nav-item-manufacturers',
    '/[shop]/authors': 'families.authors',
  },
  till: { '/[shop]/till': 'text-till', '/[shop]/till/shifts': 'text-till-shifts' },
  sales: {
    '/[shop]/flash-sale': 'text-available-flash-deals',
    '/[shop]/flash-sale/my-products': 'text-my-products-in-deals',
  },
  reviews: {
    '/[shop]/reviews': 'sidebar-nav-item-reviews',
    '/[shop]/questions': 'sidebar-nav-item-questions',
    '/[shop]/reply-templates': 'families.reply-templates',
  },
  pages: { '/[shop]/faqs': 'text-faqs', '/[shop]/terms-and-conditions': 'text-terms-conditions' },
  staff: {
    '/[shop]/staffs': 'sidebar-nav-item-staffs',
    '/vendor/store_keepers': 'sidebar-nav-item-store-keepers',
  },
  notices: {
    '/notice': 'text-received-notices',
    '/[shop]/store-notices': 'sidebar-nav-item-store-notice',
  },
  settings: {
    '/vendor/settings': 'sidebar-nav-item-owner-settings',
    '/ownership-transfers': 'text-ownership-transfers',
    '/notify-logs/user/[me]': 'form-title-all-notifications',
  },
} satisfies Record<string, Section>;
