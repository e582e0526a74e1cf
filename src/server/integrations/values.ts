type JsonValues = Record<string, unknown>;

/** An object out of an answer from outside, empty when it is none. */
export const record = (value: unknown): JsonValues =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonValues) : {};

/** A text, null when it is none or empty. */
export function text(value: unknown): string | null {
  const found = typeof value === 'string' ? value.trim().slice(0, 1000) : '';
  return found === '' ? null : found;
}

/** A number, also one that is written as text. */
export function number(value: unknown): number | null {
  const found = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof found === 'number' && Number.isFinite(found) ? found : null;
}

/** An address of the web that may be opened from a page. */
export function webAddress(value: unknown): string | null {
  const found = text(value);
  return found !== null && /^https:\/\/[^\s"'<>]+$/.test(found) ? found : null;
}
