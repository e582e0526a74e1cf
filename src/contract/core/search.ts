/** Writes and parses the search string `key:value;key:value` (specification §7). */
export interface SearchPair {
  key: string;
  value: string;
}

const keysOfRelations = ['type', 'categories', 'tags', 'author', 'manufacturer', 'shops', 'refund_reason'];

/**
 * Writes a search string: relation keys become `key.slug`, `is_approved` becomes 1, falsy values are left out
 * (specification §7). A `;` in a value becomes a space: it would split the value, and the format has no escape.
 */
export function toSearch(values: Record<string, unknown>): string {
  return Object.entries(values)
    .filter(([, value]) => Boolean(value))
    .map(([key, value]) => {
      if (key === 'is_approved') return 'is_approved:1';
      const name = keysOfRelations.includes(key) ? `${key}.slug` : key;
      return `${name}:${String(value).replaceAll(';', ' ')}`;
    })
    .join(';');
}

/** Parses a search string, splitting on the first colon; a part without one gets the empty key, for "any column". */
export function parseSearch(search: string): SearchPair[] {
  return search
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const colon = part.indexOf(':');
      if (colon < 0) return { key: '', value: part };
      return { key: part.slice(0, colon).trim(), value: part.slice(colon + 1).trim() };
    });
}
