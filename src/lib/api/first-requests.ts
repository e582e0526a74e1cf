import { i18n } from 'next-i18next/pages';
import { defaultLanguage } from '@/contract/core/languages';
import type { Settings } from '@/contract/settings';
import { meOptions } from '@/lib/session/me';
import { readCredentials } from '@/lib/session/session';
import { showToast } from '@/lib/toast';
import { keepCapabilities } from './capabilities';
import { api, loadHttp, loadPart, startClient } from './client';
import { ClientError, clientCodes, messageKey } from './client-error';
import { isFirstLoadPreloaded } from './preload';
import { createQueryClient } from './query-client';

/** The query client of this tab. Module-level, so that requests can start before the first component renders. */
export const queryClient = createQueryClient((error) =>
  loadHttp().then(
    (http) => http.showError(error),
    // Without a network the library is missing, too.
    () => showToast('error', i18n?.t(messageKey(error)) ?? ''),
  ),
);

/** Loads the HTTP client immediately, unless `public/early.js` already requested everything the page needs first. */
export function startRequests(): void {
  if (!isFirstLoadPreloaded()) startClient();
}

/** Requests `me` before React renders; the gate's own query joins this request. */
export function prefetchMe(): void {
  if (readCredentials()) void queryClient.prefetchQuery(meOptions());
}

/** Requests the settings before React renders; undefined when the request fails. */
export async function prefetchSettings(): Promise<Settings['options'] | undefined> {
  const options = settingsOptions(window.__NEXT_DATA__?.locale ?? defaultLanguage);
  await queryClient.prefetchQuery(options);
  return queryClient.getQueryData<Settings>(options.queryKey)?.options;
}

export function settingsOptions(language: string) {
  return {
    queryKey: ['settings', language],
    queryFn: async () => {
      const settings = await api.get('settings', { language });
      // A page of another program: the API address is wrong.
      if (typeof settings !== 'object' || settings === null) throw new ClientError(clientCodes.unknown);
      await loadPart(() => keepCapabilities(settings.capabilities));
      return settings;
    },
    staleTime: 5 * 60_000,
  };
}
