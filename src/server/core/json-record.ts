import { isRecord } from '@/contract/core/own-value';

export type JsonRecord = Record<string, unknown>;

/** The object that a value is; none for lists, texts and the like. */
export function toRecord(value: unknown): JsonRecord {
  return isRecord(value) ? value : {};
}

/** The values of the given keys that are present. */
export function pick(values: JsonRecord, keys: readonly string[]): JsonRecord {
  const picked: JsonRecord = {};
  for (const key of keys) if (key in values) picked[key] = values[key];
  return picked;
}

/** A text from outside as JSON; undefined for a broken one. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Equal for equal values, whatever the order of their keys: jsonb and clients do not keep it. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}
