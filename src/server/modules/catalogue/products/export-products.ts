import { sql } from 'kysely';
import { products } from '@/contract/catalogue/products';
import { exportFields, type ImportField, ownVariationFields } from '@/contract/catalogue/products/imports';
import { defaultLanguage } from '@/contract/core/languages';
import type { UserCtx } from '@/server/core/context';
import { type Cell, cellText } from '@/server/core/documents/cells';
import { rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { wholeNumber } from '@/server/core/numbers';
import { buildMeantCondition } from '@/server/core/resource/conditions';
import { checkList } from '@/server/core/resource/list-query';
import type { AnyDb } from '@/server/core/resource/rows';
import { loadWords } from '@/server/core/words';
import { fieldNames } from './field-names';
import { productOptions } from './list/product-options';
import { assertOwnShop } from './policy';

const batch = 300;

interface ExportQuery {
  shopId: number;
  /** Fields in order; all of them when not requested. */
  columns: readonly ImportField[];
  list: JsonRecord;
}

/**
 * Validates an export request. Throws VALIDATION_FAILED for an unknown column or filter, NOT_FOUND for
 * another shop.
 */
export async function readExportQuery(
  ctx: UserCtx,
  { shop_id, columns, format: _format, ...list }: JsonRecord,
): Promise<ExportQuery> {
  const shopId = wholeNumber(shop_id) ?? 0;
  await assertOwnShop(ctx, shopId);
  checkList(products, list);
  const asked = typeof columns === 'string' && columns !== '' ? columns.split(',') : exportFields;
  const fields = asked.map((name) => exportFields.find((field) => field === name) ?? rejectValue('columns'));
  return { shopId, columns: withStockMark(fields), list };
}

/** An export of the stock says what it saw and when, so that importing it does not bring sold pieces back. */
function withStockMark(fields: readonly ImportField[]): ImportField[] {
  if (!fields.includes('quantity')) return [...fields];
  const mark = (['quantity_was', 'exported_at'] as const).filter((field) => !fields.includes(field));
  return fields.flatMap((field) => (field === 'quantity' ? [field, ...mark] : [field]));
}

/**
 * Exports the shop's products that match a list query, each followed by rows of its variations; importing the file
 * changes nothing. Yields chunks; the first one has the headings.
 */
export async function* exportProducts(ctx: UserCtx, query: ExportQuery): AsyncGenerator<Cell[][]> {
  const names = await fieldNames(ctx.locale);
  const words = await loadWords(ctx.locale, 'catalogue');
  const described = query.columns.includes('characteristics')
    ? await characteristicsOfShop(ctx, query.shopId)
    : [];
  const title = words('products.import.characteristic');
  yield [
    query.columns.flatMap((field) =>
      field === 'characteristics' ? described.map(({ name }) => `${title}: ${name}`) : names[field],
    ),
  ];
  for (let after = 0; ; ) {
    const rows = await productRows(ctx, query, after);
    const variations = Map.groupBy(await variationRows(ctx, rows), (row) => Number(row.product_id));
    yield rows.flatMap((row) => [
      query.columns.flatMap((field) =>
        field === 'characteristics' ? valuesOf(row, described) : productCell(ctx, words, row, field),
      ),
      ...(variations.get(Number(row.id)) ?? []).map((one) =>
        query.columns.flatMap((field) =>
          field === 'characteristics' ? described.map(() => '') : variationCell(ctx, words, row, one, field),
        ),
      ),
    ]);
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    after = Number(last.id);
  }
}

/** Attributes that say what products of the shop are like, by name: each is a column. */
async function characteristicsOfShop(ctx: UserCtx, shopId: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`select a.id, a.name from attributes a
    where a.shop_id = ${shopId} and a.deleted_at is null
      and exists (select from product_characteristics c where c.attribute_id = a.id)
    order by a.name, a.id`.execute(ctx.db);
  return rows;
}

function valuesOf(row: JsonRecord, described: readonly { id: number }[]): string[] {
  const own = (row.characteristics ?? {}) as Record<string, string>;
  return described.map(({ id }) => own[id] ?? '');
}

async function productRows(
  ctx: UserCtx,
  { shopId, list }: ExportQuery,
  after: number,
): Promise<JsonRecord[]> {
  const found = await (ctx.db as AnyDb)
    .selectFrom('products')
    .select('id')
    .where((eb) => buildMeantCondition(products, productOptions, ctx, checkList(products, list), eb))
    .where('shop_id', '=', shopId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(batch)
    .execute();
  const ids = found.map(({ id }) => Number(id));
  const { rows } = await sql<JsonRecord>`select p.*, g.slug as type, a.slug as author, m.slug as manufacturer,
      coalesce((select string_agg(c.slug, '; ' order by c.id) from category_product l
        join categories c on c.id = l.category_id where l.product_id = p.id and c.deleted_at is null), '') as categories,
      coalesce((select string_agg(t.slug, '; ' order by t.id) from product_tag l
        join tags t on t.id = l.tag_id where l.product_id = p.id and t.deleted_at is null), '') as tags,
      (select jsonb_object_agg(c.attribute_id, c.value) from product_characteristics c
        where c.product_id = p.id) as characteristics
    from products p join groups g on g.id = p.type_id
      left join authors a on a.id = p.author_id and a.deleted_at is null
      left join manufacturers m on m.id = p.manufacturer_id and m.deleted_at is null
    where p.id = any(${ids}::bigint[]) order by p.id`.execute(ctx.db);
  return rows;
}

async function variationRows(ctx: UserCtx, rows: readonly JsonRecord[]): Promise<JsonRecord[]> {
  const ids = rows.filter((row) => row.product_type === 'variable').map((row) => Number(row.id));
  if (ids.length === 0) return [];
  return ctx.db
    .selectFrom('variation_options')
    .selectAll()
    .where('product_id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('deleted_at', 'is', null)
    .orderBy('product_id')
    .orderBy('position')
    .orderBy('id')
    .execute();
}

type Words = (key: string) => string;

/** A variable product keeps these on its variations. */
const ofVariations: readonly string[] = ['price', 'sale_price', 'quantity', 'quantity_was', 'exported_at'];

function productCell(ctx: UserCtx, words: Words, row: JsonRecord, field: ImportField): Cell {
  if (field === 'parent' || field === 'options' || field === 'is_disable') return '';
  if (row.product_type === 'variable' && ofVariations.includes(field)) return '';
  if (field === 'status' || field === 'product_type')
    return words(`products.import.cells.${String(row[field])}`);
  if (field === 'quantity_was' || field === 'exported_at') return stockMark(ctx, row, field);
  const seo = (row.seo ?? {}) as JsonRecord;
  if (field === 'meta_title') return toCell(ctx, words, seo.metaTitle);
  if (field === 'meta_description') return toCell(ctx, words, seo.metaDescription);
  return toCell(ctx, words, row[field]);
}

function variationCell(
  ctx: UserCtx,
  words: Words,
  product: JsonRecord,
  row: JsonRecord,
  field: ImportField,
): Cell {
  if (field === 'parent') return String(product.slug);
  if (field === 'name') return `${String(product.name)} / ${String(row.title)}`;
  if (field === 'options') {
    const options = row.options as { name: string; value: string }[];
    const isPlain = options.every(({ name, value }) => !/[:=;|\n]/.test(name) && !/[;|\n]/.test(value));
    return isPlain
      ? options.map(({ name, value }) => `${name}: ${value}`).join('; ')
      : JSON.stringify(options);
  }
  if (field === 'quantity_was' || field === 'exported_at') return stockMark(ctx, row, field);
  return ownVariationFields.includes(field) ? toCell(ctx, words, row[field]) : '';
}

function stockMark(ctx: UserCtx, row: JsonRecord, field: 'quantity_was' | 'exported_at'): string {
  return field === 'quantity_was' ? String(row.quantity) : ctx.now.toISOString();
}

function toCell(ctx: UserCtx, words: Words, value: unknown): Cell {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return words(`products.import.cells.${value ? 'yes' : 'no'}`);
  if (typeof value === 'number') return { number: value };
  if (Array.isArray(value))
    return value.map((one) => cellText(toCell(ctx, words, one), ctx.locale)).join('\n');
  if (typeof value !== 'object') return String(value);
  const address = 'original' in value ? value.original : 'url' in value ? value.url : '';
  return String(address).startsWith('/') ? ctx.publicUrl + String(address) : String(address);
}

/** Columns of a dialect products file, in order; lists and pictures are JSON. */
const productColumns = [
  'name',
  'description',
  'type_id',
  'price',
  'shop_id',
  'sale_price',
  'language',
  'min_price',
  'max_price',
  'sku',
  'quantity',
  'sold_quantity',
  'in_stock',
  'is_taxable',
  'in_flash_sale',
  'status',
  'product_type',
  'unit',
  'height',
  'width',
  'length',
  'image',
  'video',
  'gallery',
  'author_id',
  'manufacturer_id',
  'is_digital',
  'is_external',
  'external_product_url',
  'external_product_button_text',
  'categories',
  'tags',
];

const variationColumns = [
  'title',
  'image',
  'price',
  'sale_price',
  'language',
  'quantity',
  'sold_quantity',
  'is_disable',
  'sku',
  'options',
  'product_id',
  'digital_file_tracker',
  'is_digital',
  'blocked_dates',
];

/**
 * `GET export-products/{shop_id}`: a shop's products in chunks. Without headings when there are none, as
 * clients expect.
 */
export async function* dialectProducts(ctx: UserCtx, shopId: number): AsyncGenerator<string[][]> {
  const page = (after: number) => sql<JsonRecord>`select p.*, ${defaultLanguage}::text as language,
      exists (select 1 from flash_sale_products l join flash_sale f on f.id = l.flash_sale_id
        where l.product_id = p.id and f.deleted_at is null and f.sale_status
          and f.start_date <= ${ctx.now} and f.end_date > ${ctx.now}) as in_flash_sale,
      coalesce((select jsonb_agg(l.category_id order by l.category_id) from category_product l
        where l.product_id = p.id), '[]') as categories,
      coalesce((select jsonb_agg(l.tag_id order by l.tag_id) from product_tag l where l.product_id = p.id), '[]') as tags
    from products p where p.shop_id = ${shopId} and p.deleted_at is null and p.id > ${after}
    order by p.id limit ${batch}`;
  yield* dialectPages(ctx, productColumns, page);
}

/** `GET export-variation-options/{shop_id}` */
export async function* dialectVariations(ctx: UserCtx, shopId: number): AsyncGenerator<string[][]> {
  const page = (after: number) => sql<JsonRecord>`select v.*, ${defaultLanguage}::text as language,
      v.digital_file_id as digital_file_tracker
    from variation_options v join products p on p.id = v.product_id and p.deleted_at is null
    where v.shop_id = ${shopId} and v.deleted_at is null and v.id > ${after}
    order by v.id limit ${batch}`;
  yield* dialectPages(ctx, variationColumns, page);
}

async function* dialectPages(
  ctx: UserCtx,
  columns: readonly string[],
  page: (after: number) => ReturnType<typeof sql<JsonRecord>>,
): AsyncGenerator<string[][]> {
  for (let after = 0; ; ) {
    const { rows } = await page(after).execute(ctx.db);
    const last = rows.at(-1);
    if (!last) return;
    const heading = after === 0 ? [[...columns]] : [];
    yield [...heading, ...rows.map((row) => columns.map((key) => dialectCell(row[key])))];
    after = Number(last.id);
  }
}

function dialectCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
