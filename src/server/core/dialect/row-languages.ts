import { defaultLanguage } from '@/contract/core/languages';
import type { Ctx } from '../context';

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
