import { readDay, readKopecks } from '../file-values';

/** A currency that is written to the sum. */
const roubles = /^(rub|rur|руб(лей)?\.?|р\.?|₽|643)$/i;

/** Another currency than roubles, which is no sum of ours. */
export const isRoubles = (text: string): boolean => text === '' || roubles.test(text);

/** A currency behind the digits; what is before it may be a sum. */
const written = /^([^\p{L}₽$€]*)([\p{L}₽$€][\p{L}.]{0,6})?$/u;
/** In front of the digits. */
const before = /^(?:₽|rub|rur|руб\.?)\s?(?=[\d(+−–—-])/i;

/**
 * A sum as acquirers write it, in kopecks: `2 000,00`, `2'000.00`, `2,000.00`, `2000.00 RUB`, `−2000.00`, `(2000.00)`. Undefined
 * for anything that is not exactly a sum of roubles.
 */
export function readSum(text: string): number | undefined {
  const [, digits = '', currency = ''] = written.exec(text.trim().slice(0, 60).replace(before, '')) ?? [];
  if (!roubles.test(currency || 'rub')) return undefined;
  const bare = digits.replace(/[\s\u00a0\u2000-\u200b\u202f'’`"]/g, '');
  const isNegative = /^[-−–—(]|[-−–—]$/.test(bare);
  const sum = readKopecks(plainMarks(bare.replace(/^[-−–—+(]|[-−–—)]$/g, '')));
  return sum === undefined || sum < 0 ? undefined : isNegative ? 0 - sum : sum;
}

/** The last of two kinds of marks is the decimal one, and the others stand between thousands. */
function plainMarks(digits: string): string {
  if (/^\d{1,3}(,\d{3})+\.\d{1,2}$/.test(digits)) return digits.replaceAll(',', '');
  if (/^\d{1,3}(\.\d{3})+,\d{1,2}$/.test(digits)) return digits.replaceAll('.', '');
  return digits;
}

/** «Сумма, коп.», and not «Сумма, руб. коп.». */
const isInKopecks = (heading: string): boolean =>
  /(?<!\p{L})коп(?:е[ей]к\p{L}{0,3})?(?!\p{L})/iu.test(heading) && !/(?<!\p{L})(?:руб|р\.)/iu.test(heading);

/** A sum of a column by its heading, in kopecks; undefined for a part of a kopeck, too. */
export function readSumOf(heading: string, text: string): number | undefined {
  const sum = readSum(text);
  if (sum === undefined || !isInKopecks(heading)) return sum;
  return sum % 100 === 0 ? sum / 100 : undefined;
}

/** Columns are numbered below their headings in forms of accountants: 1, 2, 3. */
export function isNumbering(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '');
  return filled.length > 2 && filled.every((cell, at) => cell.trim() === String(at + 1));
}

/** Nothing, in a column of sums. */
export const isNone = (text: string): boolean => /^[-−–—]?$/.test(text.trim());

const english = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const months = ['янв', 'фев', 'мар', 'апр', 'ма', 'июн', 'июл', 'авг', 'сен', 'окт', 'ноя', 'дек'];

/**
 * A day as acquirers write it, with or without a time: `20.11.2026`, `20.11.26`, `20/11/2026`, `2026-11-20`, `20 ноября 2026`,
 * `20 Nov 2026`, the number of a workbook; a moment with its zone is its day in Moscow.
 */
export function readRegistryDay(text: string): string | undefined {
  const cell = withZone(text.trim().slice(0, 60));
  const known = readDay(cell);
  if (known) return known;
  // A workbook counts days since 30 December 1899.
  if (/^4\d{4}(\.\d+)?$/.test(cell))
    return new Date(Date.UTC(1899, 11, 30) + Math.floor(Number(cell)) * 86_400_000)
      .toISOString()
      .slice(0, 10);
  const [, first = '', middle = '', last = '', rest = ''] =
    /^(\d{1,4})[ ./-]+(\d{1,2}|\p{L}{3,9}\.?)[ ./-]+(\d{2,4})(?: ?г(?:ода|\.)?)?(.*)$/u.exec(cell) ?? [];
  if (
    first === '' ||
    !/^([ ,T]+(в )?\d{1,2}:\d{2}(:\d{2})?([.,]\d{1,6})?( ?\(?(msk|мск|utc\+3|gmt\+3|\+0?3:?00)\)?)?)?$/i.test(
      rest,
    )
  )
    return undefined;
  const month = /^\d/.test(middle) ? middle : String(monthOf(middle));
  const [year, day] = first.length === 4 ? [first, last] : [last.length === 2 ? `20${last}` : last, first];
  return readDay(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}

/** A moment as databases write it is one in ISO: `2026-11-20 21:30:00+00`, `2026-11-20 21:30 UTC`. */
const withZone = (text: string): string =>
  text
    .replace(/^'/, '')
    .replace(
      /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(?:UTC|GMT|Z|\+00(?::?00)?)$/,
      '$1T$2Z',
    );

const monthOf = (word: string) => {
  const small = word.toLocaleLowerCase('ru');
  const place = english.findIndex((start) => small.startsWith(start));
  if (place >= 0) return place + 1;
  return (
    months.findIndex((start, index) => (index === 4 ? /^ма[йя]/.test(small) : small.startsWith(start))) + 1
  );
};
