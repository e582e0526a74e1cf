import { type ImportField, importFields } from '@/contract/catalogue/products/imports';
import { wordsOf } from '@/server/core/words';

/** Which column of a file is which field, as far as its headings tell; each field once, the first column wins. */
export async function guessMapping(headings: readonly string[]): Promise<Record<string, ImportField>> {
  const known = await knownNames();
  const mapping: Record<string, ImportField> = {};
  const used = new Set<ImportField>();
  for (const [index, heading] of headings.entries()) {
    const field = known.get(plainName(heading));
    if (!field || used.has(field)) continue;
    mapping[index] = field;
    used.add(field);
  }
  return mapping;
}

/** What a field is called in a language: headings of files that we write, and what the screen offers. */
export async function fieldNames(language: string): Promise<Record<ImportField, string>> {
  const words = await wordsOf(language, 'form');
  const entries = importFields.map((field) => [field, words(`products.import.fields.${field}`)]);
  return Object.fromEntries(entries);
}

async function knownNames(): Promise<Map<string, ImportField>> {
  const ru = await fieldNames('ru');
  const en = await fieldNames('en');
  const known = new Map<string, ImportField>();
  const add = (name: string, field: ImportField) => {
    if (plainName(name) !== '' && !known.has(plainName(name))) known.set(plainName(name), field);
  };
  // Exact names first: an alias of one field may be the name of another.
  for (const field of importFields) for (const name of [field, ru[field], en[field]]) add(name, field);
  for (const language of ['ru', 'en']) {
    const words = await wordsOf(language, 'imports');
    for (const field of importFields)
      for (const name of words(`headings.${field}`).split('|')) add(name, field);
  }
  return known;
}

/** Headings differ by case, by a letter that many leave out, by a unit in brackets or behind a comma. */
export function plainName(heading: string): string {
  return heading
    .toLocaleLowerCase('ru')
    .replaceAll('ё', 'е')
    .replace(/\([^)]*\)|,.*$|\*/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
