import { sql } from 'kysely';
import { attributes } from '@/contract/catalogue/attributes';
import { maxValues, valueError, valueKey } from '@/contract/catalogue/attributes/schema';
import { skuKey } from '@/contract/catalogue/products/sku';
import { combinationKey } from '@/contract/catalogue/products/variations';
import { oneLine } from '@/contract/core/text';
import type { Ctx, UserCtx } from '@/server/core/context';
import { present } from '@/server/core/files/attachments';
import { isShopUpload } from '@/server/core/files/file-rights';
import type { JsonRecord } from '@/server/core/json-record';
import { isId } from '@/server/core/numbers';
import { freeSlugs } from '@/server/core/slugs';
import { nameError } from '../attributes/attribute-name';
import { insertValues, nextPositions } from '../attributes/attributes';
import { storedCharacteristics } from '../products/characteristics';
import { parseOptions } from '../products/parse-options';
import { productsService } from '../products/products';
import { type ParsedRow, type RowTexts, splitFiles } from './cells';
import { nameKey, nameKeySql } from './find-names';
import { type ImportRow, type ImportRun, keyOfField, type Pictures } from './import-run';
import { pictureKey, uploadPath } from './pictures';

export interface StoredRecords {
  /** SKUs of the shop by `skuKey`, the trash included. */
  skus: Map<string, { productId: number; variationId: number | null }>;
  /** Products of the shop by `nameKey`, where rows are found by their names. */
  names: Map<string, number[]>;
  /** Stock that earlier files of the same export have said, by `markKey`. */
  marks: Map<string, number>;
  /** Products in the trash. */
  removed: Set<number>;
  /** Products whose SKU another row of this batch changes. */
  released: Set<number>;
  /** Product id by slug, in every shop. */
  slugs: Map<string, number>;
  /** Those of other shops. */
  foreign: Set<number>;
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
  const keys = rows
    .flatMap(({ texts }) => [texts.sku, texts.parent, variationOf(run, texts)])
    .flatMap((key) => (key ? skuKey(key) : []));
  const slugs = rows
    .flatMap(({ texts }) => [texts.slug, texts.parent])
    .flatMap((key) => key?.toLowerCase() ?? []);
  const skuRows = await ctx.db
    .selectFrom('product_skus')
    .select(['key', 'product_id as productId', 'variation_id as variationId'])
    .where('shop_id', '=', run.shopId)
    .where('key', '=', sql<string>`any(${keys}::text[])`)
    .execute();
  const slugRows = await ctx.db
    .selectFrom('products')
    .select(['id', 'slug', 'shop_id'])
    .where('slug', '=', sql<string>`any(${slugs}::text[])`)
    .execute();
  const named = await findNames(ctx, run, rows);
  const own = slugRows.filter((row) => row.shop_id === run.shopId).map(({ id }) => id);
  const ids = [
    ...new Set([
      ...skuRows.map(({ productId }) => productId),
      ...own,
      ...named.map(({ id }) => id),
      ...namedIds(rows),
    ]),
  ];
  if (isLocking && run.options.trashed === 'restore') await restoreRemoved(ctx, run, ids);
  const products = await loadProducts(ctx, run, ids, isLocking);
  const names = new Map<string, number[]>();
  for (const { id, name } of named) names.set(nameKey(name), [...(names.get(nameKey(name)) ?? []), id]);
  const stored = {
    skus: new Map(skuRows.map(({ key, ...row }) => [key, row])),
    slugs: new Map(slugRows.map(({ slug, id }) => [slug, id])),
    foreign: new Set(slugRows.flatMap(({ id, shop_id }) => (shop_id === run.shopId ? [] : id))),
    names,
    // After the lock: another import of the same file has written its marks by then.
    marks: await loadMarks(ctx, [...products.keys()], rows),
    products,
    removed: await findRemoved(
      ctx,
      ids.filter((id) => !products.has(id)),
    ),
    released: new Set<number>(),
  };
  for (const row of rows) {
    const { productId = 0, variationId = 0 } = findOwner(run, stored, row) ?? {};
    const sku = stored.products.get(productId)?.sku;
    const isMoved =
      row.texts.sku !== undefined && typeof sku === 'string' && skuKey(sku) !== skuKey(row.texts.sku);
    if (variationId === null && isMoved) stored.released.add(productId);
  }
  return stored;
}

/** Products that have the names of rows, where they are found by them. */
async function findNames(ctx: Ctx, run: ImportRun, rows: readonly ImportRow[]) {
  if (run.options.match !== 'name') return [];
  const keys = rows.flatMap(({ texts: { name, parent } }) => (name && !parent ? nameKey(name) : []));
  const { rows: found } = await sql<{ id: number; name: string }>`select id, name from products
    where shop_id = ${run.shopId} and deleted_at is null
      and ${nameKeySql} = any(${[...new Set(keys)]}::text[])
    order by id`.execute(ctx.db);
  return found;
}

/** Takes the products of the rows out of the trash, where the person chose so; throws what restoring one by hand throws. */
async function restoreRemoved(ctx: Ctx, run: ImportRun, ids: readonly number[]): Promise<void> {
  const rows = await ctx.db
    .selectFrom('products')
    .select('id')
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('shop_id', '=', run.shopId)
    .where('deleted_at', 'is not', null)
    .orderBy('id')
    .execute();
  for (const { id } of rows) {
    await productsService.restore(ctx, String(id));
    run.restored.add(id);
  }
}

async function findRemoved(ctx: Ctx, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await ctx.db
    .selectFrom('products')
    .select('id')
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('deleted_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Key of a stock mark: of the product, or of one of its variations. */
export const markKey = (productId: number, variationId: number | null, exportedAt: string) =>
  `${productId} ${variationId ?? ''} ${exportedAt}`;

/** The moment of an export in a cell; undefined for anything else. */
export function readMoment(text: string | undefined): string | undefined {
  const time = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text ?? '') ? Date.parse(text ?? '') : Number.NaN;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

async function loadMarks(
  ctx: Ctx,
  ids: readonly number[],
  rows: readonly ImportRow[],
): Promise<Map<string, number>> {
  const moments = [...new Set(rows.flatMap(({ texts }) => readMoment(texts.exported_at) ?? []))];
  if (ids.length === 0 || moments.length === 0) return new Map();
  const found = await ctx.db
    .selectFrom('import_stock_marks')
    .selectAll()
    .where('product_id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('exported_at', '=', sql<Date>`any(${moments}::timestamptz[])`)
    .execute();
  return new Map(
    found.map((one) => [
      markKey(one.product_id, one.variation_id, one.exported_at.toISOString()),
      one.quantity,
    ]),
  );
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
        join tags t on t.id = l.tag_id where l.product_id = p.id and t.deleted_at is null), '[]') as tags,
      ${storedCharacteristics(sql`p.id`)} as characteristics
    from products p
    where p.id = any(${ids}::bigint[]) and p.shop_id = ${run.shopId}
      and (p.deleted_at is null or ${run.options.trashed === 'restore'}::boolean)
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
  const bySku = texts.sku === undefined ? undefined : stored.skus.get(skuKey(texts.sku));
  const slugId = texts.slug === undefined ? undefined : stored.slugs.get(texts.slug.toLowerCase());
  const bySlug =
    slugId !== undefined && stored.products.has(slugId)
      ? { productId: slugId, variationId: null }
      : undefined;
  const [byName, ...others] = stored.names.get(nameKey(texts.name ?? '')) ?? [];
  const isNamed = run.options.match === 'name' && texts.sku === undefined && texts.slug === undefined;
  if (isNamed) return byName && others.length === 0 ? { productId: byName, variationId: null } : undefined;
  const isBySku = run.options.match === 'slug' ? texts.slug === undefined : texts.sku !== undefined;
  const found = isBySku ? bySku : (bySlug ?? byVariation(run, stored, texts));
  return found && stored.products.has(found.productId) ? found : undefined;
}

/** Key of the first SKU among the variations that name a row as their product. */
const variationOf = ({ file }: ImportRun, { sku, slug, parent }: RowTexts): string | undefined =>
  parent === undefined && sku === undefined && slug !== undefined
    ? file.parents.get(slug.toLowerCase())
    : undefined;

/** The product of a row whose address it does not have here: a copy of another shop's, known by its variations. */
function byVariation(run: ImportRun, stored: StoredRecords, texts: RowTexts) {
  const key = variationOf(run, texts);
  const owner = key === undefined ? undefined : stored.skus.get(key);
  return owner?.variationId ? { productId: owner.productId, variationId: null } : undefined;
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
  /** Lines of new variations in this batch, by the key of their product. */
  newVariations: Map<string, Set<number>>;
  isDryRun: boolean;
  /** Variations whose SKU another row of this batch changes. */
  moved: Set<number>;
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
  const skuIds = rows.flatMap(
    ({ row: { texts } }) => stored.skus.get(skuKey(texts.sku ?? ''))?.variationId ?? [],
  );
  const combinations = rows.flatMap((one) => {
    const ids = (options.get(one) ?? []).map((option: Option) => valueNamed(attributes, option)?.id);
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
    newVariations: new Map(),
    isDryRun: !isLocking,
    moved: new Set(),
    states: await loadRowStates(ctx, run, rows),
  };
}

/** Parses the options cell into the row's values; records an error when unreadable. */
function readOptions(run: ImportRun, { texts }: ImportRow, read: ParsedRow): Option[] {
  if (texts.options === undefined) return [];
  const options = parseOptions(texts.options, true);
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
    return run.file.bySku.get(skuKey(parent)) ?? run.file.bySlug.get(parent.toLowerCase()) ?? [];
  });
  const found = await ctx.db
    .selectFrom('product_import_rows')
    .select(['line', 'state', 'product_id'])
    .where('import_id', '=', run.id)
    .where('line', '=', sql<number>`any(${[...new Set(lines)]}::int[])`)
    .execute();
  return new Map(found.map((row) => [row.line, { state: row.state, productId: row.product_id }]));
}

export type Option = { name: string; value: string };

interface KnownAttribute {
  id: number;
  /** Of all its values, those that no row names included. */
  count: number;
  name: string;
  values: Map<string, { id: number; value: string }>;
}

/** The shop's attributes by `valueKey` of their name. */
export type Dictionary = Map<string, KnownAttribute>;

interface FoundValue {
  id: number;
  name: string;
  value_id: number | null;
  value: string | null;
  count: number;
}

/** Attributes and values of the shop that the options name; among equal names the oldest attribute wins. */
async function findAttributes(ctx: Ctx, run: ImportRun, options: readonly Option[]): Promise<Dictionary> {
  if (options.length === 0) return new Map();
  const names = [...new Set(options.map(({ name }) => valueKey(name)))];
  const values = [...new Set(options.map(({ value }) => valueKey(value)))];
  const { rows } = await sql<FoundValue>`
    select a.id, a.name, v.id as value_id, v.value,
      (select count(*)::int from attribute_values o where o.attribute_id = a.id and o.deleted_at is null) as count
    from attributes a left join attribute_values v on v.attribute_id = a.id and v.deleted_at is null
      and spelling_key(v.value) = any(${values}::text[])
    where a.shop_id = ${run.shopId} and a.deleted_at is null
      and spelling_key(a.name) = any(${names}::text[])
    order by a.id, v.id`.execute(ctx.db);
  const found: Dictionary = new Map();
  for (const { id, name, value_id, value, count } of rows) {
    const known = found.get(valueKey(name)) ?? { id, name, count, values: new Map() };
    found.set(valueKey(name), known);
    if (known.id !== id || value_id === null || value === null) continue;
    // Of two spellings that were stored before they were one, the oldest stands for others, and each for itself.
    for (const key of [valueKey(value), exactKey(value)]) {
      if (!known.values.has(key)) known.values.set(key, { id: value_id, value });
    }
  }
  return found;
}

/** The stored value that an option means. */
export function valueNamed(attributes: Dictionary, { name, value }: Option) {
  const values = attributes.get(valueKey(name))?.values;
  return values?.get(exactKey(value)) ?? values?.get(valueKey(value));
}

const exactKey = (value: string) => `\n${oneLine(value).toLocaleLowerCase('ru')}`;

/** Creates the missing attributes and values and adds them to `known`. */
export async function createAttributes(
  ctx: Ctx,
  run: ImportRun,
  known: Dictionary,
  options: readonly Option[],
): Promise<void> {
  const lacking = () => options.filter(({ name }) => !known.has(valueKey(name)));
  if (lacking().length > 0) {
    // Two files at the same time would create the same attribute twice.
    await sql`select pg_advisory_xact_lock(hashtext(${`attributes of shop ${run.shopId}`}))`.execute(ctx.db);
    for (const [key, attribute] of await findAttributes(ctx, run, options)) known.set(key, attribute);
  }
  const missing = lacking();
  if (missing.length > 0) {
    const names = [
      ...new Map(missing.toReversed().map(({ name }) => [valueKey(name), name])).values(),
    ].reverse();
    const slugs = await freeSlugs(ctx, attributes, 'attributes', names);
    const rows = names.map((name, index) => ({ name, slug: slugs[index] ?? '', shop_id: run.shopId }));
    const made = await ctx.db.insertInto('attributes').values(rows).returning(['id', 'name']).execute();
    for (const { id, name } of made) known.set(valueKey(name), { id, name, count: 0, values: new Map() });
  }
  const added = new Map<string, { attribute_id: number; value: string; meta: string }>();
  for (const { name, value } of options) {
    const attribute = known.get(valueKey(name));
    const key = `${attribute?.id} ${valueKey(value)}`;
    if (!attribute || attribute.values.has(valueKey(value)) || added.has(key)) continue;
    added.set(key, { attribute_id: attribute.id, value, meta: value });
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

/** Error key of a new attribute name or value; undefined when valid. `added`: the new values that the file names so far. */
export function optionError(
  known: Dictionary,
  added: ImportRun['file']['newValues'],
  { name, value }: Option,
): string | undefined {
  const attribute = known.get(valueKey(name));
  if (attribute?.values.has(valueKey(value))) return undefined;
  if (!attribute && nameError(name) !== undefined) return 'error-import-option-name';
  const fresh = added.get(valueKey(name)) ?? { before: attribute?.count ?? 0, keys: new Set() };
  added.set(valueKey(name), fresh);
  if (!fresh.keys.has(valueKey(value)) && fresh.before + fresh.keys.size >= maxValues)
    return 'error-too-many-values';
  const error = valueError(value);
  if (error === undefined) fresh.keys.add(valueKey(value));
  return error;
}
