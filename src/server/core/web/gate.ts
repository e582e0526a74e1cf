import { isInRole } from '@/contract/access';
import { mayLookAs } from '@/contract/accounts/vendor-views';
import { defaultLanguage } from '@/contract/core/languages';
import { ownValue } from '@/contract/core/own-value';
import { isAllowed } from '@/contract/core/permissions';
import { findPageRule, type PageRule, pages } from '@/contract/pages';
import { movedTo, shopCounterpart } from '@/contract/pages/moved';
import { canonicalAddress, isSameAddress, resolvePage, type Site } from './page-address';

/** The gate's decision on a request for a page. */
export type GateAnswer =
  | {
      kind: 'pass';
      /** The route pattern, undefined for the 404 page. */
      page: string | undefined;
      language: string;
      /** The canonical address that Next renders, never the requested one. */
      address: string;
    }
  | { kind: 'sign-in'; location: string }
  /** Redirect to the page's own address. */
  | { kind: 'moved'; location: string }
  | { kind: 'denied'; language: string; address: string }
  /** The session could not be checked: the page opens without data and shows in the browser what is wrong. */
  | { kind: 'unknown'; page: string; language: string; address: string };

/** A signed-in person, and the shops whose pages the person may open. */
export interface Visitor {
  permissions: readonly string[];
  /** False for a shop that does not exist or is another's; without it every slug passes. */
  hasShop?: (slug: string) => Promise<boolean>;
  /** Slugs of the shops that the person owns or works in. */
  ownShops?: () => Promise<readonly string[]>;
}

type WhoIs = () => Promise<Visitor | null | 'no-answer'>;

/** The languages that the marketplace offers. */
type Offered = () => Promise<readonly string[]>;

/**
 * Authorizes a page request before Next sees it: without a session → the login page with `from_url`, without the
 * permission → the unauthorised screen. A page is closed unless `pages` declares it public. Next gets the canonical
 * address of the authorized page, so no spelling can resolve differently here and there (rules/core: the gate sees
 * every spelling of an address); an unknown address gets the 404 page. In a language that is switched off, a page
 * redirects to its Russian address.
 */
export async function gate(url: string, site: Site, whoIs: WhoIs, offered: Offered): Promise<GateAnswer> {
  const found = resolvePage(url, site);
  const { search } = new URL(url, 'http://gate');
  if (found && found.language !== defaultLanguage && !(await offered()).includes(found.language)) {
    return {
      kind: 'moved',
      location: `${canonicalAddress({ ...found, language: defaultLanguage })}${search}`,
    };
  }
  const language = found?.language ?? defaultLanguage;
  const to = (path: string) => canonicalAddress({ language, path });
  const moved = found && found.build === undefined ? movedTo(found.path) : undefined;
  if (moved) return { kind: 'moved', location: to(moved) };
  if (!found?.page) return { kind: 'pass', page: undefined, language, address: to('/404') };

  const address = canonicalAddress(found);
  const answer: GateAnswer = isSameAddress(url, address)
    ? { kind: 'pass', page: found.page, language, address }
    : { kind: 'moved', location: `${address}${search}` };
  if (ownValue(pages, found.page)?.allow === 'public') return answer;

  const user = await whoIs();
  if (user === 'no-answer')
    return answer.kind === 'moved' ? answer : { kind: 'unknown', page: found.page, language, address };
  if (!user) {
    const wanted = `${found.path}${search}`;
    const query = wanted === '/' ? '' : `?from_url=${encodeURIComponent(wanted)}`;
    return { kind: 'sign-in', location: `${to('/login')}${query}` };
  }
  const rule = findPageRule(found.path);
  if (!rule || !(await isShopKnown(found.path, rule, user)))
    return { kind: 'pass', page: undefined, language, address: to('/404') };
  if (opens(found.path, user.permissions)) return answer;
  const instead =
    found.build === undefined ? shopCounterpart(found.path, (await user.ownShops?.()) ?? []) : undefined;
  if (instead && opens(instead, user.permissions)) return { kind: 'moved', location: to(instead) };
  return { kind: 'denied', language, address: to('/access-denied') };
}

/** A page below a shop is there if the shop is. */
async function isShopKnown(path: string, { layout }: PageRule, { hasShop }: Visitor): Promise<boolean> {
  const [, slug = ''] = path.split('/');
  return !layout.startsWith('shop') || !hasShop || hasShop(decodeURIComponent(slug)).catch(() => true);
}

/** Whether the account opens the page, and the role of a limited person, too. */
const opens = (path: string, permissions: readonly string[]): boolean =>
  isAllowed(findPageRule(path)?.allow ?? [], permissions) &&
  (isInRole(path, permissions) || mayBeInLook(path, permissions));

/** A page of vendors, for whoever may look through their eyes: only the browser knows whether a look is open. */
const mayBeInLook = (path: string, permissions: readonly string[]): boolean =>
  mayLookAs(permissions) && isAllowed(findPageRule(path)?.allow ?? [], ['store_owner']);

/** The token in the credential cookie: JSON, percent-encoded by js-cookie. */
export function tokenInCookie(header: string | undefined): string | null {
  const found = /(?:^|;\s*)AUTH_CRED=([^;]*)/.exec(header ?? '')?.[1];
  if (!found) return null;
  try {
    const credentials: unknown = JSON.parse(decodeURIComponent(found));
    const token =
      credentials !== null && typeof credentials === 'object' && 'token' in credentials && credentials.token;
    return typeof token === 'string' ? token : null;
  } catch {
    return null;
  }
}
