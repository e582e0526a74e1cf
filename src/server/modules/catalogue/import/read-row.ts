import type { ImportField } from '@/contract/catalogue/products/imports';
import { longestDescription } from '@/contract/catalogue/products/schema';
import type { JsonRecord } from '@/server/core/resource/query';
import { isWebAddress } from '@/server/integrations/files/pictures';
import { cleanHtml, htmlLength } from '../products/product-html';
import {
  type CellValue,
  type CellWords,
  filesOf,
  flagOf,
  isClearing,
  kindOf,
  numberOf,
  type RowTexts,
  statusOf,
  vatOf,
} from './cells';
import { uploadPath } from './find-records';
import { type Job, keyOfField, type Pictures, type RowErrors } from './job';
import type { Lookups } from './lookups';

/** What a row says, as a body of `POST products` would. */
export interface ReadRow {
  values: JsonRecord;
  errors: RowErrors;
  warnings: RowErrors;
  /** While a file is only looked at: a picture would be fetched. */
  isAwaited: boolean;
}

interface Given {
  job: Job;
  lookups: Lookups;
  pictures: Pictures;
  /** While a file is only looked at, pictures are not asked for: none is missing. */
  isDryRun: boolean;
}

const plain = (text: string): CellValue => ({ value: text });
const seo: Partial<Record<ImportField, string>> = {
  meta_title: 'metaTitle',
  meta_description: 'metaDescription',
};

/** Fields that may be emptied, and what they are then. */
const emptied: Partial<Record<ImportField, unknown>> = {
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
  is_disable: false,
  quantity: 0,
};

/** How each field is read; those of a list of others and of pictures are read apart. */
const readers: Partial<Record<ImportField, (text: string, words: CellWords) => CellValue>> = {
  name: plain,
  slug: plain,
  sku: plain,
  barcode: (text) => plain(text.replace(/[\s-]/g, '')),
  unit: plain,
  description: (text) => {
    const html = cleanHtml(text);
    return htmlLength(html) > longestDescription ? { error: 'error-too-long' } : plain(html);
  },
  price: numberOf,
  sale_price: numberOf,
  quantity: numberOf,
  low_stock_threshold: numberOf,
  height: numberOf,
  width: numberOf,
  length: numberOf,
  weight: numberOf,
  status: statusOf,
  product_type: kindOf,
  vat_rate: vatOf,
  video: (text) => ({ value: filesOf(text).map((url) => ({ url })) }),
  requires_marking: flagOf,
  is_taxable: flagOf,
  in_stock: flagOf,
  is_digital: flagOf,
  is_external: flagOf,
  is_disable: flagOf,
  external_product_url: plain,
  external_product_button_text: plain,
  meta_title: plain,
  meta_description: plain,
};

/** Names of the schema that differ from the file's. */
const schemaKeys: Partial<Record<ImportField, string>> = {
  type: 'type_id',
  author: 'author_id',
  manufacturer: 'manufacturer_id',
};

/** The cells of a row as values, not judged yet; what cannot be read at all is told by its column. */
export function readRow(given: Given, texts: RowTexts): ReadRow {
  const row: ReadRow = { values: {}, errors: {}, warnings: {}, isAwaited: false };
  for (const [field, text] of Object.entries(texts) as [ImportField, string][]) {
    const isEmptied = isClearing(text) && field in emptied;
    const read = isEmptied ? { value: emptied[field] } : readCell(given, row, field, text);
    if (!read) continue;
    if ('error' in read) row.errors[keyOfField(given.job, field)] = read.error;
    else if (seo[field]) row.values.seo = { ...(row.values.seo as object), [seo[field]]: read.value };
    else row.values[schemaKeys[field] ?? field] = read.value;
  }
  return row;
}

/** The field of the file that a path of the schema speaks of: `video[2].url`, `seo.metaTitle`, `type_id`. */
export function fieldOfPath(path: string): string {
  const [first = '', second = ''] = path.split(/[.[]/);
  const pairs = Object.entries(first === 'seo' ? seo : schemaKeys);
  return pairs.find(([, key]) => key === (first === 'seo' ? second : first))?.[0] ?? first;
}

function readCell(given: Given, row: ReadRow, field: ImportField, text: string): CellValue | undefined {
  if (field === 'type' || field === 'author' || field === 'manufacturer')
    return given.lookups.one(field, text);
  if (field === 'categories' || field === 'tags') return given.lookups.many(field, text);
  if (field === 'image' || field === 'gallery') return readPictures(given, row, field, text);
  return readers[field]?.(text, given.job.words);
}

/** A picture that is not there is told of, and leaves what the product has. */
function readPictures(
  { job, pictures, isDryRun }: Given,
  row: ReadRow,
  field: 'image' | 'gallery',
  text: string,
): CellValue | undefined {
  const names = field === 'image' ? filesOf(text).slice(0, 1) : filesOf(text);
  const found = names.flatMap((name) => pictures.get(name) ?? []);
  const lost = names.find((name) => !pictures.has(name));
  const isWeb = lost !== undefined && isWebAddress(lost) && uploadPath(job.ctx, lost) === undefined;
  if (isDryRun && isWeb) row.isAwaited = true;
  else if (lost !== undefined) {
    const problem = job.lostPictures.get(lost) ?? 'missing';
    row.warnings[keyOfField(job, field)] = `error-import-picture-${problem}`;
  }
  if (field === 'image') return found[0] && { value: found[0] };
  return found.length > 0 ? { value: found } : undefined;
}
