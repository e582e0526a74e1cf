import { type CsvMistake, maxCsvRows } from '@/contract/catalogue/attributes/csv';
import {
  attributeSchema,
  maxValues,
  metaError,
  valueError,
  valueKey,
} from '@/contract/catalogue/attributes/schema';
import { defaultLanguage } from '@/contract/core/languages';
import { type CsvRow, readCsv, splitCell } from '@/server/core/documents/csv';
import { AppError } from '@/server/core/errors';

/** A right row of an attributes file. */
export interface AttributeRow {
  row: number;
  name: string;
  values: { value: string; meta: string }[];
}

/** All values of a file together: beyond it the file is refused, however few its rows. */
const maxFileValues = 100_000;
const longestShown = 200;

/**
 * Reads a whole attributes file before anything is stored (reference rules R-281): the right rows, and what is wrong with
 * each cell of the others. Throws VALIDATION_FAILED at `csv` for what is no such file.
 */
export function readAttributeRows(content: Buffer): { rows: AttributeRow[]; errors: CsvMistake[] } {
  const found = readCsv(content, { field: 'csv', required: ['name'], maxRows: maxCsvRows });
  const rows: AttributeRow[] = [];
  const errors: CsvMistake[] = [];
  let total = 0;
  for (const one of found) {
    const { row, mistakes } = readRow(one);
    errors.push(...mistakes);
    if (mistakes.length === 0) rows.push(row);
    total += row.values.length;
    if (total > maxFileValues) {
      throw new AppError('VALIDATION_FAILED', { fields: { csv: ['error-csv-too-many'] } });
    }
  }
  return { rows, errors };
}

/** One wrong cell, cut to what can be shown. */
export function mistake(row: number, column: string, error: string, value: string): CsvMistake {
  return { row, column, error, value: value.slice(0, longestShown) };
}

function readRow({ row, cells, isTooLong }: CsvRow): { row: AttributeRow; mistakes: CsvMistake[] } {
  const mistakes: CsvMistake[] = [];
  const fail = (column: string, error: string, value: string) =>
    mistakes.push(mistake(row, column, error, value));
  const name = (cells.name ?? '').trim();
  const nameProblem = nameError(name);
  if (nameProblem) fail('name', nameProblem, name);
  const language = (cells.language ?? '').trim().toLowerCase();
  if (language !== '' && language !== defaultLanguage) fail('language', 'error-csv-language', language);
  if (isTooLong) fail('', 'error-csv-columns', '');
  const texts = splitCell(cells.values ?? '');
  const metas = splitCell(cells.metas ?? '');
  if (!texts) fail('values', 'error-csv-broken', cells.values ?? '');
  if (!metas) fail('metas', 'error-csv-broken', cells.metas ?? '');
  if (!texts || !metas) return { row: { row, name, values: [] }, mistakes };
  if (texts.length > maxValues) fail('values', 'error-too-many-values', cells.values ?? '');
  if (metas.length > 0 && metas.length !== texts.length)
    fail('metas', 'error-metas-count', cells.metas ?? '');
  // A file without metas, as other servers write it, is right: the value is then its own hint.
  const values = texts.map((value, index) => ({ value, meta: metas[index] || value }));
  const seen = new Set<string>();
  for (const { value, meta } of values) {
    const problem = valueError(value) ?? (seen.has(valueKey(value)) ? 'error-value-repeated' : undefined);
    if (problem) fail('values', problem, value);
    const metaProblem = metaError(meta);
    if (metaProblem && meta !== value) fail('metas', metaProblem, meta);
    seen.add(valueKey(value));
  }
  return { row: { row, name, values }, mistakes };
}

const nameSchema = attributeSchema.pick(['name']);

function nameError(name: string): string | undefined {
  try {
    nameSchema.validateSync({ name });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : 'error-wrong-value';
  }
}
