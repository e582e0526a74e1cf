import { defaultLanguage } from '@/contract/core/languages';
import { basePath } from './site';

/**
 * The only place where the browser's half reads its environment; `.env.example` documents each key.
 * Every key is spelled out in full, because Next replaces `process.env.NEXT_PUBLIC_…` by text while building.
 */
const languages = split(process.env.NEXT_PUBLIC_AVAILABLE_LANGUAGES);

/** What the server has written before the program began; nothing while pages are built. */
const told: DOMStringMap = typeof document === 'undefined' ? {} : document.documentElement.dataset;

export const env = {
  /** Where the API answers: our own server by default, or any server of this dialect (design §2). */
  apiUrl: (process.env.NEXT_PUBLIC_REST_API_ENDPOINT || `${basePath}/rest`).replace(/\/+$/, ''),
  /** Languages offered, the default one first (specification §1). */
  languages,
  isMultiLanguage: languages.length > 1,
  /** Off unless asked for (specification §1). */
  pushNotifications: process.env.NEXT_PUBLIC_PUSH_NOTIFICATION === 'true',
  /** Base of storefront links (specification §2); without one no such link is shown. */
  storefrontUrl: process.env.NEXT_PUBLIC_STOREFRONT_URL || undefined,
  /** Error reports are off without it. Said by the server that starts, so that one build serves every place (`src/server/early-script.ts`). */
  sentryDsn: told.reports || undefined,
  /** Whether the server shows maps; forms do with figures and a link. */
  hasMaps: told.maps === 'on',
  version: process.env.NEXT_PUBLIC_VERSION || '0.1.0',
};

function split(list: string | undefined): string[] {
  const codes = (list ?? '')
    .split(',')
    .map((code) => code.trim())
    .filter(Boolean);
  return [...new Set([defaultLanguage, ...codes])];
}
