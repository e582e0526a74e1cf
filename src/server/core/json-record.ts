export type JsonRecord = Record<string, unknown>;

/** The object that a value is; none for lists, texts and the like. */
export function toRecord(value: unknown): JsonRecord {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonRecord) : {};
}

/** The values of the given keys that are present. */
export function pick(values: JsonRecord, keys: readonly string[]): JsonRecord {
  const picked: JsonRecord = {};
  for (const key of keys) if (key in values) picked[key] = values[key];
  return picked;
}
