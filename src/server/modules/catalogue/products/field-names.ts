import { type ImportField, importFields } from '@/contract/catalogue/products/imports';
import { loadWords } from '@/server/core/words';

/** Field names in a language, used as headings of exports and in the screen. */
export async function fieldNames(language: string): Promise<Record<ImportField, string>> {
  const words = await loadWords(language, 'catalogue');
  const entries = importFields.map((field) => [field, words(`products.import.fields.${field}`)]);
  return Object.fromEntries(entries);
}
