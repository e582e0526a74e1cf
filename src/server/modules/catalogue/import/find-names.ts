import { type RawBuilder, sql } from 'kysely';
import {
  type CreatableField,
  creatableFields,
  type MappedField,
} from '@/contract/catalogue/products/imports';
import type { Ctx } from '@/server/core/context';
import { type CellValue, pathReadings, pathTokens, type RowTexts, splitList, splitPath } from './cells';
import type { Dictionaries } from './import-run';

/** Records named in cells, resolved for one batch of rows. */
export interface Lookups {
  /** The id of the record named by id, slug or name, or an error key. */
  one: (field: 'type' | 'author' | 'manufacturer', text: string) => CellValue;
  /** Ids of all records named in the cell. */
  many: (field: 'categories' | 'tags', text: string) => CellValue;
  /** Names in the cell that no record has, or several categories. */
  missing: (field: CreatableField, text: string) => string[];
}

export type NameField = 'author' | 'manufacturer' | 'tags';

export const tables = { author: 'authors', manufacturer: 'manufacturers', tags: 'tags' } as const;

export async function loadDictionaries(ctx: Ctx): Promise<Dictionaries> {
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
  const { rows: required } = await sql<{ id: number; keys: string[] }>`
    select c.id, array_agg(spelling_key(r.name)) as keys from categories c, required_characteristics(array[c.id]) r
    where c.deleted_at is null
      and exists (select from categories where required_characteristics <> '[]' and deleted_at is null)
    group by c.id`.execute(ctx.db);
  return {
    required: new Map(required.map(({ id, keys }) => [id, keys])),
    groups: indexOf(groups, nameKeys),
    categories: indexOf(categories, ({ id, slug }) => {
      const paths = pathsOf(byId, id);
      return { exact: [String(id), slug, paths.at(-1) ?? ''], loose: [...paths, ...paths.map(pathTokens)] };
    }),
  };
}

/** Resolves authors, manufacturers and tags of the rows: one query per list, however many rows. */
export async function loadLookups(
  ctx: Ctx,
  { shopId, dictionaries: known }: { shopId: number; dictionaries: Dictionaries },
  rows: readonly RowTexts[],
): Promise<Lookups> {
  const namesIn = (field: CreatableField) => {
    const texts = rows.flatMap((row) => row[field] ?? []);
    return field === 'tags' || field === 'categories' ? texts.flatMap(splitCandidates) : texts;
  };
  const names = new Map(creatableFields.map((field) => [field, namesIn(field)]));
  const chosen = await findMapped(ctx, shopId, names);
  const named = new Map<NameField, Map<string, number[]>>();
  for (const field of ['author', 'manufacturer', 'tags'] as const) {
    const targets = chosen.get(field)?.values() ?? [];
    named.set(field, await findByName(ctx, shopId, field, [...(names.get(field) ?? []), ...targets]));
  }
  const indexFor = (field: CreatableField) => {
    if (field === 'type') return known.groups;
    return field === 'categories' ? known.categories : named.get(field);
  };
  const one = (field: CreatableField, text: string): CellValue => {
    const index = indexFor(field);
    // A name may have the signs of a path in it: the whole first, then its readings as a path.
    const keys = field === 'categories' ? pathKeys(text) : [nameKey(text)];
    const key = keys.find((each) => index?.has(each)) ?? keyOfName(field, text);
    const [id, ...others] = index?.get(key) ?? [];
    const isAmbiguous = others.length > 0 && field === 'categories';
    if (id !== undefined && !isAmbiguous) return { value: id };
    // What the shop chose for the name, while the record exists and is open to it.
    const asked = chosen.get(field)?.get(keyOfName(field, text)) ?? '';
    const target = indexFor(field)
      ?.get(asked)
      ?.find((found) => String(found) === asked);
    if (target !== undefined) return { value: target };
    return { error: isAmbiguous ? 'error-import-ambiguous' : 'error-import-unknown' };
  };
  return {
    one,
    many: (field, text) => resolveList(text, (part) => one(field, part)),
    missing: (field, text) => {
      const isList = field === 'categories' || field === 'tags';
      const parts = isList ? splitParts(text, (part) => 'value' in one(field, part)) : [text.trim()];
      return parts.filter((part) => 'error' in one(field, part));
    },
  };
}

/** A name as records and choices of the shop are found by it. */
export function keyOfName(field: MappedField, text: string): string {
  return nameKey(field === 'categories' ? splitPath(text).join(' > ') : text);
}

/** Keys by which a category may be found: its name as it stands, then every reading of it as a path. */
function pathKeys(text: string): string[] {
  const readings = pathReadings(text).map((levels) => levels.join(' > '));
  return [...new Set([...readings, pathTokens(text)].map(nameKey))];
}

/** A name may contain a comma or any other separator, so a cell is split only where its parts are known. */
function resolveList(text: string, one: (part: string) => CellValue): CellValue {
  const found = splitParts(text, (part) => 'value' in one(part)).map((part) => one(part));
  const wrong = found.find((each) => 'error' in each);
  return wrong ?? { value: [...new Set(found.flatMap((each) => ('value' in each ? [each.value] : [])))] };
}

function splitParts(text: string, isKnown: (part: string) => boolean): string[] {
  const whole = text.trim();
  if (whole !== '' && isKnown(whole)) return [whole];
  return splitList(text).flatMap((part) => (part.includes(',') ? longestKnown(part, isKnown) : [part]));
}

/** The names between commas, the longest known one first: «Стулья, табуреты и скамьи, Ёлочные игрушки» are two. */
function longestKnown(text: string, isKnown: (part: string) => boolean): string[] {
  const pieces = splitCommas(text);
  if (pieces.length > mostPieces) return [text];
  const names: string[] = [];
  for (let start = 0; start < pieces.length; ) {
    const most = Math.min(pieces.length, start + mostCommas + 1);
    let end = most;
    while (end > start + 1 && !isKnown(pieces.slice(start, end).join(', '))) end -= 1;
    names.push(pieces.slice(start, end).join(', '));
    start = end;
  }
  return names.filter((name) => name !== '');
}

/** Between commas that WooCommerce did not mark as a part of a name: `Стулья\, табуреты, Ложки`. */
const splitCommas = (text: string): string[] =>
  text.split(/(?<!\\),/).map((piece) => piece.replaceAll('\\,', ',').trim());

/** More commas than a name of a record has, and more pieces than a cell of names. */
const mostCommas = 5;
const mostPieces = 200;

/** Everything in a cell that could be the name of a record, to look all of it up at once. */
function splitCandidates(text: string): string[] {
  return [text, ...splitList(text)].flatMap((part) => {
    const pieces = splitCommas(part);
    if (pieces.length > mostPieces) return [part];
    const joined = pieces.flatMap((_one, start) =>
      Array.from({ length: Math.min(mostCommas + 1, pieces.length - start) }, (_any, length) =>
        pieces.slice(start, start + length + 1).join(', '),
      ),
    );
    return [part, ...joined];
  });
}

/** Only approved records, or those that products of the shop use: an import must not reveal other shops' submissions. */
export function isOpenTo(shopId: number, field: NameField): RawBuilder<boolean> {
  if (field === 'tags') return sql<boolean>`true`;
  return sql<boolean>`(is_approved or exists (select 1 from products p
    where ${sql.ref(`p.${field}_id`)} = ${sql.ref(`${tables[field]}.id`)} and p.shop_id = ${shopId}))`;
}

/** What the shop chose for names of its files: the target by the key of the name, by field. */
async function findMapped(
  ctx: Ctx,
  shopId: number,
  names: ReadonlyMap<CreatableField, readonly string[]>,
): Promise<Map<string, Map<string, string>>> {
  const keys = [...names].flatMap(([field, texts]) => texts.map((text) => keyOfName(field, text)));
  if (keys.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('import_values')
    .select(['field', 'name', 'target'])
    .where('shop_id', '=', shopId)
    .where('name', '=', sql<string>`any(${[...new Set(keys)]}::text[])`)
    .execute();
  const chosen = new Map<string, Map<string, string>>();
  for (const { field, name, target } of rows)
    chosen.set(field, (chosen.get(field) ?? new Map()).set(name, target));
  return chosen;
}

async function findByName(
  ctx: Ctx,
  shopId: number,
  field: NameField,
  texts: readonly string[],
): Promise<Map<string, number[]>> {
  const keys = [...new Set(texts.map(nameKey))];
  if (keys.length === 0) return new Map();
  const table = tables[field];
  const { rows } = await sql<NamedRow>`
    select id, slug, name from ${sql.table(table)}
    where deleted_at is null and ${isOpenTo(shopId, field)} and (slug = any(${keys}) or id::text = any(${keys})
      or ${nameKeySql} = any(${keys}))
    order by id`.execute(ctx.db);
  return indexOf(rows, nameKeys);
}

interface NamedRow {
  id: number;
  slug: string;
  name: string;
}

const nameKeys = ({ id, slug, name }: NamedRow) => ({ exact: [String(id), slug], loose: [name] });

/** An id or a slug wins over an equal name; among equal names the oldest record wins. */
function indexOf<Row extends { id: number }>(
  rows: readonly Row[],
  keysOf: (row: Row) => { exact: string[]; loose: string[] },
): Map<string, number[]> {
  const exact = new Map(
    rows.flatMap((row) => keysOf(row).exact.map((key): [string, number[]] => [nameKey(key), [row.id]])),
  );
  const index = new Map(exact);
  for (const row of rows) {
    for (const key of keysOf(row).loose.map(nameKey)) {
      if (!exact.has(key)) index.set(key, [...(index.get(key) ?? []), row.id]);
    }
  }
  return index;
}

/** `Кружки`, `Посуда > Кружки`, `Дом > Посуда > Кружки`: every suffix of the path, the full path last. */
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

/** The same in SQL, of the column `name`. */
export const nameKeySql = sql`btrim(regexp_replace(replace(lower(name collate "und-x-icu"), 'ё', 'е'), '[\\s\\u00a0\\u202f]+', ' ', 'g'))`;

/** Normalizes a name: case, ё, whitespace. */
export function nameKey(text: string): string {
  return text.trim().toLocaleLowerCase('ru').replaceAll('ё', 'е').replace(/\s+/g, ' ');
}
