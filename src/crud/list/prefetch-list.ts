import Router from 'next/router';
import { setLinkPrefetch } from '@/components/ui/link';
import { type AnyResource, familyPaths } from '@/contract/core/define';
import { defaultLanguage, isKnownLanguage } from '@/contract/core/languages';
import { screenAccess } from '@/contract/family-pages';
import type { AdaptQuery } from '@/crud/types';
import { api } from '@/lib/api/client';
import { queryClient } from '@/lib/api/first-requests';
import { isPerShop } from '@/lib/api/plain/known';
import { env } from '@/lib/env';
import { readCredentials } from '@/lib/session/session';
import { shopScope } from '@/lib/session/shop-id';
import { basePath } from '@/lib/site';
import type { FirstList } from './first-requests';
import { ownListRequest } from './list-request';
import { listOptions, readState, toListQuery } from './list-state';

/** The family's list without search, filters or sorting. */
export function buildFirstList(resource: AnyResource, adapt: AdaptQuery = plainQuery): FirstList {
  const scope = shopScope(resource, undefined, undefined) ?? {};
  const state = readState(resource, {});
  return (language) => {
    const request = firstRequestOf(resource, adapt(toListQuery(resource, state, scope, language), state));
    // Another server may list it per shop only, and the shop is not known yet.
    if (isPerShop(request[0]) && !env.apiUrl.startsWith('/')) return undefined;
    return {
      path: `${basePath}${language === defaultLanguage ? '' : `/${language}`}${familyPaths(resource).list}`,
      list: api.address(...request),
    };
  };
}

/** Sent before the server's capabilities are known: the request for our own server. */
const firstRequestOf = (resource: AnyResource, query: Record<string, unknown>) =>
  resource.only?.list?.isLesser ? ([resource.endpoint, query] as const) : ownListRequest(resource, query);

const plainQuery: AdaptQuery = (query) => query;

/** Families whose code is loaded, by the path of their list. */
const known = new Map<string, { resource: AnyResource; adapt: AdaptQuery }>();
/** Address that the router is navigating to. */
let target: string | undefined;

/**
 * Prefetches a family's list as soon as its address is known instead of when the page renders: for the address the
 * document was opened at (the router does not know a static page's query yet), and for every later navigation.
 */
export function registerList(resource: AnyResource, adapt: AdaptQuery = plainQuery): void {
  if (typeof window === 'undefined') return;
  if (known.size === 0) {
    Router.events.on('routeChangeStart', (url: string, { shallow }: { shallow: boolean }) => {
      target = shallow ? undefined : url;
      if (target !== undefined) prefetchAt(target);
    });
  }
  setLinkPrefetch(prefetchLinked);
  known.set(familyPaths(resource).list, { resource, adapt });
  // Code prefetched on hover must not request data: its list is not on this page.
  prefetchAt(target ?? window.location.pathname + window.location.search, resource);
}

/** Prefetches the list behind a hovered link. */
function prefetchLinked(address: string): void {
  if (new URL(address, window.location.origin).pathname !== window.location.pathname) prefetchAt(address);
}

/** Prefetches the list at an address when its family's code is loaded; `only` restricts it to one family. */
function prefetchAt(address: string, only?: AnyResource): void {
  const credentials = readCredentials();
  // Of the address that a limited person opened nobody knows yet whether the role opens it.
  if (!credentials || (only && credentials.permissions.includes('limited'))) return;
  const { pathname, searchParams } = new URL(address, window.location.origin);
  const inside = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname;
  const segments = inside.split('/').filter(Boolean);
  const language =
    segments[0] !== defaultLanguage && isKnownLanguage(segments[0]) ? segments.shift() : undefined;
  const inRoot = known.get(`/${segments.join('/')}`);
  const shop = inRoot ? undefined : segments.shift();
  const found = inRoot ?? known.get(`/${segments.join('/')}`);
  if (!found) return;
  const { resource, adapt } = found;
  if (only && resource !== only) return;
  if (!screenAccess(resource.name, 'list', shop !== undefined)) return;
  const scope = shopScope(resource, shop && decodeURIComponent(shop), undefined);
  // Only the screen knows the query of a tab.
  if (scope === undefined || searchParams.has('tab')) return;
  const state = readState(resource, Object.fromEntries(searchParams), shop);
  const query = toListQuery(resource, state, scope, language ?? defaultLanguage);
  void queryClient.prefetchQuery(listOptions(resource, adapt(query, state)));
}
