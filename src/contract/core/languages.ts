/** Languages of the product (specification §1, §9). `ru` lives in the columns of a row, the others in `translations`. */
export const defaultLanguage = 'ru';

/** Languages that have dictionaries under `public/locales`; which of them are offered is an environment setting. */
export const knownLanguages = ['ru', 'en', 'ar'] as const;

export type Language = (typeof knownLanguages)[number];

const rightToLeft = ['ar', 'fa', 'he'];

/** Text direction of a language (specification §1: right-to-left for ar, fa, he). */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return rightToLeft.includes(language) ? 'rtl' : 'ltr';
}

export function isKnownLanguage(language: unknown): language is Language {
  return knownLanguages.some((known) => known === language);
}
