import { ownFamilies } from './family-pages';

/**
 * Capabilities of our server beyond the dialect that other servers implement, with their endpoints: `*` stands for one
 * segment, a verb limits the entry to one method. `GET settings` announces the names; the panel hides what a server
 * does not announce and never calls its endpoints. A family of ours is one by its name (`family-pages.ts`); here are its
 * endpoints beyond list and rows.
 */
const endpoints = {
  // Announced by our own server: the panel then does not load this map. What a demo alone has, its screens ask for by name.
  all: [],
  activity: ['activity', 'activity/choices', 'activity/bulk', 'activity/export'],
  'address-book': ['GET address', 'POST address', 'PUT address/*'],
  'analytics-parts': ['analytics/*', 'analytics/*/export'],
  approvals: ['approvals', 'approvals/*', 'approvals/*/*'],
  'attribute-value-editing': ['GET attribute-values/*'],
  'banner-moderation': ['approve-review-banner', 'disapprove-review-banner'],
  bulk: [
    '*/bulk/*',
    'api/admin/*/bulk/*',
    '*/bulk/*/preview',
    'api/admin/*/bulk/*/preview',
    '*/bulk/*/undo',
    'api/admin/*/bulk/*/undo',
  ],
  'category-tree': ['categories/*/move'],
  characteristics: ['product-characteristics', 'product-characteristics/values'],
  consents: ['consents', 'users/*/consents'],
  cases: ['abusive_reports/cases', 'abusive_reports/cases/*/*'],
  'contact-messages': ['contact-messages/*/answer'],
  counts: ['*/counts', 'notify-logs/unread', 'store-notices/unread', 'conversations/unread'],
  'delivery-class-editing': [
    ...[
      'POST delivery-classes',
      'GET delivery-classes/*',
      'PUT delivery-classes/*',
      'DELETE delivery-classes/*',
    ],
  ],
  export: ['*/export', 'api/admin/*/export', 'orders/lines/export'],
  'digital-files': ['products/*/digital-file'],
  // A way of delivery says whether all orders have it.
  'delivery-for-all': [],
  'first-steps': ['first-steps', 'first-steps/*'],
  history: ['audit', 'audit/as-of', 'audit/*/undo'],
  imports: ['product-imports', 'product-imports/*', 'product-imports/*/*', 'product-exports'],
  jobs: ['jobs', 'jobs/*/retry'],
  ledger: [
    ...['ledger', 'ledger/*', 'ledger/export', 'shops/*/ledger', 'shops/*/ledger/summary'],
    ...['shops/*/ledger/export', 'shops/*/statement', 'shops/*/adjustments', 'shops/*/commissions'],
    ...[
      'reconciliation',
      'reconciliation/*',
      'reconciliation/*/*',
      'reconciliation/*/*/*',
      'withdraws/*/payout',
    ],
  ],
  // Search keys beyond those of the dialect, such as the role of a user or several statuses at once.
  'list-filters': [],
  live: ['live'],
  'menu-counts': ['menu-counts'],
  moderation: [
    ...['product-reviews', 'product-reviews/*', 'product-reviews/*/approve', 'product-reviews/*/reject'],
    ...['product-reviews/*/undo-approval', 'shops/*/undo-approval'],
    ...['product-reviews/bulk/approve', 'product-reviews/bulk/reject', 'product-reviews/*/files/*'],
  ],
  'newsletter-subscribers': ['newsletter/*'],
  payments: [
    ...[
      'orders/*/payments',
      'orders/*/payment-links',
      'orders/*/payment-check',
      'orders/*/capture',
      'payment-links/*',
      'payments',
      'payments/*',
      'payments/*/pdf',
      'payments/providers/*/*',
      'payment-tasks',
      'payment-tasks/*/*',
      'disputes',
      'ledger/lines/*/origin',
      'ledger/lines/*/origin/pdf',
    ],
  ],
  receipts: [
    ...[
      'orders/*/receipts',
      'orders/*/marks',
      'refunds/*/marks',
      'receipts',
      'receipts/*',
      'receipts/*/*',
      'receipt-pages/*',
    ],
    ...['shops/*/register', 'shops/*/register/check', 'shops/*/receipts', 'shops/*/receipts/*/retry'],
  ],
  'personal-data': ['personal-data/*'],
  newsletters: ['newsletters/*/send', 'newsletters/*/stop', 'newsletters/*/test'],
  memberships: ['shop-roles', 'me/shop', 'invitations/accept'],
  'notice-readers': ['store-notices/*/readers'],
  'notification-settings': ['notification-preferences'],
  'order-letters': ['orders/*/letters/*/resend'],
  'order-codes': ['orders/*/code', 'refunds/*/code'],
  'order-documents': ['orders/*/invoice', 'orders/*/picklist', 'orders/picklist'],
  'order-editing': [
    'orders/*/lines',
    'orders/*/lines/code',
    'orders/*/lines/preview',
    'orders/*/change',
    'order-changes/*',
    'orders/*/notes',
    'orders/*/parcel',
    'orders/*/undo',
    'orders/*/gateway',
  ],
  'order-payments': ['orders/*/payment', 'orders/*/payment-decision'],
  'order-refunds': ['orders/*/refundable'],
  'order-returns': ['orders/*/returns', 'orders/*/exchange', 'refunds/*/answer', 'refunds/*/stage'],
  outbox: [
    'dev/outbox',
    'dev/email',
    'dev/rehearsal',
    'dev/rehearsal/*',
    'dev/rehearsal/attempts/*/pay',
    'dev/bank/*',
  ],
  presence: ['presence'],
  'review-answers': ['reviews/*/answer'],
  restore: ['*/*/restore', 'api/admin/*/*/restore'],
  'sale-consents': ['answer-flash-sale-invitation', 'withdraw-flash-sale-consent'],
  roles: ['roles', 'roles/*', 'users/*/role', 'POST users/invite', 'GET users/invited', 'users/invited/*'],
  'saved-reports': [
    'saved-reports',
    'saved-reports/*',
    'saved-reports/*/*',
    'report-runs/*',
    'report-runs/*/*',
  ],
  'saved-views': ['saved-views', 'saved-views/*'],
  search: ['search'],
  services: [
    'outside',
    'outside/test-letter',
    'outside/outbox',
    'outside/outbox/retry',
    'outside/outbox/*/retry',
  ],
  sessions: ['sessions', 'sessions/*', 'sessions/revoke-others'],
  'sign-in-providers': ['sign-in/*', 'sign-in/*/*'],
  'shop-twins': ['shops/*/twins'],
  'vendor-file': [
    ...[
      'shops/*/file',
      'shops/*/papers',
      'shops/*/papers/*/decide',
      'shops/*/checks',
      'shops/*/checks/decide',
    ],
    'shops/*/contract',
  ],
  'staff-editing': ['GET staffs/*', 'PUT staffs/*', 'staffs/*/invite', 'vendor/shops', 'vendor/shops/*'],
  'shop-orders': ['shop-orders/*', 'shop-orders/*/quote'],
  'stock-journal': ['stock-movements'],
  suggest: ['suggest/address'],
  till: ['till/*', 'till/*/*', 'till/*/*/*', 'till/*/*/*/*'],
  // Rows hold their texts in several languages; in the dialect each language has rows of its own.
  translations: [],
  'translation-gaps': ['translations', 'translations/*'],
  'transfer-conditions': ['ownership-transfer/vendors', 'shops/*/transfer-conditions'],
  trash: ['trash', 'trash/families', 'trash/*/*', 'trash/*/*/restore'],
  'two-factor': [
    'two-factor/*',
    'token/second-factor',
    'token/passkey',
    'token/passkey/*',
    'me/confirm',
    'me/confirm/*',
    'me/passkeys',
    'me/passkeys/*',
  ],
  uses: ['*/*/uses', 'api/admin/*/*/uses'],
  variations: ['products/*/variations', 'products/*/variations/*'],
  'vendor-settings': ['vendor/settings'],
  'vendor-views': ['vendor-views', 'shops/*/views'],
  'wallet-history': ['users/*/wallet'],
} as const satisfies Record<string, readonly string[]>;

/** `no boxes`: another server of the dialect lacks the family behind the page; our own never does. */
export type Capability = keyof typeof endpoints | keyof typeof ownFamilies | `no ${string}`;

export const capabilities = Object.keys({ ...endpoints, ...ownFamilies }) as Capability[];

/** Patterns of `GET path` in matching order: those with more fixed segments first. */
const patterns = Object.entries<readonly string[]>(endpoints)
  .flatMap(([name, entries]) => entries.map((entry) => [name, entry.split('*')] as const))
  .sort(([, one], [, other]) => one.length - other.length)
  .map(([name, parts]) => {
    const verb = parts[0]?.includes(' ') ? '' : '\\w+ ';
    return [name as Capability, new RegExp(`^${verb}${parts.join('[^/]*')}$`)] as const;
  });

/**
 * The capability that a request needs; undefined for requests of the dialect. `path` is below the base, without query.
 */
export function findCapability(method: string, path: string): Capability | undefined {
  const request = `${method.toUpperCase()} ${path}`;
  const [family = '', ...rest] = path.split('/');
  const ofFamily = rest.length < 2 && Object.hasOwn(ownFamilies, family) ? (family as Capability) : undefined;
  return patterns.find(([, pattern]) => pattern.test(request))?.[0] ?? ofFamily;
}

/** Capabilities announced by a response of `GET settings`; none if the field is missing. */
export function readCapabilities(announced: unknown): ReadonlySet<Capability> {
  const names: readonly unknown[] = Array.isArray(announced) ? announced : [];
  return new Set(capabilities.filter((name) => names.includes(name)));
}
