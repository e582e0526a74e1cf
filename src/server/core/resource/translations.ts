import { defaultLanguage } from '@/contract/core/languages';
import type { Ctx } from '@/server/core/context';
import { type JsonRecord, pick } from '../json-record';

/**
 * The offered languages that a row has texts in, and the one of another client's installation: without it the client would
 * make a translation where there is a row to change. Texts of a language that was switched off stay stored.
 */
export function translatedLanguages(
  { languages, foreignLanguage }: Pick<Ctx, 'languages' | 'foreignLanguage'>,
  translations: object,
): string[] {
  const stored = Object.keys(translations);
  const offered: readonly string[] | undefined = languages;
  const shown = offered ? stored.filter((code) => offered.includes(code)) : stored;
  return [defaultLanguage, ...shown, ...(foreignLanguage === undefined ? [] : [foreignLanguage])];
}

/** The language that a row says it is in. */
export const languageOf = ({ locale, foreignLanguage }: Pick<Ctx, 'locale' | 'foreignLanguage'>): string =>
  foreignLanguage ?? locale;

/** The texts of a row in a language. An empty one gives way to the original, as it does in the SQL of lists. */
export function textsIn(
  language: string,
  translations: Record<string, JsonRecord>,
  keys: readonly string[],
): JsonRecord {
  const texts = Object.entries(pick(translations[language] ?? {}, keys));
  return Object.fromEntries(texts.filter(([, text]) => text !== null && text !== ''));
}
