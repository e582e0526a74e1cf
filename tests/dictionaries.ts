import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { domains } from '../src/contract/domains.ts';

const folder = 'public/locales';

/** Files of the dictionaries: `common.json`, `form.json` and so on. */
export const dictionaryFiles = readdirSync(join(folder, 'ru'));

/** Texts of a dictionary by key, such as `list.empty`; none when the language has no such file. */
export function textsOf(language: string, file: string): Map<string, string> {
  try {
    return new Map(flat(JSON.parse(readFileSync(join(folder, language, file), 'utf8'))));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw error;
  }
}

function flat(from: object, prefix = ''): [string, string][] {
  return Object.entries(from).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null
      ? flat(value, `${prefix}${key}.`)
      : [[`${prefix}${key}`, String(value)] as [string, string]],
  );
}

/** A dictionary as it is stored: `dictionary('ru', 'orders')`. */
export function dictionary(language: string, namespace: string): Record<string, Texts> {
  return JSON.parse(readFileSync(join(folder, language, `${namespace}.json`), 'utf8'));
}

/** A text, or a section with more. */
export type Texts = string | { [key: string]: Texts };

/** The texts of all families, by family: each has a section in the dictionary of its domain. */
export function familyTexts(language: string): Record<string, Texts> {
  return Object.assign({}, ...domains.map((domain) => dictionary(language, domain)));
}

/** The key without its plural suffix: languages have different ones. */
export const withoutPlural = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');

/** Keys of the Russian dictionary that another language lacks, with the Russian text. */
export function missingTexts(language: string, file: string): [key: string, russian: string][] {
  const known = new Set([...textsOf(language, file).keys()].map(withoutPlural));
  const found = new Map<string, string>();
  for (const [key, text] of textsOf('ru', file)) {
    const plain = withoutPlural(key);
    if (!known.has(plain) && !found.has(plain)) found.set(plain, text);
  }
  return [...found];
}
