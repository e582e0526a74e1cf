import type { Capability } from '@/contract/capabilities';
import type { Namespace } from '@/contract/domains';
import { mayOpen } from '@/contract/pages';
import { loadTexts } from './i18n';

/** Pages that show a dictionary, of the marketplace and of a shop: who may open none of them does not load it. */
const shownOn: Record<Namespace, readonly string[]> = {
  common: ['/'],
  form: ['/'],
  messaging: ['/notify-logs', '/message', '/owner-message'],
  settings: ['/settings', '/taxes', '/approvals'],
  ledger: ['/ledger', '/withdraws', '/_/ledger', '/_/withdraws'],
  accounts: ['/users', '/profile'],
  shops: ['/shops', '/my-shop', '/_/edit'],
  catalogue: ['/products', '/_/products'],
  promotions: ['/coupons', '/flash-sale', '/_/coupons'],
  orders: ['/orders', '/_/orders'],
  refunds: ['/refunds', '/_/refunds'],
  payments: ['/orders', '/_/orders'],
  receipts: ['/orders', '/_/orders'],
  feedback: ['/reviews', '/questions', '/_/reviews'],
  insights: ['/'],
};

/** Not in TypeScript's library yet, and not in every browser. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
  type?: string;
}

/**
 * Loads the dictionaries of other pages that the person may open, one at a time and while the browser is idle, so that
 * those pages wait for none. Never on a slow or metered connection: there a page loads its own when it opens.
 */
export async function loadOtherTexts(
  permissions: readonly string[],
  capabilities: ReadonlySet<Capability>,
): Promise<void> {
  if (isConnectionDear()) return;
  for (const [namespace, paths] of Object.entries(shownOn) as [Namespace, readonly string[]][]) {
    if (!paths.some((path) => mayOpen(path, permissions, capabilities))) continue;
    await idle();
    await loadTexts(namespace);
  }
}

function isConnectionDear(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  if (!connection) return false;
  const { saveData, effectiveType = '4g', type } = connection;
  return saveData === true || effectiveType !== '4g' || type === 'cellular';
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 10_000 });
    else setTimeout(resolve, 500);
  });
}
