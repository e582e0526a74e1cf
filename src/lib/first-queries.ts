import { i18n } from 'next-i18next/pages';
import { type AnyResource, pathOf } from '@/contract/define';
import { defaultLanguage } from '@/contract/languages';
import { errorText } from './errors';
import { listOptions, readState, toListQuery } from './list-state';
import { meOptions } from './me';
import { createQueryClient } from './query-client';
import { readCredentials } from './session';
import { shopScope } from './shop-id';
import { basePath } from './site';
import { showToast } from './toast';

/** The client of this tab: here and not in a component, so that the first requests need not wait for the first screen. */
export const queryClient = createQueryClient((error) =>
  showToast(
    'error',
    i18n ? errorText(i18n.t, error) : error.message,
    error.requestId ? { requestId: error.requestId } : {},
  ),
);

/** Asks for the person while the program still starts; the gate's own query joins the request (design §7). */
export function startMe(): void {
  if (readCredentials()) void queryClient.prefetchQuery(meOptions());
}

/** The same for the list that the document was opened at. The router does not know the query of a static page so early. */
export function startList(resource: AnyResource): void {
  if (!readCredentials()) return;
  const { page, locale = defaultLanguage } = window.__NEXT_DATA__ ?? {};
  const { pathname, search } = window.location;
  const segments = pathname.slice(basePath.length).split('/').filter(Boolean);
  if (locale !== defaultLanguage) segments.shift();
  const shop = page === `/[shop]/${resource.name}/[[...screen]]` ? segments.shift() : undefined;
  const scope = shopScope(resource, shop && decodeURIComponent(shop), undefined);
  if (`/${segments.join('/')}` !== pathOf(resource).list || scope === undefined) return;
  const state = readState(resource, Object.fromEntries(new URLSearchParams(search)));
  void queryClient.prefetchQuery(listOptions(resource, toListQuery(resource, state, scope, locale)));
}
