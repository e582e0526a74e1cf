import { textDirection } from '@/contract/core/languages';
import type { JsonRecord, Row } from '@/crud/types';

/**
 * The texts that a row has in a language; one that it lacks must not be saved as a copy of the original. Other servers
 * keep a row for each language: if there is one, all texts are its own.
 */
export function ownTexts(row: Row | undefined, language: string): JsonRecord {
  if (row?.translation) return row.translation;
  return row?.translated_languages?.includes(language) ? row : {};
}

/** Attributes of a translation's field. The original is isolated: its full stop would move to the start in Arabic. */
export function textAttributes(language: string, original: unknown) {
  const text = String(original ?? '');
  return { lang: language, dir: textDirection(language), placeholder: text && `\u2068${text}\u2069` };
}
