export type JsonRecord = Record<string, unknown>;

/** The values of the given keys that are present. */
export function pick(values: JsonRecord, keys: readonly string[]): JsonRecord {
  const picked: JsonRecord = {};
  for (const key of keys) if (key in values) picked[key] = values[key];
  return picked;
}
