import { env } from '@/lib/env';
import { readCredentials } from '@/lib/session/session';
import { keepLacks } from '../capabilities';
import { toClientError } from '../errors';
import { factsOfServer, keepFacts } from './facts';

/**
 * Families that only some servers of the dialect have, with the endpoint of the list: their pages and buttons are hidden
 * where the endpoint is missing.
 */
const optional: Record<string, string> = {
  ...Object.fromEntries(
    [
      ...['social-links', 'advertising-banners', 'review-banners', 'delivery-classes', 'order-status'],
      ...['attribute-values', 'store-notices', 'notify-logs', 'flash-sale', 'faqs', 'terms-and-conditions'],
      ...['refund-policies', 'refund-reasons'],
    ].map((name) => [name, name]),
  ),
  boxes: 'api/admin/boxes',
  'error-codes': 'api/admin/errors',
  'mobile-app-versions': 'app-versions',
  'ownership-transfers': 'ownership-transfer',
};

/** Milliseconds that a page waits for it; whatever responds later counts as present. */
const patience = 3000;

/** Asks for each optional family once, with the first `me`. */
export async function findLacks(): Promise<void> {
  const { lacks } = factsOfServer();
  if (lacks) return keepLacks(lacks);
  const asked = Object.entries(optional).map(async ([name, url]) =>
    (await isMissing(url).catch(() => false)) ? [name] : [],
  );
  const missing = await Promise.race([Promise.all(asked), later(patience)]);
  keep(missing.flat());
}

/** Not by the request library: there a refusal of a list that the person may not read would end the session. */
async function isMissing(endpoint: string): Promise<boolean> {
  const response = await fetch(`${env.apiUrl}/${endpoint}?page=1&limit=1`, {
    headers: { Authorization: `Bearer ${readCredentials()?.token ?? ''}`, Accept: 'application/json' },
  });
  return [404, 405, 501].includes(response.status) || /^\s*<(!doctype|html)/i.test(await response.text());
}

const later = (wait: number) => new Promise<string[][]>((resolve) => setTimeout(() => resolve([]), wait));

/** A list that turned out to be missing. */
export function missingList(path: string, error: unknown): void {
  if (!isNotSupported(error)) return;
  const name = Object.keys(optional).find((one) => optional[one] === path) ?? pages[path];
  if (name === undefined) return;
  const { lacks } = factsOfServer();
  // Before the first `me` nothing is known of the others.
  if (lacks) keep([...lacks, name]);
  else keepLacks([name]);
}

/** Pages of further lists, which every known server of the dialect has. */
const pages: Record<string, string> = {
  types: 'groups',
  ...Object.fromEntries(
    [
      ...['tags', 'categories', 'attributes', 'authors', 'manufacturers', 'coupons', 'taxes', 'shippings'],
      ...['refunds', 'withdraws', 'reviews', 'questions', 'abusive_reports', 'new-shops'],
    ].map((name) => [name, name]),
  ),
};

function keep(lacks: string[]): void {
  keepFacts({ lacks: [...new Set(lacks)] });
  keepLacks(lacks);
}

const isNotSupported = (error: unknown) => toClientError(error).code === 'NOT_SUPPORTED';
