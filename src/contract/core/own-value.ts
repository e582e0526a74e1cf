/** The entry of a table under a key from outside, which may be `constructor`: every object inherits that. */
export function ownValue<Entry>(table: { readonly [key: string]: Entry }, key: string): Entry | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** An object with keys; no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
