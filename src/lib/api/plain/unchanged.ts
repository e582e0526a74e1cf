import { isJson, type Json } from './values';

/**
 * The values of a form for another server: what was not changed goes back as it came, and what the row lacks is not
 * added empty. `shown` are the stored values as the form had them.
 */
export function asItCame(values: Json, stored: Json, shown: Json = stored): Json {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]): [string, unknown][] => {
      if (value === undefined) return [];
      const [came, had] = [stored[key], shown[key]];
      if (isSame(value, had)) return key in stored ? [[key, came]] : [];
      // A JSON column keeps what other programs have written into it; another picture replaces the whole.
      if (isJson(value) && isJson(came) && !('id' in value))
        return [[key, { ...came, ...asItCame(value, came, isJson(had) ? had : came) }]];
      return [[key, value]];
    }),
  );
}

/** A changed setting in the type that its server uses: `"231"`, `1`, `{value, name}`. */
export function inStoredType(value: unknown, stored: unknown): unknown {
  if (isJson(value) && isJson(stored))
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, inStoredType(one, stored[key])]),
    );
  if (isJson(stored) && 'value' in stored && typeof value === 'string')
    return { ...stored, value, ...('name' in stored && { name: value }) };
  if (typeof stored === 'string' && typeof value === 'number' && Number.isFinite(Number(stored)))
    return String(value);
  return typeof value === 'boolean' && [0, 1].includes(Number(stored)) && typeof stored !== 'boolean'
    ? Number(value)
    : value;
}

function isSame(one: unknown, other: unknown): boolean {
  if (isEmpty(one) || isEmpty(other)) return isEmpty(one) && isEmpty(other);
  if (Array.isArray(one))
    return (
      Array.isArray(other) && one.length === other.length && one.every((item, i) => isSame(item, other[i]))
    );
  if (isJson(one)) return isJson(other) && Object.keys(one).every((key) => isSame(one[key], other[key]));
  if (typeof one === typeof other) return one === other;
  return typeof other !== 'object' && Number(one) === Number(other);
}

/** Nothing entered, in any of the forms that servers and inputs have for it. */
function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isEmpty);
  return value === undefined || value === null || value === '' || value === false;
}
