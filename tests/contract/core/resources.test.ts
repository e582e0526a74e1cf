import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ResourceName, resourceNames, resources } from '@/contract';
import type { AnyResource } from '@/contract/core/define';
import { moneyReaders, permissionsOfRole, withStaff } from '@/contract/core/permissions';
import { familyOfDeletion, findDeleteDialog } from '@/contract/dialogs';
import { familyPages } from '@/contract/family-pages';
import { findPageRule, pages, reservedSlugs } from '@/contract/pages';
import { ownShopsLists } from '@/contract/shops/own-lists';
import { services } from '@/server/modules';
import { type SampleName, sampleNames, samples } from '../../support/samples';

const isSampled = (name: string): name is SampleName => sampleNames.some((one) => one === name);

/** Every family is complete: a missing registry entry, label or page fails here under the family's name. */
type Dictionary = { [key: string]: string | Dictionary };

const dictionary = (language: string, namespace: string): Dictionary =>
  JSON.parse(readFileSync(`public/locales/${language}/${namespace}.json`, 'utf8'));

const languages = ['ru', 'en'];

function word(from: Dictionary, path: string[]): string | undefined {
  const found = path.reduce<string | Dictionary | undefined>(
    (at, key) => (typeof at === 'object' ? at[key] : undefined),
    from,
  );
  return typeof found === 'string' && found !== '' ? found : undefined;
}

const domains = readdirSync('src/contract', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** A family is a declaration in a folder of its domain. */
const hasFamily = (folder: string) => existsSync(`src/contract/${folder}/index.ts`);

describe.each(resourceNames)('%s', (name: ResourceName) => {
  const resource: AnyResource = resources[name];

  it('has the same name as folder, registry entry and route', () => {
    expect(resource.name).toBe(name);
    const folder = domains.map((domain) => (domain === name ? name : `${domain}/${name}`)).find(hasFamily);
    expect(folder).toBeDefined();
    expect(resource.domain).toBe(folder?.split('/')[0]);
  });

  it('has a page, and one in the shop when it declares one', () => {
    expect(existsSync(`src/pages/${name}/[[...screen]].tsx`)).toBe(true);
    expect(existsSync(`src/pages/[shop]/${name}/[[...screen]].tsx`)).toBe(Boolean(familyPages[name].shop));
  });

  it('has a service and a table', () => {
    const migrations = readdirSync('src/server/core/db/migrations')
      .map((file) => readFileSync(join('src/server/core/db/migrations', file), 'utf8'))
      .join('\n');

    expect(services[name]).toBeDefined();
    // Staff are users, too.
    expect(migrations).toContain(
      `create table ${name === 'staffs' ? 'memberships' : name.replaceAll('-', '_')} (`,
    );
  });

  it('has only fields and initial values that are in the schema', async () => {
    const known = Object.keys((await resource.schema()).fields);

    expect(resource.fields.map(({ key }) => key).filter((key) => !known.includes(key))).toEqual([]);
    expect(Object.keys(resource.initial).filter((key) => !known.includes(key))).toEqual([]);
    expect(resource.translatable.filter((key) => !known.includes(key))).toEqual([]);
  });

  it('marks as required in the form what the schema requires', async () => {
    const schema = await resource.schema();
    const missing: string[] = await schema.validate({}, { abortEarly: false }).then(
      () => [],
      (error: { inner: { path: string }[] }) => error.inner.map(({ path }) => path),
    );

    for (const { key, required = false } of resource.fields) {
      expect([key, required]).toEqual([key, missing.includes(key)]);
    }
  });

  it.runIf(isSampled(name))('accepts its own sample', async () => {
    if (!isSampled(name)) return;
    const schema = await resource.schema();
    const related = Object.fromEntries(resourceNames.map((each) => [each, { id: 1, slug: 'any' }]));
    const scene = { shop: { id: 1 }, store_owner: { id: 1 }, related };

    for (const role of ['super_admin', 'store_owner'] as const) {
      await expect(schema.validate(samples[name].body(scene, role))).resolves.toBeDefined();
    }
  });

  it('names roles for every action, and only existing ones', () => {
    for (const allow of Object.values(resource.allow)) {
      if (allow === 'public') continue;
      expect(allow.length).toBeGreaterThan(0);
      const known: string[] = [...Object.values(permissionsOfRole).flat(), ...moneyReaders];
      expect(allow.filter((permission) => !known.includes(permission))).toEqual([]);
    }
  });

  it('opens no screen to a role that its own API would refuse', () => {
    const needs = {
      list: 'list',
      create: 'create',
      edit: 'update',
      translate: 'update',
      details: 'read',
    } as const;
    // A shop's new order is not a row of the family: it goes to `POST shop-orders/{shop}`.
    const allowOfOwnApi: Record<string, readonly string[]> = {
      '/lavka/orders/create': withStaff('orders'),
    };
    for (const [path, screen] of [
      [`/${name}`, 'list'],
      [`/${name}/create`, 'create'],
      [`/${name}/1/edit`, 'edit'],
      [`/${name}/1/translate`, 'translate'],
      [`/${name}/1`, 'details'],
      [`/lavka/${name}`, 'list'],
      [`/lavka/${name}/create`, 'create'],
      [`/lavka/${name}/1/edit`, 'edit'],
    ] as const) {
      const rule = findPageRule(path);
      const allow = allowOfOwnApi[path] ?? resource.allow[needs[screen]];
      if (!rule || rule.allow === 'public' || allow === 'public') continue;
      expect([path, rule.allow.filter((role) => !allow.includes(role))]).toEqual([path, []]);
    }
  });

  it('cannot be the slug of a shop', () => {
    expect(reservedSlugs).toContain(name);
  });
});

describe('messages of validation', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /^(contract|server)\//.test(file) && file.endsWith('.ts'),
  );
  const keys = new Set(
    files.flatMap(
      (file) => readFileSync(join('src', file), 'utf8').match(/(?<=['"])error-[a-z-]+(?=['"])/g) ?? [],
    ),
  );
  // Names of families and files, not messages.
  for (const name of resourceNames) keys.delete(name);

  it.each(languages)('exist in %s', (language) => {
    const words = dictionary(language, 'form');
    const catalogue = dictionary(language, 'catalogue');
    const payments = dictionary(language, 'payments');

    expect(keys.size).toBeGreaterThan(20);
    // Errors in a file have their own texts.
    const isKnown = (key: string) =>
      word(words, [key]) ??
      word(catalogue, ['products', 'import', 'errors', key]) ??
      word(payments, ['reconciliation', 'errors', key]);
    expect([...keys].filter((key) => !isKnown(key))).toEqual([]);
  });
});

describe('delete dialogs', () => {
  it('exist for each family that can be deleted, under unique names', () => {
    const never = ['users', 'withdraws', 'orders', 'refunds'];
    const named = resourceNames.map((name) => [name, findDeleteDialog(name)] as const);

    expect(
      named
        .filter(([, dialog]) => !dialog)
        .map(([name]) => name)
        .sort(),
    ).toEqual([...never].sort());
    for (const [name, dialog] of named) if (dialog) expect(familyOfDeletion(dialog)).toBe(name);
  });

  it('follow the name of a family unless the specification has another', () => {
    expect(['tags', 'social-links', 'order-status', 'constructor'].map(findDeleteDialog)).toEqual([
      'DELETE_TAG',
      'DELETE_SOCIAL_LINKS',
      'DELETE_ORDER_STATUS',
      undefined,
    ]);
  });
});

describe('pages', () => {
  /** Next serves these itself when there is no file. */
  const builtIn = ['/_error'];
  const routes = readdirSync('src/pages', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !/^_(app|document)\.tsx$/.test(file))
    .map((file) => `/${file.replace(/\.tsx$/, '').replace(/(^|\/)index$/, '')}`.replace(/(.)\/$/, '$1'));
  const families = routes.filter((route) => route.endsWith('/[[...screen]]'));

  /** One file of several addresses, each with its rule. */
  const shared: Record<string, string[]> = {
    '/my-shop/[family]': ownShopsLists.flatMap(({ only }) => only?.path ?? []),
  };

  it('are all in the table of permissions', () => {
    const plain = routes.flatMap((route) => shared[route] ?? (families.includes(route) ? [] : [route]));

    expect(plain.length).toBeGreaterThan(Object.keys(shared).length + 50);
    expect(plain.filter((route) => !pages[route])).toEqual([]);
    expect(
      families.filter(
        (route) => !findPageRule(route.replace('[shop]', 'lavka').replace('/[[...screen]]', '')),
      ),
    ).toEqual([]);
  });

  it('in the table all have a file', () => {
    const served = [...builtIn, ...routes.flatMap((route) => shared[route] ?? [route])];

    expect(Object.keys(pages).filter((route) => !served.includes(route))).toEqual([]);
  });

  it('without a file have no rule', () => {
    for (const path of ['/nonsense/of/it', '/tags/1/2/3', '/boxes/1/translate', '/lavka/boxes', '/api']) {
      expect([path, findPageRule(path)]).toEqual([path, undefined]);
    }
  });

  it.each(['/constructor', '/__proto__', '/toString/edit', '/lavka/constructor'])(
    'treat %s as an unknown address',
    (path) => {
      expect(() => findPageRule(path)).not.toThrow();
    },
  );
});
