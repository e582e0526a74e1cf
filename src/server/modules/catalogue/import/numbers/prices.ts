/** A word of a currency, as files have it: `бел руб` is two in a row. */
export interface CurrencyWord {
  code: string;
  words: readonly string[];
}

/** `RUB=руб|RUB=р|BYN=бел руб` of the dictionaries; the longest first, which are the most exact. */
export function readCurrencyWords(texts: string): CurrencyWord[] {
  const pairs = texts.split('|').flatMap((pair) => {
    const [code = '', name = ''] = pair.split('=');
    return name === '' ? [] : [{ code, words: name.split(' ') }];
  });
  return pairs.sort((one, other) => other.words.length - one.words.length);
}

/** The currency that a cell or a heading names, by its code; `other` for a sign that we do not know. */
export function currencyIn(text: string, known: readonly CurrencyWord[]): string | undefined {
  const sign = /\p{Sc}/u.exec(text)?.[0];
  if (sign) return signs.get(sign) ?? 'other';
  const said = text.toLocaleLowerCase('ru').match(/\p{L}+/gu) ?? [];
  const isSaid = (words: readonly string[]) =>
    said.some((_one, at) => words.every((word, place) => isForm(word, said[at + place] ?? '')));
  const named = known.find(({ words }) => isSaid(words));
  if (named) return named.code;
  return (text.match(/(?<!\p{L})[A-Z]{3}(?!\p{L})/gu) ?? []).find((code) => codes.has(code));
}

/** A short word stands alone («р.»), a longer one has endings («рублей»). */
const isForm = (word: string, said: string) => (word.length < 3 ? said === word : said.startsWith(word));

const signs = new Map([
  ['₽', 'RUB'],
  ['$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'CNY'],
  ['₸', 'KZT'],
  ['₴', 'UAH'],
]);

const codes = new Set(Intl.supportedValuesOf('currency'));

/** True for a discounted price that says that there is none: 0, also with kopecks or a unit, or a word for it. */
export const isZero = (text: string): boolean =>
  /^0+(?:[.,]0+)?\s*(?:₽|\p{L}{1,4}\.?)?$/u.test(text.trim()) ||
  /^(?:нет|нет скидки|без скидки|none|null|no|n\/a|no discount|بدون|لا)$/i.test(text.trim());

/** Whether a heading names thousands, kopecks or the price of many pieces: «Цена, тыс. руб.», «Цена за 100 шт». */
export const isOtherAmount = (heading: string): boolean =>
  /(?<!\p{L})(?:тыс|млн|коп|копе\p{L}{2}|thousands?|cents?)(?!\p{L})|(?:(?<!\p{L})(?:за|per)|\/)\s*(?!1(?!\d))\d/iu.test(
    heading.slice(0, 200),
  );
