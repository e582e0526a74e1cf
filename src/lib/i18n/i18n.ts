import ruCommon from '@locales/ru/common.json';
import { i18n } from 'next-i18next/pages';
import { defaultLanguage, type Language } from '@/contract/core/languages';
import { env } from '@/lib/env';

const namespaces = ['common', 'form', 'resources'] as const;

type Dictionary = Record<(typeof namespaces)[number], object>;

/**
 * Settings of next-i18next without page data (stack §9): pages stay static because the default language is part of the
 * program, and every other language is fetched once, in one file, when somebody asks for it.
 */
export const i18nConfig = {
  i18n: { defaultLocale: defaultLanguage, locales: env.languages },
  resources: { ru: { common: ruCommon } as Partial<Dictionary> },
  // A text that a language lacks is shown in Russian rather than as a key.
  fallbackLng: defaultLanguage,
  ns: [...namespaces],
  defaultNS: 'common',
};

/** Adds Russian words that only some screens need: their module brings them, before or after the translator started. */
export function addWords(namespace: (typeof namespaces)[number], words: object): void {
  const { ru } = i18nConfig.resources;
  ru[namespace] = { ...ru[namespace], ...words };
  i18n?.addResourceBundle(defaultLanguage, namespace, words, true, true);
}

const loaders: Record<Exclude<Language, typeof defaultLanguage>, () => Promise<Dictionary>> = {
  en: () => import('./dictionaries/en'),
  ar: () => import('./dictionaries/ar'),
};

interface Store {
  hasResourceBundle: (language: string, namespace: string) => boolean;
  addResourceBundle: (language: string, namespace: string, texts: object) => unknown;
}

/** True when the texts of a language are here; a language without a dictionary is served by the default one. */
export function hasDictionary(store: Store, language: string): boolean {
  return !isLoadable(language) || store.hasResourceBundle(language, 'common');
}

/** Fetches the texts of a language and gives them to the translator. */
export async function loadDictionary(store: Store, language: string): Promise<void> {
  if (!isLoadable(language)) return;
  const dictionary = await loaders[language]();
  for (const namespace of namespaces) store.addResourceBundle(language, namespace, dictionary[namespace]);
}

function isLoadable(language: string): language is keyof typeof loaders {
  return Object.hasOwn(loaders, language);
}
