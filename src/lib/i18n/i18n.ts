import ruCommon from '@locales/ru/common.json?first';
import i18next, { type i18n as I18n } from 'i18next';
import { innerQuotes } from '@/contract/core/inner-quotes';
import { defaultLanguage, type Language } from '@/contract/core/languages';

const namespaces = ['common', 'form', 'resources'] as const;

type Dictionary = Record<(typeof namespaces)[number], object>;

/** Russian texts that are loaded; every other language is one file, loaded on demand. */
export const ruTexts: Partial<Dictionary> = { common: ruCommon };

/** The texts of this tab, for code outside components. */
export let i18n: I18n | undefined;

/** Quotation marks for a name inside a quoted text. */
export const innerQuotesProcessor = {
  type: 'postProcessor' as const,
  name: 'inner-quotes',
  process: innerQuotes,
};

/** Starts i18next in a language. The server renders several languages and keeps one instance for each. */
export function createTexts(language: string): I18n {
  const texts = i18next.createInstance();
  texts.use(innerQuotesProcessor);
  void texts.init({
    lng: language,
    // Missing translations fall back to Russian.
    fallbackLng: defaultLanguage,
    load: 'currentOnly',
    ns: [...namespaces],
    defaultNS: 'common',
    postProcess: innerQuotesProcessor.name,
    resources: { [defaultLanguage]: ruTexts as Dictionary },
    // React escapes.
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  i18n = texts;
  return texts;
}

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
