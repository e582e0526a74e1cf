import { type ImportField, type ImportOptions, importFields } from '@/contract/catalogue/products/imports';
import { rejectValue } from '@/server/core/errors';

/** Fields by index of the column: each once, of columns that are there. Throws VALIDATION_FAILED. */
export function mappingIn(given: unknown, headings: readonly string[]): Record<string, ImportField> {
  if (given === null || typeof given !== 'object' || Array.isArray(given)) rejectValue('mapping');
  const mapping: Record<string, ImportField> = {};
  for (const [index, name] of Object.entries(given)) {
    if (name === null || name === '') continue;
    const field = importFields.find((one) => one === name);
    const isColumn = /^\d{1,3}$/.test(index) && Number(index) < headings.length;
    if (!field || !isColumn || Object.values(mapping).includes(field)) rejectValue('mapping');
    mapping[index] = field;
  }
  return mapping;
}

const choices: { [Key in keyof ImportOptions]: readonly ImportOptions[Key][] } = {
  mode: ['atomic', 'rows'],
  match: ['sku', 'slug'],
  existing: ['update', 'skip'],
  fresh: ['create', 'skip'],
};

/** What is chosen of the options; others stay as they are. Throws VALIDATION_FAILED. */
export function optionsIn(given: unknown): Partial<ImportOptions> {
  if (given === undefined) return {};
  if (given === null || typeof given !== 'object') rejectValue('options');
  const entries = Object.entries(given).filter(([key]) => key in choices);
  for (const [key, value] of entries) {
    const known: readonly string[] = choices[key as keyof ImportOptions];
    if (!known.includes(String(value))) rejectValue('options');
  }
  return Object.fromEntries(entries);
}
