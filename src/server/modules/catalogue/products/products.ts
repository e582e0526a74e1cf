import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { products } from '@/contract/catalogue/products';
import { productTabs } from '@/contract/catalogue/products/tabs';
import type { Page } from '@/contract/core/paging';
import { type Ctx, isAdmin } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { type CheckedList, checkList } from '@/server/core/http/list-query';
import type { ServiceOptions } from '@/server/core/resource/options';
import type { Policy, RowFilter } from '@/server/core/resource/policy';
import type { JsonRecord } from '@/server/core/resource/query';
import { type Condition, type RelationTo, refersToSlug } from '@/server/core/resource/relations';
import { type ResourceService, resourceService, type TableService } from '@/server/core/resource/service';
import { countTabs } from '@/server/core/resource/tab-counts';
import { setStatuses } from '../bulk/bulk-products';
import { undoBulk } from '../bulk/undo-bulk';
import { catalogueShopIds, productPolicy } from './policy';
import { getProduct, presentListed } from './presenter';
import { aroundInclude } from './product-deals';
import { listConditions, listSorts, withPriceRange } from './product-filters';
import { searchCountSource } from './product-search';
import { createProduct, updateProduct } from './save-product';

const byLinkedSlug =
  (relation: RelationTo, link: 'category_product' | 'product_tag'): Condition =>
  (eb, ...asked) =>
    eb(
      'id',
      'in',
      eb
        .selectFrom(link)
        .select('product_id')
        .where(refersToSlug(relation)(eb, ...asked)),
    );

const always: Condition = () => sql<boolean>`true`;

const conditions: Record<string, Condition> = {
  'type.slug': refersToSlug({ column: 'type_id', table: 'groups' }),
  'shop.slug': refersToSlug({ column: 'shop_id', table: 'shops' }),
  'author.slug': refersToSlug({ column: 'author_id', table: 'authors' }),
  'manufacturer.slug': refersToSlug({ column: 'manufacturer_id', table: 'manufacturers' }),
  'categories.slug': byLinkedSlug({ column: 'category_id', table: 'categories' }, 'category_product'),
  'tags.slug': byLinkedSlug({ column: 'tag_id', table: 'tags' }, 'product_tag'),
  categories: (_eb, value) => inCategories(value),
  // Evaluated together by `saleFilter`.
  flash_sale_builder: always,
  searchedByUser: always,
  free_from: always,
  free_to: always,
  except_flash_sale: always,
  ...listConditions,
};

/** Options of the engine for products. */
export const productOptions: ServiceOptions = {
  table: 'products',
  policy: productPolicy,
  requiredRelations: [
    { column: 'shop_id', table: 'shops' },
    { column: 'type_id', table: 'groups' },
    { column: 'author_id', table: 'authors' },
    { column: 'manufacturer_id', table: 'manufacturers' },
    { column: 'box_id', table: 'boxes' },
    { column: 'delivery_class_id', table: 'delivery_classes' },
  ],
  conditions,
  sorts: listSorts,
  include: { around: aroundInclude },
  present: presentListed,
};

/** Products of categories, by slug or id, descendants included. */
const inCategories = (value: string) => inCategoriesOf(sql`(select ${below(value)})::bigint[]`);

const below = (value: string) => sql<number[]>`categories_below(${value.split(',')}::text[])`;

const inCategoriesOf = (ids: RawBuilder<unknown>): Expression<SqlBool> =>
  sql<boolean>`products.id in (select product_id from category_product where category_id = any(${ids}))`;

/**
 * Conditions of a list that names categories: their ids are read first, because the planner needs them for its
 * estimates.
 */
async function withCategoryIds(ctx: Ctx, { search, filters }: CheckedList): Promise<typeof conditions> {
  const values = [...search, { key: 'categories', value: filters.categories ?? '' }]
    .filter(({ key, value }) => key === 'categories' && value !== '')
    .map(({ value }) => value);
  const known = new Map<string, number[]>();
  for (const value of new Set(values)) {
    const { rows } = await sql<{ ids: number[] }>`select ${below(value)} as ids`.execute(ctx.db);
    known.set(value, rows[0]?.ids.map(Number) ?? []);
  }
  if (known.size === 0) return conditions;
  return {
    ...conditions,
    categories: (_eb, value) => inCategoriesOf(sql`${known.get(value) ?? []}::bigint[]`),
  };
}

const fullListOptions: Pick<ServiceOptions, 'countSource' | 'dailyRowCounts'> = {
  countSource: (_ctx, query) => searchCountSource(query),
  dailyRowCounts: (ctx) => (isAdmin(ctx) ? 'products' : undefined),
};

/** The service of products that the user may see; `more` narrows them, `endpoint` is used in page links. */
export function productsFor(more?: RowFilter, endpoint = products.endpoint): TableService {
  const policy: Policy = (ctx, purpose) => {
    const own = productPolicy(ctx, purpose);
    if (!more || !own) return more ?? own;
    return (eb) => eb.and([own(eb), more(eb)]);
  };
  const own = { ...productOptions, policy, ...(!more && fullListOptions) };
  const resource = { ...products, endpoint };
  return {
    ...resourceService(resource, own),
    async list(ctx, asked) {
      const query = withPriceRange(asked);
      const known = await withCategoryIds(ctx, checkList(resource, query));
      return resourceService(resource, { ...own, conditions: known }).list(ctx, query);
    },
  };
}

/** `GET products` (reference endpoints §6). */
function listProducts(ctx: Ctx, query: JsonRecord): Promise<Page<JsonRecord>> {
  return productsFor(saleFilter(ctx, query)).list(ctx, query);
}

/**
 * `flash_sale_builder` (reference rules R-173): without `searchedByUser` products in a current or future
 * sale; with it those that may join one: published and free from `free_from` (default now) to `free_to`.
 */
function saleFilter(ctx: Ctx, query: JsonRecord): RowFilter | undefined {
  if (!['1', 'true'].includes(String(query.flash_sale_builder ?? ''))) return undefined;
  if (!query.searchedByUser) {
    return () => sql<boolean>`exists (select 1 from flash_sale_products l join flash_sale f on f.id = l.flash_sale_id
      where l.product_id = products.id and f.deleted_at is null and f.sale_status and f.end_date > ${ctx.now})`;
  }
  const from = parseMoment(query, 'free_from') ?? ctx.now;
  const to = parseMoment(query, 'free_to');
  const except = /^\d{1,15}$/.test(String(query.except_flash_sale)) ? Number(query.except_flash_sale) : 0;
  return () => sql<boolean>`(products.status = 'publish' and not exists (
    select 1 from flash_sale_products l join flash_sale f on f.id = l.flash_sale_id
    where l.product_id = products.id and f.deleted_at is null and f.id <> ${except}
      and f.end_date > ${from} and f.start_date < coalesce(${to ?? null}::timestamptz, 'infinity')))`;
}

function parseMoment(query: JsonRecord, key: string): Date | undefined {
  if (query[key] === undefined || query[key] === '') return undefined;
  const moment = new Date(String(query[key]));
  if (Number.isNaN(moment.getTime())) {
    throw new AppError('VALIDATION_FAILED', { fields: { [key]: ['error-wrong-value'] } });
  }
  return moment;
}

/** `GET products/counts`: how many products each tab of a list has. */
export function countProducts(ctx: Ctx, query: JsonRecord): Promise<Record<string, number>> {
  return countTabs(products, { ...productOptions, ...fullListOptions }, ctx, productTabs, query);
}

/**
 * `GET products/export`: only one's own products; those of other shops can be browsed but not exported.
 * Throws FORBIDDEN.
 */
function exportProducts(ctx: Ctx, query: JsonRecord): AsyncIterable<string> {
  if (isAdmin(ctx)) return productsFor().exportList(ctx, query);
  const shops = catalogueShopIds(ctx);
  if (shops.length === 0) throw new AppError('FORBIDDEN');
  const own: RowFilter = () => sql<boolean>`products.shop_id = any(${shops}::bigint[])`;
  return productsFor(own).exportList(ctx, query);
}

export const productsService: ResourceService = {
  ...productsFor(),
  list: listProducts,
  get: getProduct,
  create: createProduct,
  update: updateProduct,
  exportList: exportProducts,
  bulkSet: (ctx, body) => setStatuses(productOptions, ctx, body),
  bulkUndo: async (ctx, id) => (await undoBulk(productOptions, ctx, id)) ?? productsFor().bulkUndo(ctx, id),
};
