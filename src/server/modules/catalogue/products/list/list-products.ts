import type { RawBuilder } from 'kysely';
import { products } from '@/contract/catalogue/products';
import { maximumLimit, type Page } from '@/contract/core/paging';
import { type Ctx, isAdmin } from '@/server/core/context';
import { countByDays, pageByDays } from '@/server/core/db/daily-row-counts';
import { countNow, countQuickly, countTotal, type IdSelect } from '@/server/core/db/row-counts';
import { listAsMeant, pageOfIds } from '@/server/core/db/search';
import type { JsonRecord } from '@/server/core/json-record';
import { wrapPage } from '@/server/core/page-envelope';
import { buildListCondition } from '@/server/core/resource/conditions';
import {
  type ListPlan,
  listPage,
  pageRows,
  selectMatching,
  sortExpression,
} from '@/server/core/resource/list';
import { asksForAll, type CheckedList, checkList } from '@/server/core/resource/list-query';
import type { Family, ServiceOptions } from '@/server/core/resource/options';
import { narrowPolicy, type RowFilter } from '@/server/core/resource/policy';
import type { AnyDb } from '@/server/core/resource/rows';
import { productPolicy } from '../policy';
import { listColumns } from '../presenter';
import { searchTableQuery } from '../product-search';
import { lowestPrice, withCategoryIds, withPriceRange } from './product-filters';
import { productOptions } from './product-options';

/**
 * `GET products` and the lists like it: a page of the products that the user may see; `narrow` leaves out others, and
 * `order` sorts where the query does not.
 */
export async function listProducts(
  ctx: Ctx,
  query: JsonRecord,
  narrow?: RowFilter,
  { endpoint = products.endpoint, order }: { endpoint?: string; order?: RawBuilder<unknown> } = {},
): Promise<Page<JsonRecord>> {
  const priced = withPriceRange(query);
  const asked = checkList(products, priced, ctx);
  const family = await filterProducts(ctx, asked, narrow);
  const page = await listAsMeant(products, asked, (read) =>
    listPage(family, ctx, read, planPage(ctx, read, family, narrow, query.orderBy ? undefined : order)),
  );
  return wrapPage({ endpoint }, asked, priced, page);
}

/** The rows of a page without its total. */
export async function productRows(ctx: Ctx, asked: CheckedList, narrow?: RowFilter): Promise<JsonRecord[]> {
  const family = await filterProducts(ctx, asked, narrow);
  return pageRows(family, ctx, asked, planPage(ctx, asked, family, narrow));
}

/** The products of these that the user may see, as rows of a list; as many ids as a page has at most. */
export async function productsById(ctx: Ctx, ids: readonly number[]): Promise<Map<number, JsonRecord>> {
  if (ids.length === 0) return new Map();
  const asked = checkList(products, { limit: String(maximumLimit) });
  const rows = await productRows(ctx, asked, (eb) => eb('id', 'in', [...new Set(ids)]));
  return new Map(rows.map((row) => [Number(row.id), row]));
}

/** What the user may see and the filter matches, by the search keys and filters that were asked for. */
async function filterProducts(ctx: Ctx, asked: CheckedList, filter?: RowFilter): Promise<Family> {
  const policy = filter ? narrowPolicy(productPolicy, filter) : productPolicy;
  const conditions = await withCategoryIds(ctx, asked);
  return { resource: products, options: { ...productOptions, policy, conditions } };
}

/** Order, page and count. All products of the marketplace have counts by day, which also reach a deep page. */
function planPage(
  ctx: Ctx,
  asked: CheckedList,
  { options }: Family,
  narrow?: RowFilter,
  order: RawBuilder<unknown> = asked.orderBy === 'price' ? lowestPrice : sortExpression(products, ctx, asked),
): ListPlan {
  const matching = selectMatching(products, options, ctx, asked);
  const isEverything = isAdmin(ctx) && !narrow && asksForAll(asked);
  const isByDay = isEverything && asked.orderBy === 'created_at';
  return {
    ids: isByDay ? pageByDays('products', matching, asked) : pageOfIds(matching, asked, order),
    order,
    columns: listColumns,
    count: isEverything ? countByDays('products') : countQuickly('products', matching),
    total: async (counted) => {
      if (isEverything) return { total: counted ?? 0, isEstimate: false };
      const inSearch = narrow ? undefined : selectInSearch(ctx, asked, options);
      return countTotal(ctx, matching, inSearch ? await countNow(ctx, inSearch) : counted);
    },
  };
}

/** The same products in `product_search` alone, where it has all that is asked for: quicker to count. */
function selectInSearch(ctx: Ctx, asked: CheckedList, options: ServiceOptions): IdSelect | undefined {
  const search = searchTableQuery(asked);
  return (
    search &&
    (ctx.db as AnyDb)
      .selectFrom(search.rows.as('products'))
      .select('id')
      .where((eb) => buildListCondition(products, options, ctx, search.rest, eb))
  );
}
