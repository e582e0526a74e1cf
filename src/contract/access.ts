import type { Access } from './core/action';
import { type Area, areas, holds, type Level, limited, type Right } from './core/areas';
import { ownValue } from './core/own-value';
import { type familyPages, ownFamilies } from './family-pages';
import { parseScreen } from './pages';

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

/** The right to read or change rows of a family; undefined for what is no family. */
export function familyRight(family: string, level: Level = 'read'): Right | undefined {
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
