import { defaultLanguage, knownLanguages } from '@/contract/core/languages';
import { basePath } from './site';

/**
 * The only place where the browser reads its environment (`.env.example`). Keys are spelled out, because Next replaces
 * `process.env.NEXT_PUBLIC_…` as text at build time.
 */
const languages = split(process.env.NEXT_PUBLIC_AVAILABLE_LANGUAGES);

/** Written into the document by the server (`early.js`); empty at build time. */
const serverData: DOMStringMap = typeof document === 'undefined' ? {} : document.documentElement.dataset;

export const env = {
  /** API base: our own server, or any server of this dialect (rules/core: other clients of the dialect work, too). */
  apiUrl: (process.env.NEXT_PUBLIC_REST_API_ENDPOINT || `${basePath}/rest`).replace(/\/+$/, ''),
  /** Languages of the build, the default first; the settings offer some of them (`state/languages.ts`). */
  languages,
  /** Off by default (specification §1). */
  pushNotifications: process.env.NEXT_PUBLIC_PUSH_NOTIFICATION === 'true',
  /** Base of storefront links; undefined hides them. */
  storefrontUrl: process.env.NEXT_PUBLIC_STOREFRONT_URL || undefined,
  /** Error reporting is off without it. Set when the server starts, so that one build serves every installation. */
  sentryDsn: serverData.reports || undefined,
  /** True when the server offers maps; otherwise forms show coordinates and a link. */
  hasMaps: serverData.maps === 'on',
  /** True when files are uploaded directly to a storage instead of the API. */
  uploadsDirectly: serverData.uploads === 'direct',
  /** True when the server runs with demo data: it keeps outgoing mail for reading. */
  isDemo: serverData.demo === 'on',
  /** Hash of all dictionaries (next.config.js). */
  textsVersion: process.env.NEXT_PUBLIC_TEXTS_VERSION || '0',
  version: process.env.NEXT_PUBLIC_VERSION || '1.0.0-rc',
};

function split(list: string | undefined): string[] {
  const codes = list ? list.split(',').map((code) => code.trim()) : knownLanguages;
  return [...new Set([defaultLanguage, ...codes.filter(Boolean)])];
}
