import { type JsonRecord, pick } from '../json-record';

/** The texts of a row in a language. An empty one gives way to the original, as it does in the SQL of lists. */
export function textsIn(
  language: string,
  translations: Record<string, JsonRecord>,
  keys: readonly string[],
): JsonRecord {
  const texts = Object.entries(pick(translations[language] ?? {}, keys));
  return Object.fromEntries(texts.filter(([, text]) => text !== null && text !== ''));
}
