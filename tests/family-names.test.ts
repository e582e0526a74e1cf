import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Families that the server writes into the log of actions by their names. */
const logged = globSync('src/server/**/*.ts').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/\bfamily(?:: | = )'([a-z_-]+)'/g)].map(([, name]) => name ?? ''),
);

interface Names {
  families?: Record<string, string>;
  activity?: { families: Record<string, string> };
}

it('every family of the log of actions has a name in every language', () => {
  expect(logged).toContain('saved-reports');
  for (const language of ['ru', 'en', 'ar']) {
    const read = (domain: string) =>
      JSON.parse(readFileSync(`public/locales/${language}/${domain}.json`, 'utf8')) as Names;
    const named = new Set([
      ...Object.keys(read('common').families ?? {}),
      ...Object.keys(read('insights').activity?.families ?? {}),
    ]);
    expect([...new Set(logged)].filter((name) => !named.has(name))).toEqual([]);
  }
});
