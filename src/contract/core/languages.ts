/** Languages of the product (specification §1, §9). Columns of a row hold `ru`; `translations` holds the others. */
export const defaultLanguage = 'ru';

/** Languages that have dictionaries under `public/locales`; the environment may hold fewer, the settings offer some. */
export const knownLanguages = ['ru', 'en', 'ar'] as const;

export type Language = (typeof knownLanguages)[number];

const rightToLeft = ['ar', 'fa', 'he'];

/** Text direction of a language (specification §1). */
export function textDirection(language: string): 'ltr' | 'rtl' {
  return rightToLeft.includes(language) ? 'rtl' : 'ltr';
}

/** The languages that the option `languages` offers; the default one always. */
export function offeredLanguages(named: unknown): Language[] {
  const list: unknown[] = Array.isArray(named) ? named : [];
  return knownLanguages.filter((language) => language === defaultLanguage || list.includes(language));
}

export function isKnownLanguage(language: unknown): language is Language {
  return knownLanguages.some((known) => known === language);
}

/** A sentence that ends with an abbreviation, as dates do («22 нояб.»), has one full stop. */
export const oneDot = (text: string): string => text.replace(/(\p{L})\.\.(?!\.)/gu, '$1.');

/** `«Ножницы „Соня“»`: nested quotation marks become inner ones, line by line. */
export function innerQuotes(text: string): string {
  if (text.indexOf('«') === text.lastIndexOf('«')) return text;
  let depth = 0;
  return text.replace(/[«»\n]/g, (mark) => {
    if (mark === '\n') depth = 0;
    else if (mark === '«') return ++depth > 1 ? '„' : mark;
    else if (depth > 0) return --depth > 0 ? '“' : mark;
    return mark;
  });
}
