type JsonValues = Record<string, unknown>;

/** An object from an untrusted response; empty for anything else. */
export const record = (value: unknown): JsonValues =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonValues) : {};

/** A trimmed text; null for an empty one and anything else. */
export function text(value: unknown): string | null {
  const result = typeof value === 'string' ? value.trim().slice(0, 1000) : '';
  return result === '' ? null : result;
}

/** A finite number, or one written as text. */
export function number(value: unknown): number | null {
  const result = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof result === 'number' && Number.isFinite(result) ? result : null;
}

/** An https URL that is safe to link. */
export function webAddress(value: unknown): string | null {
  const result = text(value);
  return result !== null && /^https:\/\/[^\s"'<>]+$/.test(result) ? result : null;
}
