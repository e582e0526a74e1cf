import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { ownValue } from '@/contract/core/own-value';
import type { Reading } from '@/server/core/db/like';
import { wordsSearched } from '@/server/core/db/search';
import { isId } from '@/server/core/numbers';
import { type CheckedList, requiresAll } from '@/server/core/resource/list-query';

/** Conditions on a product's row of `product_search`; undefined matches nothing. */
const searchConditions: Record<
  string,
  (value: string, reading?: Reading) => Expression<SqlBool> | undefined
> = {
  name: wordsSearched,
  'variations.value': (value) => sql<SqlBool>`"values" && ${value.split(',')}::text[]`,
};

/** Other columns of `product_search`. */
const searchColumns = ['shop_id', 'status'];

/**
 * Search box of products: words in any order and form, anywhere in names, SKUs and barcodes, variations included, in either
 * keyboard layout (rules/core: a search finds what was meant).
 */
export const matchesSearchBox = (text: string, query?: Partial<CheckedList>) =>
  inSearchTable('name', text, query);

/** Products with a variation of one of these comma-separated values. */
export const matchesValues = (values: string) => inSearchTable('variations.value', values);

function inSearchTable(key: string, value: string, query: Partial<CheckedList> = {}): Expression<SqlBool> {
  const asked = ownValue(searchConditions, key)?.(value, query.reading) ?? sql`false`;
  const shop = shopOf(query);
  // A search that comes first would otherwise read the products of all shops.
  const inShop = shop === undefined ? sql`` : sql`and shop_id = ${shop}`;
  // The planner overestimates how often several words occur together: `offset 0` evaluates the search first.
  // For a single word its estimate is right, and scanning the list in order may be quicker; but not in the order of
  // names, where what matches lies together and may lie at the end.
  const isFirst = key === 'name' && (areSeveral(value) || query.orderBy === 'name');
  const first = isFirst ? sql`offset 0` : sql``;
  return sql<SqlBool>`products.id in (select product_id from product_search where ${asked} ${inShop} ${first})`;
}

/** The only shop whose products a list shows; undefined for other lists. */
function shopOf({
  search = [],
  filters = {},
  joinWithAnd = false,
}: Partial<CheckedList>): number | undefined {
  const shop =
    filters.shop_id ??
    (requiresAll({ search, joinWithAnd }) ? search.find(({ key }) => key === 'shop_id')?.value : undefined);
  return shop !== undefined && isId(shop) ? Number(shop) : undefined;
}

const areSeveral = (text: string) => /\S\s+\S/.test(text);

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
    .map(({ key, value }) => ownValue(searchConditions, key)?.(value, query.reading) ?? sql`false`);
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
