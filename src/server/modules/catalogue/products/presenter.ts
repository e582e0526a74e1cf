import { sql } from 'kysely';
import { products } from '@/contract/catalogue/products';
import { effectivePrice } from '@/contract/catalogue/products/sale-price';
import type { Variation } from '@/contract/catalogue/products/variations';
import { orderCourse } from '@/contract/orders/status';
import type { Ctx } from '@/server/core/context';
import { prepared } from '@/server/core/db/prepared';
import { type JsonRecord, pick } from '@/server/core/json-record';
import { toIdArray } from '@/server/core/resource/relations';
import type { StoredRow } from '@/server/core/resource/rows';
import { resourceService } from '@/server/core/resource/service';
import { inLanguage } from '@/server/core/resource/show';
import { reviewInclude } from '../moderation/product-reviews';
import { digitalFile, listVariationRows } from '../variations/variation-rows';
import { shownCharacteristics } from './characteristics';
import { mayEditProducts, productPolicy } from './policy';
import {
  effectivePrices,
  type ListExtras,
  loadListExtras,
  type ProductPrices,
  type SaleOfProduct,
} from './product-deals';

/** Maximum of related products. */
const maxRelated = 10;

/** Columns of a single product beyond those of a list. */
const detailKeys = [
  'barcode',
  'video',
  'author_id',
  'manufacturer_id',
  'height',
  'width',
  'length',
  'weight',
  'is_taxable',
  'vat_rate',
  'requires_marking',
  'is_free',
  'delivery_class_id',
  'box_id',
  'low_stock_threshold',
  'preview_url',
  'is_external',
  'external_product_url',
  'external_product_button_text',
  'seo',
];

const detailService = resourceService(products, {
  table: 'products',
  policy: productPolicy,
  present: (ctx, rows) => Promise.all(rows.map((row) => presentDetail(ctx, row))),
});

/** `GET products/{slug or id}`: a product with all its relations. Throws NOT_FOUND. */
export function getProduct(ctx: Ctx, key: string): Promise<JsonRecord> {
  return detailService.get(ctx, key);
}

async function presentDetail(ctx: Ctx, row: JsonRecord): Promise<JsonRecord> {
  const id = Number(row.id);
  const mayEdit = mayEditProducts(ctx, Number(row.shop_id));
  const [relations, variations, near] = await Promise.all([
    loadRelations(ctx, row, mayEdit),
    row.product_type === 'variable' ? listVariationRows(ctx, id, { mayEdit }) : [],
    findRelated(ctx, id),
  ]);
  const extras = await loadListExtras(ctx, [id, ...near.map((one) => Number(one.id))]);
  const own = extras.get(id);
  const sales = own?.sales ?? [];
  return {
    ...pick(row, [...listKeys, ...detailKeys]),
    ...relatedValues(ctx, row, own),
    ...relations,
    flash_sales: sales.map((sale) => pick({ ...sale }, saleKeys)),
    variation_options: variations.map((one) => ({
      ...withEffectivePrice(one, mayEdit, sales, ctx.now),
      language: ctx.locale,
    })),
    related_products: near.map((one) => presentInList(ctx, one, extras.get(Number(one.id)))),
  };
}

/** For a live or upcoming sale; the shop's consent terms are not exposed. */
const saleKeys = ['id', 'title', 'slug', 'type', 'rate', 'start_date', 'end_date', 'sale_status'];

/** Adds the effective price; buyers see it as the sale price when it is lower. */
function withEffectivePrice(
  variation: Variation,
  mayEdit: boolean,
  sales: readonly SaleOfProduct[],
  now: Date,
): Variation {
  const { price, sale_price } = variation;
  const paid = effectivePrice(price, sale_price, sales, now) ?? price;
  return {
    ...variation,
    sale_price: mayEdit ? sale_price : paid < price ? paid : null,
    effective_price: paid,
  };
}

interface RelatedRecords {
  digital_file: { id: number; file_name: string } | null;
  review: unknown;
  reserved: number;
  [key: string]: unknown;
}

/** Values from other tables, in one query. */
async function loadRelations(ctx: Ctx, row: JsonRecord, mayEdit: boolean): Promise<JsonRecord> {
  const id = Number(row.id);
  const review = mayEdit ? reviewInclude(ctx, toIdArray([id])) : undefined;
  const { rows } = await sql<RelatedRecords>`select ${prepared}
    ${stubsByLink(ctx, 'categories', 'category_product', 'category_id', id)} as categories,
    ${stubsByLink(ctx, 'tags', 'product_tag', 'tag_id', id)} as tags,
    ${stubById(ctx, 'authors', row.author_id)} as author,
    ${stubById(ctx, 'manufacturers', row.manufacturer_id)} as manufacturer,
    ${stubWithoutSlug('delivery_classes', row.delivery_class_id)} as delivery_class,
    ${stubWithoutSlug('boxes', row.box_id)} as box,
    (select jsonb_build_object('id', f.id, 'file_name', f.file_name) from attachments f
      where ${mayEdit}::boolean and f.id = ${row.digital_file_id ?? null}::bigint) as digital_file,
    ${attributeValues(ctx, id)} as variations,
    ${shownCharacteristics(ctx, id)} as characteristics,
    (select count(*)::int from reviews where product_id = ${id} and deleted_at is null) as total_reviews,
    (select coalesce(jsonb_agg(jsonb_build_object('rating', c.rating, 'total', c.total) order by c.rating desc), '[]')
      from (select rating, count(*)::int as total from reviews where product_id = ${id} and deleted_at is null
        group by rating) c) as rating_count,
    ${myReviews(ctx, id)} as my_review,
    ${mayEdit ? reservedPieces(id) : sql`0`} as reserved,
    ${review ? sql`(select r.value from (${review}) r)` : sql`null`} as review`.execute(ctx.db);
  const [
    { digital_file, review: own, reserved, ...found } = { digital_file: null, review: null, reserved: 0 },
  ] = rows;
  return {
    ...found,
    digital_file: digital_file && digitalFile(id, digital_file),
    ...(mayEdit && { review: own, reserved }),
  };
}

const myReviews = (
  ctx: Ctx,
  id: number,
) => sql`(select jsonb_agg(jsonb_build_object('id', r.id, 'rating', r.rating,
    'comment', r.comment, 'photos', r.photos, 'order_id', r.order_id, 'product_id', r.product_id, 'shop_id', r.shop_id,
    'variation_option_id', r.variation_option_id, 'user_id', r.user_id, 'created_at', r.created_at) order by r.id desc)
  from reviews r where r.product_id = ${id} and r.user_id = ${ctx.user?.id ?? 0} and r.deleted_at is null)`;

const reservedPieces = (id: number) => sql`(select coalesce(sum(l.quantity), 0)::int
  from order_lines l join orders o on o.id = l.order_id
  where l.product_id = ${id} and o.order_status = any(${unfinished}::text[]))`;

const unfinished = orderCourse.filter((status) => status !== 'order-completed');

const stubIn = (ctx: Ctx) => sql`jsonb_build_object('id', one.id, 'slug', one.slug,
  'name', coalesce(one.translations -> ${ctx.locale} ->> 'name', one.name))`;

function stubsByLink(ctx: Ctx, table: string, link: string, column: string, id: number) {
  return sql`coalesce((select jsonb_agg(${stubIn(ctx)} order by one.id)
    from ${sql.table(link)} l join ${sql.table(table)} one on one.id = ${sql.ref(`l.${column}`)}
    where l.product_id = ${id} and one.deleted_at is null), '[]')`;
}

/** Of a person or company, with its picture. */
const stubById = (ctx: Ctx, table: string, value: unknown) =>
  sql`(select ${stubIn(ctx)} || jsonb_build_object('logo', one.image) from ${sql.table(table)} one where one.id = ${value ?? null}::bigint)`;

/** For families without slugs and translations. */
const stubWithoutSlug = (table: string, value: unknown) =>
  sql`(select jsonb_build_object('id', one.id, 'slug', null, 'name', one.name)
    from ${sql.table(table)} one where one.id = ${value ?? null}::bigint)`;

/** All values of attribute `a`: other clients of the dialect build their matrix from them. */
const valuesOfAttribute = (ctx: Ctx) => sql`coalesce((select jsonb_agg(jsonb_build_object('id', one.id,
    'slug', one.slug, 'meta', one.meta, 'value', coalesce(one.translations -> ${ctx.locale} ->> 'value', one.value))
    order by one.position, one.id)
  from attribute_values one where one.attribute_id = a.id and one.deleted_at is null), '[]')`;

/** Attribute values of the variations, in order. */
const attributeValues = (
  ctx: Ctx,
  id: number,
) => sql`coalesce((select jsonb_agg(jsonb_build_object('id', v.id, 'attribute_value_id', v.id, 'meta', v.meta,
      'slug', v.slug, 'attribute_id', v.attribute_id,
      'value', coalesce(v.translations -> ${ctx.locale} ->> 'value', v.value),
      'attribute', jsonb_build_object('id', a.id, 'slug', a.slug,
        'name', coalesce(a.translations -> ${ctx.locale} ->> 'name', a.name),
        'values', ${valuesOfAttribute(ctx)})) order by l.position, v.id)
    from attribute_value_product l join attribute_values v on v.id = l.attribute_value_id
      join attributes a on a.id = v.attribute_id
    where l.product_id = ${id}), '[]')`;

/** Published products that share the most categories with the product, of the newest 500 of each. */
async function findRelated(ctx: Ctx, id: number): Promise<JsonRecord[]> {
  const { rows } = await sql<StoredRow>`select ${prepared} p.*
    from (select l.product_id, count(*) as shared from category_product own
      -- The newest are enough to choose from: a category may hold a fifth of the marketplace.
      cross join lateral (select product_id from category_product where category_id = own.category_id
        order by product_id desc limit 500) l
      where own.product_id = ${id} and l.product_id <> ${id} group by l.product_id
      order by 2 desc, 1 desc limit 60) near
      join products p on p.id = near.product_id
      join shops s on s.id = p.shop_id and s.is_active and s.deleted_at is null
    where p.status = 'publish' and p.deleted_at is null
    order by near.shared desc, p.sold_quantity desc, p.id desc
    limit ${sql.lit(maxRelated)}`.execute(ctx.db);
  return rows.map((row) => inLanguage(products, row, ctx));
}

/** Columns of a product in lists, which everybody may see. */
const listKeys = [
  'id',
  'version',
  'created_at',
  'updated_at',
  'language',
  'translated_languages',
  'name',
  'slug',
  'description',
  'type_id',
  'shop_id',
  'product_type',
  'status',
  'unit',
  'image',
  'gallery',
  'price',
  'min_price',
  'max_price',
  'sku',
  'quantity',
  'sold_quantity',
  'is_digital',
  'in_stock',
];

/** Columns that a list reads: those it shows, and what its prices and texts are derived from. */
export const listColumns: readonly string[] = [
  ...listKeys.filter((key) => key !== 'language' && key !== 'translated_languages'),
  'sale_price',
  'translations',
];

/** Presents rows of a list that include `listExtras`. */
export async function presentListed(ctx: Ctx, rows: JsonRecord[]): Promise<JsonRecord[]> {
  return rows.map((row) => presentInList(ctx, row, (row.extras as ListExtras | null) ?? undefined));
}

const presentInList = (ctx: Ctx, row: JsonRecord, extras: ListExtras | undefined) =>
  Object.assign(pick(row, listKeys), relatedValues(ctx, row, extras));

/** Values that a list adds to the columns. */
function relatedValues(ctx: Ctx, row: JsonRecord, extras: ListExtras | undefined): JsonRecord {
  return {
    type: extras?.type ?? null,
    shop: extras?.shop ?? null,
    low_at: extras?.low_at ?? 0,
    ratings: extras?.ratings ?? 0,
    variations_count: extras?.variations_count ?? 0,
    // Only the vendor may know that a change is waiting.
    has_waiting_change: extras?.has_waiting_change === true && mayEditProducts(ctx, Number(row.shop_id)),
    in_wishlist: extras?.in_wishlist === true,
    ...effectivePrices(ctx, row as unknown as ProductPrices, extras),
  };
}
