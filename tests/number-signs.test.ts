import { expect, it } from 'vitest';
import { dictionaryFiles, textsOf } from './dictionaries';
import { sources } from './sources';

/** «№» is the sign of Russian alone: screens take it from the dictionary, as `common:id`. */
const ofScreens = ['components', 'crud', 'features', 'shell', 'lib', 'state'];

/** Where the sign is read rather than shown, or where no language is known. */
const readers = [
  'features/messaging/notifications/notification-line.tsx',
  'features/accounts/users/person-card.tsx',
  'lib/format/history-changes.ts',
];

/** Comments explain with the sign. */
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '');

it('no screen writes the number sign of one language', () => {
  const shown = sources.filter(({ zone, path }) => ofScreens.includes(zone) && !readers.includes(path));

  expect(shown.length).toBeGreaterThan(500);
  expect(shown.filter(({ text }) => withoutComments(text).includes('№')).map(({ path }) => path)).toEqual([]);
});

it.each(['en', 'ar'])('no text in %s has the Russian sign', (language) => {
  const found = dictionaryFiles.flatMap((file) =>
    [...textsOf(language, file)].filter(([, text]) => text.includes('№')).map(([key]) => `${file}: ${key}`),
  );

  expect(found).toEqual([]);
});

it('a number of two parts keeps their order in Arabic', () => {
  const loose = dictionaryFiles.flatMap((file) =>
    [...textsOf('ar', file)].filter(([, text]) => /رقم \{\{/.test(text)).map(([key]) => `${file}: ${key}`),
  );

  expect(loose).toEqual([]);
});
