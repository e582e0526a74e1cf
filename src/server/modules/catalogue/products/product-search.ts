import { type Expression, type SqlBool, sql } from 'kysely';
import { inOtherLayout } from '@/contract/core/keyboard';
import type { CheckedList } from '@/server/core/http/list-query';
import type { CountSource } from '@/server/core/resource/options';

/** What is asked of the line that a product has in `product_search`: all of it; nothing fits what asks nothing. */
const lookedUp: Record<string, (value: string) => Expression<SqlBool>[]> = {
  name: wordsSearched,
  'variations.value': (value) => [sql`"values" && ${value.split(',')}::text[]`],
};

/** What else these lines tell. */
const toldBeside = ['shop_id', 'status'];

/**
 * What stands in the search box of products: words in any order, anywhere in a name, a SKU or a barcode, those of
 * variations too; with ё or е, in any case, typed in the right keyboard layout or the other one.
 */
export const bySearchBox = (text: string) => among('name', text);

/** Products with variations that are made of one of these values, which a comma parts. */
export const byValues = (values: string) => among('variations.value', values);

function among(key: string, value: string): Expression<SqlBool> {
  const asked = lookedUp[key]?.(value) ?? [];
  // Several words seldom meet as often as the planner thinks: what they have in common is found first. How many products
  // have one word it knows, and then it may be quicker to look through the list in its order.
  const first = key === 'name' && areSeveral(value) ? sql`offset 0` : sql``;
  return sql<SqlBool>`products.id in (select product_id from product_search where ${all(asked)} ${first})`;
}

/** True of several words. */
export const areSeveral = (text: string) => /\S\s+\S/.test(text);

const all = (asked: readonly Expression<SqlBool>[]) =>
  asked.length > 0 ? sql.join(asked, sql` and `) : sql`false`;

/** The lines of a search alone, when they tell all that a list's query asks: nobody looks at the products to count them. */
export function countedAlone(query: CheckedList): CountSource | undefined {
  const given = [...query.search, ...Object.entries(query.filters).map(([key, value]) => ({ key, value }))];
  const isLookedUp = ({ key }: { key: string }) => Object.hasOwn(lookedUp, key);
  const isAll = query.joinWithAnd || query.search.length < 2;
  if (!isAll || !given.some(isLookedUp)) return undefined;
  if (!given.every((one) => isLookedUp(one) || toldBeside.includes(one.key))) return undefined;
  const asked = given.filter(isLookedUp).map(({ key, value }) => all(lookedUp[key]?.(value) ?? []));
  const lines = sql<{ id: number }>`(select product_id as id, shop_id, status, deleted_at from product_search
    where ${sql.join(asked, sql` and `)})`;
  const filters = Object.entries(query.filters).filter(([key]) => toldBeside.includes(key));
  return {
    lines,
    rest: {
      ...query,
      search: query.search.filter((one) => !isLookedUp(one)),
      filters: Object.fromEntries(filters),
    },
  };
}

/**
 * What a column `text` that was made by `search_text` says when it has all words of this, each in any of its readings. The
 * readings of the first words are put together, each with each: an index finds what several words have in common without
 * all that has one of them, but not beside an `or`.
 */
export function wordsSearched(text: string): Expression<SqlBool>[] {
  const words = text.normalize('NFC').split(/\s+/).slice(0, maxWords);
  const read = words.map(readingsOf).filter((readings) => readings.length > 0);
  let together: Expression<SqlBool>[][] = [[]];
  while (read[0] && together.length * read[0].length <= maxTogether) {
    const readings = read.shift() ?? [];
    together = together.flatMap((some) => readings.map((one) => [...some, one]));
  }
  if (together[0]?.length === 0) return [];
  const first = together.map((some) => sql<SqlBool>`(${sql.join(some, sql` and `)})`);
  return [first, ...read].map((readings) => sql<SqlBool>`(${sql.join(readings, sql` or `)})`);
}

const maxTogether = 8;

/** More words than this are left out: nobody types as many, and each costs a look into the index. */
const maxWords = 10;

/** A word as it was typed, and as it would be in the other layout. Nothing when only signs are left of it. */
function readingsOf(word: string): Expression<SqlBool>[] {
  return [word, inOtherLayout(word)].flatMap((one) => {
    const parts = one === undefined ? [] : likeTheIndex(one).split(' ').filter(Boolean);
    // «хлеб» is «[kt,» there: what is left of its signs stands in too many words.
    if (one !== word && parts.some((part) => part.length < 3) && parts.join('').length < word.length)
      return [];
    return parts.length > 0 ? [sql<SqlBool>`(${sql.join(parts.map(contains), sql` and `)})`] : [];
  });
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
