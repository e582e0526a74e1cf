import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/**
 * Papers, letters, exports and screens show the currency of the shop (rules/settings: currency is part of a sum). A rouble is
 * written only where money is in roubles whatever the shop sells in: at acquirers, registers and in files of banks.
 */
const inRoubles = [
  /^src\/(fakes|mock)\//,
  /^src\/server\/demo\//,
  /^src\/server\/(modules\/(payments|receipts)|integrations\/(acquirers|registers))\//,
  // Reads what others write.
  /^src\/server\/(modules\/catalogue\/import|core\/files-in)\//,
  /^src\/contract\/orders\/written-number\.ts$/,
  /^src\/contract\/core\/patterns\.ts$/,
  /^src\/contract\/settings\/shop-currency\.ts$/,
  /^src\/server\/modules\/ledger\/movements\.ts$/,
  /^src\/features\/settings\/payment-settings\.tsx$/,
  /^public\/locales\/..\/(payments|receipts)\.json$/,
];

function* filesIn(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* filesIn(path);
    else if (/\.(tsx?|json)$/.test(name)) yield path;
  }
}

/** Comments explain with roubles. */
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '');

it('no template, paper, export or screen has a fixed rouble', () => {
  const fixed = ['src', 'public/locales'].flatMap((folder) =>
    [...filesIn(folder)].filter(
      (path) =>
        !inRoubles.some((place) => place.test(path)) &&
        /₽|['"]RUB['"]|currency: 'RUB'/.test(withoutComments(readFileSync(path, 'utf8'))),
    ),
  );

  expect(fixed).toEqual([]);
});
