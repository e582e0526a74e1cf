import { AppError, rejectValue } from '../errors';

/** No body of ours is deeper than ten: what walks through values calls itself, and a stack has an end. */
const deepest = 50;

/**
 * Refuses what breaks code that takes a value for a plain one: a key that every object inherits (`toString`,
 * `constructor`, …), at the field that holds it, and nesting without end. Walks without calling itself.
 */
export function assertPlainData(value: unknown): void {
  let level: { field: string | undefined; held: object }[] = isObject(value)
    ? [{ field: undefined, held: value }]
    : [];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= deepest) throw new AppError('BAD_REQUEST');
    level = level.flatMap(({ field, held }) =>
      Object.entries(held).flatMap(([key, inner]) => {
        if (!Array.isArray(held) && key in Object.prototype) rejectValue(field ?? key);
        return isObject(inner) ? [{ field: field ?? key, held: inner }] : [];
      }),
    );
  }
}

function isObject(value: unknown): value is object {
  return value !== null && typeof value === 'object';
}
