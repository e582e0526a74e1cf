import { env } from '@/lib/env';
import { readCredentials } from '@/lib/session/session';
import { keepLacks } from '../capabilities';
import { ClientError, toClientError } from '../errors';
import { factsOfServer, keepFacts } from './facts';

const same = (...names: string[]) => Object.fromEntries(names.map((name) => [name, name]));

/**
 * Pages whose list only some servers of the dialect have, with its endpoint: they and their buttons are hidden where the
 * endpoint is missing.
 */
const optional: Record<string, string> = {
  ...same('social-links', 'advertising-banners', 'review-banners', 'delivery-classes', 'order-status'),
  ...same('attribute-values', 'store-notices', 'notify-logs', 'flash-sale', 'faqs', 'terms-and-conditions'),
  ...same('refund-policies', 'refund-reasons'),
  boxes: 'api/admin/boxes',
  'error-codes': 'api/admin/errors',
  'mobile-app-versions': 'app-versions',
  notice: 'store-notices',
  'ownership-transfers': 'ownership-transfer',
  message: 'conversations',
  'owner-message': 'conversations',
  'shop-message': 'conversations',
  'users/my-staffs': 'my-staffs',
  'users/vendor-staffs': 'all-staffs',
  'products/draft': 'draft-products',
  'products/product-stock': 'products-stock',
};

/** Pages of further lists, which every known server of the dialect has. */
const usual: Record<string, string> = {
  ...same('tags', 'categories', 'attributes', 'authors', 'manufacturers', 'coupons', 'taxes', 'shippings'),
  ...same('refunds', 'withdraws', 'reviews', 'questions', 'abusive_reports', 'new-shops'),
  groups: 'types',
  'users/admins': 'admin/list',
  'users/customer': 'customers/list',
  'users/vendors': 'vendors/list',
  'users/vendors/pending': 'vendors/list',
};

/** Milliseconds that a page waits for it; whatever responds later counts as present. */
const patience = 3000;

/** Asks for each optional list once, with the first `me`. */
export async function findLacks(): Promise<void> {
  const { lacks } = factsOfServer();
  if (lacks) return keepLacks(lacks);
  const asked = [...new Set(Object.values(optional))].map(async (endpoint) =>
    (await isMissing(endpoint).catch(() => false)) ? pagesOn(endpoint) : [],
  );
  const missing = await Promise.race([Promise.all(asked), later(patience)]);
  return keep(missing.flat());
}

const pagesOn = (endpoint: string) =>
  Object.entries({ ...usual, ...optional })
    .filter(([, one]) => one === endpoint)
    .map(([page]) => page);

/** Not by the request library: there a refusal of a list that the person may not read would end the session. */
async function isMissing(endpoint: string): Promise<boolean> {
  const response = await fetch(`${env.apiUrl}/${endpoint}?page=1&limit=1`, {
    headers: { Authorization: `Bearer ${readCredentials()?.token ?? ''}`, Accept: 'application/json' },
  });
  if (!response.ok) return [404, 405, 501].includes(response.status);
  const list: unknown = await response.json().catch(() => undefined);
  return typeof list !== 'object' || list === null;
}

const later = (wait: number) => new Promise<string[][]>((resolve) => setTimeout(() => resolve([]), wait));

/** A text in place of a list, as some servers respond to addresses that they do not have. */
export function assertList(path: string, answer: unknown): void {
  const isText = typeof answer !== 'object' || answer === null;
  if (isText && pagesOn(path).length > 0) throw new ClientError('NOT_SUPPORTED', { status: 501 });
}

export function missingList(path: string, error: unknown): void {
  const found = toClientError(error).code === 'NOT_SUPPORTED' ? pagesOn(path) : [];
  if (found.length === 0) return;
  const { lacks } = factsOfServer();
  // Before the first `me` nothing is known of the others.
  void (lacks ? keep([...lacks, ...found]) : keepLacks(found));
}

function keep(lacks: string[]): Promise<void> {
  keepFacts({ lacks: [...new Set(lacks)] });
  return keepLacks(lacks);
}
