/**
 * Runs before every browser-side test file. msw 3 renamed `onUnhandledRequest` to `onUnhandledFrame` and silently
 * ignores the old name: with it a request that no test expects would go unnoticed.
 */
import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import '@/lib/api/http';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { loadFloating } from '@/components/ui/floating/floating-button';
import { capabilities } from '@/contract/capabilities';
import { keepCapabilities, keepLacks } from '@/lib/api/capabilities';
import { forgetFacts } from '@/lib/api/plain/facts';
import { forgetServer } from '@/lib/api/plain/known';
import { i18nConfig, innerQuotesProcessor } from '@/lib/i18n/i18n';
import { dropCredentials } from '@/lib/session/session';
import { onToast } from '@/lib/toast';
import { server } from './server';

// The real texts: tests find elements by the words that a person reads.
const files = import.meta.glob<Record<string, unknown>>('../../public/locales/*/*.json', {
  eager: true,
  import: 'default',
});
const texts: Record<string, Record<string, Record<string, unknown>>> = {};
for (const [path, dictionary] of Object.entries(files)) {
  const [language = '', file = ''] = path.split('/').slice(-2);
  texts[language] = { ...texts[language], [file.replace('.json', '')]: dictionary };
}
// Screens wait for none of them.
Object.assign(i18nConfig, { resources: texts });

/** Keys that a person would read in place of their text. */
const withoutWords = new Set<string>();

void i18next
  .use(initReactI18next)
  .use(innerQuotesProcessor)
  .init({
    postProcess: innerQuotesProcessor.name,
    lng: 'ru',
    fallbackLng: false,
    ns: Object.keys(texts.ru ?? {}),
    defaultNS: 'common',
    resources: texts,
    interpolation: { escapeValue: false },
    initAsync: false,
    saveMissing: true,
    missingKeyHandler: (_languages, namespace, key, shown) => {
      if (shown === key) withoutWords.add(`${namespace}:${key}`);
    },
  });

/** What jsdom lacks and screens ask for. */
class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}
// Opens menus and popovers at the press, as they do when they were loaded before.
await loadFloating();

vi.stubGlobal('ResizeObserver', NoObserver);
vi.stubGlobal('IntersectionObserver', NoObserver);
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
window.matchMedia = (media) => ({
  media,
  matches: false,
  onchange: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
  dispatchEvent: () => false,
});

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
// Most tests use our own server.
beforeEach(() => keepCapabilities(capabilities));
afterEach(async () => {
  cleanup();
  const raw = [...withoutWords];
  withoutWords.clear();
  expect(raw).toEqual([]);
  server.resetHandlers();
  dropCredentials();
  forgetServer();
  forgetFacts();
  await keepLacks([]);
  // Unread toasts would appear in the next test.
  onToast(() => undefined)();
  window.localStorage.clear();
  // Outside the panel the next file would not see its cookie.
  window.history.replaceState(null, '', '/admin/');
});
afterAll(() => server.close());
