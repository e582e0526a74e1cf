import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wordAreas } from '@/lib/i18n/word-areas';

/** What lists do not ship must come with every file that shows it. */
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/^(server|mock|lib\/i18n)\//.test(path))
  .map((path) => ({ path, text: readFileSync(join('src', path), 'utf8') }));
const known: Record<string, unknown> = JSON.parse(readFileSync('public/locales/ru/common.json', 'utf8'));

const names = (text: string, key: string) => new RegExp(`['"\`:]${key}['"\`]`).test(text);

describe.each(Object.entries(wordAreas))('texts of the area %s', (area, keys) => {
  it('are imported by every file that names one', () => {
    const without = sources
      .filter(({ text }) => !new RegExp(`'@/(lib/i18n|shell)/${area}-words'`).test(text))
      .filter(({ text }) => keys.some((key) => names(text, key)));

    expect(without.map(({ path }) => path)).toEqual([]);
  });

  it('are texts that there are, each shown somewhere', () => {
    const unknown = keys.filter((key) => typeof known[key] !== 'string');
    const unused = keys.filter((key) => !sources.some(({ text }) => names(text, key)));

    expect({ unknown, unused }).toEqual({ unknown: [], unused: [] });
  });
});

it('the menu ships its titles', () => {
  const menu = sources.find(({ path }) => path === 'shell/menu/navigation.ts')?.text ?? '';
  const named = Object.keys(known).filter((key) => typeof known[key] === 'string' && names(menu, key));

  // The menu's own label stands in the frame of every page.
  expect(named.filter((key) => !wordAreas.menu.includes(key))).toEqual(
    named.filter((key) => key === 'text-nav-menu'),
  );
});
