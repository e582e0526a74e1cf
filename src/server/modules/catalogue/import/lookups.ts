import { sql } from 'kysely';
import type { ImportField } from '@/contract/catalogue/products/imports';
import type { Ctx } from '@/server/core/context';
import { type CellValue, partsOf, type RowTexts } from './cells';

/** Records that a file names, found for one batch of its rows. */
export interface Lookups {
  /** The id of the record that a cell names by id, slug or name, or what is wrong. */
  one: (field: 'type' | 'author' | 'manufacturer', text: string) => CellValue;
  /** Ids of all that a cell names. */
  many: (field: 'categories' | 'tags', text: string) => CellValue;
}

type Named = 'author' | 'manufacturer' | 'tags';

const tables = { author: 'authors', manufacturer: 'manufacturers', tags: 'tags' } as const;

/** What does not change while a file is imported: groups and the tree of categories, read once. */
export interface Dictionaries {
  groups: Map<string, number[]>;
  categories: Map<string, number[]>;
}

export async function readDictionaries(ctx: Ctx): Promise<Dictionaries> {
  const groups = await ctx.db
    .selectFrom('groups')
    .select(['id', 'slug', 'name'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  const categories = await ctx.db
    .selectFrom('categories')
    .select(['id', 'slug', 'name', 'parent_id'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  const byId = new Map(categories.map((row) => [row.id, row]));
  return {
    groups: indexOf(groups, byName),
    categories: indexOf(categories, ({ id, slug }) => {
      const paths = pathsOf(byId, id);
      return { exact: [String(id), slug, paths.at(-1) ?? ''], loose: paths };
    }),
  };
}

/** Finds what the rows name of the long lists: two queries for each list, however many rows. */
export async function findNamed(
  ctx: Ctx,
  { shopId, dictionaries: known }: { shopId: number; dictionaries: Dictionaries },
  rows: readonly RowTexts[],
): Promise<Lookups> {
  const named = new Map<Named, Map<string, number[]>>();
  for (const field of ['author', 'manufacturer', 'tags'] as const) {
    const texts = rows.flatMap((row) => row[field] ?? []);
    named.set(field, await find(ctx, shopId, field, field === 'tags' ? texts.flatMap(wordsIn) : texts));
  }
  const indexFor = (field: ImportField) => {
    if (field === 'type') return known.groups;
    return field === 'categories' ? known.categories : named.get(field as Named);
  };
  const one = (field: ImportField, text: string): CellValue => {
    const key = field === 'categories' ? keyOf(text.replace(/\s*>\s*|\s\/\s/g, ' > ')) : keyOf(text);
    const [id, ...others] = indexFor(field)?.get(key) ?? [];
    if (id === undefined) return { error: 'error-import-unknown' };
    return others.length > 0 && field === 'categories' ? { error: 'error-import-ambiguous' } : { value: id };
  };
  return { one, many: (field, text) => listOf(text, (part) => one(field, part)) };
}

/** A name may have a comma in it, so a cell is cut at commas only where the whole is not known. */
function listOf(text: string, one: (part: string) => CellValue): CellValue {
  const found = partsOf(text).flatMap((part) => {
    const whole = one(part);
    return 'value' in whole || !part.includes(',') ? [whole] : part.split(',').map((piece) => one(piece));
  });
  const wrong = found.find((each) => 'error' in each);
  return wrong ?? { value: [...new Set(found.flatMap((each) => ('value' in each ? [each.value] : [])))] };
}

const wordsIn = (text: string) => partsOf(text).flatMap((part) => [part, ...part.split(',')]);

async function find(
  ctx: Ctx,
  shopId: number,
  field: Named,
  texts: readonly string[],
): Promise<Map<string, number[]>> {
  const keys = [...new Set(texts.map(keyOf))];
  if (keys.length === 0) return new Map();
  const table = tables[field];
  // Only what everybody may see, or what products of the shop have: a name must not tell what another shop has sent in.
  const isOpen =
    field === 'tags'
      ? sql`true`
      : sql`(is_approved or exists (select 1 from products p
          where ${sql.ref(`p.${field}_id`)} = ${sql.ref(`${table}.id`)} and p.shop_id = ${shopId}))`;
  const { rows } = await sql<NamedRow>`
    select id, slug, name from ${sql.table(table)}
    where deleted_at is null and ${isOpen} and (slug = any(${keys}) or id::text = any(${keys})
      or replace(lower(name collate "und-x-icu"), 'ё', 'е') = any(${keys}))
    order by id`.execute(ctx.db);
  return indexOf(rows, byName);
}

interface NamedRow {
  id: number;
  slug: string;
  name: string;
}

const byName = ({ id, slug, name }: NamedRow) => ({ exact: [String(id), slug], loose: [name] });

/** An id or a slug wins over a name that looks alike; of several of one name the oldest comes first. */
function indexOf<Row extends { id: number }>(
  rows: readonly Row[],
  keysOf: (row: Row) => { exact: string[]; loose: string[] },
): Map<string, number[]> {
  const exact = new Map(
    rows.flatMap((row) => keysOf(row).exact.map((key): [string, number[]] => [keyOf(key), [row.id]])),
  );
  const index = new Map(exact);
  for (const row of rows) {
    for (const key of keysOf(row).loose.map(keyOf)) {
      if (!exact.has(key)) index.set(key, [...(index.get(key) ?? []), row.id]);
    }
  }
  return index;
}

/** `Кружки`, `Посуда > Кружки`, `Дом > Посуда > Кружки`: as much of the path as tells it apart, the whole one last. */
function pathsOf(
  byId: ReadonlyMap<number, { name: string; parent_id: number | null }>,
  id: number,
): string[] {
  const names: string[] = [];
  const paths: string[] = [];
  for (let row = byId.get(id); row && names.length < 10; row = byId.get(row.parent_id ?? 0)) {
    names.unshift(row.name);
    paths.push(names.join(' > '));
  }
  return paths;
}

/** The same name, however it was typed. */
function keyOf(text: string): string {
  return text.trim().toLocaleLowerCase('ru').replaceAll('ё', 'е').replace(/\s+/g, ' ');
}
