import { AppError, rejectValue } from '../errors';

/** No valid body is deeper than ten; recursive code would exhaust the stack. */
const deepest = 50;

/**
 * Rejects values that break code expecting plain data: keys that every object inherits (`toString`, `constructor`, …),
 * reported at their field, and excessive nesting. Iterative, so that nesting cannot exhaust its own stack.
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
