import { longestCharacteristic } from '@/contract/catalogue/products/characteristics';
import type { ImportField } from '@/contract/catalogue/products/imports';
import { longestDescription } from '@/contract/catalogue/products/schema';
import { catalogueTextError, isHtml, oneLine } from '@/contract/core/text';
import { cleanHtml, decodeEntities, htmlLength } from '@/server/core/html';
import type { JsonRecord } from '@/server/core/json-record';
import { isWebAddress } from '@/server/integrations/outgoing/outgoing';
import { nameError } from '../attributes/attribute-name';
import {
  type CellValue,
  type CellWords,
  type CharacteristicCell,
  isClearing,
  type OddCells,
  type ParsedRow,
  parseCharacteristics,
  plainWord,
  type RowTexts,
  slugIn,
  splitFiles,
} from './cells';
import type { Lookups } from './find-names';
import { type ImportRow, type ImportRun, keyOfCell, keyOfField, type Pictures } from './import-run';
import { measuredTogether } from './numbers/dimensions';
import { currencyIn, isZero } from './numbers/prices';
import {
  parseBarcode,
  parseMeasure,
  parseNumber,
  parsePrice,
  parseSku,
  parseStock,
  parseVat,
} from './numbers/read-number';
import { pictureKey, uploadPath } from './pictures';

interface RowContext {
  run: ImportRun;
  lookups: Lookups;
  pictures: Pictures;
  /** How the shop spells a characteristic. */
  spelling: (name: string, value: string) => { name: string; value: string };
  /** A dry run does not fetch pictures, so unfetched ones are not missing. */
  isDryRun: boolean;
}

const asText = (text: string): CellValue => ({ value: text });
/** A name: exports of web pages write signs of it as `&quot;` and `&amp;`. */
const asName = (text: string): CellValue => ({
  value: isClearing(text) ? '' : oneLine(decodeEntities(text)),
});
const seo: Partial<Record<ImportField, string>> = {
  meta_title: 'metaTitle',
  meta_description: 'metaDescription',
};

/** Values of fields emptied with a dash; other fields cannot be emptied. */
const clearedValues: Partial<Record<ImportField, unknown>> = {
  sku: null,
  barcode: null,
  description: null,
  categories: [],
  tags: [],
  author: null,
  manufacturer: null,
  sale_price: null,
  image: null,
  gallery: [],
  video: [],
  height: null,
  width: null,
  length: null,
  weight: null,
  vat_rate: null,
  external_product_url: null,
  external_product_button_text: null,
  low_stock_threshold: null,
  meta_title: null,
  meta_description: null,
  requires_marking: false,
  is_taxable: false,
  in_stock: false,
  is_digital: false,
  is_external: false,
  is_free: false,
  is_disable: false,
  quantity: 0,
};

const parseFlag = (text: string, { flags }: CellWords) => parseWord(flags, text);
const parseStatus = (text: string, { statuses }: CellWords) => parseWord(statuses, text);
const parseKind = (text: string, { kinds }: CellWords) => parseWord(kinds, text);

/** Parsers of plain fields; references and pictures are parsed separately. */
const parsers: Partial<Record<ImportField, (text: string, words: CellWords, scale?: number) => CellValue>> = {
  name: asName,
  slug: asText,
  sku: parseSku,
  barcode: parseBarcode,
  unit: asName,
  description: (text) => {
    // Some programs write the markup itself as text.
    const html = cleanHtml(isHtml(text) ? text : decodeEntities(text));
    return htmlLength(html) > longestDescription ? { error: 'error-too-long' } : asText(html);
  },
  price: parsePrice,
  // Other systems write 0 where there is no discount.
  sale_price: (text, words) => (isZero(text) ? { value: null } : parsePrice(text, words)),
  currency: (text, words) =>
    isKnownCurrency(text, words) ? { value: undefined } : { error: 'error-import-currency' },
  is_free: parseFlag,
  quantity: parseStock,
  low_stock_threshold: parseNumber,
  height: parseMeasure('length'),
  width: parseMeasure('length'),
  length: parseMeasure('length'),
  weight: parseMeasure('weight'),
  status: parseStatus,
  product_type: parseKind,
  vat_rate: parseVat,
  video: (text) => ({ value: splitFiles(text).map((url) => ({ url })) }),
  requires_marking: parseFlag,
  is_taxable: parseFlag,
  in_stock: parseFlag,
  is_digital: parseFlag,
  is_external: parseFlag,
  is_disable: parseFlag,
  external_product_url: asText,
  external_product_button_text: asText,
  meta_title: asText,
  meta_description: asText,
};

/** Schema keys that differ from the file's field names. */
const schemaKeys: Partial<Record<ImportField, string>> = {
  type: 'type_id',
  author: 'author_id',
  manufacturer: 'manufacturer_id',
};

/** Parses the cells of a row, without validation; unreadable cells are recorded under their column. */
export function parseRow(
  given: RowContext,
  { cells, odd = {} }: Pick<ImportRow, 'cells' | 'odd'>,
  texts: RowTexts,
): ParsedRow {
  const keyOf = (field: ImportField) => keyOfCell(given.run, { cells }, field);
  // A row without a price of its own has that of its discounted one, in the currency of that column.
  const foreign = [...given.run.foreign].map((field) => keyOfField(given.run, field));
  const row: ParsedRow = { values: {}, errors: {}, warnings: {}, characteristics: [], isAwaited: false };
  const unread = tellOdd(given.run, row, odd);
  for (const [field, text] of Object.entries(texts) as [ImportField, string][]) {
    if (unread.has(field) || field === 'characteristics') continue;
    const isEmptied = isClearing(text) && field in clearedValues;
    const parsed = isEmptied ? { value: clearedValues[field] } : parseCell(given, row, field, text);
    const isForeign =
      isPrice(field) &&
      foreign.includes(keyOf(field)) &&
      parsed &&
      'value' in parsed &&
      parsed.value !== null;
    const read: CellValue | undefined = isForeign ? { error: 'error-import-currency' } : parsed;
    if (!read || ('value' in read && read.value === undefined)) continue;
    if ('warning' in read && read.warning) row.warnings[keyOf(field)] = read.warning;
    if ('error' in read) row.errors[keyOf(field)] = read.error;
    else if (seo[field]) row.values.seo = { ...(row.values.seo as object), [seo[field]]: read.value };
    else row.values[schemaKeys[field] ?? field] = read.value;
  }
  readCharacteristics(
    given,
    row,
    { cells, odd },
    unread.has('characteristics') ? undefined : texts.characteristics,
  );
  return row;
}

/** The characteristics that the cells of a row say, as they are written. */
export function characteristicCells(
  { characteristics }: Pick<ImportRun, 'characteristics'>,
  cells: readonly string[],
  all: string | undefined,
): CharacteristicCell[] {
  const own = [...characteristics].flatMap(([column, name]): CharacteristicCell[] => {
    const value = oneLine(decodeEntities(cells[column] ?? ''));
    return value === '' ? [] : [{ column, name, value }];
  });
  const listed = parseCharacteristics(all ?? '') ?? [];
  return [...own, ...listed.map((one) => ({ ...one, column: undefined }))];
}

function readCharacteristics(
  { run, spelling }: RowContext,
  row: ParsedRow,
  { cells, odd }: { cells: readonly string[]; odd: OddCells },
  all: string | undefined,
): void {
  const listKey = keyOfField(run, 'characteristics');
  if (all !== undefined && !isClearing(all) && !parseCharacteristics(all))
    row.errors[listKey] = 'error-import-characteristics';
  for (const one of characteristicCells(run, cells, all)) {
    const kind = one.column === undefined ? undefined : odd[one.column];
    const { value } = one;
    const error =
      kind !== undefined && lostCells.has(kind)
        ? `error-import-cell-${kind}`
        : (catalogueTextError(value) ??
          (one.column === undefined ? nameError(oneLine(one.name)) : undefined) ??
          (value.length > longestCharacteristic ? 'error-too-long' : undefined));
    if (error !== undefined) row.errors[String(one.column ?? listKey)] ??= error;
    else row.characteristics.push({ ...one, ...spelling(one.name, value) });
  }
}

const isPrice = (field: ImportField) => field === 'price' || field === 'sale_price';

/** The value of a field among those of a row. */
export function valueOfField(values: JsonRecord, field: ImportField): unknown {
  const inSeo = seo[field];
  return inSeo ? (values.seo as JsonRecord | undefined)?.[inSeo] : values[schemaKeys[field] ?? field];
}

/** The values of a row without those of a field. */
export function withoutField(values: JsonRecord, field: ImportField): JsonRecord {
  const inSeo = seo[field];
  if (inSeo) {
    const { [inSeo]: _text, ...others } = { ...(values.seo as JsonRecord) };
    return { ...values, seo: others };
  }
  const { [schemaKeys[field] ?? field]: _value, ...rest } = values;
  return rest;
}

/** Fields that a damaged letter makes another one of. */
const exact: readonly ImportField[] = ['sku', 'slug', 'barcode', 'parent', 'price', 'sale_price', 'quantity'];

/** What leaves nothing to take of a cell, and of one whose every sign counts. */
const lostCells = new Set<string>(['error', 'no-value', 'unreadable']);
const lostFigures = new Set<string>(['damaged', 'rounded']);

/** What is told of a row that is read. */
const toldRows = new Set<string>(['hidden', 'options', 'special', 'ranges']);

/** Tells what the reader found odd (rules/core: a file of others is read by evidence). Returns the fields without a value. */
function tellOdd(run: ImportRun, row: ParsedRow, odd: OddCells): Set<ImportField> {
  const unread = new Set<ImportField>();
  if (odd.row && toldRows.has(odd.row)) row.warnings.row = `error-import-row-${odd.row}`;
  for (const [field, column] of run.mapping) {
    const kind = odd[column];
    if (kind === undefined || kind === 'percent' || (kind === 'rounded' && !exact.includes(field))) continue;
    const isWrong = lostCells.has(kind) || (lostFigures.has(kind) && exact.includes(field));
    (isWrong ? row.errors : row.warnings)[String(column)] = `error-import-cell-${kind}`;
    if (isWrong) unread.add(field);
  }
  return unread;
}

/** The file's field for a schema path: `video[2].url`, `seo.metaTitle`, `type_id`. */
export function fieldOfPath(path: string): string {
  const [first = '', second = ''] = path.split(/[.[]/);
  const pairs = Object.entries(first === 'seo' ? seo : schemaKeys);
  return pairs.find(([, key]) => key === (first === 'seo' ? second : first))?.[0] ?? first;
}

function parseCell(
  given: RowContext,
  row: ParsedRow,
  field: ImportField,
  text: string,
): CellValue | undefined {
  if (field === 'type' || field === 'author' || field === 'manufacturer')
    return given.lookups.one(field, text);
  if (field === 'categories' || field === 'tags') return given.lookups.many(field, text);
  if (field === 'image' || field === 'gallery') return resolvePictures(given, row, field, text);
  return parsers[field]?.(text, given.run.words, scaleOf(given.run, field));
}

/** The unit of a heading: of the column itself, else of the one that has all sides. */
const scaleOf = ({ mapping, scales }: ImportRun, field: ImportField): number | undefined =>
  scales.get(mapping.has(field) ? field : isSide(field) ? 'dimensions' : field);

const isSide = (field: ImportField) => field === 'length' || field === 'width' || field === 'height';

/** A missing picture is a warning, and the product keeps the one it has. */
function resolvePictures(
  { run, pictures, isDryRun }: RowContext,
  row: ParsedRow,
  field: 'image' | 'gallery',
  text: string,
): CellValue | undefined {
  const names = field === 'image' ? splitFiles(text).slice(0, 1) : splitFiles(text);
  const found = names.flatMap((name) => pictures.get(name) ?? []);
  const lost = names.find((name) => !pictures.has(name));
  const isWeb = lost !== undefined && isWebAddress(lost) && uploadPath(run.ctx, lost) === undefined;
  if (isDryRun && isWeb) row.isAwaited = true;
  else if (lost !== undefined) {
    const problem = run.lostPictures.get(pictureKey(lost)) ?? 'missing';
    row.warnings[keyOfField(run, field)] = `error-import-picture-${problem}`;
  }
  if (field === 'image') return found[0] && { value: found[0] };
  return found.length > 0 ? { value: found } : undefined;
}

/** The cells of a row, with the values that all rows share where the file has no column. */
export function cellTexts(
  cells: readonly string[],
  { mapping, options, sides }: Pick<ImportRun, 'mapping' | 'options' | 'sides'>,
): RowTexts {
  const shared = Object.entries(options.values) as [ImportField, string][];
  const texts: RowTexts = Object.fromEntries(shared.filter(([field]) => !mapping.has(field)));
  for (const [field, index] of mapping) {
    const text = (cells[index] ?? '').trim();
    if (text !== '') texts[field] = field === 'slug' ? slugIn(text) : text;
  }
  if (texts.dimensions !== undefined) splitSides(texts, texts.dimensions, { mapping, sides });
  // Marketplaces repeat the price before a discount, leave it empty or write 0, when there is no discount.
  if (mapping.has('price') && texts.sale_price !== undefined && !isZero(texts.sale_price)) {
    if (texts.price === undefined || isZero(texts.price)) texts.price = texts.sale_price;
    if (texts.price === texts.sale_price) delete texts.sale_price;
  }
  return texts;
}

/** A cell that has no three sides is told as it is; a column of its own goes before it. */
function splitSides(
  texts: RowTexts,
  text: string,
  { mapping, sides }: Pick<ImportRun, 'mapping' | 'sides'>,
): void {
  delete texts.dimensions;
  const parts = isClearing(text) ? sides.map(() => text) : measuredTogether(text);
  for (const [place, side] of sides.entries()) {
    const part = parts?.[place] ?? (place === 0 ? text : undefined);
    if (part !== undefined && !mapping.has(side)) texts[side] = part;
  }
}

function parseWord<Value>(known: ReadonlyMap<string, Value>, text: string): CellValue {
  const value = known.get(plainWord(text));
  return value === undefined ? { error: 'error-wrong-value' } : { value };
}

/** A cell of the column of currencies: 643 is the number of the rouble, as 1C writes it. */
function isKnownCurrency(text: string, { currency, currencies }: CellWords): boolean {
  const isNumber = currency === 'RUB' && /^(?:643|810)$/.test(text);
  return isNumber || currencyIn(text.toUpperCase(), currencies) === currency;
}
