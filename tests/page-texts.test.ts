import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { domains } from '@/contract/domains';

/**
 * A component that asks for a dictionary waits for it. A page names the dictionaries of its static imports, which the
 * document preloads: one that it forgets arrives after the scripts, and the page waits twice.
 */
const names = ['form', ...domains];
const isName = (name: string) => names.includes(name);

const files = new Map(
  ['components', 'contract', 'crud', 'features', 'lib', 'pages', 'shell', 'state']
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
  const code = text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  const asked = [...code.matchAll(/useTranslation\((\[[^\]]*\]|'\w+')/g)].map((match) => String(match[1]));
  const imported = [...code.matchAll(/^(?:import|export)\s(?!type\s)(?:[^'";]*?\sfrom\s)?'([^']+)'/gm)];
  return {
    /** A computed one is the family's. */
    asked: new Set(asked.flatMap((list) => list.match(/\w+(?=')/g) ?? []).filter(isName)),
    asksForAny: /useTranslation\(/.test(code),
    // A right, such as `orders:read`, is no text.
    named: new Set(
      [...code.matchAll(/['"`]([a-z]+):(?!(?:read|write|decide)['"`])[\w-]/g)]
        .map((match) => String(match[1]))
        .filter(isName),
    ),
    declared: new Set(
      [...code.matchAll(/(?:\.texts = |\btexts: )(\[[^\]]*\])/g)]
        .flatMap((match) => String(match[1]).match(/\w+(?=')/g) ?? [])
        .filter(isName),
    ),
    isFamily: /resourcePage\(/.test(code),
    /** The page of a shop that is another page's, where that one is asked. */
    isPassedOn: /^export \{ default \} from/.test(code),
    domain: /^\s*domain: '(\w+)'/m.exec(code)?.[1],
    imports: imported.flatMap((match) => fileOf(path, String(match[1])) ?? []),
  };
}

/** The source file of an import; undefined for packages. */
function fileOf(from: string, name: string): string | undefined {
  if (!/^(@\/|\.)/.test(name)) return undefined;
  const path = name.startsWith('@/') ? name.slice(2) : normalize(join(dirname(from), name));
  const endings = ['.ts', '.tsx', '/index.ts', '/index.tsx'];
  return endings.map((ending) => path + ending).find((file) => existsSync(join('src', file)));
}

const components = [...files].filter(([, { asksForAny, named }]) => asksForAny && named.size > 0);

it('a file asks for the dictionaries whose texts it names', () => {
  const missing = components.flatMap(([path, { asked, named }]) =>
    [...named].filter((name) => !asked.has(name)).map((name) => `${path}: ${name}`),
  );
  expect(components.length).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});

const pages = [...files.keys()].filter(
  (path) => path.startsWith('pages/') && !/\/_(app|document)\./.test(path) && !files.get(path)?.isPassedOn,
);

it.each(pages)('%s declares the dictionaries that it shows', (page) => {
  const loaded = new Set([page, 'pages/_app.tsx']);
  for (const path of loaded) for (const target of files.get(path)?.imports ?? []) loaded.add(target);
  const own = files.get(page);
  const family = own?.isFamily ? own.imports.find((path) => files.get(path)?.domain) : undefined;
  // Some pages only pass on a screen, which declares them.
  const near = [page, ...(own?.imports ?? [])].flatMap((path) => [...(files.get(path)?.declared ?? [])]);
  const declared = new Set([...near, ...(family ? [files.get(family)?.domain] : [])]);
  const shown = [...loaded].flatMap((path) => {
    const { asked = new Set<string>() } = files.get(path) ?? {};
    return [...asked].map((name) => ({ path, name }));
  });
  const missing = shown
    .filter(({ name }) => !declared.has(name))
    .map(({ path, name }) => `${name} (${path})`);
  expect(missing).toEqual([]);
});

/** Whole screens, in the boundary of the shell, the host of dialogs and the tabs of a section, which have their own. */
const screens =
  /^(pages|shell\/dialogs)\/|^(crud\/resource-page|shell\/(app|auth-gate|define-page|settings-boot|menu\/section-place)|lib\/(lazy-)?part)\.tsx?$/;

it('a part that loads later waits for its dictionary alone, not with the page around it', () => {
  const parts = [...files.keys()].filter((path) => !screens.test(path));
  const calls = parts.map((path) => [path, readFileSync(join('src', path), 'utf8')] as const);
  const bare = calls.flatMap(([path, code]) =>
    /(?<!part\(\s*)\bdynamic[<(]|\blazy\(/.test(code) ? [path] : [],
  );

  expect(calls.filter(([, code]) => /\b(p|lazyP)art\(/.test(code)).length).toBeGreaterThan(40);
  expect(bare).toEqual([]);
});
