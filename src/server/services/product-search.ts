import { type Expression, type SqlBool, sql } from 'kysely';

/**
 * What stands in the search box of products: words in any order, anywhere in a name, a SKU or a barcode, those of
 * variations too; with ё or е, in any case, typed in the right keyboard layout or the other one.
 */
export function bySearchBox(text: string): Expression<SqlBool> {
  const words = wordsSearched(text);
  if (words.length === 0) return sql<SqlBool>`false`;
  // Several words seldom meet as often as the planner thinks: what they have in common is found first. How many products
  // have one word it knows, and then it may be quicker to look through the list in its order.
  const first = words.length > 1 ? sql`offset 0` : sql``;
  return sql<SqlBool>`products.id in
    (select product_id from product_search where ${sql.join(words, sql` and `)} ${first})`;
}

/** What a column `text` that was made by `search_text` says when it has all words of this, each in any of its readings. */
export function wordsSearched(text: string): Expression<SqlBool>[] {
  return text.normalize('NFC').split(/\s+/).slice(0, mostWords).flatMap(alternatives);
}

/** More words than this are left out: nobody types as many, and each costs a look into the index. */
const mostWords = 10;

/** A word as it was typed, or as it would be in the other layout. Nothing when only signs are left of it. */
function alternatives(word: string): Expression<SqlBool>[] {
  const read = [word, inOtherLayout(word)].flatMap((one) => {
    const parts = one === undefined ? [] : likeTheIndex(one).split(' ').filter(Boolean);
    return parts.length > 0 ? [sql`(${sql.join(parts.map(contains), sql` and `)})`] : [];
  });
  return read.length > 0 ? [sql<SqlBool>`(${sql.join(read, sql` or `)})`] : [];
}

/** One or two letters are the beginning of a word: an index of three letters knows them there only. */
function contains(part: string) {
  const escaped = part.replace(/[\\%_]/g, '\\$&');
  return sql`text like ${Array.from(part).length < 3 ? `% ${escaped}%` : `%${escaped}%`}`;
}

/** What `search_text` of migration 0056 does to what is found. */
function likeTheIndex(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[«»„“”"()[\]{},;:!?]/g, ' ');
}

const latin = '`qwertyuiop[]asdfghjkl;\'zxcvbnm,.~{}:"<>';
const cyrillic = 'ёйцукенгшщзхъфывапролджэячсмитьбюёхъжэбю';

const toCyrillic = new Map(Array.from(latin).map((key, place) => [key, cyrillic[place] ?? key]));
// Lower case only: a letter's first place is its key without Shift.
const toLatin = new Map(Array.from(latin.slice(0, 33)).map((key, place) => [cyrillic[place] ?? key, key]));

/** The keys that were pressed, read in the other layout; undefined when the word is of both or of neither. */
export function inOtherLayout(word: string): string | undefined {
  const keys = Array.from(word.toLowerCase());
  const isLatin = keys.some((key) => /[a-z]/.test(key));
  const isCyrillic = keys.some((key) => /[а-яё]/.test(key));
  if (isLatin === isCyrillic) return undefined;
  const keyboard = isLatin ? toCyrillic : toLatin;
  return keys.map((key) => keyboard.get(key) ?? key).join('');
}
