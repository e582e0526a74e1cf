import Router from 'next/router';
import { i18n } from 'next-i18next/pages';
import { type AnyResource, pathOf } from '@/contract/core/define';
import { defaultLanguage, isKnownLanguage } from '@/contract/core/languages';
import { screenAccess } from '@/contract/family-pages';
import type { Settings } from '@/contract/settings';
import { type Ask, listOptions, readState, toListQuery } from '@/crud/list/list-state';
import { meOptions } from '@/lib/session/me';
import { readCredentials } from '@/lib/session/session';
import { shopScope } from '@/lib/session/shop-id';
import { basePath } from '@/lib/site';
import { showToast } from '@/lib/toast';
import { api, startClient } from './client';
import { errorText } from './errors';
import { isAnsweredEarly } from './preload';
import { createQueryClient } from './query-client';

/** The client of this tab: here and not in a component, so that the first requests need not wait for the first screen. */
export const queryClient = createQueryClient((error) =>
  showToast(
    'error',
    i18n ? errorText(i18n.t, error) : error.message,
    error.requestId ? { requestId: error.requestId } : {},
  ),
);

/** Fetches at once what requests need, unless the first ones are answered without it. */
export function startRequests(): void {
  if (!isAnsweredEarly()) startClient();
}

/** Asks for the person while the program still starts; the gate's own query joins the request (design §7). */
export function startMe(): void {
  if (readCredentials()) void queryClient.prefetchQuery(meOptions());
}

/** The same for the settings; answers what they say, or nothing when they do not come. */
export async function startSettings(): Promise<Settings['options'] | undefined> {
  const options = settingsOptions(window.__NEXT_DATA__?.locale ?? defaultLanguage);
  await queryClient.prefetchQuery(options);
  return queryClient.getQueryData<Settings>(options.queryKey)?.options;
}

/** Query of the settings in a language (specification §1). */
export function settingsOptions(language: string) {
  return {
    queryKey: ['settings', language],
    queryFn: () => api.get<Settings>('settings', { language }),
    staleTime: 5 * 60_000,
    meta: { silent: true },
  };
}

/** Where the list of a page stands in a language, and the address of its first page. */
export type FirstList = (language: string) => { path: string; list: string };

/** The list of a family as it is before anybody searches or sorts it. */
export function listOf(resource: AnyResource, ask: Ask = plainly): FirstList {
  const scope = shopScope(resource, undefined, undefined) ?? {};
  const state = readState(resource, {});
  return (language) => ({
    path: `${basePath}${language === defaultLanguage ? '' : `/${language}`}${pathOf(resource).list}`,
    list: api.address(resource.endpoint, ask(toListQuery(resource, state, scope, language), state)),
  });
}

/** What `public/early.js` asks for before the program is there. */
export function firstRequests(language: string, list: FirstList | undefined): string {
  return JSON.stringify({
    settings: api.address('settings', { language }),
    me: api.address('me'),
    ...list?.(language),
  });
}

const plainly: Ask = (query) => query;

/** Families whose code is here, and how their lists are asked for, by the path of the list. */
const known = new Map<string, { resource: AnyResource; ask: Ask }>();
/** The address that the router is on its way to. */
let goal: string | undefined;

/**
 * Makes a family's list be asked for as soon as its address is, and not when the page has been drawn: that of the address
 * the document was opened at, since the router does not know the query of a static page so early, and that of every link.
 */
export function startList(resource: AnyResource, ask: Ask = plainly): void {
  if (typeof window === 'undefined') return;
  if (known.size === 0) {
    Router.events.on('routeChangeStart', (url: string, { shallow }: { shallow: boolean }) => {
      goal = shallow ? undefined : url;
      if (goal !== undefined) askList(goal);
    });
  }
  known.set(pathOf(resource).list, { resource, ask });
  // Code that comes because a link was pointed at asks for nothing: its address is not that of the page.
  askList(goal ?? window.location.pathname + window.location.search, resource);
}

/** Asks for the list that a link leads to, before it is clicked: its rows are there when its page is. */
export function askAhead(address: string): void {
  if (new URL(address, window.location.origin).pathname !== window.location.pathname) askList(address);
}

/** Asks for the list of an address, if it is one of a family whose code is here, and of no other than `only`. */
function askList(address: string, only?: AnyResource): void {
  if (!readCredentials()) return;
  const { pathname, searchParams } = new URL(address, window.location.origin);
  const inside = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname;
  const segments = inside.split('/').filter(Boolean);
  const language =
    segments[0] !== defaultLanguage && isKnownLanguage(segments[0]) ? segments.shift() : undefined;
  const inRoot = known.get(`/${segments.join('/')}`);
  const shop = inRoot ? undefined : segments.shift();
  const found = inRoot ?? known.get(`/${segments.join('/')}`);
  if (!found) return;
  const { resource, ask } = found;
  if (only && resource !== only) return;
  if (!screenAccess(resource.name, 'list', shop !== undefined)) return;
  const scope = shopScope(resource, shop && decodeURIComponent(shop), undefined);
  if (scope === undefined) return;
  const state = readState(resource, Object.fromEntries(searchParams));
  const query = toListQuery(resource, state, scope, language ?? defaultLanguage);
  void queryClient.prefetchQuery(listOptions(resource, ask(query, state)));
}
