import { type FieldErrors, type FieldValues, get, type Resolver, set } from 'react-hook-form';
import { toPhone } from '@/contract/core/phone';

/** Refusals of a text's format, each with a text of that format. */
const formats: Record<string, string> = {
  'error-phone-format': '+7 (900) 000-00-00',
  'error-website-format': 'https://example.com',
  'error-text-characters': 'a',
  'error-text-start': 'a',
  'error-text-punctuation': 'a',
};

/**
 * A resolver that checks the format of what a person has changed: a phone of another country or a name with other signs, as
 * other servers keep them, is saved as it came. A server that wants it otherwise says so itself.
 */
export function keepUnchanged<Values extends FieldValues>(
  resolve: Resolver<Values>,
  stored: () => FieldValues,
): Resolver<Values> {
  return async (values, context, options) => {
    const first = await resolve(values, context, options);
    const came = stored();
    const isUnchanged = (path: string) => isText(get(came, path)) && get(came, path) === get(values, path);
    const paths = refused(first.errors).filter(([path, message]) => message in formats && isUnchanged(path));
    const checked = paths.length === 0 ? first : await resolve(withStandIns(values, paths), context, options);
    for (const [path] of paths) restore(checked.values, path, get(came, path));
    for (const path of textPaths(checked.values)) {
      // A number without a country would become one of ours.
      if (isUnchanged(path) && toPhone(get(came, path)) === get(checked.values, path))
        restore(checked.values, path, get(came, path));
    }
    return checked;
  };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function withStandIns<Values extends FieldValues>(values: Values, paths: [string, string][]): Values {
  const copy = structuredClone(values);
  for (const [path, message] of paths) set(copy, path, formats[message]);
  return copy;
}

function restore(values: object, path: string, value: unknown): void {
  if (get(values, path) !== undefined) set(values, path, value);
}

/** Path and message of each error. */
function refused(errors: FieldErrors, prefix = ''): [string, string][] {
  return Object.entries(errors).flatMap(([key, error]): [string, string][] => {
    if (!error || typeof error !== 'object') return [];
    const path = `${prefix}${key}`;
    if (typeof error.message === 'string') return [[path, error.message]];
    return refused(error as FieldErrors, `${path}.`);
  });
}

/** Paths of the texts in plain objects, where phones are. */
function textPaths(values: unknown, prefix = ''): string[] {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return [];
  return Object.entries(values).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${prefix}${key}`] : textPaths(value, `${prefix}${key}.`),
  );
}
