import ruCommon from '@locales/ru/common.json';
import ruResources from '@locales/ru/resources.json?title';
import { i18n } from 'next-i18next/pages';
import { defaultLanguage, type Language } from '@/contract/core/languages';
import { env } from '@/lib/env';

const namespaces = ['common', 'form', 'resources'] as const;

type Dictionary = Record<(typeof namespaces)[number], object>;

/**
 * Configuration of next-i18next without page data (stack §9): pages stay static, the default language is bundled, every
 * other language is one file loaded on demand.
 */
export const i18nConfig = {
  i18n: { defaultLocale: defaultLanguage, locales: env.languages },
  resources: { ru: { common: ruCommon, resources: familyTitles(ruResources) } as Partial<Dictionary> },
  // Missing translations fall back to Russian.
  fallbackLng: defaultLanguage,
  ns: [...namespaces],
  defaultNS: 'common',
};

/** Titles of all families, which the menu of every page shows. */
function familyTitles(families: object) {
  return Object.fromEntries(Object.entries(families).map(([name, { title }]) => [name, { title }]));
}

/** Adds Russian texts of some screens; their module calls this before or after i18next starts. */
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
