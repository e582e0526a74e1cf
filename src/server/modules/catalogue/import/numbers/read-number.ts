import { isBarcode } from '@/contract/catalogue/products/barcode';
import type { CellValue, CellWords } from '../cells';
import { plainWord } from '../cells';
import { endless } from '../shapes/columns';
import { currencyIn } from './prices';

/** A number with what stands around it: `1 299,50 руб.` */
interface WrittenNumber {
  /** With a point, as the schemas read it. */
  text: string;
  before: string;
  after: string;
  /** «1,299»: one mark and three figures behind it may be thousands or a fraction. */
  isUnclear: boolean;
}

/** A longer cell is a text. */
const longestNumber = 100;

/** The only number of a cell, however its groups and its decimal mark are written; undefined for anything else. */
export function readNumber(cell: string): WrittenNumber | undefined {
  if (cell.length > longestNumber) return undefined;
  const text = plainSigns(westernDigits(cell))
    .replace(/^[−–]/, '-')
    .replace(/(?<=\d)[.,][-–—]$/, '')
    .trim();
  const [, before = '', sign = '', digits = '', after = ''] =
    /^([^\d.,-]*)(?:(-)\s*)?([.,]?\d(?:[\d\s.,'’]*\d)?[.,]?)([^\d]*)$/.exec(text) ?? [];
  if (digits === '') return undefined;
  // A mark without figures behind it belongs to what follows: «10 шт.», «1299.»
  const whole = digits.replace(/[.,]$/, '').replace(/[\s’]/g, "'");
  const plain = plainDecimal(whole);
  if (plain === undefined) return undefined;
  return {
    text: `${sign}${plain}`,
    before: before.trim(),
    after: after.trim(),
    isUnclear: /^[1-9]\d{0,2}[.,]\d{3}$/.test(whole),
  };
}

/** Without marks of direction, and with what web pages write for signs of money and spaces. */
const plainSigns = (text: string): string =>
  text
    .replace(/[\u200e\u200f\u061c]/g, '')
    .replace(/&nbsp;|&#160;|&thinsp;|&#8201;/g, ' ')
    .replace(/&#8381;|&#x20bd;/gi, '₽');

/** Figures of Arabic and of full width as everybody calculates with them. */
const westernDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) =>
    String((digit.codePointAt(0) ?? 0) & 15),
  );

/** Groups of three figures, and one decimal mark; two equal marks are groups, of two different ones the last is decimal. */
function plainDecimal(text: string): string | undefined {
  if (/^[.,]\d+$/.test(text)) return `0.${text.slice(1)}`;
  if (/^\d+(?:[.,]\d+)?$/.test(text)) return text.replace(',', '.');
  const [, whole = '', rest = ''] =
    /^(\d{1,3}(?:'\d{3})+)([.,]\d+)?$/.exec(text) ??
    /^(\d{1,3}(?:\.\d{3})+)(,\d+)?$/.exec(text) ??
    /^(\d{1,3}(?:,\d{3})+)(\.\d+)?$/.exec(text) ??
    [];
  return whole === '' ? undefined : `${whole.replace(/[^\d]/g, '')}${rest.replace(',', '.')}`;
}

/** A number of pieces, or none at all; the schema says what is wrong with anything else. */
export function parseNumber(text: string, { units }: CellWords): CellValue {
  const number = readNumber(text);
  const isPlain = number?.before === '' && isUnit(number.after, units);
  return { value: isPlain ? number.text : text };
}

const isUnit = (text: string, units: ReadonlySet<string>) =>
  text === '' || units.has(plainWord(text.replaceAll('.', ' ')));

/** A price in the marketplace's currency; another one's sign is never taken for it, nor «1,299» for either of its meanings. */
export function parsePrice(text: string, words: CellWords): CellValue {
  const named = currencyIn(text, words.currencies);
  if (named !== undefined && named !== words.currency) return { error: 'error-import-currency' };
  const number = readNumber(text);
  if (!number) return { value: text };
  const after = number.after.replace(/(?:\/|за)\s{0,3}шт(?:ук[иу]?|\.)?$/iu, '').trimEnd();
  const isOurs = (part: string) =>
    /^(?:\p{L}+\.?|\p{Sc})$/u.test(part) && currencyIn(part, words.currencies) === words.currency;
  const isPlain = [number.before, after].every((part) => isUnit(part, words.units) || isOurs(part));
  if (!isPlain) return { value: text };
  return number.isUnclear ? { error: 'error-price-decimals' } : { value: number.text };
}

/** Units of other programs in ours: kilograms and centimetres. */
const measures: Record<'weight' | 'length', readonly (readonly [RegExp, number])[]> = {
  weight: [
    [/^(?:мг|mg)$/i, 0.000001],
    [/^(?:г|гр|грамм\p{L}{0,3}|g|gr|grams?)$/iu, 0.001],
    [/^(?:кг|килограмм\p{L}{0,3}|kg|kgs|kilograms?)$/iu, 1],
    [/^(?:т|тонн[аы]?|t)$/i, 1000],
    [/^(?:lbs?|pounds?|фунт\p{L}{0,3})$/iu, 0.453_592_37],
    [/^(?:oz|ounces?|унци\p{L}{0,2})$/iu, 0.028_349_523],
  ],
  length: [
    [/^(?:мм|миллиметр\p{L}{0,3}|mm|millimet(?:er|re)s?)$/iu, 0.1],
    [/^(?:см|сантиметр\p{L}{0,3}|cm|centimet(?:er|re)s?)$/iu, 1],
    [/^(?:дм|dm)$/i, 10],
    [/^(?:м|метр\p{L}{0,3}|m|met(?:er|re)s?)$/iu, 100],
    [/^(?:"|″|дюйм\p{L}{0,3}|in|inch(?:es)?)$/iu, 2.54],
    [/^(?:ft|feet|foot|фут\p{L}{0,3})$/iu, 30.48],
    [/^(?:yd|yards?|ярд\p{L}{0,3})$/iu, 91.44],
  ],
};

/** A weight or a length in the unit of its cell, else in that of its heading (`scale`), in ours. */
export const parseMeasure =
  (kind: 'weight' | 'length') =>
  (text: string, _words: CellWords, scale = 1): CellValue => {
    const number = readNumber(text);
    const unit = number?.after.replace(/\.$/, '') ?? '';
    const factor = unit === '' ? scale : factorOf(kind, unit);
    if (number?.before !== '' || factor === undefined) return { value: text };
    // Other systems write 0 where nobody weighed or measured.
    if (Number(number.text) === 0) return { value: null };
    // «1,250» grams may be a kilogram and a quarter, which kilograms themselves leave no doubt of.
    if (factor < 1 && number.isUnclear) return { error: 'error-import-thousands' };
    return { value: Number((Number(number.text) * factor).toFixed(6)) };
  };

/** The unit that a heading names: «Вес, г», «Длина (мм)». */
export function headingScale(kind: 'weight' | 'length', heading: string): number {
  const [, unit = ''] = /(?:^|[\s,(])(\p{L}+)[.)*\s]*$/u.exec(heading.slice(-longestNumber)) ?? [];
  return factorOf(kind, unit) ?? 1;
}

/** Programs that write the unit into the number's own word count, too: «kg», «Килограммы». */
const factorOf = (kind: 'weight' | 'length', unit: string): number | undefined =>
  measures[kind].find(([known]) => known.test(unit))?.[1];

/** The rate of most goods since 2026. */
const generalVat = '22';

/** `20`, `20 %`, `22,0`, `НДС 20 %`, `VAT_20`, a share (`0,22`), or a word for none or for the general rate. */
export function parseVat(text: string, { noVat, anyVat }: CellWords): CellValue {
  const word = plainWord(text.replace(/\([^()]*\)/g, ' '));
  if (noVat.has(word)) return { value: 'none' };
  if (anyVat.has(word)) return { value: generalVat, warning: 'error-import-vat-any' };
  const share = /^0[.,](\d{1,2})$/.exec(word)?.[1];
  if (share && Number(share) > 0) return { value: String(Number(share.padEnd(2, '0'))) };
  return { value: /^\D*(\d{1,2})(?:[.,]0{1,4})?\s*(?:%|процент\p{L}{0,4})?$/u.exec(word)?.[1] ?? text };
}

/** What a spreadsheet makes of a long number: its last figures are lost. */
const isExponent = (text: string): boolean => /^\d(?:[.,]\d+)?e\+?\d{1,2}$/i.test(text.trim());

/** A day, as spreadsheets write articles such as 1-11: whole, or its month in letters. */
const day =
  /^(?:\d{1,2}[./]\d{1,2}[./](?:19|20)\d{2}|\d{1,2}[.-](?:янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(?:янв|фев|мар|апр|май|июн|июл|авг|сен|окт|ноя|дек|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[.-]\d{2})$/i;

/** An article that a spreadsheet took for a number has lost its last figures; one that it took for a day says so. */
export function parseSku(text: string): CellValue {
  if (isExponent(text) && /[.,]/.test(text)) return { error: 'error-import-cell-exponent' };
  return day.test(text) ? { value: text, warning: 'error-import-cell-date' } : { value: text };
}

/** Files of 1C have several in one cell: the first that is one is the product's. */
export function parseBarcode(text: string): CellValue {
  if (isExponent(text)) return { error: 'error-import-cell-exponent' };
  const parts = text.split(/[;,|/\n]/).flatMap(barcodesIn);
  const value = parts.find(isBarcode) ?? parts[0] ?? text;
  return parts.length > 1 ? { value, warning: 'error-import-barcodes' } : { value };
}

/** A barcode in groups of figures, or several beside each other; «.0» is what spreadsheets add to a number. */
function barcodesIn(text: string): string[] {
  const joined = text.replace(/[\s-]/g, '').replace(/\.0+$/, '');
  if (/^0*$/.test(joined)) return [];
  const runs = text.match(/(?<!\d)\d{8,14}(?!\d)/g) ?? [];
  return !isBarcode(joined) && runs.length > 0 ? runs : [joined];
}

/** 1C writes what was sold before it came as less than nothing. */
export function parseStock(text: string, words: CellWords): CellValue {
  const known = words.stock.get(plainWord(text));
  if (known !== undefined) return { value: known };
  if (text.trim() === endless) return { error: 'error-import-stock-endless' };
  const number = readNumber(text);
  if (number?.before !== '' || !isUnit(number.after, words.units))
    return { error: 'error-import-stock-word' };
  if (!number.text.startsWith('-')) return { value: number.text };
  return Number(number.text) === 0 ? { value: 0 } : { value: 0, warning: 'error-import-stock-negative' };
}
