import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Days, amounts and percentages have one form in the panel, which `lib/format` writes in the panel's language. */

const written = globSync([
  'src/{components,crud,features,shell,state,pages}/**/*.{ts,tsx}',
  'src/lib/**/*.ts',
]).filter((path) => !path.startsWith('src/lib/format/'));
const using = (what: RegExp) => written.filter((path) => what.test(readFileSync(path, 'utf8')));

it('nothing but lib/format writes a date', () => {
  expect(written.length).toBeGreaterThan(1000);
  // The name of a time zone is no date.
  expect(using(/Intl\.(DateTimeFormat|RelativeTimeFormat)|\.toLocale(Date|Time)String/)).toEqual([
    'src/features/settings/zone-name.ts',
  ]);
});

it('nothing but lib/format chooses the language of an amount', () => {
  expect(using(/style: 'currency'/)).toEqual([]);
});

it('a percentage is written by its language, which decides about the space before its sign', () => {
  expect(using(/\}(\s|\\u00a0)%[`'<]|\{' %'\}/)).toEqual([]);
});
