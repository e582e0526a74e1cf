import { stringify } from 'csv-stringify/sync';
import { businessZone } from '@/contract/core/day';
import { type Cell, cellText, safeText } from './cells';

/**
 * Lines of a CSV file in the number format and separator of a language. A number keeps its minus sign, a text that a
 * spreadsheet would run as a formula is escaped.
 */
export function csvText(rows: readonly (readonly Cell[])[], locale: string, isFirst = false): string {
  const text = (cell: Cell) => (typeof cell === 'string' ? safeText(cell) : cellText(cell, locale));
  return stringify(
    rows.map((row) => row.map(text)),
    { bom: isFirst, delimiter: locale === 'ru' ? ';' : ',' },
  );
}

/** A CSV file of rows that come in parts; the first has the headings. */
export async function* csvParts(
  parts: AsyncIterable<readonly (readonly Cell[])[]>,
  locale: string,
): AsyncGenerator<string> {
  let isFirst = true;
  for await (const part of parts) {
    if (part.length > 0) yield csvText(part, locale, isFirst);
    isFirst = false;
  }
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
