import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type ResourceName, resourceNames, resources } from '@/contract';
import { findAction } from '@/contract/actions';
import type { AnyResource } from '@/contract/core/define';
import { familyPages } from '@/contract/family-pages';
import { trashFamilies } from '@/contract/insights/activity';
import { makeWorld } from '@/mock/world';
import { bigNames } from '@/server/demo/big/big';
import { familySeed } from '@/server/demo/families';
import { familyTable } from '@/server/modules/insights/record-titles';
import { adminMenu, onlyShopMenu, ownerMenu, shopMenu } from '@/shell/menu/navigation';
import { ownSuites, samples } from '../../support/samples';
import { setUpScene } from '../../support/scene';
import { dialectEndpoints } from './dialect-endpoints';

/**
 * What a family lacks, as `file: what is missing` (docs/add-a-family.md). The compiler and the other suites find the
 * rest; this one finds what would go unnoticed.
 */
const { api } = setUpScene();

const mock = makeWorld();

const pagesOf = (name: ResourceName) => (Object.hasOwn(familyPages, name) ? familyPages[name] : undefined);

type Dictionary = { [key: string]: string | Dictionary };

const dictionaryOf = (path: string): Dictionary => JSON.parse(readFileSync(path, 'utf8'));

const at = (dictionary: Dictionary, path: string) =>
  path.split('.').reduce<string | Dictionary | undefined>((found, key) => {
    return typeof found === 'object' ? found[key] : undefined;
  }, dictionary);

/** Families with hand-written screens: their texts are elsewhere, and not in Arabic. */
const isHandWritten = (name: string) => ownSuites.some((each) => each === name);

function missingWords(name: ResourceName): string[] {
  const screens = pagesOf(name)?.root;
  const ofScreens = ['search', 'empty', ...(screens?.create ? ['create', 'new'] : [])];
  return ['ru', 'en', 'ar'].flatMap((language) => {
    const { domain } = resources[name];
    const file = `public/locales/${language}/${domain}.json`;
    const words = dictionaryOf(file);
    const common = dictionaryOf(`public/locales/${language}/common.json`);
    if (language === 'ar' && isHandWritten(name)) return [];
    const missing = [
      ...(isHandWritten(name) ? [] : ofScreens).filter(
        (key) => !at(words, `${name}.${key}`) && !at(common, `list.${key}`),
      ),
      ...optionWords(name).filter((key) => !at(words, `${name}.${key}`)),
    ].map((key) => `${name}.${key}`);
    const untitled = at(common, `families.${name}`) ? [] : [`${language}/common.json: families.${name}`];
    return [
      ...untitled,
      ...[...missing, ...missingFieldWords(name, language)].map((key) => `${file}: ${key}`),
    ];
  });
}

/** Every column, field and filter is labelled by its family or, where families share the label, by `common`. */
function missingFieldWords(name: ResourceName, language: string): string[] {
  const { columns, fields, filters }: AnyResource = resources[name];
  const keys = new Set([...columns, ...fields, ...filters].map(({ key }) => key));
  const own = dictionaryOf(`public/locales/${language}/${resources[name].domain}.json`);
  const common = dictionaryOf(`public/locales/${language}/common.json`);
  return [...keys]
    .filter((key) => !at(own, `${name}.fields.${key}`) && !at(common, `fields.${key}`))
    .map((key) => `${name}.fields.${key}`);
}

/** Keys of the labels of coded values. */
function optionWords(name: ResourceName): string[] {
  const { columns, fields, filters }: AnyResource = resources[name];
  const values = [
    ...columns.flatMap(({ key, tones = {} }) => Object.keys(tones).map((value) => `${key}.${value}`)),
    ...[...fields, ...filters].flatMap(({ key, options = [] }) => options.map((value) => `${key}.${value}`)),
  ];
  return [...new Set(values)].map((path) => `options.${path}`);
}

const pathsOf = (menu: typeof adminMenu) =>
  menu.flatMap(({ nodes }) => nodes.flatMap(({ links }) => links.map(({ path }) => path)));

function missingMenuEntry(name: ResourceName): string[] {
  const isListed = (menu: typeof adminMenu, path: string) =>
    pathsOf(menu).some((one) => one === path || one.startsWith(`${path}/`));
  const missing = [
    // Staff are listed below users.
    ...(isListed(adminMenu, `/${name}`) || name === 'staffs' ? [] : [`an entry for /${name}`]),
    ...(isListed(shopMenu, `/[shop]/${name}`) || !pagesOf(name)?.shop?.list
      ? []
      : [`an entry of \`shopMenu\` for /[shop]/${name}`]),
  ];
  const file = 'src/shell/menu/sections.ts, or navigation.ts beside it';
  return missing.map((what) => `${file}: ${what}`);
}

/** Menu labels missing in a language: keys of `common`. */
function missingLabels(language: string): string[] {
  const labels = [adminMenu, ownerMenu, onlyShopMenu, shopMenu].flat().flatMap(({ title, nodes }) => {
    return [title, ...nodes.flatMap(({ label, links }) => [label, ...links.map((link) => link.label)])];
  });
  return [...new Set(labels)].flatMap((label) => {
    const [namespace = '', key = ''] = label.includes(':') ? label.split(':') : ['common', label];
    const file = `public/locales/${language}/${namespace}.json`;
    return typeof at(dictionaryOf(file), key) === 'string' ? [] : [`${file}: ${key}`];
  });
}

/** Registries that list families by name; the compiler finds some, but not before it is asked. */
function missingEntries(name: ResourceName): string[] {
  const { endpoint, translatable } = resources[name];
  const isKnown = endpoint in dialectEndpoints || findAction('GET', endpoint)?.capability !== undefined;
  const isTested = name in samples || ownSuites.some((each) => each === name);
  return [
    ...(pagesOf(name) ? [] : [`src/contract/family-pages.ts: ${name}`]),
    ...(isKnown ? [] : [`src/contract/family-pages.ts: ${name} among \`ownFamilies\``]),
    ...(isTested
      ? []
      : [`src/contract/…/${name}/index.ts: two rows of \`seed\`, or tests/support/samples.ts: a sample`]),
    ...(mock.tables[name]?.length
      ? []
      : [`src/mock/recording.json: rows of ${name}, by npm run mock:record`]),
    ...(bigNames.some((each) => each === name)
      ? []
      : [`src/contract/…/${name}/index.ts: \`seed\`, or src/server/demo/big/big.ts: rows`]),
    // A translate screen exists if there is something to translate.
    ...(Boolean(pagesOf(name)?.root.translate) === translatable.length > 0
      ? []
      : [`src/contract/family-pages.ts: \`translated\` for translated fields, else \`plain\``]),
  ];
}

function missingDemo(name: ResourceName): string[] {
  const table = familyTable(name);
  const code = readdirSync('src/server/demo', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(`src/server/demo/${path}`, 'utf8'))
    .join('\n');
  const isFilled =
    familySeed(name).length > 0 ||
    new RegExp(`insertInto\\(\\s*'${table}'|insert into ${table}\\b|'${table}'`).test(code);
  return isFilled ? [] : [`src/contract/…/${name}/index.ts: \`seed\`, or src/server/demo: rows of ${table}`];
}

/** Definitions of the indexes of a table. */
async function indexesOf(table: string): Promise<string[]> {
  const { rows } = await sql<{ indexdef: string }>`
    select indexdef from pg_indexes where schemaname = 'public' and tablename = ${table}`.execute(api.db);
  return rows.map(({ indexdef }) => indexdef);
}

async function columnsOf(table: string): Promise<string[]> {
  const { rows } = await sql<{ column_name: string }>`
    select column_name from information_schema.columns where table_schema = 'public' and table_name = ${table}`.execute(
    api.db,
  );
  return rows.map(({ column_name }) => column_name);
}

/** Older tables are small enough to be sorted by title without an index. */
const sortedWithoutIndex: Partial<Record<ResourceName, true>> = Object.fromEntries(
  [
    ...['boxes', 'faqs', 'store-notices', 'error-codes', 'coupons', 'mobile-app-versions', 'social-links'],
    ...['advertising-banners', 'review-banners', 'attributes', 'attribute-values', 'order-status', 'taxes'],
    ...['shippings', 'delivery-classes', 'refund-policies', 'refund-reasons', 'terms-and-conditions'],
    ...['flash-sale', 'withdraws', 'refunds', 'reviews', 'questions'],
  ].map((name) => [name, true]),
);

async function missingInTable(name: ResourceName): Promise<string[]> {
  const resource: AnyResource = resources[name];
  const table = familyTable(name);
  const [columns, indexes] = [await columnsOf(table), await indexesOf(table)];
  const needed = ['version', 'created_at', 'updated_at', 'deleted_at'];
  if (resource.translatable.length > 0) needed.push('translations');
  if (columns.length === 0) return [`src/server/core/db/migrations: a table ${table}`];
  const missing = needed.filter((column) => !columns.includes(column)).map((column) => `a column ${column}`);
  const title = resource.columns.find(({ kind, sort }) => kind === 'title' && sort)?.key;
  const isText = title !== undefined && columns.includes(title) && !sortedWithoutIndex[name];
  const hasIndex = (pattern: RegExp) => indexes.some((index) => pattern.test(index));

  if (trashFamilies.some((each) => each === name) && !hasIndex(/\(deleted_at DESC.*deleted_at IS NOT NULL/))
    missing.push(`an index ${table}_trash on (deleted_at desc, id desc) where deleted_at is not null`);
  if (
    isText &&
    !indexes.some(
      (index) => index.includes(`natural_order(${title}`) || index.includes(`natural_order((${title})`),
    )
  )
    missing.push(`an index on ((natural_order(${title}) collate "und-x-icu"), id) where deleted_at is null`);
  return missing.map((what) => `src/server/core/db/migrations: ${what}`);
}

function missingPages(name: ResourceName): string[] {
  const shop = pagesOf(name)?.shop ? [`src/pages/[shop]/${name}/[[...screen]].tsx`] : [];
  const files = [`src/pages/${name}/[[...screen]].tsx`, ...shop];
  return files.filter((file) => !existsSync(file)).map((file) => `${file}: the page`);
}

describe.each(resourceNames)('%s', (name) => {
  it('lacks nothing', async () => {
    const missing = [
      ...missingEntries(name),
      ...missingPages(name),
      ...missingWords(name),
      ...missingMenuEntry(name),
      ...missingDemo(name),
      ...(await missingInTable(name)),
    ];

    expect(missing).toEqual([]);
  });
});

/** Families whose routes are written by hand. */
const withOwnRoutes = ['abusive_reports', 'vendor-requests-for-flash-sale', 'ownership-transfers', 'roles'];

it('every declared family is registered', () => {
  const declared = readdirSync('src/contract', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => readFileSync(`src/contract/${path}`, 'utf8').split('defineResource<').slice(1))
    .flatMap((text) => /name: '([\w-]+)'/.exec(text)?.[1] ?? []);
  const known = [...resourceNames, ...withOwnRoutes];

  expect(declared.length).toBeGreaterThan(30);
  const missing = declared.filter((name) => !known.some((each) => each === name));
  expect(missing.map((name) => `src/contract/index.ts: ${name}`)).toEqual([]);
});

it.each(['ru', 'en', 'ar'])('every entry of the menu has a label in %s', (language) => {
  expect(missingLabels(language)).toEqual([]);
});
