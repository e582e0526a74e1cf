import * as yup from 'yup';
import { longestDescription, type ProductInput, productSchema } from '@/contract/catalogue/products/schema';
import type { VariationInput } from '@/contract/catalogue/products/variations';
import type { FieldErrors } from '@/contract/core/errors';
import { fromMinor, toMinor } from '@/contract/core/money';
import { AppError } from '@/server/core/errors';
import { type JsonRecord, pick } from '@/server/core/resource/query';
import { validate } from '@/server/core/validate';
import { cleanHtml, htmlLength } from './product-html';

/** Keys with rules between them: when one of a group is sent, all of the group is looked at. */
const groups = [
  ['product_type', 'price', 'sale_price'],
  [
    'product_type',
    'is_digital',
    'digital_file',
    'is_external',
    'external_product_url',
    'external_product_button_text',
  ],
];

const lists = ['gallery', 'video', 'categories', 'tags', 'variations'];

/** What was really sent of a variation, checked; `index` is its place in the body. */
export interface SentVariation {
  index: number;
  input: VariationInput;
  sent: readonly string[];
}

export interface ReadProduct {
  /** Values of what was sent, and of what goes with it, as columns take them. */
  input: Partial<ProductInput>;
  /** Keys that the client really sent. */
  sent: string[];
  upsert: SentVariation[];
  delete: number[];
}

/**
 * Reads the body of a write by the schema; given what is stored (in the shape of a body), only what was sent and what has
 * rules together with it is looked at, so that a price can be changed of a row whose name would be refused today. Throws
 * VALIDATION_FAILED with the fields, places in lists kept: `variation_options.upsert[2].price`.
 */
export async function readProduct(body: JsonRecord, stored?: JsonRecord): Promise<ReadProduct> {
  const given = fromWire(body);
  const known = Object.keys(productSchema.fields).filter((key) => !stored || key in given);
  const checked = [...new Set([...known, ...groups.filter((keys) => keys.some(isIn(known))).flat()])];
  const schema = productSchema.pick(checked as (keyof ProductInput)[]);
  const values: JsonRecord = await checkedBy(schema, pick({ ...stored, ...given }, checked));
  const input = settled(values);
  assertPriceOrder(input);
  return { input, sent: known, ...variationsIn(given, input) };
}

/** The texts of another language, the only thing of a product that has any (design §5). */
export async function readTexts(
  body: JsonRecord,
  stored: JsonRecord,
  keys: readonly string[],
): Promise<JsonRecord> {
  const sent = keys.filter((key) => key in body);
  const schema = productSchema.pick(sent as (keyof ProductInput)[]);
  const values: JsonRecord = await checkedBy(schema, pick({ ...stored, ...body }, sent));
  return settled(values) as JsonRecord;
}

const isIn = (keys: readonly string[]) => (key: string) => keys.includes(key);

/** A body as clients of the dialect send it: nothing for an empty list, options as a text, an attachment for a file. */
function fromWire(body: JsonRecord): JsonRecord {
  const given = { ...body };
  for (const key of lists) if (given[key] === null) given[key] = [];
  for (const key of ['seo', 'variation_options']) if (given[key] === null) delete given[key];
  if ('digital_file' in given) given.digital_file = fileOf(given.digital_file);
  const options = given.variation_options;
  if (isRecord(options)) {
    const { upsert } = options;
    given.variation_options = {
      ...options,
      ...(Array.isArray(upsert) && { upsert: upsert.map(variationOf) }),
    };
  }
  return given;
}

function variationOf(given: unknown): unknown {
  if (!isRecord(given)) return given;
  const one = { ...given };
  if ('digital_file' in one) one.digital_file = fileOf(one.digital_file);
  if (typeof one.options === 'string') one.options = parsed(one.options);
  return one;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The attachment that is meant; null for none. */
function fileOf(value: unknown): { attachment_id: number } | null {
  if (!isRecord(value)) return null;
  const id = Number(value.attachment_id ?? value.id);
  return Number.isSafeInteger(id) && id > 0 ? { attachment_id: id } : null;
}

const isRecord = (value: unknown): value is JsonRecord =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Values read by a schema. Throws VALIDATION_FAILED with the fields, places in lists kept. */
export async function checkedBy<Input extends yup.AnyObject>(
  schema: yup.ObjectSchema<Input>,
  values: JsonRecord,
): Promise<yup.ObjectSchema<Input>['__outputType']> {
  try {
    return await validate(schema, values);
  } catch (error) {
    if (!(error instanceof yup.ValidationError)) throw error;
    throw new AppError('VALIDATION_FAILED', { fields: fieldsOf(error) });
  }
}

function fieldsOf(error: yup.ValidationError): FieldErrors {
  const fields: FieldErrors = {};
  for (const { path, message } of error.inner.length > 0 ? error.inner : [error]) {
    const key = path || '_';
    // yup's own sentences are not translation keys.
    fields[key] = [...(fields[key] ?? []), message.startsWith('error-') ? message : 'error-wrong-value'];
  }
  return fields;
}

/** Values as columns take them: emptied texts null, money in whole kopecks' worth, ids once, HTML cleaned. */
function settled(values: JsonRecord): Partial<ProductInput> {
  const input: JsonRecord = {};
  for (const [key, value] of Object.entries(values)) {
    if (key === 'price' || key === 'sale_price') input[key] = roubles(value);
    else if (key === 'description') input[key] = descriptionOf(value);
    else if (key === 'quantity') input[key] = value ?? 0;
    else if (key === 'seo') input[key] = filledOf(value);
    else if (key === 'categories' || key === 'tags') input[key] = idsOf(value);
    else input[key] = value === '' || value === undefined ? null : value;
  }
  return input;
}

export const roubles = (value: unknown) => (typeof value === 'number' ? fromMinor(toMinor(value)) : null);

function descriptionOf(value: unknown): string | null {
  const text = typeof value === 'string' ? cleanHtml(value) : '';
  if (htmlLength(text) > longestDescription) refuse('description', 'error-too-long');
  return text === '' ? null : text;
}

/** Ids, each once, in one order: they are a set. */
function idsOf(value: unknown): number[] {
  const ids = Array.isArray(value) ? value.map(Number) : [];
  return [...new Set(ids)].sort((one, other) => one - other);
}

/** What is empty is left out, so that a form that was saved unchanged changes nothing. */
function filledOf(value: unknown): JsonRecord {
  const filled = Object.entries(isRecord(value) ? value : {}).filter(([, one]) => one !== null && one !== '');
  return Object.fromEntries(filled.filter(([, one]) => one !== undefined));
}

/** Two prices may be the same when they are rounded. */
function assertPriceOrder({ price, sale_price: sale }: Partial<ProductInput>): void {
  if (typeof price === 'number' && typeof sale === 'number' && sale >= price) {
    refuse('sale_price', 'error-sale-price');
  }
}

export function refuse(key: string, error: string): never {
  throw new AppError('VALIDATION_FAILED', { fields: { [key]: [error] } });
}

function variationsIn(given: JsonRecord, { variation_options: changes }: Partial<ProductInput>) {
  const raw = isRecord(given.variation_options) ? given.variation_options.upsert : undefined;
  const upsert = (changes?.upsert ?? []).map((input, index) => {
    const one: unknown = Array.isArray(raw) ? raw[index] : undefined;
    return { index, input, sent: isRecord(one) ? Object.keys(one) : [] };
  });
  return { upsert, delete: changes?.delete ?? [] };
}
