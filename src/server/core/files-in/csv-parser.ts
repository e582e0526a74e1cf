import { type Options, type Parser, parse } from 'csv-parse';

/**
 * A parser of rows of any width. The library makes an error with a copy of the row for each whose width is not that of the
 * first, and drops it: 30,000 empty rows stopped everybody for a second. So every width is the expected one.
 */
export function openCsvParser(options: Options): Parser {
  const parser = parse({ ...options, relax_column_count: true });
  const { state } = parser as Parser & { state: { record: unknown[]; expectedRecordLength?: number } };
  Object.defineProperty(state, 'expectedRecordLength', {
    get: () => state.record.length,
    set: () => {},
  });
  return parser;
}
