import type { Row } from './people.ts';

/** How servers of the dialect differ, beyond the formats of their rows. */
export interface Variant {
  /** Language of all rows: in another one lists are empty and records missing. */
  language?: string;
  /** The settings do not name the language. */
  isUnnamed?: boolean;
  /** Products are known by slug only. */
  isSlugOnly?: boolean;
  /** Missing records are answered with a text or a list and 200, updates with a sentence. */
  answersTexts?: boolean;
  /** Families without endpoints. */
  lacks?: readonly string[];
}

export const variantPath = 'variant';

/** Rows or settings in the language of a variant. */
export function inLanguage<Value>(value: Value, { language = 'ru' }: Variant): Value {
  const text = JSON.stringify(value)
    .replaceAll('"language":"ru"', `"language":"${language}"`)
    .replaceAll('"translated_languages":["ru"]', `"translated_languages":["${language}"]`);
  return JSON.parse(text) as Value;
}

/** True for a request that names another language than the variant's. */
export const isForeign = ({ language }: Variant, asked: string | null): boolean =>
  language !== undefined && asked !== null && asked !== language;

/** True for a product asked for by id where only slugs are known. */
export const isUnknownKey = ({ isSlugOnly }: Variant, family: string, key: string | undefined): boolean =>
  isSlugOnly === true && family === 'products' && /^\d+$/.test(key ?? '');

/** What such a server sends in place of a record: a text, or a list. */
export const insteadOfRecord = (key: string): string | Row[] =>
  Number(key) % 2 === 0 ? 'No such record' : [];
