/** One cell of a file: a text, a number, or a sum with its kopecks. */
export type Cell = string | { number: number } | { sum: number };

const formula = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/**
 * A phone as we store or mask it, or its bare digits: no spreadsheet runs it, and an apostrophe before it breaks the import of
 * a courier.
 */
const phone = /^\+(?:7 (?:\(\d{3}\) \d{3}|••• •••)-\d{2}-\d{2}|\d{10,15})$/;

/** A text for a CSV file: what a spreadsheet would run as a formula begins with an apostrophe. */
export const safeText = (text: string): string =>
  formula.test(text) && !phone.test(text) ? `'${text}` : text;

/** A cell as text: numbers with the decimal sign of the language. */
export function cellText(cell: Cell, locale: string): string {
  if (typeof cell === 'string') return cell;
  const text = 'sum' in cell ? cell.sum.toFixed(2) : String(cell.number);
  return locale === 'ru' ? text.replace('.', ',') : text;
}
