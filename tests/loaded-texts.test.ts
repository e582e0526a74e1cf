import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import parts from '@/lib/i18n/text-parts.json';
import { textsOf, withoutPlural } from './dictionaries';

/**
 * Russian texts of `common.json` come in parts (`textsByNeed` in next.config.js), which only the build knows: a part that
 * a page forgets is a raw key on the screen. A page, or code that loads on demand, must import the part of each text that
 * it or anything it imports names.
 */
const isIn = (names: readonly string[]) => (key: string) =>
  names.some((name) => key === name || key.startsWith(`${name}.`));

const keys = [...new Set([...textsOf('ru', 'common.json').keys()].map(withoutPlural))];
/** Refusals come with the request library, which is loaded before a refusal. */
const later = keys.filter((key) => !isIn([...parts.first, ...parts.refusals])(key));

const folders = ['components', 'contract', 'crud', 'features', 'lib', 'pages', 'shell', 'state'];
const files = new Map(
  folders
    .flatMap((folder) =>
      readdirSync(join('src', folder), { recursive: true, encoding: 'utf8' }).map((path) =>
        join(folder, path),
      ),
    )
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => [path, read(path)]),
);

function read(path: string) {
  const text = readFileSync(join('src', path), 'utf8');
  const targets = (pattern: RegExp) =>
    [...text.matchAll(pattern)].flatMap((match) => fileOf(path, String(match[1])) ?? []);
  return {
    isAboutShops: /resources:shops\.(home|tile|transfers|days)\b/.test(text),
    hasShops: /resources\.json(\?shops)?'/.test(text),
    imports: targets(/^(?:import|export)\s(?!type\s)(?:[^'";]*?\sfrom\s)?'([^']+)'/gm),
    onDemand: targets(/\bimport\((?:\/\*.*?\*\/\s*)?'([^']+)'\)/g),
    texts: namedTexts(text),
  };
}

/** The source file of an import; undefined for packages. */
function fileOf(from: string, name: string): string | undefined {
  if (!/^(@\/|\.)/.test(name)) return undefined;
  const path = name.startsWith('@/') ? name.slice(2) : normalize(join(dirname(from), name));
  const endings = ['.ts', '.tsx', '/index.ts', '/index.tsx'];
  return endings.map((ending) => path + ending).find((file) => existsSync(join('src', file)));
}

/** Texts outside the first part that a file names, also by the start of a key: `common:role.${role}`. */
function namedTexts(text: string): string[] {
  const names = new Set([...text.matchAll(/['"`](?:common:)?([\w.-]+)['"`]/g)].map((match) => match[1]));
  const starts = [...text.matchAll(/`(?:common:)?([\w-]{3,}[.-])\$\{/g)].map((match) => String(match[1]));
  return later.filter((key) => names.has(key) || starts.some((start) => key.startsWith(start)));
}

/** The files that load together with some: what they import, and so on. */
function withImports(roots: readonly string[]): Set<string> {
  const found = new Set(roots);
  for (const path of found) for (const target of files.get(path)?.imports ?? []) found.add(target);
  return found;
}

const everyPage = withImports(['pages/_app.tsx']);
const pages = [...files.keys()].filter((path) => path.startsWith('pages/'));
const demanded = [...files.values()].flatMap(({ onDemand }) => onDemand);

const roots = [...new Set([...pages, ...demanded])].sort();

it.each(roots)('%s loads the texts that it shows', (root) => {
  const isPage = root.startsWith('pages/');
  const loaded = new Set([...withImports([root]), ...(isPage ? everyPage : [])]);
  if (loaded.has('lib/i18n/page-words.ts')) return;
  const known = isIn(loaded.has('lib/i18n/login-words.ts') ? parts.login : []);
  const missing = [...loaded].flatMap((path) =>
    (files.get(path)?.texts ?? []).filter((key) => !known(key)).map((key) => `${path}: ${key}`),
  );
  expect(missing).toEqual([]);
});

// The list of shops ships only its own (`listOfShops` in next.config.js).
it.each(roots)('%s loads the texts of shops that it shows', (root) => {
  const loaded = [...withImports([root])].map((path) => files.get(path));
  expect(loaded.some((file) => file?.isAboutShops) && !loaded.some((file) => file?.hasShops)).toBe(false);
});
