/** One cell of a file: a text, a number, or a sum with its kopecks. */
export type Cell = string | { number: number } | { sum: number };

const formula = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/**
 * A phone as we store or mask it, or its bare digits: no spreadsheet runs it, and an apostrophe before it breaks the import of
 * a courier.
 */
const phone = /^\+(?:7 (?:\(\d{3}\) \d{3}|••• •••)-\d{2}-\d{2}|\d{10,15})$/;

/**
 * A formula inside a text: a program of another language splits the file at other signs, and a quotation mark in the middle
 * of its cell holds nothing together. Not a dash before a space, as lists of properties have.
 */
const inside = /([,;|\t\n\r]"*)(?='*(?:[=+@\uff1d\uff0b\uff20]|[-\uff0d](?!\s)))/g;
const guardedInside = /([,;|\t\n\r]"*)'(?='*(?:[=+@\uff1d\uff0b\uff20]|[-\uff0d](?!\s)))/g;

export const guardInside = (text: string): string => text.replace(inside, "$1'");
/** The reverse of `guardInside`. */
export const bareInside = (text: string): string => text.replace(guardedInside, '$1');

/** A text for a CSV file: what a spreadsheet would run as a formula begins with an apostrophe. */
export const safeText = (text: string): string =>
  guardInside(formula.test(text) && !phone.test(text) ? `'${text}` : text);

/** A cell as text: numbers with the decimal sign of the language. */
export function cellText(cell: Cell, locale: string): string {
  if (typeof cell === 'string') return cell;
  const text = 'sum' in cell ? cell.sum.toFixed(2) : String(cell.number);
  return locale === 'ru' ? text.replace('.', ',') : text;
}
