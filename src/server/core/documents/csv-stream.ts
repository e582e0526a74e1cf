import { stringify } from 'csv-stringify/sync';
import { businessZone } from '@/contract/settings/business-day';

/** One cell: a sum keeps its minus sign, a text that a spreadsheet would run as a formula is escaped. */
export type Cell = string | { sum: number };

const formula = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/** Lines of a CSV file in the number format and separator of a language. */
export function csvText(rows: readonly (readonly Cell[])[], locale: string, isFirst = false): string {
  const isRussian = locale === 'ru';
  const text = (cell: Cell) => {
    if (typeof cell === 'string') return formula.test(cell) ? `'${cell}` : cell;
    return isRussian ? cell.sum.toFixed(2).replace('.', ',') : cell.sum.toFixed(2);
  };
  return stringify(
    rows.map((row) => row.map(text)),
    { bom: isFirst, delimiter: isRussian ? ';' : ',' },
  );
}

/** A file sent as the response. */
export interface PaperFile {
  name: string;
  type: string;
  content: Buffer | AsyncIterable<string>;
}

export const csvType = 'text/csv; charset=utf-8';

const kept = new Map<string, Intl.DateTimeFormat>();

/** Day and time in the business time zone. */
export function csvMoment(iso: string, locale: string): string {
  const key = `${locale} ${businessZone()}`;
  const made =
    kept.get(key) ??
    new Intl.DateTimeFormat(locale, {
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: businessZone(),
    });
  kept.set(key, made);
  return made.format(new Date(iso));
}
