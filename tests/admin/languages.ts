import { afterAll, beforeAll } from 'vitest';
import type { Language } from '@/contract/core/languages';
import { defaultSettings } from '@/contract/settings';

/** The marketplace of a test file offers these languages; reset for the next files of the same worker. */
export function withLanguages(...languages: Language[]): void {
  const before = defaultSettings.languages;
  beforeAll(() => {
    defaultSettings.languages = languages;
  });
  afterAll(() => {
    defaultSettings.languages = before;
  });
}
