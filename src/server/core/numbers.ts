import { AppError, rejectValue } from './errors';

/**
 * A whole number from outside, as a number or its digits. `Number` alone also reads `1e2`, `0x10`, ` 5 `, `[1]`, `true`
 * and an empty text.
 */
export function wholeNumber(value: unknown): number | undefined {
  if (typeof value === 'string') return /^\d{1,15}$/.test(value) ? Number(value) : undefined;
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** Whether a text is an id: its digits and nothing else. */
export function isId(text: string): boolean {
  return wholeNumber(text) !== undefined;
}

/** The id in an address, a query or a cell; 0, which no row has, for anything else. */
export function parseId(value: unknown): number {
  return wholeNumber(value) ?? 0;
}

/** The id in an address. Throws NOT_FOUND for anything else. */
export function readPathId(value: unknown): number {
  const id = parseId(value);
  if (id === 0) throw new AppError('NOT_FOUND');
  return id;
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
