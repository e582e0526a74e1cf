import { setImmediate } from 'node:timers/promises';
import * as yup from 'yup';
import { type Ctx, isAdmin } from './context';
import { maxFieldErrors } from './errors';
import { withCleanTexts } from './html';
import type { ServiceOptions } from './resource/options';
import { mayDecide } from './rights/family-rights';

/** For lists and texts without a limit of their own: more than any form sends, and than a signed address is long. */
const longestList = 1000;
const longestText = 4000;

/** Without a stack trace, which costs more than the test that failed. */
const options = { abortEarly: false, disableStackTrace: true } as const;

/** What a schema reads from a body. */
export type Input<S extends yup.AnyObjectSchema> = yup.InferType<S>;

/**
 * Validates a body by its schema and drops unknown keys. Throws a ValidationError with the fields. What yup is slow or
 * lenient with is refused before: yup tests every item of a list that is too long.
 */
export async function validate<Input extends yup.AnyObject>(
  schema: yup.ObjectSchema<Input>,
  body: Record<string, unknown>,
): Promise<yup.ObjectSchema<Input>['__outputType']> {
  const size = assertFits(schema, body);
  if (size > largeSize) await turn();
  return schema.validate(withCleanTexts(schema, body), { ...options, stripUnknown: true });
}

/** Values whose tests take about 20 ms; a product with 2,000 variations has 60,000. */
const largeSize = 5000;
let lastTurn: Promise<unknown> = Promise.resolve();

/** Large bodies take turns, so that everybody else is served between two of them. */
function turn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => setImmediate());
  return lastTurn;
}

/** The same at once, for rows of a file; unknown keys stay. */
export function validateNow<Input extends yup.AnyObject>(
  schema: yup.ObjectSchema<Input>,
  values: Record<string, unknown>,
): yup.ObjectSchema<Input>['__outputType'] {
  assertFits(schema, values);
  return schema.validateSync(values, options);
}

function assertFits(schema: yup.Schema, body: Record<string, unknown>): number {
  const found: yup.ValidationError[] = [];
  let size = 0;
  for (const [path, message] of eachValue(schema, body, '')) {
    size += 1;
    if (message === undefined) continue;
    if (found.push(new yup.ValidationError(message, undefined, path)) === maxFieldErrors) break;
  }
  if (found.length > 0) throw new yup.ValidationError(found);
  return size;
}

/** Every value that has a schema, however deep: its path, and a message when its kind or size is not the schema's. */
function* eachValue(
  schema: unknown,
  value: unknown,
  path: string,
): Generator<[path: string, message: string | undefined]> {
  const message = misfit(schema, value);
  yield [path, message];
  if (message !== undefined) return;
  if (schema instanceof yup.ArraySchema && Array.isArray(value)) {
    const isNullWrong = isNullRefused(schema.innerType);
    for (const [index, one] of value.entries()) {
      const at = `${path}[${index}]`;
      if (one === null && isNullWrong) yield [at, 'error-wrong-value'];
      else yield* eachValue(schema.innerType, one, at);
    }
  } else if (schema instanceof yup.ObjectSchema && value !== null && typeof value === 'object')
    for (const [key, field] of Object.entries(schema.fields))
      if (Object.hasOwn(value, key))
        yield* eachValue(field, Reflect.get(value, key), path ? `${path}.${key}` : key);
}

/** Records in a list: the list's own tests read their fields before yup refuses null. */
function isNullRefused(item: unknown): boolean {
  return (
    item instanceof yup.ObjectSchema && !item.spec.nullable && item.cast(null, { assert: false }) === null
  );
}

function misfit(schema: unknown, value: unknown): string | undefined {
  if (value === null || value === undefined || value instanceof Date) return undefined;
  if (schema instanceof yup.NumberSchema) {
    // What yup does not read as a number either, it refuses with a text of the field.
    if (isNumeric(value)) return undefined;
    const read: unknown = schema.cast(value, { assert: false });
    // Null: a text for nothing, as some apps write an id.
    return read === null || Number.isNaN(read) ? undefined : 'error-wrong-value';
  }
  if (schema instanceof yup.ArraySchema && Array.isArray(value)) {
    const { most, message } = limitOf(schema, longestList, 'error-too-many');
    return value.length > most ? message : undefined;
  }
  if (!(schema instanceof yup.StringSchema)) return undefined;
  // yup's own trim() and lowercase() fail on it with a TypeError.
  if (typeof value === 'object') return 'error-wrong-value';
  if (typeof value !== 'string') return undefined;
  const { most, message } = limitOf(schema, longestText, 'error-too-long');
  return value.length > most && lengthOf(value) > most ? message : undefined;
}

/** Schemas trim texts and replace line breaks of Windows before they count. */
const lengthOf = (text: string) => text.trim().replaceAll('\r\n', '\n').length;

/** Plain decimals, also with a comma and grouped. yup and `Number` also accept `1e2`, `0x10`, ` 5 ` and `[1]`. */
const decimal = /^-?\d+(?:[ \u00a0\u202f]\d{3})*(?:[.,]\d+)?$/;

/** A number, its text, an empty field, or a related record in place of its id. */
function isNumeric(value: unknown): boolean {
  if (value === null || typeof value === 'number' || value === '') return true;
  if (typeof value === 'string') return decimal.test(value);
  if (typeof value !== 'object' || Array.isArray(value) || !('id' in value)) return false;
  return typeof value.id !== 'object' && isNumeric(value.id);
}

function limitOf(schema: yup.Schema, otherwise: number, fallback: string) {
  const test = schema.tests.find(({ OPTIONS }) => OPTIONS?.name === 'max');
  const { params, message } = test?.OPTIONS ?? {};
  return {
    most: typeof params?.max === 'number' ? params.max : otherwise,
    message: typeof message === 'string' && message.startsWith('error-') ? message : fallback,
  };
}

type Barriers = Pick<ServiceOptions, 'adminOnly' | 'immutableFields' | 'table'>;

/** Whether an input key is ignored from this person. */
export function isBarred({ adminOnly, table }: Barriers, ctx: Ctx, key: string): boolean {
  return Boolean(adminOnly?.includes(key)) && !(isAdmin(ctx) && mayDecide(ctx, table));
}

/** Whether the person may change the key in a stored row. */
export function isOpen(barriers: Barriers, ctx: Ctx, key: string): boolean {
  return !barriers.immutableFields?.includes(key) && !isBarred(barriers, ctx, key);
}
