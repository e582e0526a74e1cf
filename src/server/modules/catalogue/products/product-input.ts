import * as yup from 'yup';
import { longestDescription, type ProductInput, productSchema } from '@/contract/catalogue/products/schema';
import type { VariationInput } from '@/contract/catalogue/products/variations';
import { fromMinor, toMinor } from '@/contract/core/money';
import { isRecord } from '@/contract/core/own-value';
import { AppError, collectFieldErrors, errorKey, errorsIn, rejectField } from '@/server/core/errors';
import { cleanHtml, htmlLength } from '@/server/core/html';
import { type JsonRecord, parseJson, pick } from '@/server/core/json-record';
import { wholeNumber } from '@/server/core/numbers';
import { validate } from '@/server/core/validate';

/** Keys validated together: when one of a group is sent, the whole group is. */
const groups = [
  ['product_type', 'price', 'sale_price', 'is_free'],
  [
    'product_type',
    'is_digital',
    'digital_file',
    'is_external',
    'external_product_url',
    'external_product_button_text',
  ],
];

/** The keys, and those that are validated together with them. */
export function withRelatedKeys(keys: readonly string[]): string[] {
  const related = groups.filter((group) => group.some((key) => keys.includes(key)));
  return [...new Set([...keys, ...related.flat()])];
}

const listKeys = ['gallery', 'video', 'categories', 'tags', 'characteristics', 'variations'];

/** A validated variation of the body at `index`, with the keys that were sent. */
export interface SentVariation {
  index: number;
  input: VariationInput;
  sent: readonly string[];
}

export interface ParsedProduct {
  /** Column values of the keys that were sent and those validated with them. */
  input: Partial<ProductInput>;
  /** Keys that the client sent. */
  sent: string[];
  upsert: SentVariation[];
  delete: number[];
}

/**
 * Parses the body of a write. With `stored` (in the shape of a body) only the keys that were sent and those validated
 * with them are checked, so that a price can change although the stored name would be refused today. Throws
 * VALIDATION_FAILED with paths such as `variation_options.upsert[2].price`.
 */
export async function parseProduct(body: JsonRecord, stored?: JsonRecord): Promise<ParsedProduct> {
  const given = normalizeBody(body);
  const known = Object.keys(productSchema.fields).filter((key) => !stored || key in given);
  const checked = withRelatedKeys(known);
  const schema = productSchema.pick(checked as (keyof ProductInput)[]);
  const values: JsonRecord = await validateFields(schema, pick({ ...stored, ...given }, checked));
  const input = toColumnValues(values);
  assertPriceOrder(input);
  return { input, sent: known, ...parseVariations(given, input) };
}

/** Parses the translated texts, the only translatable values of a product. */
export async function parseTexts(
  body: JsonRecord,
  stored: JsonRecord,
  keys: readonly string[],
): Promise<JsonRecord> {
  const sent = keys.filter((key) => key in body);
  const schema = productSchema.pick(sent as (keyof ProductInput)[]);
  const values: JsonRecord = await validateFields(schema, pick({ ...stored, ...body }, sent));
  return toColumnValues(values) as JsonRecord;
}

/** Normalizes bodies of dialect clients: null lists, options as JSON text, attachments as files. */
function normalizeBody(body: JsonRecord): JsonRecord {
  const given = { ...body };
  for (const key of listKeys) if (given[key] === null) given[key] = [];
  for (const key of ['seo', 'variation_options']) if (given[key] === null) delete given[key];
  // As a product is read: whoever sends the whole row back changes no variations.
  if (Array.isArray(given.variation_options)) delete given.variation_options;
  if ('digital_file' in given) given.digital_file = parseFile(given.digital_file);
  const options = given.variation_options;
  if (isRecord(options)) {
    const { upsert } = options;
    given.variation_options = {
      ...options,
      ...(Array.isArray(upsert) && { upsert: upsert.map(normalizeVariation) }),
    };
  }
  return given;
}

function normalizeVariation(given: unknown): unknown {
  if (!isRecord(given)) return given;
  const one = { ...given };
  if ('digital_file' in one) one.digital_file = parseFile(one.digital_file);
  if (typeof one.options === 'string') {
    const options = parseJson(one.options);
    if (options !== undefined) one.options = options;
  }
  return one;
}

function parseFile(value: unknown): { attachment_id: number } | null {
  if (!isRecord(value)) return null;
  const id = wholeNumber(value.attachment_id ?? value.id);
  return id ? { attachment_id: id } : null;
}

/** Validates by a schema. Throws VALIDATION_FAILED with the full paths. */
export async function validateFields<Input extends yup.AnyObject>(
  schema: yup.ObjectSchema<Input>,
  values: JsonRecord,
): Promise<yup.ObjectSchema<Input>['__outputType']> {
  try {
    return await validate(schema, values);
  } catch (error) {
    if (!(error instanceof yup.ValidationError)) throw error;
    const found = errorsIn(error).map(({ path, message }) => [path || '_', errorKey(message)] as const);
    throw new AppError('VALIDATION_FAILED', { fields: collectFieldErrors(found) });
  }
}

/** Validated values as columns take them: empty texts null, money rounded, ids sorted, HTML sanitized. */
export function toColumnValues(values: JsonRecord): Partial<ProductInput> {
  const input: JsonRecord = {};
  for (const [key, value] of Object.entries(values)) {
    if (key === 'price' || key === 'sale_price') input[key] = roundMoney(value);
    else if (key === 'description') input[key] = sanitizeDescription(value);
    else if (key === 'quantity') input[key] = value ?? 0;
    else if (key === 'seo') input[key] = withoutEmptyKeys(value);
    else if (key === 'categories' || key === 'tags') input[key] = sortedIds(value);
    else input[key] = value === '' || value === undefined ? null : value;
  }
  return input;
}

export const roundMoney = (value: unknown) => (typeof value === 'number' ? fromMinor(toMinor(value)) : null);

function sanitizeDescription(value: unknown): string | null {
  const text = typeof value === 'string' ? cleanHtml(value) : '';
  if (htmlLength(text) > longestDescription) rejectField('description', 'error-too-long');
  return text === '' ? null : text;
}

function sortedIds(value: unknown): number[] {
  const ids = Array.isArray(value) ? value.map(Number) : [];
  return [...new Set(ids)].sort((one, other) => one - other);
}

/** Drops empty keys, so that saving an unchanged form changes nothing. */
export function withoutEmptyKeys(value: unknown): JsonRecord {
  const parts = Object.entries(isRecord(value) ? value : {});
  return Object.fromEntries(parts.filter(([, one]) => one !== null && one !== '' && one !== undefined));
}

/** Rounding may make two prices equal. */
function assertPriceOrder({ price, sale_price: sale }: Partial<ProductInput>): void {
  if (typeof price === 'number' && typeof sale === 'number' && sale >= price)
    rejectField('sale_price', 'error-sale-price');
}

function parseVariations(given: JsonRecord, { variation_options: changes }: Partial<ProductInput>) {
  const raw = isRecord(given.variation_options) ? given.variation_options.upsert : undefined;
  const upsert = (changes?.upsert ?? []).map((input, index) => {
    const one: unknown = Array.isArray(raw) ? raw[index] : undefined;
    return { index, input, sent: isRecord(one) ? Object.keys(one) : [] };
  });
  return { upsert, delete: changes?.delete ?? [] };
}
