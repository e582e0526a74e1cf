import { type FieldErrors, type FieldValues, get, type Resolver, set } from 'react-hook-form';
import type { ObjectSchema } from 'yup';
import { toPhone } from '@/contract/core/phone';
import { isExtended } from '@/lib/api/capabilities';

/** What the form began with. */
export interface StoredValues {
  values: () => FieldValues;
  /** They are a record of the server, none for a new one; else a part of one, or a request. */
  isRecord: boolean;
}

/** Error keys for a wrong format, or for a choice that is not on our list. */
const formats: unknown[] = [
  'error-phone-format',
  'error-website-format',
  'error-text-characters',
  'error-text-start',
  'error-text-punctuation',
  'error-wrong-value',
];

/**
 * A resolver that checks the format of changed values only: a foreign phone number, a name with unusual characters or
 * an unknown choice, which other servers store, is saved back unchanged. The server still validates it. Another server's
 * record is not asked for what it lacks either (rules/panel: on another server nothing changes that nobody asked to
 * change): our rules are not its.
 */
export function keepUnchanged<Values extends FieldValues>(
  resolve: Resolver<Values>,
  schema: ObjectSchema<Values>,
  { values: stored, isRecord }: StoredValues,
): Resolver<Values> {
  return async (values, context, options) => {
    const result = await resolve(values, context, options);
    const came = stored();
    const isUnchanged = (path: string) => isText(get(came, path)) && get(came, path) === get(values, path);
    const isTheirs = isRecord && Object.keys(came).length > 0 && !isExtended();
    const isExcused = (path: string, message: unknown) =>
      isTheirs ? isSame(get(came, path), get(values, path)) : formats.includes(message) && isUnchanged(path);
    const isUnchosen = (path: string) => [undefined, null, ''].includes(get(values, path));
    const errors = without(result.errors, isExcused, isUnchosen);
    if (Object.keys(errors).length > 0) return { values: {}, errors: errors as FieldErrors<Values> };

    const wasRefused = Object.keys(result.errors).length > 0;
    const checked: FieldValues = wasRefused ? schema.cast(values, { assert: false }) : result.values;
    for (const path of textPaths(checked)) {
      // Without a country code the number would be read as a local one.
      if (isUnchanged(path) && toPhone(get(came, path)) === get(checked, path))
        set(checked, path, get(came, path));
    }
    return { values: checked as Values, errors: {} };
  };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The errors that remain, without empty branches. */
function without(
  errors: object,
  isExcused: (path: string, message: unknown) => boolean,
  isUnchosen: (path: string) => boolean,
  prefix = '',
): Record<string, unknown> {
  const kept = Object.entries(errors).flatMap(([key, error]): [string, unknown][] => {
    if (typeof error !== 'object' || error === null) return [];
    const path = `${prefix}${key}`;
    if ('message' in error && typeof error.message === 'string')
      return isExcused(path, error.message)
        ? []
        : [[key, error.message === 'error-wrong-value' && isUnchosen(path) ? unchosen(error) : error]];
    const rest = without(error, isExcused, isUnchosen, `${path}.`);
    if (Object.keys(rest).length === 0) return [];
    // Error lists stay lists: indexes correspond to rows.
    return [[key, Array.isArray(error) ? Object.assign([], rest) : rest]];
  });
  return Object.fromEntries(kept);
}

/** A choice that was not made is not wrong: it is still to be made (rules/panel: errors stand at their fields). */
const unchosen = (error: object) => ({ ...error, message: 'error-choose' });

/** Paths of texts in plain objects, such as phones. */
function textPaths(values: unknown, prefix = ''): string[] {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return [];
  return Object.entries(values).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${prefix}${key}`] : textPaths(value, `${prefix}${key}.`),
  );
}
