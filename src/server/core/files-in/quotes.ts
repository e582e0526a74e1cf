import { trimEnd } from '@/contract/core/text';

/**
 * Cells in quotation marks that have others in them, which their program did not double: `"Набор "Роза" чайный"`,
 * `"Телевизор 55\" LED"`. The outer ones are no part of the text; of `"Роза" набор "люкс"` they are. `raw` is the row as
 * it stands in the file: there, a cell whose marks were doubled reads otherwise.
 */
export function withoutOuterQuotes(cells: string[], raw: string, separator: string): string[] {
  if (raw.length > longestRow || !cells.some(isQuoted)) return cells;
  const row = `${separator}${trimEnd(raw, '\r\n')}${separator}`;
  return cells.map((cell) =>
    isQuoted(cell) && row.includes(`${separator}${cell}${separator}`) ? inner(cell) : cell,
  );
}

/** Each quoted cell is looked for in the whole row. */
const longestRow = 64 * 1024;

const isQuoted = (cell: string): boolean => cell.length > 2 && cell.startsWith('"') && cell.endsWith('"');

function inner(cell: string): string {
  const text = cell.slice(1, -1);
  if (text.includes('\\"')) return text.replaceAll('\\"', '"');
  return isBalanced(text) ? text : cell;
}

/** Whether every mark that opens is closed; one behind a figure is the sign of inches. */
function isBalanced(text: string): boolean {
  let open = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) {
    if (open === 0 && /\d/.test(text[at - 1] ?? '')) continue;
    open += at === 0 || /[\s(«-]/.test(text[at - 1] ?? '') ? 1 : -1;
    if (open < 0) return false;
  }
  return open === 0;
}

/** A cell that begins with a quotation mark and has no other. */
export const isOpenCell = (cell: string): boolean => cell.startsWith('"') && !cell.includes('"', 1);
