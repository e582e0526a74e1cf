import { type RawBuilder, sql } from 'kysely';
import { attributes } from '@/contract/catalogue/attributes';
import { maxValues, valueError, valueKey } from '@/contract/catalogue/attributes/schema';
import {
  type CreatableField,
  creatableFields,
  type MappedField,
} from '@/contract/catalogue/products/imports';
import { combinationKey } from '@/contract/catalogue/products/variations';
import type { Ctx, UserCtx } from '@/server/core/context';
import { present } from '@/server/core/files/attachments';
import { isShopUpload } from '@/server/core/files/file-rights';
import type { JsonRecord } from '@/server/core/json-record';
import { isId } from '@/server/core/numbers';
import { freeSlugs } from '@/server/core/slugs';
import { nameError } from '../attributes/attribute-name';
import { insertValues, nextPositions } from '../attributes/attributes';
import {
  type CellValue,
  type ParsedRow,
  parseOptions,
  type RowTexts,
  splitFiles,
  splitList,
  splitPath,
} from './cells';
import { type Dictionaries, type ImportRow, type ImportRun, keyOfField, type Pictures } from './import-run';
import { pictureKey, uploadPath } from './pictures';

export interface StoredRecords {
  /** SKUs of the shop, the trash included. */
  skus: Map<string, { productId: number; variationId: number | null }>;
  /** Product id by slug, in every shop. */
  slugs: Map<string, number>;
  /**
   * The shop's products that the rows refer to, in the shape of API bodies, with the columns variations need.
   */
  products: Map<number, JsonRecord>;
}

/** With `isLocking` the products are locked until the transaction ends, in the order of their ids. */
export async function loadStored(
  ctx: Ctx,
  run: ImportRun,
  rows: readonly ImportRow[],
  isLocking: boolean,
): Promise<StoredRecords> {
  const keys = rows.flatMap(({ texts }) => [texts.sku, texts.parent]).filter((key) => key !== undefined);
  const slugs = rows
    .flatMap(({ texts }) => [texts.slug, texts.parent])
    .flatMap((key) => key?.toLowerCase() ?? []);
  const skuRows = await ctx.db
    .selectFrom('product_skus')
    .select(['sku', 'product_id as productId', 'variation_id as variationId'])
    .where('shop_id', '=', run.shopId)
    .where('sku', '=', sql<string>`any(${keys}::text[])`)
    .execute();
  const slugRows = await ctx.db
    .selectFrom('products')
    .select(['id', 'slug', 'shop_id'])
    .where('slug', '=', sql<string>`any(${slugs}::text[])`)
    .execute();
  const own = slugRows.filter((row) => row.shop_id === run.shopId).map(({ id }) => id);
  const ids = [...new Set([...skuRows.map(({ productId }) => productId), ...own, ...namedIds(rows)])];
  return {
    skus: new Map(skuRows.map(({ sku, ...row }) => [sku, row])),
    slugs: new Map(slugRows.map(({ slug, id }) => [slug, id])),
    products: await loadProducts(ctx, run, ids, isLocking),
  };
}

/** Dialect files refer to the product of a variation by its id. */
function namedIds(rows: readonly ImportRow[]): number[] {
  return rows.flatMap(({ texts: { parent = '' } }) => (isId(parent) ? [Number(parent)] : []));
}

async function loadProducts(
  ctx: Ctx,
  run: ImportRun,
  ids: readonly number[],
  isLocking: boolean,
): Promise<Map<number, JsonRecord>> {
  const lock = isLocking ? sql`for update of p` : sql``;
  const { rows } = await sql<JsonRecord>`select p.*,
      case when p.digital_file_id is not null then jsonb_build_object('attachment_id', p.digital_file_id) end
        as digital_file,
      exists (select 1 from variation_options v
        where v.product_id = p.id and v.deleted_at is null and not v.is_disable) as is_sold,
      coalesce((select jsonb_agg(l.category_id order by l.category_id) from category_product l
        join categories c on c.id = l.category_id where l.product_id = p.id and c.deleted_at is null), '[]') as categories,
      coalesce((select jsonb_agg(l.tag_id order by l.tag_id) from product_tag l
        join tags t on t.id = l.tag_id where l.product_id = p.id and t.deleted_at is null), '[]') as tags
    from products p
    where p.id = any(${ids}::bigint[]) and p.shop_id = ${run.shopId} and p.deleted_at is null
    order by p.id ${lock}`.execute(ctx.db);
  return new Map(rows.map((row) => [Number(row.id), row]));
}

/**
 * The product or variation a row is about, by the chosen key; a row without that key falls back to the other
 * one, since variable products usually have no SKU.
 */
export function findOwner(
  run: ImportRun,
  stored: StoredRecords,
  { texts }: ImportRow,
): { productId: number; variationId: number | null } | undefined {
  const bySku = texts.sku === undefined ? undefined : stored.skus.get(texts.sku);
  const slugId = texts.slug === undefined ? undefined : stored.slugs.get(texts.slug.toLowerCase());
  const bySlug =
    slugId !== undefined && stored.products.has(slugId)
      ? { productId: slugId, variationId: null }
      : undefined;
  const isBySku = run.options.match === 'sku' ? texts.sku !== undefined : texts.slug === undefined;
  const found = isBySku ? bySku : bySlug;
  return found && stored.products.has(found.productId) ? found : undefined;
}

/**
 * Pictures named in the cells: from a ZIP, fetched, or our own uploads that the shop may show (uploaded by
 * its people or used by its products).
 */
export async function findPictures(
  ctx: UserCtx,
  run: ImportRun,
  rows: readonly ImportRow[],
  stored: StoredRecords,
): Promise<Pictures> {
  const texts = picturesNamed(rows);
  if (texts.size === 0) return new Map();
  const paths = new Map([...texts].map((text) => [text, uploadPath(ctx, text)]));
  const names = [...texts].map(pictureKey);
  const shown = [...stored.products.keys()];
  const { rows: found } = await sql<FoundPicture>`
    with named as (select f.name as key, f.attachment_id as id from product_import_files f
      where f.import_id = ${run.id} and f.name = any(${names}::text[])
    union all
    select f.path as key, f.id from attachments f
      where f.path = any(${[...paths.values()].filter((path) => path !== undefined)}::text[])
        and f.thumbnail_path is not null and (${isShopUpload(ctx, [run.shopId])}
          or f.id in (select (one ->> 'id')::bigint
            from products p, jsonb_array_elements(p.gallery || jsonb_build_array(p.image)) as one
            where p.id = any(${shown}::bigint[])
            union all select (v.image ->> 'id')::bigint from variation_options v
            where v.product_id = any(${shown}::bigint[]))))
    select named.key, a.id, a.path, a.thumbnail_path, a.file_name
      from named join attachments a on a.id = named.id for key share of a`.execute(ctx.db);
  const byKey = new Map(found.map(({ key, ...row }) => [key, present(row)]));
  return new Map(
    [...texts].flatMap((text) => {
      const picture = byKey.get(paths.get(text) ?? pictureKey(text));
      return picture ? [[text, picture] as const] : [];
    }),
  );
}

export function picturesNamed(rows: readonly ImportRow[]): Set<string> {
  return new Set(
    rows.flatMap(({ texts: { image = '', gallery = '' } }) => [image, gallery].flatMap(splitFiles)),
  );
}

interface FoundPicture {
  key: string;
  id: number;
  path: string;
  thumbnail_path: string;
  file_name: string;
}

/** A row that is a variation, of a stored product or of another row of the file. */
export interface VariationRow {
  row: ImportRow;
  read: ParsedRow;
  /** The variation with the row's SKU, when the row names no product. */
  variationId: number | null;
}

/** What the variations of one batch are validated against. */
export interface VariationContext {
  stored: StoredRecords;
  attributes: Dictionary;
  /** Stored variations by id, and by product and combination. */
  byId: ReadonlyMap<number, JsonRecord>;
  byCombination: ReadonlyMap<string, JsonRecord>;
  /** Attribute names of each stored product, as `namesKey`; empty without variations. */
  namesOf: ReadonlyMap<number, string>;
  countOf: Map<number, number>;
  /** State of other rows of the file, by line. */
  states: ReadonlyMap<number, { state: string; productId: number | null }>;
}

/**
 * Loads what the variations of a batch are validated against; with `isLocking` stored variations are locked,
 * in the order of their ids.
 */
export async function loadVariationContext(
  ctx: Ctx,
  run: ImportRun,
  stored: StoredRecords,
  rows: readonly VariationRow[],
  isLocking: boolean,
): Promise<VariationContext> {
  const options = new Map(rows.map((one) => [one, readOptions(run, one.row, one.read)]));
  const attributes = await findAttributes(ctx, run, [...options.values()].flat());
  const productIds = [...stored.products].flatMap(([id, row]) =>
    row.product_type === 'variable' ? [id] : [],
  );
  const skuIds = rows.flatMap(({ row: { texts } }) => stored.skus.get(texts.sku ?? '')?.variationId ?? []);
  const combinations = rows.flatMap((one) => {
    const ids = (options.get(one) ?? []).map(
      (option: Option) => attributes.get(valueKey(option.name))?.values.get(valueKey(option.value))?.id,
    );
    return ids.length > 0 && ids.every((id) => id !== undefined)
      ? [ids.sort((a, b) => Number(a) - Number(b))]
      : [];
  });
  const found = await findVariations(ctx, productIds, skuIds, combinations, isLocking);
  return {
    stored,
    attributes,
    byId: new Map(found.map((row) => [Number(row.id), row])),
    byCombination: new Map(
      found.map((row) => [`${Number(row.product_id)} ${combinationKey(row.value_ids as number[])}`, row]),
    ),
    ...(await loadOptionNames(ctx, productIds)),
    states: await loadRowStates(ctx, run, rows),
  };
}

/** Parses the options cell into the row's values; records an error when unreadable. */
function readOptions(run: ImportRun, { texts }: ImportRow, read: ParsedRow): Option[] {
  if (texts.options === undefined) return [];
  const options = parseOptions(texts.options);
  const names = new Set(options?.map(({ name }) => valueKey(name)));
  const isRight = options !== undefined && options.length <= 10 && names.size === options.length;
  if (!isRight) read.errors[keyOfField(run, 'options')] = 'error-import-options';
  else read.values.options = options;
  return isRight ? options : [];
}

async function findVariations(
  ctx: Ctx,
  productIds: readonly number[],
  ids: readonly number[],
  combinations: readonly unknown[],
  isLocking: boolean,
): Promise<JsonRecord[]> {
  if (productIds.length === 0) return [];
  const { rows } = await sql<JsonRecord>`select v.* from variation_options v
    where v.deleted_at is null and v.product_id = any(${productIds}::bigint[]) and v.id in (
      select unnest(${ids}::bigint[])
      union select o.id from variation_options o
        join jsonb_to_recordset(${JSON.stringify(combinations.map((value_ids) => ({ value_ids })))}::jsonb)
          as c (value_ids bigint[]) on o.value_ids = c.value_ids
        where o.deleted_at is null and o.product_id = any(${productIds}::bigint[]))
    order by v.id ${isLocking ? sql`for update of v` : sql``}`.execute(ctx.db);
  return rows;
}

/** Attribute names and number of variations of each product. */
async function loadOptionNames(ctx: Ctx, productIds: readonly number[]) {
  const { rows } = await sql<{ id: number; names: string[]; count: number }>`select p.id,
      array(select distinct a.name from attribute_value_product l
        join attribute_values v on v.id = l.attribute_value_id join attributes a on a.id = v.attribute_id
        where l.product_id = p.id) as names,
      (select count(*)::int from variation_options o where o.product_id = p.id and o.deleted_at is null) as count
    from unnest(${productIds}::bigint[]) as p (id)`.execute(ctx.db);
  return {
    namesOf: new Map(rows.map(({ id, names, count }) => [Number(id), count > 0 ? namesKey(names) : ''])),
    countOf: new Map(rows.map(({ id, count }) => [Number(id), count])),
  };
}

/** Comparable key of a set of attribute names. */
export function namesKey(names: readonly string[]): string {
  return names.map(valueKey).sort().join('; ');
}

/** States of the rows that variations name as their product. */
async function loadRowStates(ctx: Ctx, run: ImportRun, rows: readonly VariationRow[]) {
  const lines = rows.flatMap(({ row: { texts } }) => {
    const { parent = '' } = texts;
    return run.file.bySku.get(parent) ?? run.file.bySlug.get(parent.toLowerCase()) ?? [];
  });
  const found = await ctx.db
    .selectFrom('product_import_rows')
    .select(['line', 'state', 'product_id'])
    .where('import_id', '=', run.id)
    .where('line', '=', sql<number>`any(${[...new Set(lines)]}::int[])`)
    .execute();
  return new Map(found.map((row) => [row.line, { state: row.state, productId: row.product_id }]));
}

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
  return {
    groups: indexOf(groups, nameKeys),
    categories: indexOf(categories, ({ id, slug }) => {
      const paths = pathsOf(byId, id);
      return { exact: [String(id), slug, paths.at(-1) ?? ''], loose: paths };
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
    const key = keyOfName(field, text);
    const [id, ...others] = indexFor(field)?.get(key) ?? [];
    const isAmbiguous = others.length > 0 && field === 'categories';
    if (id !== undefined && !isAmbiguous) return { value: id };
    // What the shop chose for the name, while the record exists and is open to it.
    const asked = chosen.get(field)?.get(key) ?? '';
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

/** A name may contain a comma, so a part is split at commas only when the whole is unknown. */
function resolveList(text: string, one: (part: string) => CellValue): CellValue {
  const found = splitParts(text, (part) => 'value' in one(part)).map((part) => one(part));
  const wrong = found.find((each) => 'error' in each);
  return wrong ?? { value: [...new Set(found.flatMap((each) => ('value' in each ? [each.value] : [])))] };
}

function splitParts(text: string, isKnown: (part: string) => boolean): string[] {
  return splitList(text).flatMap((part) => {
    if (isKnown(part) || !part.includes(',')) return [part];
    return part.split(',').flatMap((piece) => piece.trim() || []);
  });
}

const splitCandidates = (text: string) => splitList(text).flatMap((part) => [part, ...part.split(',')]);

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
      or replace(lower(name collate "und-x-icu"), 'ё', 'е') = any(${keys}))
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

/** Normalizes a name: case, ё, whitespace. */
export function nameKey(text: string): string {
  return text.trim().toLocaleLowerCase('ru').replaceAll('ё', 'е').replace(/\s+/g, ' ');
}

export type Option = { name: string; value: string };

interface KnownAttribute {
  id: number;
  name: string;
  values: Map<string, { id: number; value: string }>;
}

/** The shop's attributes by `valueKey` of their name. */
export type Dictionary = Map<string, KnownAttribute>;

/** Attributes and values of the shop that the options name; among equal names the oldest attribute wins. */
async function findAttributes(ctx: Ctx, run: ImportRun, options: readonly Option[]): Promise<Dictionary> {
  if (options.length === 0) return new Map();
  const names = [...new Set(options.map(({ name }) => valueKey(name)))];
  const values = [...new Set(options.map(({ value }) => valueKey(value)))];
  const { rows } = await sql<{ id: number; name: string; value_id: number | null; value: string | null }>`
    select a.id, a.name, v.id as value_id, v.value
    from attributes a left join attribute_values v on v.attribute_id = a.id and v.deleted_at is null
      and lower(v.value collate "und-x-icu") = any(${values}::text[])
    where a.shop_id = ${run.shopId} and a.deleted_at is null
      and lower(a.name collate "und-x-icu") = any(${names}::text[])
    order by a.id, v.id`.execute(ctx.db);
  const found: Dictionary = new Map();
  for (const { id, name, value_id, value } of rows) {
    const known = found.get(valueKey(name)) ?? { id, name, values: new Map() };
    found.set(valueKey(name), known);
    if (known.id === id && value_id !== null && value !== null) {
      known.values.set(valueKey(value), { id: value_id, value });
    }
  }
  return found;
}

/** Creates the missing attributes and values and adds them to `known`. */
export async function createAttributes(
  ctx: Ctx,
  run: ImportRun,
  known: Dictionary,
  options: readonly Option[],
): Promise<void> {
  const missing = options.filter(({ name }) => !known.has(valueKey(name)));
  if (missing.length > 0) {
    const names = [...new Map(missing.map(({ name }) => [valueKey(name), name])).values()];
    const slugs = await freeSlugs(ctx, attributes, 'attributes', names);
    const rows = names.map((name, index) => ({ name, slug: slugs[index] ?? '', shop_id: run.shopId }));
    const made = await ctx.db.insertInto('attributes').values(rows).returning(['id', 'name']).execute();
    for (const { id, name } of made) known.set(valueKey(name), { id, name, values: new Map() });
  }
  const added = new Map<string, { attribute_id: number; value: string; meta: string }>();
  for (const { name, value } of options) {
    const attribute = known.get(valueKey(name));
    if (!attribute || attribute.values.has(valueKey(value))) continue;
    added.set(`${attribute.id} ${valueKey(value)}`, { attribute_id: attribute.id, value, meta: value });
  }
  if (added.size === 0) return;
  const byAttribute = Map.groupBy(added.values(), (row) => row.attribute_id);
  const next = await nextPositions(ctx, [...byAttribute.keys()]);
  const placed = [...byAttribute].flatMap(([id, values]) =>
    values.map((value, index) => ({ ...value, position: (next.get(id) ?? 0) + index })),
  );
  await insertValues(ctx, placed);
  const stored = await findAttributes(ctx, run, options);
  for (const [key, attribute] of stored) known.set(key, attribute);
}

/** Error key of a new attribute name or value; undefined when valid. */
export function optionError(known: Dictionary, { name, value }: Option): string | undefined {
  const attribute = known.get(valueKey(name));
  if (attribute?.values.has(valueKey(value))) return undefined;
  if (!attribute && nameError(name) !== undefined) return 'error-import-option-name';
  if ((attribute?.values.size ?? 0) >= maxValues) return 'error-too-many-values';
  return valueError(value);
}
