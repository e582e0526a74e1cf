import { type Expression, type SqlBool, sql } from 'kysely';
import type { Page } from '@/contract/paging';
import { products } from '@/contract/products';
import { type Ctx, isAdmin, shopIdsOf } from '../context';
import { AppError } from '../errors';
import type { Policy, RowFilter } from '../policies/own-shop';
import { presentProducts } from './product-deals';
import type { Values } from './resource-query';
import { type Condition, type RelationTo, refersToSlug } from './resource-relations';
import { type ResourceService, resourceService } from './resource-service';

/**
 * Which products: an administrator all; owner and staff every one of their shops, of others what is on sale there; all
 * others what is on sale, which needs an active shop (design §5).
 */
export const productPolicy: Policy = (ctx, purpose) => {
  if (isAdmin(ctx)) return undefined;
  const own = sql<boolean>`products.shop_id = any(${ctx.user ? shopIdsOf(ctx.user) : []}::bigint[])`;
  if (purpose === 'write') return () => own;
  return () => sql<boolean>`(${own} or (products.status = 'publish' and exists (select 1 from shops
    where shops.id = products.shop_id and shops.is_active and shops.deleted_at is null)))`;
};

const byLinked =
  (relation: RelationTo, link: 'category_product' | 'product_tag'): Condition =>
  (eb, value) =>
    eb('id', 'in', eb.selectFrom(link).select('product_id').where(refersToSlug(relation)(eb, value)));

const anything: Condition = () => sql<boolean>`true`;

const conditions: Record<string, Condition> = {
  'type.slug': refersToSlug({ column: 'type_id', table: 'groups' }),
  'author.slug': refersToSlug({ column: 'author_id', table: 'authors' }),
  'manufacturer.slug': refersToSlug({ column: 'manufacturer_id', table: 'manufacturers' }),
  'categories.slug': byLinked({ column: 'category_id', table: 'categories' }, 'category_product'),
  'tags.slug': byLinked({ column: 'tag_id', table: 'tags' }, 'product_tag'),
  categories: (_eb, value) => inCategories(value.split(',')),
  // Read together by `saleFilter`.
  flash_sale_builder: anything,
  searchedByUser: anything,
  free_from: anything,
  free_to: anything,
  except_flash_sale: anything,
};

/** Products of categories, named by slug or id, and of all that lies below them. */
function inCategories(keys: string[]): Expression<SqlBool> {
  return sql<boolean>`products.id in (select l.product_id from category_product l where l.category_id in (
    with recursive tree (id) as (
      select id from categories where (slug = any(${keys}) or id::text = any(${keys})) and deleted_at is null
      union select c.id from categories c join tree on c.parent_id = tree.id where c.deleted_at is null
    ) select id from tree))`;
}

/** Products as this person may see them; with `more`, a part of them. */
export function productsFor(more?: RowFilter): ResourceService {
  const policy: Policy = (ctx, purpose) => {
    const own = productPolicy(ctx, purpose);
    if (!more || !own) return more ?? own;
    return (eb) => eb.and([own(eb), more(eb)]);
  };
  return resourceService(products, { table: 'products', policy, conditions, present: presentProducts });
}

/** `GET products` (reference endpoints §6). */
export function listProducts(ctx: Ctx, query: Values): Promise<Page<Values>> {
  return productsFor(saleFilter(ctx, query)).list(ctx, query);
}

/**
 * `flash_sale_builder` (reference rules R-173): without `searchedByUser` the products that are in a campaign now or
 * later; with it those that may join one: on sale, and free from `free_from` to `free_to`, else from now on.
 */
function saleFilter(ctx: Ctx, query: Values): RowFilter | undefined {
  if (!['1', 'true'].includes(String(query.flash_sale_builder ?? ''))) return undefined;
  if (!query.searchedByUser) {
    return () => sql<boolean>`exists (select 1 from flash_sale_products l join flash_sale f on f.id = l.flash_sale_id
      where l.product_id = products.id and f.deleted_at is null and f.sale_status and f.end_date > ${ctx.now})`;
  }
  const from = momentOf(query, 'free_from') ?? ctx.now;
  const to = momentOf(query, 'free_to');
  const except = /^\d{1,15}$/.test(String(query.except_flash_sale)) ? Number(query.except_flash_sale) : 0;
  return () => sql<boolean>`(products.status = 'publish' and not exists (
    select 1 from flash_sale_products l join flash_sale f on f.id = l.flash_sale_id
    where l.product_id = products.id and f.deleted_at is null and f.id <> ${except}
      and f.end_date > ${from} and f.start_date < coalesce(${to ?? null}::timestamptz, 'infinity')))`;
}

function momentOf(query: Values, key: string): Date | undefined {
  if (query[key] === undefined || query[key] === '') return undefined;
  const moment = new Date(String(query[key]));
  if (Number.isNaN(moment.getTime())) {
    throw new AppError('VALIDATION_FAILED', { fields: { [key]: ['error-wrong-value'] } });
  }
  return moment;
}

/** The family as the engine's routes answer it. */
export const productsService: ResourceService = { ...productsFor(), list: listProducts, get: getProduct };

/** `GET products/{slug or id}`, with everything it is filed under. Throws NOT_FOUND. */
export async function getProduct(ctx: Ctx, key: string): Promise<Values> {
  const product = await productsFor().get(ctx, key);
  return { ...product, ...(await filedUnder(ctx, product)) };
}

async function filedUnder(ctx: Ctx, { id, author_id, manufacturer_id }: Values) {
  const stub = sql`jsonb_build_object('id', one.id, 'slug', one.slug,
    'name', coalesce(one.translations -> ${ctx.locale} ->> 'name', one.name))`;
  const linked = (
    table: string,
    link: string,
    column: string,
  ) => sql`coalesce((select jsonb_agg(${stub} order by one.id)
    from ${sql.table(link)} l join ${sql.table(table)} one on one.id = ${sql.ref(`l.${column}`)}
    where l.product_id = ${id} and one.deleted_at is null), '[]')`;
  const single = (table: string, value: unknown) =>
    sql`(select ${stub} from ${sql.table(table)} one where one.id = ${value ?? null}::bigint)`;
  const { rows } = await sql<Values>`select
    ${linked('categories', 'category_product', 'category_id')} as categories,
    ${linked('tags', 'product_tag', 'tag_id')} as tags,
    ${single('authors', author_id)} as author,
    ${single('manufacturers', manufacturer_id)} as manufacturer`.execute(ctx.db);
  return rows[0];
}
