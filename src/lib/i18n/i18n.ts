import { i18n } from 'next-i18next/pages';
import { defaultLanguage, innerQuotes, oneDot } from '@/contract/core/languages';
import { domains, type Namespace } from '@/contract/domains';
import { env } from '@/lib/env';
import { fetchTexts } from './fetch-texts';

const namespaces: readonly Namespace[] = ['common', 'form', ...domains];

/** Quotation marks for a name inside a quoted text, and one full stop after an abbreviation. */
export const innerQuotesProcessor = {
  type: 'postProcessor' as const,
  name: 'inner-quotes',
  process: (text: string) => oneDot(innerQuotes(text)),
};

type Done = (error: unknown, result: object | boolean) => void;

/** Where a browser gets texts from: a component that needs a dictionary suspends until it is here. */
const backend = {
  type: 'backend' as const,
  read(language: string, namespace: string, done: Done) {
    // Texts of error codes come with the settings (`settings-boot.tsx`), not as a file.
    if (namespace === 'errors') {
      done(null, {});
      return;
    }
    fetchTexts(language, namespace).then(
      (texts) => done(null, texts),
      // `true` asks i18next to try again.
      (error: unknown) => done(error, true),
    );
  },
};

const isServer = typeof window === 'undefined';

/** For `appWithTranslation`: texts come from files of their own, not with the data of a page, so pages stay static. */
export const i18nConfig = {
  i18n: { defaultLocale: defaultLanguage, locales: env.languages },
  ...(isServer && { resources: textsInFiles() }),
  // Every language is complete (tests/dictionaries.ts), so none waits for two files.
  fallbackLng: false as const,
  ns: ['common'],
  initAsync: false,
  // next-i18next turns it off: a component would show its keys until their dictionary is here.
  react: { useSuspense: true },
  // Besides the resources, which are the texts of the first page.
  partialBundledLanguages: true,
  maxRetries: 3,
  use: isServer ? [innerQuotesProcessor] : [backend, innerQuotesProcessor],
  postProcess: innerQuotesProcessor.name,
};

/** Prerendering waits for nothing: it reads the files. */
function textsInFiles() {
  // Not a bare `process`: for that the browser's script would get a stand-in of 0.7 kB.
  const { readFileSync } = globalThis.process.getBuiltinModule('node:fs');
  const read = (language: string, namespace: string): object =>
    JSON.parse(readFileSync(`public/locales/${language}/${namespace}.json`, 'utf8'));
  return Object.fromEntries(
    env.languages.map((language) => [
      language,
      Object.fromEntries(namespaces.map((namespace) => [namespace, read(language, namespace)])),
    ]),
  );
}

/** Loads a dictionary of the current language before a component asks for it. A failure is no reason to stop. */
export async function loadTexts(namespace: Namespace): Promise<void> {
  const language = i18n?.language;
  if (isServer || language === undefined || i18n?.hasResourceBundle(language, namespace)) return;
  const texts = await fetchTexts(language, namespace).catch(() => undefined);
  // Nobody else changes the texts, and a copy of all takes 3–10 ms of the page's thread.
  if (texts) i18n?.addResourceBundle(language, namespace, texts, false, false, { skipCopy: true });
}
