import { sql } from 'kysely';
import { products } from '@/contract/catalogue/products';
import { type ImportField, importFields } from '@/contract/catalogue/products/imports';
import type { UserCtx } from '@/server/core/context';
import { rejectValue } from '@/server/core/errors';
import { checkList } from '@/server/core/http/list-query';
import { type AnyDb, conditionOf, type JsonRecord } from '@/server/core/resource/query';
import { wordsOf } from '@/server/core/words';
import { checkOwnShop } from '../attributes/export-attributes';
import { fieldNames } from '../import/headings';
import { productOptions } from './products';

const batch = 300;

export interface ExportQuery {
  shopId: number;
  /** Fields in their order; all when there are none. */
  columns: readonly ImportField[];
  /** The query of the list. */
  list: JsonRecord;
}

/** Reads what is asked of an export. Throws VALIDATION_FAILED for an unknown column or filter, NOT_FOUND for another shop. */
export async function readExportQuery(
  ctx: UserCtx,
  { shop_id, columns, format: _format, ...list }: JsonRecord,
): Promise<ExportQuery> {
  const shopId = Number(shop_id) || 0;
  await checkOwnShop(ctx, shopId);
  checkList(products, list);
  const asked = typeof columns === 'string' && columns !== '' ? columns.split(',') : importFields;
  const fields = asked.map((name) => importFields.find((field) => field === name) ?? rejectValue('columns'));
  return { shopId, columns: fields, list };
}

/**
 * A shop's products that a list's query matches, each with its variations in rows below it: what an import takes back and
 * changes nothing (reference rules ). In parts, one of them in memory; the first has the headings.
 */
export async function* exportProducts(ctx: UserCtx, query: ExportQuery): AsyncGenerator<string[][]> {
  const names = await fieldNames(ctx.locale);
  yield [query.columns.map((field) => names[field])];
  const words = await cellWords(ctx.locale);
  for (let after = 0; ; ) {
    const rows = await productRows(ctx, query, after);
    const variations = Map.groupBy(await variationRows(ctx, rows), (row) => Number(row.product_id));
    yield rows.flatMap((row) => [
      query.columns.map((field) => cellOf(ctx, words, row, field)),
      ...(variations.get(Number(row.id)) ?? []).map((one) =>
        query.columns.map((field) => variationCell(ctx, words, row, one, field)),
      ),
    ]);
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    after = Number(last.id);
  }
}

async function productRows(
  ctx: UserCtx,
  { shopId, list }: ExportQuery,
  after: number,
): Promise<JsonRecord[]> {
  const found = await (ctx.db as AnyDb)
    .selectFrom('products')
    .select('id')
    .where((eb) => conditionOf(products, productOptions, ctx, checkList(products, list), eb))
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
        join tags t on t.id = l.tag_id where l.product_id = p.id and t.deleted_at is null), '') as tags
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

interface CellWords {
  yes: string;
  no: string;
  status: (value: string) => string;
  kind: (value: string) => string;
  isRussian: boolean;
}

/** The words of the screen that an import knows again. */
async function cellWords(language: string): Promise<CellWords> {
  const words = await wordsOf(language, 'form');
  return {
    yes: words('products.import.cells.yes'),
    no: words('products.import.cells.no'),
    status: (value) => words(`products.import.cells.${value}`),
    kind: (value) => words(`products.import.cells.${value}`),
    isRussian: language === 'ru',
  };
}

/** Those of a variable product lie with its variations. */
const ofVariations: readonly string[] = ['price', 'sale_price', 'quantity'];

function cellOf(ctx: UserCtx, words: CellWords, row: JsonRecord, field: ImportField): string {
  if (field === 'parent' || field === 'options' || field === 'is_disable') return '';
  if (row.product_type === 'variable' && ofVariations.includes(field)) return '';
  if (field === 'status') return words.status(String(row.status));
  if (field === 'product_type') return words.kind(String(row.product_type));
  const seo = (row.seo ?? {}) as JsonRecord;
  if (field === 'meta_title') return textOf(ctx, words, seo.metaTitle);
  if (field === 'meta_description') return textOf(ctx, words, seo.metaDescription);
  return textOf(ctx, words, row[field]);
}

function variationCell(
  ctx: UserCtx,
  words: CellWords,
  product: JsonRecord,
  row: JsonRecord,
  field: ImportField,
): string {
  if (field === 'parent') return String(product.slug);
  if (field === 'name') return `${String(product.name)} / ${String(row.title)}`;
  if (field === 'options') {
    const options = row.options as { name: string; value: string }[];
    const isPlain = options.every(({ name, value }) => !/[:=;|\n]/.test(name) && !/[;|\n]/.test(value));
    return isPlain
      ? options.map(({ name, value }) => `${name}: ${value}`).join('; ')
      : JSON.stringify(options);
  }
  const own: readonly ImportField[] = [
    ...(['price', 'sale_price', 'quantity', 'sku', 'barcode', 'image', 'is_disable'] as const),
  ];
  return own.includes(field) ? textOf(ctx, words, row[field]) : '';
}

function textOf(ctx: UserCtx, words: CellWords, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'number') return words.isRussian ? String(value).replace('.', ',') : String(value);
  if (Array.isArray(value)) return value.map((one) => textOf(ctx, words, one)).join('\n');
  if (typeof value !== 'object') return String(value);
  const address = 'original' in value ? value.original : 'url' in value ? value.url : '';
  return String(address).startsWith('/') ? ctx.publicUrl + String(address) : String(address);
}
