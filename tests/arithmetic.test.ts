import { expect, it } from 'vitest';
import { type Source, sources } from './sources';

/** What is computed and read in one place: money, ids, patterns of searches. The stand-ins share nothing with us. */
const ours = sources.filter(({ zone }) => zone !== 'fakes');
const linesWith = (pattern: RegExp, from: readonly Source[] = ours) =>
  from.flatMap(({ path, text }) =>
    text
      .split('\n')
      .filter((line) => pattern.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );

it('money becomes kopecks in contract/core/money only', () => {
  // Rates in hundredths of a per cent, a focus and a cell of a table in per cent, weights of parcels and steps of an axis are no money.
  const others =
    /^contract\/(core\/money|ledger\/accounts|promotions\/flash-sale\/schema|orders\/charges)\.ts|^components\/media\/focus-picker\.tsx|^server\/core\/files-in\/shown-number\.ts|^features\/insights\/dashboard\/pictures\/scale\.ts/;
  const isShare = (line: string) => /\/ .*\) \* 100\b/.test(line);

  expect(linesWith(/\* 100\b|\b1e-\d/).filter((line) => !others.test(line) && !isShare(line))).toEqual([]);
});

it('a text becomes a pattern of `like` by escapeLike only', () => {
  const found = linesWith(/replace\w*\(\/\[[^\]]*[%_][^\]]*[%_]/);

  expect(found.map((line) => line.split(':')[0])).toEqual(['server/core/db/like.ts']);
});

it.each(['parseId', 'escapeLike', 'toMinor', 'fromMinor'])('%s is one function', (name) => {
  expect(linesWith(new RegExp(`\\b(?:function|const) ${name}\\b`))).toHaveLength(1);
});
