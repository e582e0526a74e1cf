import { AppError, rejectValue } from '../errors';

/** No valid body is deeper than ten; recursive code would exhaust the stack. */
const deepest = 50;

/** The largest bodies, in bytes. A route that needs another states it (`maxBody`). */
export const bodySizes = {
  /** Where anyone may call: an order of 200 lines has 36 kB. */
  public: 64 * 1024,
  /** The largest form is an attribute with 500 values, 220 kB. */
  usual: 256 * 1024,
} as const;

/** Forms have about one value in every 24 bytes, lists of ids one in every 8. */
const bytesPerValue = 8;

/** The largest object is the columns of an import, 200. */
const maxKeys = 1000;

/** Node limits an address to 16 kB; no list has a tenth of these parameters. */
export const maxQueryValues = 200;

export const maxValues = (maxBody: number) => maxBody / bytesPerValue;

/**
 * Rejects values that break code expecting plain data: keys that every object inherits (`toString`, `constructor`, …),
 * reported at their field, excessive nesting, and more values than any form sends. Iterative, so that nesting cannot
 * exhaust its own stack.
 */
export function assertPlainData(value: unknown, most: number): void {
  let left = most;
  let level: { field: string | undefined; held: object }[] = isObject(value)
    ? [{ field: undefined, held: value }]
    : [];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= deepest) throw new AppError('BAD_REQUEST');
    const next: typeof level = [];
    for (const { field, held } of level) {
      const keys = Object.keys(held);
      left -= keys.length;
      if (left < 0 || (keys.length > maxKeys && !Array.isArray(held)))
        throw new AppError('PAYLOAD_TOO_LARGE');
      for (const key of keys) {
        if (!Array.isArray(held) && key in Object.prototype) rejectValue(field ?? key);
        const inner: unknown = Reflect.get(held, key);
        if (isObject(inner)) next.push({ field: field ?? key, held: inner });
      }
    }
    level = next;
  }
}

function isObject(value: unknown): value is object {
  return value !== null && typeof value === 'object';
}
