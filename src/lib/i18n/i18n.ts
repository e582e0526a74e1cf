import ruCommon from '@locales/ru/common.json?first';
import { i18n } from 'next-i18next/pages';
import { innerQuotes } from '@/contract/core/inner-quotes';
import { defaultLanguage, type Language } from '@/contract/core/languages';
import { env } from '@/lib/env';

const namespaces = ['common', 'form', 'resources'] as const;

type Dictionary = Record<(typeof namespaces)[number], object>;

/** Russian texts that are loaded; every other language is one file, loaded on demand. */
export const ruTexts: Partial<Dictionary> = { common: ruCommon };

/** Quotation marks for a name inside a quoted text. */
export const innerQuotesProcessor = {
  type: 'postProcessor' as const,
  name: 'inner-quotes',
  process: innerQuotes,
};

/** For `appWithTranslation`: texts come with the code of a page, not with its data, so pages stay static. */
export const i18nConfig = {
  i18n: { defaultLocale: defaultLanguage, locales: env.languages },
  resources: { [defaultLanguage]: ruTexts as Dictionary },
  // Missing translations fall back to Russian.
  fallbackLng: defaultLanguage,
  ns: [...namespaces],
  // The texts are here already: nothing to wait for.
  initAsync: false,
  use: [innerQuotesProcessor],
  postProcess: innerQuotesProcessor.name,
};

/** Adds Russian texts of some screens; their module calls this before or after i18next starts. */
export function addWords(namespace: (typeof namespaces)[number], words: object): void {
  ruTexts[namespace] = merged(ruTexts[namespace] ?? {}, words);
  i18n?.addResourceBundle(defaultLanguage, namespace, words, true, true);
}

/** A family's texts arrive in parts: its title with the menu, the rest with its page. */
function merged(known: object, more: object): object {
  const before = new Map<string, unknown>(Object.entries(known));
  const isPart = (value: unknown) => typeof value === 'object' && value !== null;
  const both = Object.entries(more).map(([key, value]) => {
    const old = before.get(key);
    return [key, isPart(old) && isPart(value) ? { ...old, ...value } : value] as const;
  });
  return { ...known, ...Object.fromEntries(both) };
}

const loaders: Record<Exclude<Language, typeof defaultLanguage>, () => Promise<Dictionary>> = {
  en: () => import('./dictionaries/en'),
  ar: () => import('./dictionaries/ar'),
};

interface Store {
  hasResourceBundle: (language: string, namespace: string) => boolean;
  addResourceBundle: (language: string, namespace: string, texts: object) => unknown;
}

/** True when a language is loaded, or has no dictionary of its own. */
export function hasDictionary(store: Store, language: string): boolean {
  return !isLoadable(language) || store.hasResourceBundle(language, 'common');
}

/** Loads a language into i18next. */
export async function loadDictionary(store: Store, language: string): Promise<void> {
  if (!isLoadable(language)) return;
  const dictionary = await loaders[language]();
  for (const namespace of namespaces) store.addResourceBundle(language, namespace, dictionary[namespace]);
}

function isLoadable(language: string): language is keyof typeof loaders {
  return Object.hasOwn(loaders, language);
}
