import { ownFamilies } from './family-pages';

/**
 * What our server can beyond the dialect that other servers implement. `GET settings` announces the names; the panel hides
 * what a server does not announce and never asks its actions, which name theirs. A family of ours is one by its name
 * (`family-pages.ts`).
 */
const names = [
  // Announced by our own server. What a demo alone has, its screens ask for by name.
  'all',
  'activity',
  'address-book',
  'analytics-parts',
  'approvals',
  'attribute-value-editing',
  'banner-moderation',
  'bulk',
  'category-tree',
  'characteristics',
  'consents',
  'cases',
  'counts',
  'delivery-class-editing',
  'export',
  'digital-files',
  // A way of delivery says whether all orders have it.
  'delivery-for-all',
  'first-steps',
  'history',
  'imports',
  'jobs',
  'ledger',
  // Search keys beyond those of the dialect, such as the role of a user or several statuses at once.
  'list-filters',
  'live',
  'menu-counts',
  'moderation',
  'payments',
  'receipts',
  'personal-data',
  'memberships',
  'notice-readers',
  'notification-settings',
  'order-letters',
  'order-codes',
  'order-documents',
  'order-editing',
  'order-payments',
  'order-refunds',
  'order-returns',
  'outbox',
  'presence',
  'review-answers',
  'restore',
  'sale-consents',
  'roles',
  'saved-reports',
  'saved-views',
  'search',
  'services',
  'sessions',
  'sign-in-providers',
  'shop-twins',
  'vendor-file',
  'staff-editing',
  'shop-orders',
  'stock-journal',
  'suggest',
  'till',
  // Rows hold their texts in several languages; in the dialect each language has rows of its own.
  'translations',
  'translation-gaps',
  'transfer-conditions',
  'trash',
  'two-factor',
  'uses',
  'variations',
  'vendor-settings',
  'vendor-views',
  'wallet-history',
] as const;

/** `no boxes`: another server of the dialect lacks the family behind the page; our own never does. */
export type Capability = (typeof names)[number] | keyof typeof ownFamilies | `no ${string}`;

export const capabilities: readonly Capability[] = [
  ...names,
  ...(Object.keys(ownFamilies) as (keyof typeof ownFamilies)[]),
];

/** Capabilities announced by a response of `GET settings`; none if the field is missing. */
export function readCapabilities(announced: unknown): ReadonlySet<Capability> {
  const names: readonly unknown[] = Array.isArray(announced) ? announced : [];
  return new Set(capabilities.filter((name) => names.includes(name)));
}
