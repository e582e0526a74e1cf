import { rejectValue } from './errors';

/**
 * A whole number from outside, as a number or its digits. `Number` alone also reads `1e2`, `0x10`, ` 5 `, `[1]`, `true`
 * and an empty text.
 */
export function wholeNumber(value: unknown): number | undefined {
  if (typeof value === 'string') return /^\d{1,15}$/.test(value) ? Number(value) : undefined;
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** A whole number of at least 1, such as an id. Throws VALIDATION_FAILED at the key. */
export function readWhole(key: string, value: unknown, most = Number.MAX_SAFE_INTEGER): number {
  const number = wholeNumber(value);
  return number !== undefined && number >= 1 && number <= most ? number : rejectValue(key);
}

/** A plain decimal; NaN for any other text. */
export function readDecimal(text: string): number {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
}

/** Whether an edit is based on another row version than the stored one; without a version it is based on any. */
export function isOutdated(version: unknown, stored: number): boolean {
  return version !== undefined && version !== null && wholeNumber(version) !== stored;
}
