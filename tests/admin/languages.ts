import { afterAll, beforeAll } from 'vitest';
import { env } from '@/lib/env';

/** The panel of a test file offers these languages; the files that come after it in the same worker do not. */
export function withLanguages(...languages: string[]): void {
  const before = { ...env };
  beforeAll(() => {
    Object.assign(env, { languages, isMultiLanguage: languages.length > 1 });
  });
  afterAll(() => {
    Object.assign(env, before);
  });
}
