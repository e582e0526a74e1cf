import type { CellOddity } from '@/contract/core/files/file-tables';
import { trimEnd } from '@/contract/core/text';

/** What a spreadsheet shows for a number, as far as it changes its meaning. */
export interface ShownNumber {
  text: string;
  odd?: CellOddity;
}

/** Number formats that workbooks name by number only. */
const days = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 57, 58]);
const clocks = new Set([18, 19, 20, 21, 32, 33, 34, 35, 45, 46, 47, 55, 56]);

export function builtInFormat(id: number): string {
  if (days.has(id)) return 'dd.mm.yyyy';
  if (clocks.has(id)) return 'hh:mm';
  return id === 9 || id === 10 ? '0%' : 'General';
}

/** A longer format is none that a program wrote. */
const longestFormat = 500;

/**
 * A number as its cell shows it where that is what a person means by it: a day, per cents, leading zeros and groups of an
 * article, a currency that is not ours. Everything else is the whole number that is stored, however it is rounded.
 */
export function shownNumber(value: number, format: string, is1904 = false): ShownNumber {
  const [first = 'General'] = format.slice(0, longestFormat).split(';');
  const currency = currencyIn(first);
  const code = first.replace(/"[^"]*"|\[[^[\]]*\]|\\.|_./g, '');
  if (/[ymdhs]/i.test(code) && !/general|основной|[0#?]/i.test(code))
    return { text: dayOf(value, code, is1904), odd: 'date' };
  if (code.includes('%')) return { text: `${plainNumber(value * 100)}%`, odd: 'percent' };
  const zeros = codeWithZeros(first);
  if (zeros !== undefined && Number.isInteger(value) && value >= 0) return { text: filled(value, zeros) };
  const text = currency === '' ? plainNumber(value) : `${plainNumber(value)} ${currency}`;
  return Math.abs(value) < maxKept ? { text } : { text, odd: 'rounded' };
}

/** Spreadsheets keep fifteen figures of a number. */
export const maxKept = 1e15;

/** A stored number without the dust of floating point and without an exponent. */
export function plainNumber(number: number): string {
  if (Number.isInteger(number) && Math.abs(number) < 1e21) return BigInt(number).toString();
  const text = String(Number(number.toPrecision(15)));
  return text.includes('e-') ? trimEnd(number.toFixed(15), '0') : text;
}

const ours = /^(₽|р|р\.|руб|руб\.|rub)$/i;

/** `[$$-409]` and a bare sign of money, if it is not that of roubles. */
function currencyIn(format: string): string {
  const named =
    /\[\$([^[\]-]{1,8})(?:-[^[\]]*)?\]/.exec(format)?.[1] ??
    /[$€£¥₸₴]/.exec(format.replace(/\[[^[\]]*\]/g, ''))?.[0];
  const sign = named?.trim() ?? '';
  return ours.test(sign) ? '' : sign;
}

/** `00000` and `000-000`: at least two zeros that fill up a number, and marks between them. */
function codeWithZeros(format: string): string | undefined {
  const code = format.replace(/"([^"]*)"/g, '$1').replace(/\\/g, '');
  return /^0[0\s-]*0$/.test(code) ? code : undefined;
}

function filled(value: number, zeros: string): string {
  const places = zeros.replace(/[^0]/g, '').length;
  const digits = BigInt(value).toString().padStart(places, '0');
  let at = digits.length - places;
  const rest = digits.slice(0, at);
  return rest + zeros.replace(/0/g, () => digits[at++] ?? '');
}

const dayMs = 24 * 3600_000;

/** Spreadsheets count days from the last one of 1899, or from the first one of 1904. */
function dayOf(value: number, code: string, is1904: boolean): string {
  const start = Date.UTC(1899, 11, 30) + (is1904 ? 1462 * dayMs : 0);
  const moment = new Date(start + Math.round(value * dayMs));
  if (Number.isNaN(moment.getTime()) || Math.abs(value) > 3_000_000) return plainNumber(value);
  const [day = '', time = ''] = moment.toISOString().split('T');
  const clock = time.slice(0, 5);
  if (value < 1) return clock;
  const shown = day.split('-').reverse().join('.');
  return /[hs]/i.test(code) && value % 1 !== 0 ? `${shown} ${clock}` : shown;
}
