/**
 * Runs before every browser-side test file. msw 3 renamed `onUnhandledRequest` to `onUnhandledFrame` and silently
 * ignores the old name: with it a request that no test expects would go unnoticed.
 */
import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import '@/lib/api/http';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { loadFloating } from '@/components/ui/floating/floating-button';
import { capabilities } from '@/contract/core/capabilities';
import { keepCapabilities, keepLacks } from '@/lib/api/capabilities';
import { forgetFacts } from '@/lib/api/plain/facts';
import { forgetServer } from '@/lib/api/plain/known';
import { innerQuotesProcessor } from '@/lib/i18n/i18n';
import { dropCredentials } from '@/lib/session/session';
import { onToast } from '@/lib/toast';
import { server } from './server';

// The real Russian texts: tests find elements by the words that a person reads.
const files = import.meta.glob<Record<string, unknown>>('../../public/locales/ru/*.json', {
  eager: true,
  import: 'default',
});
const texts = Object.fromEntries(
  Object.entries(files).map(([path, dictionary]) => [
    path.split('/').at(-1)?.replace('.json', '') ?? '',
    dictionary,
  ]),
);

void i18next
  .use(initReactI18next)
  .use(innerQuotesProcessor)
  .init({
    postProcess: innerQuotesProcessor.name,
    lng: 'ru',
    fallbackLng: false,
    ns: Object.keys(texts),
    defaultNS: 'common',
    resources: { ru: texts },
    interpolation: { escapeValue: false },
    initAsync: false,
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
afterEach(() => {
  cleanup();
  server.resetHandlers();
  dropCredentials();
  forgetServer();
  forgetFacts();
  keepLacks([]);
  // Unread toasts would appear in the next test.
  onToast(() => undefined)();
  window.localStorage.clear();
});
afterAll(() => server.close());
