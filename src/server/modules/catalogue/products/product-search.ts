import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { inOtherLayout } from '@/contract/core/keyboard';
import { ownValue } from '@/contract/core/own-value';
import { escapeLike } from '@/server/core/db/like';
import { isId } from '@/server/core/numbers';
import { type CheckedList, requiresAll } from '@/server/core/resource/list-query';

/** Conditions on a product's row of `product_search`, all required; an empty list matches nothing. */
const searchConditions: Record<string, (value: string) => Expression<SqlBool>[]> = {
  name: wordsSearched,
  'variations.value': (value) => [sql`"values" && ${value.split(',')}::text[]`],
};

/** Other columns of `product_search`. */
const searchColumns = ['shop_id', 'status'];

/**
 * Search box of products: words in any order, anywhere in names, SKUs and barcodes, variations included; ё
 * equals е, any case, either keyboard layout.
 */
export const matchesSearchBox = (text: string, query?: CheckedList) => inSearchTable('name', text, query);

/** Products with a variation of one of these comma-separated values. */
export const matchesValues = (values: string) => inSearchTable('variations.value', values);

function inSearchTable(key: string, value: string, query?: CheckedList): Expression<SqlBool> {
  const asked = ownValue(searchConditions, key)?.(value) ?? [];
  const shop = query && shopOf(query);
  // A search that comes first would otherwise read the products of all shops.
  const inShop = shop === undefined ? sql`` : sql`and shop_id = ${shop}`;
  // The planner overestimates how often several words occur together: `offset 0` evaluates the search first.
  // For a single word its estimate is right, and scanning the list in order may be quicker; but not in the order of
  // names, where what matches lies together and may lie at the end.
  const isFirst = key === 'name' && (areSeveral(value) || query?.orderBy === 'name');
  const first = isFirst ? sql`offset 0` : sql``;
  return sql<SqlBool>`products.id in (select product_id from product_search where ${joinConditions(asked)} ${inShop} ${first})`;
}

/** The only shop whose products a list shows; undefined for other lists. */
function shopOf(query: CheckedList): number | undefined {
  const { search, filters } = query;
  const shop =
    filters.shop_id ?? (requiresAll(query) ? search.find(({ key }) => key === 'shop_id')?.value : undefined);
  return shop !== undefined && isId(shop) ? Number(shop) : undefined;
}

const areSeveral = (text: string) => /\S\s+\S/.test(text);

const joinConditions = (asked: readonly Expression<SqlBool>[]) =>
  asked.length > 0 ? sql.join(asked, sql` and `) : sql`false`;

/**
 * Rows of `product_search` that match, and the `rest` of the query, when the table has all columns that the query asks
 * for; undefined otherwise.
 */
export function searchTableQuery(
  query: CheckedList,
): { rows: RawBuilder<{ id: number }>; rest: CheckedList } | undefined {
  const given = [...query.search, ...Object.entries(query.filters).map(([key, value]) => ({ key, value }))];
  const isLookedUp = ({ key }: { key: string }) => Object.hasOwn(searchConditions, key);
  if (!requiresAll(query) || !given.some(isLookedUp)) return undefined;
  if (!given.every((one) => isLookedUp(one) || searchColumns.includes(one.key))) return undefined;
  const asked = given
    .filter(isLookedUp)
    .map(({ key, value }) => joinConditions(ownValue(searchConditions, key)?.(value) ?? []));
  const rows = sql<{ id: number }>`(select product_id as id, shop_id, status, deleted_at from product_search
    where ${sql.join(asked, sql` and `)})`;
  const filters = Object.entries(query.filters).filter(([key]) => searchColumns.includes(key));
  return {
    rows,
    rest: {
      ...query,
      search: query.search.filter((one) => !isLookedUp(one)),
      filters: Object.fromEntries(filters),
    },
  };
}

/**
 * Conditions on a column `text` built by `search_text`: every word in one of its readings. Readings of the
 * first words are multiplied out, because the index intersects words within an `and`, but not across an `or`.
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

/** Further words, and parts of a word between punctuation, are ignored: each costs an index lookup. */
const maxWords = 10;

/** A word as typed, and in the other keyboard layout. Empty when only punctuation is left. */
function readingsOf(word: string): Expression<SqlBool>[] {
  return [word, inOtherLayout(word)].flatMap((one) => {
    const parts =
      one === undefined ? [] : normalizeLikeIndex(one).split(' ').filter(Boolean).slice(0, maxWords);
    // «хлеб» becomes «[kt,»: what remains without punctuation matches too many words.
    if (one !== word && parts.some((part) => part.length < 3) && parts.join('').length < word.length)
      return [];
    return parts.length > 0 ? [sql<SqlBool>`(${sql.join(parts.map(contains), sql` and `)})`] : [];
  });
}

/** One or two letters match only the beginning of words, as the trigram index does. */
function contains(part: string) {
  const escaped = escapeLike(part);
  return sql`text like ${Array.from(part).length < 3 ? `% ${escaped}%` : `%${escaped}%`}`;
}

/** Mirrors `search_text` in `0001_accounts.sql`. */
function normalizeLikeIndex(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[«»„“”"()[\]{},;:!?]/g, ' ');
}
