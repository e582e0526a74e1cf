/** A number as somebody wrote it. Apart from `number.ts`, which every list of orders loads. */
export interface WrittenNumber {
  number: string;
  /** The long one of fourteen digits. */
  isLong: boolean;
  /** It can be nothing else, such as the end of a phone number. */
  isCertain: boolean;
  /** Only its end is written, behind a whole one: «2611-482, 483». */
  isShortened?: boolean;
}

/** Dashes and minus signs of all alphabets, and slashes. */
const dash = String.raw`\p{Pd}\u00ad\u2043\u2212\u02d7/\\_⁄∕`;
const gap = String.raw`\s{0,3}[${dash}]?\s{0,3}`;
const day = String.raw`(20\d{2})[${dash}\s]?(0[1-9]|1[0-2])[${dash}\s]?(0[1-9]|[12]\d|3[01])${gap}(\d{6})`;
const short = String.raw`(2\d(?:0[1-9]|1[0-2]))(${gap})([1-9]\d{0,6})`;
const sign = String.raw`[№#]|(?<![\p{L}\p{N}])(?:N[roоº°]?|Н[oоº°]?)(?!\p{L})`;
/** Never within a word or a longer number; «от 27.11» may follow at once. */
const written = new RegExp(
  String.raw`(?:(${sign})[.:\s]{0,3}|(?<![\p{L}\p{N}]))(?:${day}|${short})(?:(?=(?:от|ot)(?!\p{L}))|(?![\p{L}\p{N}]))`,
  'giu',
);

/** Next to it, such a number is a sum: «НДС 2611-50», «2611 482 руб.». */
const sumBefore = /(?:ндс|сумм[а-я]{0,3}|комисси[а-я]{1,3}|удержан[а-я]{0,3}|%\)?)[\s:=\p{Pd}]{0,3}$/iu;
const sumBehind = /^\s{0,2}(?:руб|р\.|₽|rub|коп|%)/iu;
/** Joined to more digits, it is a part of something else: an account, a date, a sum. */
const joinedBefore = new RegExp(String.raw`\d[${dash}.,:]$`, 'u');
const joinedBehind = new RegExp(String.raw`^[${dash}.:]\d`, 'u');
/** Behind a comma, a sum of kopecks or the end of the next number. */
const commaBehind = /^,\d/;
/** «, 483», «и -484»: further numbers of the same month; no day, sum or part of something longer. */
const shortened = new RegExp(
  String.raw`^\s{0,2}(?:[,;+&]|(?<=\s)и(?=\s))\s{0,2}(?:№\s?)?[${dash}]?([1-9]\d{0,6})(?![\p{L}\p{N}]|[${dash}.,:]\d{2}(?!\d)|\s{0,2}(?:руб|р\.|₽|rub|коп|%))`,
  'iu',
);

/** No text names more orders than these. */
const most = 100;

/**
 * The order numbers in a text, in its order and each once: with any dash, slash or space, or none, behind «№» or not, never a
 * part of something longer (rules/orders: a number is read as people write it).
 */
export function findOrderNumbers(text: string): WrittenNumber[] {
  const plain = withOwnDigits(text);
  const found = new Map<string, WrittenNumber>();
  const finder = new RegExp(written);
  let end = -1;
  for (let match = finder.exec(plain); match && found.size < most; match = finder.exec(plain)) {
    if (!stands(plain, match, end)) {
      finder.lastIndex = match.index + 1;
      continue;
    }
    end = finder.lastIndex;
    const one = readMatch(match);
    if (!found.get(one.number)?.isCertain) found.set(one.number, one);
    if (!one.isCertain || one.isLong) continue;
    for (const further of shortenedBehind(plain, end, one))
      if (!found.has(further.number)) found.set(further.number, further);
  }
  return [...found.values()];
}

/** The numbers that a text goes on with after a whole one, by their ends. */
function shortenedBehind(text: string, end: number, { number }: WrittenNumber): WrittenNumber[] {
  const found: WrittenNumber[] = [];
  const month = number.slice(0, number.indexOf('-'));
  let at = end;
  while (found.length < most) {
    const match = shortened.exec(text.slice(at, at + 40));
    // A whole number follows.
    if (!match?.[1] || isNumberNext(text.slice(at + match[0].length - match[1].length, at + 40))) break;
    found.push({ number: `${month}-${match[1]}`, isLong: false, isCertain: false, isShortened: true });
    at += match[0].length;
  }
  return found;
}

/** Whether what surrounds a number lets it be one; `end` is where the one before ended, for lists without spaces. */
function stands(text: string, match: RegExpExecArray, end: number): boolean {
  const begin = match.index;
  const before = text.slice(Math.max(0, begin - 24), begin);
  const behind = text.slice(begin + match[0].length, begin + match[0].length + 24);
  const { isLong, isCertain, number } = readMatch(match);
  if (joinedBefore.test(before) && begin - 1 !== end) return false;
  if (joinedBehind.test(behind) && !(isCertain && isNumberNext(behind.slice(1)))) return false;
  if (commaBehind.test(behind) && !isCertain) return false;
  const mayBeSum = !isLong && !match[1] && (!isCertain || /-\d\d$/.test(number));
  return !(mayBeSum && (sumBefore.test(before) || sumBehind.test(behind)));
}

const isNumberNext = (text: string): boolean => new RegExp(written).exec(text)?.index === 0;

/** The number that somebody typed into a search, alone or behind «№» or «заказ»; undefined for other texts. */
export function parseOrderNumber(text: string): WrittenNumber | undefined {
  if (text.length > 80) return undefined;
  const typed = withOwnDigits(text)
    .trim()
    .replace(/^(?:заказ|order|طلب)[\s:]{1,3}/iu, '');
  const match = new RegExp(written).exec(typed);
  return match?.[0] === typed ? readMatch(match) : undefined;
}

/** The same of a short number only. */
export function parseShortNumber(text: string): WrittenNumber | undefined {
  const found = parseOrderNumber(text);
  return found && !found.isLong ? found : undefined;
}

function readMatch(match: RegExpExecArray): WrittenNumber {
  const [, marked, year, month, date, tail, first, between = '', place] = match;
  if (year) return { number: `${year}${month}${date}${tail}`, isLong: true, isCertain: true };
  return { number: `${first}-${place}`, isLong: false, isCertain: Boolean(marked) || between.trim() !== '' };
}

/** Digits of other alphabets as ours; marks of direction and signs without width say nothing. */
export const withOwnDigits = (text: string): string =>
  text
    .replace(/[٠-٩۰-۹０-９]/g, (digit) => String(digit.charCodeAt(0) % 16))
    .replace(/[\u200b-\u200f\u061c\u2060\u2066-\u2069\ufeff]/g, '');
