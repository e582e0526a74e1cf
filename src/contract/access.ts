import { type Area, areas, holds, type Level, limited, type Right } from './core/areas';
import { ownValue } from './core/own-value';
import type { Domain } from './domains';
import { type familyPages, ownFamilies } from './family-pages';
import { parseScreen } from './pages';

/**
 * What an endpoint or page asks of people whose role limits them: a right; `'own'` where it concerns only themselves or
 * is the same for everybody; `'parts'` where it gathers over areas and shows of each what the person may read.
 */
export type Access = Right | 'own' | 'parts';

type Family = keyof typeof familyPages;

/** The area of each family: its lists and rows are read at `read`, everything else is done at `write`. */
export const familyAreas: Record<Family, Area> = {
  ...of('content', 'store-notices', 'faqs', 'terms-and-conditions', 'social-links'),
  ...of('settings', 'taxes', 'shippings', 'delivery-classes', 'boxes', 'error-codes', 'mobile-app-versions'),
  ...of('settings', 'order-status', 'refund-policies', 'refund-reasons'),
  ...of('finance', 'withdraws'),
  ...of('customers', 'users'),
  ...of('shops', 'shops', 'staffs'),
  ...of('catalogue', 'products', 'categories', 'tags', 'groups', 'attributes', 'attribute-values', 'authors'),
  ...of('catalogue', 'manufacturers'),
  ...of('promotions', 'coupons', 'flash-sale', 'advertising-banners', 'review-banners'),
  ...of('orders', 'orders'),
  ...of('refunds', 'refunds'),
  ...of('feedback', 'reviews', 'questions'),
  ...areasOf(ownFamilies),
};

function of<Name extends Family>(area: Area, ...names: Name[]): Record<Name, Area> {
  return Object.fromEntries(names.map((name) => [name, area])) as Record<Name, Area>;
}

function areasOf<Name extends string>(families: Record<Name, { area: Area }>): Record<Name, Area> {
  const entries = Object.entries<{ area: Area }>(families);
  return Object.fromEntries(entries.map(([name, { area }]) => [name, area])) as Record<Name, Area>;
}

/** Addresses of families that are not their names. */
const familyEndpoints: Partial<Record<Family, string>> = {
  boxes: 'api/admin/boxes',
  'error-codes': 'api/admin/errors',
  groups: 'types',
  'mobile-app-versions': 'app-versions',
};

/**
 * Every other endpoint, and those of families that differ. Below a right to read stand addresses that are read (GET),
 * below the others those that are written to, below `own` and `parts` all; a verb limits an address to itself. `:` stands
 * for one part of an address.
 */
const endpoints: Record<Domain | 'core', Partial<Record<Access, string>>> = {
  core: {
    own: `health, health/live, live, presence, attachments, attachments/:, attachments/direct, attachments/direct/:,
      uploads/*, files/*, cards, cards/:, set-default-card, save-payment-method`,
    'integrations:read': 'jobs',
    'integrations:write': 'jobs/:/retry',
  },
  messaging: {
    own: `notify-logs, notify-logs/unread, notify-logs/:, notify-log-seen, notify-log-read-all,
      notification-preferences, store-notices/unread, store-notices/read, store-notices/read-all, contact-us,
      subscribe-to-newsletter, newsletter/confirm, newsletter/unsubscribe`,
    'messages:read': `conversations, dialogs, conversations/unread, conversations/:, messages/conversations/:,
      POST messages/seen/:`,
    'messages:write': 'conversations, dialogs, messages/conversations/:, contact-messages/:/answer',
    'content:read': `store-notices/getStoreNoticeType, store-notices/getUsersToNotify, store-notices/:/readers`,
    'content:write': 'newsletters/:/send, newsletters/:/stop, newsletters/:/test',
    // In a demo it holds links that sign people in.
    'integrations:decide': 'GET dev/outbox',
  },
  settings: {
    own: `saved-views, saved-views/:, app-versions/current, suggest/address, cities, points, geocode,
      organizations/info, banks/info, sbp/members, delivery-times, delivery-times/:, GET dev/email`,
    // Each request asks for its own right; its answer shows those that the person decides or has prepared.
    parts:
      'approvals, approvals/:, approvals/:/confirm, approvals/:/decline, approvals/:/withdraw, GET approvals/rules',
    'finance:decide': 'approvals/rules',
    'settings:read': 'settings',
    'settings:write': 'settings',
    'content:write': 'approve-terms-and-conditions, disapprove-terms-and-conditions',
    'integrations:read': 'outside, outside/outbox',
    'integrations:write': 'outside/test-letter, outside/outbox/retry, outside/outbox/:/retry',
  },
  ledger: {
    'finance:read': `ledger, ledger/summary, ledger/shops, ledger/reconcile, ledger/export, shops/:/ledger,
      shops/:/ledger/summary, shops/:/ledger/export, shops/:/statement, shops/:/commissions`,
    'finance:decide': `shops/:/adjustments, approve-withdraw, withdraws/:/approve, withdraws/:/payout, PUT withdraws/:, PATCH withdraws/:,
      DELETE withdraws/:, withdraws/:/restore, withdraws/bulk/remove, withdraws/bulk/set, withdraws/bulk/set/preview`,
  },
  accounts: {
    own: `token, token/second-factor, social-login-token, otp-login, send-otp-code, verify-otp-code, logout, me, me/shop,
      invitations/accept, register, register/confirm/:/:, consents, forget-password, verify-forget-password-token, reset-password,
      change-password, license-key/verify, api/admin/auth/send-code, api/admin/auth/check-code, update-email,
      update-contact, email/verify/:/:, email/change/:/:, contact/open/:/:, email/verification-notification, sessions, sessions/:,
      sessions/revoke-others, two-factor/setup, two-factor/confirm, two-factor/disable, two-factor/recovery-codes,
      token/passkey, token/passkey/options, me/passkeys, me/passkeys/options, me/passkeys/:, me/confirm,
      me/confirm/passkey,
      sign-in/start, sign-in/callback, sign-in/finish, sign-in/links, sign-in/links/start, sign-in/links/finish,
      sign-in/links/remove`,
    // Whoever may write the family of the record is shown its contacts.
    parts: 'POST personal-data/reveal',
    'integrations:read': 'GET sign-in/providers',
    // Whoever chooses a provider chooses who may say who somebody is.
    'integrations:decide': 'POST sign-in/providers, PUT sign-in/providers/:, DELETE sign-in/providers/:',
    'customers:read': `customers/list, vendors/list, address, users/:/wallet, users/:/consents,
      personal-data/views`,
    'customers:write': 'address, address/:, users/block-user, users/unblock-user',
    // Whoever sees what a vendor sees, sees the customers of that shop.
    'customers:decide': 'vendor-views',
    'shops:read': 'shops/:/views',
    'finance:write': 'add-points',
    'team:read': 'admin/list, roles, roles/:, roles/:/uses, users/invited',
    'team:write': 'roles, roles/:, roles/:/restore',
    'team:decide': 'users/make-admin, users/:/role, users/invite, users/invited/:',
  },
  shops: {
    own: 'my-shops, follow-shop, followed-shops, vendor/settings',
    'shops:read': `new-shops, shop-roles, near-by-shop/:/:, vendor/shops, vendor/shops/:, shops/:/twins, shops/:/file,
      shops/:/transfer-conditions, ownership-transfer, ownership-transfer/vendors, ownership-transfer/:, all-staffs,
      my-staffs, vendor/store_keepers`,
    'shops:write': `transfer-shop-ownership, staffs/:/invite, DELETE ownership-transfer/:, shops/:/papers, shops/:/checks,
      shops/:/contract`,
    'shops:decide': `approve-shop, disapprove-shop, shops/:/undo-approval, PUT ownership-transfer/:, PATCH ownership-transfer/:,
      shops/:/papers/:/decide, shops/:/checks/decide`,
  },
  catalogue: {
    own: 'my-wishlists, wishlists, wishlists/:, wishlists/toggle, wishlists/in_wishlist/:',
    'catalogue:read': `products/:/variations, products/:/digital-file, products-stock, draft-products,
      low-stock-products, popular-products, best-selling-products, top-rate-product, check-availability,
      featured-categories, category-wise-product, category-wise-product-sale, top-authors, top-manufacturers,
      stock-movements, product-characteristics, product-characteristics/values, product-exports, product-imports, product-imports/:, product-imports/:/errors,
      product-imports/:/error-groups, product-imports/:/first-rows, product-imports/columns, product-imports/:/rejected.csv, product-imports/:/rejected.xlsx,
      product-imports/values, product-imports/template.csv, product-imports/template.xlsx, export-attributes/:,
      export-products/:, export-variation-options/:`,
    'catalogue:write': `products/:/variations/:, products/bulk/price, products/bulk/categories, products/bulk/status,
      products/bulk/stock, products/bulk/characteristics, categories/:/move, product-imports, product-imports/:, product-imports/:/pictures,
      product-imports/:/values, product-imports/:/missing, product-imports/:/check, product-imports/:/cancel,
      product-imports/:/run, product-imports/values/:, product-imports/columns/:, import-attributes, import-products, import-variation-options,
      generate-description, generate-descriptions`,
    'moderation:read': 'product-reviews, product-reviews/:, product-reviews/:/files/:',
    'moderation:decide': `product-reviews/:, product-reviews/:/approve, product-reviews/:/reject,
      product-reviews/:/undo-approval, product-reviews/bulk/approve,
      product-reviews/bulk/approve/preview, product-reviews/bulk/undo-approval,
      product-reviews/bulk/reject`,
  },
  promotions: {
    own: 'advertising-banners/:/view, advertising-banners/:/click',
    'promotions:read': `POST coupons/verify, products-by-flash-sale, product-flash-sale-info,
      vendor-requests-for-flash-sale, vendor-requests-for-flash-sale/:, vendor-requests-for-flash-sale/:/uses,
      requested-products-for-flash-sale`,
    'promotions:write': `vendor-requests-for-flash-sale, vendor-requests-for-flash-sale/:,
      vendor-requests-for-flash-sale/:/restore,
      answer-flash-sale-invitation, withdraw-flash-sale-consent`,
    'promotions:decide': `approve-coupon, disapprove-coupon, approve-flash-sale-requested-products,
      disapprove-flash-sale-requested-products, approve-review-banner, disapprove-review-banner`,
  },
  orders: {
    own: `orders/guest/:, order-changes/:, download-invoice/token/:, export-order/token/:, download_url/token/:,
      downloads, downloads/digital_file, webhooks/sbp, webhooks/yookassa, webhooks/tbank, payment-intent`,
    'orders:read': `orders/late, orders/tracking-number/:, orders/:/payment, GET orders/:/marks, orders/:/invoice, orders/:/picklist,
      orders/lines/export, POST orders/picklist, POST download-invoice-url, export-order-url, export-order-url/:, shop-orders/:, till/:,
      till/:/goods, till/:/scan, till/:/customers, till/:/sales/:, till/:/refunds, till/:/shifts, till/:/shifts/:`,
    'orders:write': `orders/checkout/verify, orders/payment, orders/bulk/status, orders/bulk/status/preview,
      orders/bulk/undo, orders/:/delivery-date, orders/:/undo, orders/:/parcel, PUT orders/:/marks, orders/:/notes,
      orders/:/letters/:/resend, orders/:/lines, orders/:/lines/code,
      orders/:/lines/preview, orders/:/code, orders/:/complete, orders/:/change, orders/:/gateway, shop-orders/:,
      shop-orders/:/quote, till/:/quote, till/:/coupon-code, till/:/sales, till/:/shifts, till/:/shifts/:/moves,
      till/:/shifts/:/refunds, till/:/shifts/:/close`,
    'orders:decide': 'orders/:/payment-decision, DELETE orders/:, dev/payments/:',
  },
  refunds: {
    'refunds:read': 'orders/:/refundable, orders/:/exchange, GET refunds/:/marks',
    'refunds:write': `orders/:/returns, orders/:/exchange, refunds/:/code, refunds/:/complete, refunds/:/answer,
      refunds/:/stage, PUT refunds/:/marks`,
    'refunds:decide': 'PUT refunds/:, PATCH refunds/:, DELETE refunds/:',
  },
  payments: {
    // Of the money of an order whoever works on it sees the chain; what providers said is for finance.
    'orders:read': 'orders/:/payments, orders/:/payment-links',
    'orders:write': 'orders/:/payment-links, orders/:/payment-check, orders/:/capture',
    own: 'payment-links/:, dev/bank/:',
    'finance:read': `exchanges, payments, payments/export, payments/providers, payments/:, payments/:/pdf,
      ledger/lines/:/origin,
      ledger/lines/:/origin/pdf, reconciliation, reconciliation/lines, reconciliation/differences, reconciliation/files,
      reconciliation/files/:, reconciliation/lines/:/choices,
      GET reconciliation/lines/:/payouts, reconciliation/columns, payment-tasks, GET disputes`,
    'finance:write': `payments/providers/:/sweep, payments/providers/:/test, reconciliation/files, reconciliation/files/:,
      reconciliation/tables, reconciliation/columns/:, reconciliation/differences/:/owner`,
    'finance:decide': `reconciliation/files/:/post, reconciliation/differences/:/repair, reconciliation/lines/:/apply,
      POST reconciliation/lines/:/payouts, reconciliation/lines/:/give, reconciliation/lines/:/sender, GET dev/rehearsal,
      dev/rehearsal/breakdown, dev/rehearsal/orders, dev/rehearsal/attempts/:/pay, payment-tasks/:/answer,
      POST disputes`,
  },
  receipts: {
    own: 'receipt-pages/:, webhooks/atol',
    // Of the receipts of an order whoever works on it sees the chain and sends a buyer another copy.
    'orders:read': 'orders/:/receipts',
    'orders:write': 'receipts/:/copies',
    'finance:read': 'receipts, receipts/unissued, receipts/registers, receipts/days, receipts/:',
    'finance:write': 'receipts/:/retry',
    'shops:read': 'shops/:/register, shops/:/receipts',
    'shops:write': 'PUT shops/:/register, shops/:/register/check, shops/:/receipts/:/retry',
    'finance:decide':
      'GET dev/rehearsal/register, dev/rehearsal/register, receipts/:/correct, receipts/:/made',
  },
  feedback: {
    own: 'my-questions, my-reports, feedbacks, feedbacks/:, POST abusive_reports',
    'feedback:read': 'abusive_reports, abusive_reports/:, abusive_reports/cases, abusive_reports/cases/:/:',
    'feedback:write': 'reviews/:/answer, questions/bulk/answer',
    'feedback:decide':
      'abusive_reports/accept, abusive_reports/reject, abusive_reports/bulk/decide, abusive_reports/:',
  },
  insights: {
    own: 'first-steps/vendor',
    parts: `search, menu-counts, analytics/waiting, audit, audit/as-of, audit/:/undo, trash, trash/families, trash/:/:,
      trash/:/:/restore, translations, translations/:, saved-reports, saved-reports/:, saved-reports/:/run,
      saved-reports/:/runs, saved-reports/:/receivers, report-runs/:, report-runs/:/file`,
    'journal:read': 'activity, activity/choices, activity/bulk, activity/export',
    'settings:read': 'first-steps',
    'settings:write': 'first-steps/put-away, first-steps/keep',
    'orders:read': 'analytics/statuses, analytics/statuses/export, analytics/hours',
    'catalogue:read': 'analytics/ending, analytics/goods/export',
    'finance:read': `analytics, analytics/figures, analytics/figures/export, analytics/sales, analytics/sales/export,
      analytics/shops, analytics/shops/export, analytics/balance, analytics/trends, analytics/categories,
      analytics/categories/export, analytics/payouts`,
  },
};

const allMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function methodsOf(access: string): readonly string[] {
  if (access.endsWith(':read')) return ['GET'];
  return access.includes(':') ? allMethods.slice(1) : allMethods;
}

/** Each line of the table, by method and address, `GET orders/:/payment`. */
export const linesOfEndpoints = (): [string, Access][] =>
  Object.values(endpoints).flatMap((part) =>
    Object.entries(part).flatMap(([access, list]) =>
      list.split(',').flatMap((entry) => {
        const [address = '', verb] = entry.trim().split(' ').toReversed();
        const methods = verb ? [verb] : methodsOf(access);
        return methods.map((method): [string, Access] => [`${method} ${address}`, access as Access]);
      }),
    ),
  );

const accessByEndpoint = new Map(linesOfEndpoints());

/** What the routes of every family ask, by what follows its address. */
const familyActions: Record<string, Level> = {
  'GET ': 'read',
  'GET /counts': 'read',
  'GET /export': 'read',
  'GET /:': 'read',
  'GET /:/uses': 'read',
  'POST /bulk/uses': 'read',
  'POST ': 'write',
  'PUT /:': 'write',
  'PATCH /:': 'write',
  'DELETE /:': 'write',
  'POST /:/restore': 'write',
  'POST /bulk/remove': 'write',
  'POST /bulk/set': 'write',
  'POST /bulk/set/preview': 'write',
  'POST /bulk/:/undo': 'write',
};
for (const [family, area] of Object.entries(familyAreas)) {
  // Without an area its routes have no line, which stops the start.
  if (!Object.hasOwn(areas, area)) continue;
  for (const [action, level] of Object.entries(familyActions)) {
    const endpoint = action.replace(' ', ` ${ownValue(familyEndpoints, family) ?? family}`);
    if (!accessByEndpoint.has(endpoint)) accessByEndpoint.set(endpoint, `${area}:${level}` as Access);
  }
}

/** Every endpoint of the table. */
export const knownEndpoints = (): string[] => [...accessByEndpoint.keys()];

/** What the endpoint asks, by its route such as `orders/:key/payment`; undefined when the table lacks it. */
export function findAccess(method: string, route: string): Access | undefined {
  return accessByEndpoint.get(`${method} ${route.replace(/:\w+/g, ':')}`);
}

/** The right to read or change rows of a family; undefined for what is no family. */
export function familyRight(family: string, level: 'read' | 'write' = 'read'): Right | undefined {
  const area = ownValue(familyAreas, family) ?? ownValue(otherAreas, family);
  return area && (`${area}:${level}` as Right);
}

/** Areas of records that have no family and are named in the log, in notifications and in files. */
const otherAreas: Record<string, Area> = {
  settings: 'settings',
  'product-reviews': 'moderation',
  'product-imports': 'catalogue',
  product_imports: 'catalogue',
  variations: 'catalogue',
  'ownership-transfers': 'shops',
  'vendor-requests-for-flash-sale': 'promotions',
  abusive_reports: 'feedback',
  feedbacks: 'feedback',
  conversations: 'messages',
  messages: 'messages',
  ledger: 'finance',
  reconciliation: 'finance',
  roles: 'team',
  sessions: 'team',
  outbox: 'integrations',
  'order-flow': 'settings',
  addresses: 'customers',
  'vendor-views': 'shops',
};

/** Every name that a record's area is known by. */
export const knownFamilies: readonly string[] = [...Object.keys(familyAreas), ...Object.keys(otherAreas)];

/** Of several levels the highest that the area has: what is decided in an area without decisions is written. */
export function decisionRight(area: Area): Right {
  return `${area}:${areas[area].at(-1)}` as Right;
}

/** Pages that are no screens of a family, by their pattern (`pages/index.ts`); those below a shop follow the same line. */
const pages: Partial<Record<Access, string>> = {
  own: `/, /login, /logout, /access-denied, /404, /500, /_error, /login-code, /register, /forgot-password,
    /reset-password, /verify-email, /verify-license, /newsletter, /order-change, /orders/pay, /orders/receipt, /profile, /profile-update, /my-shop,
    /my-shops, /vendor/settings, /notice, /notify-logs, /notify-logs/[id], /notify-logs/user/[id], /[shop]`,
  parts: '/approvals, /activity/trash, /translations, /reports, /reports/[id]',
  'orders:read': '/orders/transaction, /till/shifts, /my-shop/orders',
  'orders:write': '/orders/create, /orders/cart, /orders/checkout, /till',
  'refunds:read': '/my-shop/refunds',
  'catalogue:read': '/products/draft, /products/product-stock, /products/inventory, /my-shop/products',
  'moderation:read': '/products/moderation',
  'promotions:read': '/coupons/verify, /flash-sale/my-products',
  'content:read': '/store-notices/read',
  'feedback:read': '/abusive_reports, /abusive_reports/[id]',
  'feedback:decide': '/abusive_reports/reject',
  'messages:read': `/message, /message/[id], /message/conversations, /owner-message, /shop-message,
    /shop-message/[id]`,
  'customers:read': '/users/vendors, /users/vendors/pending, /users/customer',
  'shops:read': `/new-shops, /users/my-staffs, /users/vendor-staffs, /vendor/store_keepers, /ownership-transfers`,
  'shops:write': '/edit',
  'finance:read': '/ledger',
  'finance:decide': '/settings/rehearsal',
  'team:read': '/users/admins, /users/permissions, /roles',
  'integrations:read': '/settings/services, /settings/jobs',
  'integrations:decide': '/settings/outbox',
  'settings:read': `/settings, /settings/payment, /settings/seo, /settings/events, /settings/shop,
    /settings/maintenance, /settings/company-information`,
  'journal:read': '/activity',
};

const accessByPage = new Map(
  Object.entries(pages).flatMap(([access, list]) =>
    list.split(',').map((page): [string, Access] => [page.trim(), access as Access]),
  ),
);

/** What the page at an address without base path, language and query asks; undefined when the table lacks it. */
export function accessOfPage(path: string): Access | undefined {
  const segments = path.split('/').filter(Boolean);
  return (
    accessOfSegments(segments) ??
    (segments.length > 1 ? accessOfSegments(segments.slice(1)) : shopOr(segments))
  );
}

/** False for a page that the role of a limited person does not open; others are not asked. */
export function isInRole(path: string, permissions: readonly string[]): boolean {
  if (!permissions.includes(limited)) return true;
  const access = accessOfPage(path);
  return access !== undefined && (!access.includes(':') || holds(permissions, access as Right));
}

const shopOr = ([first]: string[]) => (first === undefined ? undefined : accessByPage.get('/[shop]'));

function accessOfSegments(segments: readonly string[]): Access | undefined {
  const exact = accessByPage.get(`/${segments.join('/')}`);
  if (exact) return exact;
  const parent = `/${segments.slice(0, -1).join('/')}`;
  const numbered = /^(\d+|\[id\])$/.test(segments.at(-1) ?? '') && accessByPage.get(`${parent}/[id]`);
  if (numbered) return numbered;
  const [family = '', ...rest] = segments;
  const area = ownValue(familyAreas, family);
  const found = area && parseScreen(rest);
  if (!found) return undefined;
  const isRead = found.screen === 'list' || found.screen === 'details';
  return `${area}:${isRead ? 'read' : 'write'}` as Right;
}
