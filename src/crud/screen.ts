import { useRouter } from 'next/router';
import type { AnyResource, Screen } from '@/contract/core/define';
import { screenOf } from '@/contract/core/pages';
import { screenAccess } from '@/contract/family-pages';
import { env } from '@/lib/env';

export interface OpenScreen {
  screen: Screen;
  id?: string;
  shop?: string;
}

/** The screen that the address asks for; `undefined` while the address is not known yet, null when there is no such screen. */
export function useScreen(resource: AnyResource): OpenScreen | null | undefined {
  const { isReady, query } = useRouter();
  // Static pages hydrate without their query (stack §9).
  if (!isReady) return undefined;
  const shop = typeof query.shop === 'string' ? query.shop : undefined;
  const found = screenOf([query.screen ?? []].flat());
  if (!found || !screenAccess(resource.name, found.screen, shop !== undefined)) return null;
  if (found.screen === 'translate' && !env.isMultiLanguage) return null;
  return { ...found, shop };
}
