import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type ResourceName, resourceNames, resources } from '@/contract';
import { familyPaths } from '@/contract/core/define';
import { defaultLanguage, textDirection } from '@/contract/core/languages';
import * as permissions from '@/contract/core/permissions';
import { findDeleteDialog } from '@/contract/dialogs';
import { familyPages } from '@/contract/family-pages';
import { findPageRule, mayOpen } from '@/contract/pages';
import { comparePages, matchPage } from '@/contract/pages/match';
import { defaultSettings } from '@/contract/settings';
import { env } from '@/lib/env';
import { endpointsOf } from '../support/endpoints';
import { setUpScene } from '../support/scene';

const { api } = setUpScene();

const page = readFileSync('docs/specification.md', 'utf8');
const lines = page.split('\n').filter((line) => line.startsWith('|'));
const read = (path: string) => readFileSync(path, 'utf8');

/** The part of the page below a heading, up to the next one of the same level or above. */
function section(title: string): string[] {
  const from = page.indexOf(`${title}\n`);
  expect(from, title).toBeGreaterThan(-1);
  const level = /^#+/.exec(title)?.[0].length ?? 0;
  const rest = page.slice(from + title.length);
  const end = rest.search(new RegExp(`\n#{1,${level}} `));
  return (end < 0 ? rest : rest.slice(0, end)).split('\n').filter((line) => line.startsWith('| '));
}

/** True when the host deletes rows of the family in the dialog of this file. */
function isDeletedBy(family: ResourceName, file: string): boolean {
  const host = read('src/shell/dialogs/family-delete.tsx');
  const component = new RegExp(`family === '${family}'\\) return <(\\w+)`).exec(host)?.[1] ?? 'DeleteDialog';
  const path = new RegExp(`\\b${component}\\b[^;]*?'@/([^']+)'`).exec(host)?.[1];
  return path === file;
}

/** Matching texts in backticks in the rows of a section. */
function quoted(title: string, pattern: RegExp): string[] {
  return section(title).flatMap((line) =>
    [...line.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text).filter((text) => pattern.test(text)),
  );
}

describe('the page of the specification', () => {
  const paths = [
    ...page.matchAll(/`((?:src|tests|public|docs)\/[^`]+|[\w.-]+\.(?:js|cjs|ts|example))`/g),
  ].map(([, path = '']) => path);

  it('has a line for each statement, with a file', () => {
    expect(lines.length).toBeGreaterThan(300);
    const bare = lines.filter((line) => !line.includes('---') && !line.includes('`'));
    expect(bare.filter((line) => !/^\| (Line|Route|Family|View|Endpoint) \|/.test(line))).toEqual([]);
  });

  it('names files that exist', () => {
    expect(paths.length).toBeGreaterThan(300);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('quotes lines of code that are in their files', () => {
    const quotes = [...page.matchAll(/`((?!tests\/)[^`\n]+\.(?:tsx?|js|example))` «([^»\n]+)»/g)];
    expect(quotes.length).toBeGreaterThan(140);

    const lost = quotes.filter(([, path = '', line = '']) => !read(path).includes(line));
    expect(lost.map(([, path, line]) => `${path}: ${line}`)).toEqual([]);
  });

  it.each(['## 3. Entities', '## 4. States and transitions', '## 5. Validation', '## 9. Constants'])(
    'quotes the code of every line of %s',
    (title) => {
      const rows = section(title).filter((line) => !line.startsWith('| Line |') && !line.startsWith('| ---'));
      expect(rows.length).toBeGreaterThan(10);

      const bare = rows.filter((line) => !/`(?!tests\/)[^`]+` «/.test(line));
      // Not one line of code but a folder.
      expect(bare.filter((line) => !line.includes('`src/server/modules/shops`'))).toEqual([]);
    },
  );

  it('quotes titles of tests that are in their files', () => {
    const quotes = [...page.matchAll(/`(tests\/[^`]+)` «([^|]+)» \|/g)];
    expect(quotes.length).toBeGreaterThan(150);
    const lost = quotes.filter(([, path = '', title = '']) => {
      const titles = [
        ...read(path).matchAll(/\b(?:it|test|describe)(?:\.each\([\s\S]*?\))?\(\s*(['"`])(.*?)\1,/g),
      ];
      return !titles.some(([, , text]) => text === title);
    });
    expect(lost.map(([, path, title]) => `${path}: ${title}`)).toEqual([]);
  });

  it('names routes that have a page and a rule', () => {
    const files = readdirSync('src/pages', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx') && !file.startsWith('_'))
      .map((file) => `/${file.replace(/\.tsx$/, '').replace(/(^|\/)index$/, '')}`.replace(/(.)\/$/, '$1'))
      .sort(comparePages);
    const routes = quoted('## 2. Screens, routes and dialogs', /^\/[\w/-]*$/).filter(
      (route) => route !== '/admin',
    );
    expect(routes.length).toBeGreaterThan(75);

    expect(routes.filter((route) => !findPageRule(route))).toEqual([]);
    expect(routes.filter((route) => !matchPage(files, route.split('/').filter(Boolean)))).toEqual([]);
  });

  it('names the page of each route', () => {
    const named = [...page.matchAll(/^\| `(\/[^`]*)` \| `src\/pages([^`]+)\.tsx` \|/gm)];
    expect(named.length).toBeGreaterThan(75);

    const wrong = named.filter(([, route = '', file = '']) => {
      const address = file.replace(/\/(index|\[\[\.\.\.screen\]\])$/, '') || '/';
      return address !== route;
    });
    expect(wrong.map(([row]) => row)).toEqual([]);
  });

  it('names the screens of each family', () => {
    for (const line of section('### Resource families')) {
      const name = /^\| `\/([\w-]+)`/.exec(line)?.[1] as ResourceName | undefined;
      if (!name || !Object.hasOwn(familyPages, name)) continue;
      const { root, shop = {} } = familyPages[name];
      const told = line.split('|')[3] ?? '';
      for (const screen of ['create', 'edit', 'translate', 'details'] as const) {
        const isThere =
          Boolean(root[screen] ?? shop[screen]) ||
          findPageRule(`/${name}/${screen}`) === findPageRule('/orders/create');
        expect([name, screen, told.includes(screen)]).toEqual([name, screen, isThere]);
      }
    }
  });

  it('names dialogs of the host', () => {
    const host = ['modal-host.tsx', 'feedback-dialogs.tsx', 'order-dialogs.tsx']
      .map((file) => read(`src/shell/dialogs/${file}`))
      .join();
    const deletions: (string | undefined)[] = resourceNames.map((name) => findDeleteDialog(name));
    const names = quoted('### Dialogs', /^[A-Z_]+$/);
    expect(names.length).toBe(56);

    const contract = read('src/contract/dialogs.ts');
    const isOpened = (name: string) =>
      new RegExp(`\\b${name}\\b`).test(contract) && host.includes(`  ${name}: `);
    expect(names.filter((name) => !deletions.includes(name) && !isOpened(name))).toEqual([]);
  });

  it('names the component of each dialog', () => {
    const files = readdirSync('src/shell/dialogs').map((file) => read(`src/shell/dialogs/${file}`));
    const named = [...page.matchAll(/`([A-Z_]+)` \| `src\/([^`]+)\.tsx`/g)];
    expect(named.length).toBe(56);

    const wrong = named.filter(([, name = '', file = '']) => {
      const family = resourceNames.find((one) => findDeleteDialog(one) === name);
      if (family) return !isDeletedBy(family, file);
      const folder = file.startsWith('shell/dialogs/') ? './' : '@/';
      const path = file.replace(/^shell\/dialogs\//, '');
      return !files.some((host) => {
        const [entry = ''] = new RegExp(`\\b${name}: [^]*?(?=\\n {2}[A-Z_]+:|\\n})`).exec(host) ?? [];
        // A component of two names, and one of several that load as one, is declared above the table.
        const shared = /<(\w+)|lazyDialog\((\w+),/.exec(entry)?.slice(1).find(Boolean);
        const [declared = ''] = (shared && new RegExp(`const ${shared} = [^]*?;`).exec(host)) || [];
        const imported = /import\('([^']+)'\)/.exec(entry + declared)?.[1] ?? '';
        if (imported.replace('@/shell/dialogs/', './') === folder + path) return true;
        const together = `${imported.replace('@/', 'src/')}.ts`;
        return existsSync(together) && read(together).includes(`'./${path.split('/').at(-1)}'`);
      });
    });
    expect(wrong.map(([row]) => row)).toEqual([]);
  });

  it('names endpoints that respond', () => {
    const known = endpointsOf(api.app).map(
      ({ method, path }) => `${method} ${path.replace(/:\w+/g, '{id}')}`,
    );
    const named = quoted('## 7. Calls', /^(GET|POST|PUT|PATCH|DELETE) /);
    expect(named.length).toBe(42);

    expect(named.filter((endpoint) => !known.includes(endpoint))).toEqual([]);
  });
});

describe('the specification', () => {
  it('reads ar, fa and he from right to left', () => {
    expect(['ru', 'en', 'ar', 'fa', 'he'].filter((code) => textDirection(code) === 'rtl')).toEqual([
      'ar',
      'fa',
      'he',
    ]);
  });

  it('offers only Russian by default, without push notifications', () => {
    expect(defaultSettings.languages).toEqual(['ru']);
    expect(env).toMatchObject({ languages: ['ru', 'en', 'ar'], pushNotifications: false });
    expect(defaultLanguage).toBe('ru');
  });

  it('links files that exist in every document', () => {
    const files = [...read('src/shell/document.tsx').matchAll(/\$\{basePath\}(\/[\w.-]+)/g)].map(
      ([, file = '']) => file,
    );
    expect(files).toEqual(['/early.js', '/manifest.webmanifest', '/apple-touch-icon.png']);
    expect(files.filter((file) => !existsSync(`public${file}`))).toEqual([]);
  });

  it('accepts the prefix of a shop before edit and translate', () => {
    for (const path of [
      '/products/7/edit',
      '/products/7/translate',
      '/lavka/products/7/edit',
      '/lavka/products/7/translate',
    ])
      expect([path, mayOpen(path, ['super_admin'])]).toEqual([path, true]);
  });

  it('redirects after saving to the screens named by the specification', () => {
    expect(resources.boxes.after).toEqual({ create: 'list', update: 'list' });
    expect(resources['error-codes'].after).toEqual({ create: 'list', update: 'edit' });
    expect(resources['store-notices'].after).toEqual({ create: 'list', update: 'edit' });
    expect(familyPaths(resources['store-notices'], 'lavka').edit(7)).toBe('/lavka/store-notices/7/edit');
    expect(familyPaths(resources['error-codes']).edit(7)).toBe('/error-codes/7/edit');
  });

  it('groups the roles as pages use them', () => {
    const { adminOwnerStaff, adminOwner, adminOnly, ownerOnly, ownerStaff } = permissions;
    expect([adminOwnerStaff, adminOwner, adminOnly, ownerOnly, ownerStaff]).toEqual([
      ['super_admin', 'store_owner', 'staff'],
      ['super_admin', 'store_owner'],
      ['super_admin'],
      ['store_owner'],
      ['store_owner', 'staff'],
    ]);
  });

  it('opens a page to any permission of its list', () => {
    expect(mayOpen('/my-shop', ['customer', 'staff'])).toBe(true);
    expect(mayOpen('/my-shop', ['customer'])).toBe(false);
  });

  it('keeps the constants of section 9', () => {
    expect(read('src/lib/api/http.ts')).toContain('timeout: 600_000');
    expect(read('sentry.client.config.ts')).toContain('tracesSampleRate: 1,');
    // 37.5 rem of 16 px are 600 px.
    expect(read('tailwind.config.js')).toContain("phone: { max: '37.5rem' }");
  });
});
