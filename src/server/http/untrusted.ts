import { AppError, refuseValue } from '../errors';

/** No body of ours is deeper than ten: what walks through values calls itself, and a stack has an end. */
const deepest = 50;

/**
 * Refuses what breaks code that takes a value for a plain one: a key that every object inherits (`toString`,
 * `constructor`, …) and nesting without end. Walks without calling itself.
 */
export function refuseUntrusted(value: unknown): void {
  let level: object[] = [value].filter(isObject);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= deepest) throw new AppError('BAD_REQUEST');
    level = level.flatMap((one) => {
      if (!Array.isArray(one))
        for (const key of Object.keys(one)) if (key in Object.prototype) refuseValue(key);
      return Object.values(one).filter(isObject);
    });
  }
}

function isObject(value: unknown): value is object {
  return value !== null && typeof value === 'object';
}
