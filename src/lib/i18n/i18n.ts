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

/** Starts i18next in a language. A server draws pages of several languages, so it has one for each. */
export function createTexts(language: string): I18n {
  const texts = i18next.createInstance();
  texts.use({ type: 'postProcessor', name: 'inner-quotes', process: innerQuotes });
  void texts.init({
    postProcess: ['inner-quotes'],
    lng: language,
    // Missing translations fall back to Russian.
    fallbackLng: defaultLanguage,
    load: 'currentOnly',
    ns: [...namespaces],
    defaultNS: 'common',
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
  const known: Record<string, unknown> = { ...ruTexts[namespace] };
  // The title of a family, which the menu brings, may come after its other texts: it must not replace them.
  const merged = Object.entries(words).map(([key, texts]) => [key, joined(known[key], texts)]);
  ruTexts[namespace] = { ...known, ...Object.fromEntries(merged) };
  i18n?.addResourceBundle(defaultLanguage, namespace, words, true, true);
}

function joined(known: unknown, texts: unknown): unknown {
  const isGroup = (one: unknown) => typeof one === 'object' && one !== null;
  return isGroup(known) && isGroup(texts) ? Object.assign({}, known, texts) : texts;
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
