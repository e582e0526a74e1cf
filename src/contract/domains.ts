/** The subjects of the marketplace, in the import order of the server's modules (docs/architecture.md). */
export const domains = [
  'messaging',
  'settings',
  'ledger',
  'accounts',
  'shops',
  'catalogue',
  'promotions',
  'orders',
  'refunds',
  'payments',
  'receipts',
  'feedback',
  'insights',
] as const;

export type Domain = (typeof domains)[number];

/** A dictionary, `public/locales/<language>/<namespace>.json`: of all pages, of all forms, or of one domain. */
export type Namespace = 'common' | 'form' | Domain;
