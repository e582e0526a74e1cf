import { parse } from 'csv-parse/sync';
import { type Separator, separators } from '@/contract/core/file-tables';
import { lineEnds } from './text-rows';

/** How likely the first rows of a file are the table that is looked for; 0 when nothing in them is known. */
export type RateRows = (rows: readonly { cells: readonly string[] }[]) => number | Promise<number>;

const judgedRows = 40;

/**
 * The separator under which the first rows are the table that is looked for, by `rate`, else under which most rows have
 * the same number of cells: titles above the table and commas within its texts do not decide.
 */
export async function detectSeparator(start: string, rate?: RateRows): Promise<Separator> {
  let best: { separator: Separator; rating: readonly number[] } | undefined;
  for (const separator of separators) {
    const rows = firstRows(start, separator);
    const known = rate ? await rate(rows.map((cells) => ({ cells }))) : 0;
    const rating = [known, evenness(rows)];
    if (!best || isMore(rating, best.rating)) best = { separator, rating };
  }
  return best?.rating.some((one) => one > 0) ? best.separator : ',';
}

const isMore = ([known = 0, even = 0]: readonly number[], [known2 = 0, even2 = 0]: readonly number[]) =>
  known === known2 ? even > even2 : known > known2;

/** How much the rows look like a table: most of them of one width, and rather wide. */
function evenness(rows: readonly (readonly string[])[]): number {
  const widths = new Map<number, number>();
  const filled = rows.filter((cells) => cells.some((cell) => cell.trim() !== ''));
  for (const { length } of filled) widths.set(length, (widths.get(length) ?? 0) + 1);
  const rated = [...widths].map(([width, count]) => (count / filled.length) ** 2 * Math.log2(width));
  return Math.max(0, ...rated);
}

function firstRows(start: string, delimiter: Separator): string[][] {
  const options = {
    delimiter,
    record_delimiter: lineEnds,
    relax_column_count: true,
    to: judgedRows,
  } as const;
  // The last line may be cut, also within a quoted cell: then the quotes are read as signs.
  const whole = start.slice(0, Math.max(start.lastIndexOf('\n'), start.lastIndexOf('\r')) + 1) || start;
  try {
    return parse(whole, { ...options, relax_quotes: true });
  } catch {
    return parse(whole, { ...options, quote: false });
  }
}
