import { valueKey } from '@/contract/catalogue/attributes/value-key';
import { type FirstRow, importFields } from '@/contract/catalogue/products/imports';
import type { JsonRecord } from '@/server/core/json-record';
import type { ParsedRow } from './cells';
import type { ImportRow, Outcome } from './import-run';
import { valueOfField } from './read-row';

/** Rows of a file that its check shows as they will become. */
export const shownRows = 10;

/** What the check stores of a row: the values by field, before names are looked up. */
export function becomes(
  { texts }: ImportRow,
  read: ParsedRow,
  outcome: Outcome,
): { outcome: FirstRow['outcome']; values: JsonRecord } {
  const written = outcome.kind === 'product' || outcome.kind === 'variation' ? outcome.values : {};
  const all: JsonRecord = { ...read.values, ...written };
  if (outcome.kind === 'product') Object.assign(all, { categories: outcome.categories, tags: outcome.tags });
  const fields = importFields.filter((field) => texts[field] !== undefined);
  const values = [
    ...fields.map((field) => [field, valueOfField(all, field) ?? null]),
    ...read.characteristics.map(({ name, value }) => [`characteristic:${valueKey(name)}`, value]),
  ];
  if (texts.characteristics !== undefined) values.push(['characteristics', read.characteristics]);
  const isNew = (outcome.kind === 'product' || outcome.kind === 'variation') && !outcome.before;
  const kind = outcome.kind === 'bad' || outcome.kind === 'same' ? outcome.kind : isNew ? 'create' : 'update';
  return { outcome: kind, values: Object.fromEntries(values) };
}
