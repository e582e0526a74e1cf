import { sql } from 'kysely';
import type { Database } from '@/server/core/context';
import { type BuiltShop, buildShop } from './factories';

/** Each function stores one row with defaults for the rest. */
let last = 0;
const next = () => {
  last += 1;
  return last;
};

export interface BuiltProduct {
  id: number;
  name: string;
  slug: string;
}

export async function buildGroup(db: Database, given: { slug?: string; name?: string } = {}) {
  const number = next();
  return db
    .insertInto('groups')
    .values({ name: given.name ?? `Группа ${number}`, slug: given.slug ?? `gruppa-${number}` })
    .returning(['id', 'name', 'slug'])
    .executeTakeFirstOrThrow();
}

export async function buildProduct(
  db: Database,
  given: {
    shop?: Pick<BuiltShop, 'id'>;
    group?: { id: number };
    name?: string;
    price?: number;
    salePrice?: number;
    range?: [number, number];
    sku?: string;
    status?: 'publish' | 'draft' | 'unpublish';
  } = {},
): Promise<BuiltProduct> {
  const number = next();
  const shop = given.shop ?? (await buildShop(db));
  const group = given.group ?? (await buildGroup(db));
  const price = given.range ? null : (given.price ?? 1000);
  return db
    .insertInto('products')
    .values({
      name: given.name ?? `Товар ${number}`,
      slug: `tovar-${number}`,
      type_id: group.id,
      shop_id: shop.id,
      product_type: given.range ? 'variable' : 'simple',
      price,
      sale_price: given.salePrice ?? null,
      min_price: given.range?.[0] ?? price,
      max_price: given.range?.[1] ?? price,
      sku: given.sku ?? `SKU-${number}`,
      quantity: 10,
      unit: 'шт.',
      status: given.status ?? 'publish',
    })
    .returning(['id', 'name', 'slug'])
    .executeTakeFirstOrThrow();
}

/** An attribute of a shop with these values, in order. */
export async function buildAttribute(
  db: Database,
  given: { shop: Pick<BuiltShop, 'id'>; name: string; values: readonly string[] },
): Promise<{ id: number; values: number[] }> {
  const { id } = await db
    .insertInto('attributes')
    .values({ name: given.name, slug: `svoystvo-${next()}`, shop_id: given.shop.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = await db
    .insertInto('attribute_values')
    .values(
      given.values.map((value, position) => ({
        attribute_id: id,
        value,
        meta: value,
        position,
        slug: `znachenie-${next()}`,
      })),
    )
    .returning('id')
    .execute();
  return { id, values: rows.map((row) => row.id) };
}

/** A variation of a variable product, with the attribute values `valueIds`. */
export async function buildVariation(
  db: Database,
  given: {
    product: { id: number };
    title?: string;
    valueIds?: readonly number[];
    price?: number;
    salePrice?: number;
    quantity?: number;
    sku?: string;
    isDisabled?: boolean;
  },
): Promise<{ id: number; sku: string }> {
  const number = next();
  const { shop_id } = await db
    .selectFrom('products')
    .select('shop_id')
    .where('id', '=', given.product.id)
    .executeTakeFirstOrThrow();
  return db
    .insertInto('variation_options')
    .values({
      product_id: given.product.id,
      shop_id,
      title: given.title ?? `Вариант ${number}`,
      options: '[]',
      // Variations of a product differ in their values: without `valueIds` this one gets an unused value.
      value_ids: [...(given.valueIds ?? [1_000_000 + number])].sort((one, other) => one - other),
      position: number,
      price: given.price ?? 100,
      sale_price: given.salePrice ?? null,
      quantity: given.quantity ?? 5,
      sku: given.sku ?? `V-${number}`,
      is_disable: given.isDisabled ?? false,
    })
    .returning(['id', 'sku'])
    .executeTakeFirstOrThrow();
}

/** A flash sale of ten per cent from 1 to 31 March 2026, which includes the time of the tests' clock. */
export async function buildSale(
  db: Database,
  given: {
    title?: string;
    type?: 'percentage' | 'fixed_rate';
    rate?: number;
    from?: string;
    to?: string;
    isOn?: boolean;
    products?: readonly { id: number }[];
  } = {},
) {
  const number = next();
  const sale = await db
    .insertInto('flash_sale')
    .values({
      title: given.title ?? `Распродажа ${number}`,
      slug: `rasprodazha-${number}`,
      description: 'Скидки.',
      type: given.type ?? 'percentage',
      rate: given.rate ?? 10,
      start_date: new Date(given.from ?? '2026-03-01T00:00:00Z'),
      end_date: new Date(given.to ?? '2026-03-31T00:00:00Z'),
      sale_status: given.isOn ?? true,
      sale_builder: JSON.stringify({ data_type: 'handpicked_products', product_ids: [], category_ids: [] }),
    })
    .returning(['id', 'title', 'slug'])
    .executeTakeFirstOrThrow();
  for (const { id } of given.products ?? []) await joinSale(db, sale.id, id);
  return sale;
}

/** Adds a product to a flash sale with the owner's consent, like an accepted invitation. */
export async function joinSale(
  db: Database,
  saleId: number,
  productId: number,
  given: { minPrice?: number } = {},
): Promise<{ requestId: number }> {
  const { rows } = await sql<{ requestId: number }>`with request as (
      insert into flash_sale_requests (title, flash_sale_id, shop_id, status, is_invitation, created_by, decided_by,
        decided_at)
      select 'Приглашение', ${saleId}, s.id, 'approved', true, s.owner_id, s.owner_id, now()
      from products p join shops s on s.id = p.shop_id where p.id = ${productId} returning *
    ), asked as (
      insert into flash_sale_request_products (request_id, product_id) select id, ${productId} from request
    ), consent as (
      insert into flash_sale_consents (request_id, flash_sale_id, product_id, shop_id, given_by, given_at, min_price,
        type, rate, max_discount, start_date, end_date, terms)
      select r.id, f.id, ${productId}, r.shop_id, r.created_by, now(), ${given.minPrice ?? null}::numeric, f.type, f.rate,
        70, f.start_date, f.end_date, 'Условия' from request r join flash_sale f on f.id = r.flash_sale_id returning *
    ), joined as (
      insert into flash_sale_products (flash_sale_id, product_id, consent_id)
      select flash_sale_id, product_id, id from consent
    ) select id as "requestId" from request`.execute(db);
  const [joined] = rows;
  if (!joined) throw new Error(`No product ${productId}`);
  return joined;
}
