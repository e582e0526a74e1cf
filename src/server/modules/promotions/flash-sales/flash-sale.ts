import { type Expression, type SqlBool, sql } from 'kysely';
import { deriveSaleState } from '@/contract/catalogue/products/sale-price';
import { ownValue } from '@/contract/core/own-value';
import type { Page } from '@/contract/core/paging';
import { isAllowed, withStaff } from '@/contract/core/permissions';
import { flashSale } from '@/contract/promotions/flash-sale';
import type { FlashSale, SaleProduct } from '@/contract/promotions/flash-sale/schema';
import type { SettingsOptions } from '@/contract/settings';
import { type Ctx, isAdmin, type UserCtx } from '@/server/core/context';
import { rejectField } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import type { ServiceOptions } from '@/server/core/resource/options';
import { narrowPolicy, type Policy, type RowFilter } from '@/server/core/resource/policy';
import type { Ids } from '@/server/core/resource/relations';
import { type ResourceService, resourceService } from '@/server/core/resource/service';
import { settingsOptions, withDefaults } from '@/server/core/settings';
import { listProducts } from '@/server/modules/catalogue/products/list/list-products';
import { productPolicy } from '@/server/modules/catalogue/products/policy';
import { describeDeal } from '@/server/modules/catalogue/products/product-deals';
import { findProduct } from '@/server/modules/catalogue/variations/update-variation';
import { readSale, renderTerms, requestNewConsent } from './flash-sale-consents';
import { chooseProducts } from './flash-sale-invitations';
import { assertNoOverlap } from './flash-sale-products';

/** Administrators see all sales; everybody else live and upcoming ones. */
const salePolicy: Policy = (ctx) =>
  isAdmin(ctx)
    ? undefined
    : () => sql<boolean>`(flash_sale.sale_status and flash_sale.end_date > ${ctx.now})`;

const statusOf: Record<string, (now: Date) => Expression<SqlBool>> = {
  finished: (now) => sql<boolean>`end_date <= ${now}`,
  disabled: (now) => sql<boolean>`(end_date > ${now} and not sale_status)`,
  scheduled: (now) => sql<boolean>`(start_date > ${now} and sale_status)`,
  running: (now) => sql<boolean>`(start_date <= ${now} and end_date > ${now} and sale_status)`,
};

const options: ServiceOptions = {
  table: 'flash_sale',
  policy: salePolicy,
  conditions: {
    status: (_eb, value, { now }) => ownValue(statusOf, value)?.(now) ?? sql<boolean>`false`,
    // Vendors may join upcoming sales only.
    request_from: (_eb, value, { now }) =>
      value === 'vendor' ? sql<boolean>`(start_date > ${now} and sale_status)` : sql<boolean>`true`,
    shop_id: () => sql<boolean>`true`,
  },
  onCreate: async (ctx, { start_date }) => {
    // Forms have no seconds, so the current minute is still valid.
    if (Date.parse(String(start_date)) < ctx.now.getTime() - 60_000)
      rejectField('start_date', 'error-start-in-past');
    return {};
  },
  afterSave: saveProducts,
  include: { held: heldInclude },
  present: presentSales,
};

/** Lists leave out the products. */
const sales = resourceService(flashSale, options);

/** A single sale includes its products, as far as the user may see them. */
const single = resourceService(flashSale, { ...options, present: presentWithProducts });

const termKeys = ['type', 'rate', 'start_date', 'end_date'];

async function saveProducts(ctx: Ctx, id: number, input: JsonRecord, sent: readonly string[]): Promise<void> {
  const { type, rate, sale_builder } = input as unknown as FlashSale;
  const isOther = termKeys.some((key) => sent.includes(key));
  if (isOther && type === 'percentage' && rate > (await settingsOptions(ctx)).maxSaleDiscount)
    rejectField('rate', 'error-rate-over-limit');
  if (sent.includes('sale_builder')) await chooseProducts(ctx, id, sale_builder.product_ids);
  if (isOther) await requestNewConsent(ctx, id);
  if (sent.includes('start_date') || sent.includes('end_date')) await assertNoOverlap(ctx, id);
}

interface Held {
  count: number;
  chosen: number[];
  options: Partial<SettingsOptions> | null;
}

/** How many products each sale has, the invited ones, and the limit of discounts. */
function heldInclude(_ctx: Ctx, ids: Ids) {
  return sql`select f.id, json_build_object('options', (select options from settings limit 1),
      'count', (select count(*)::int from flash_sale_products l
        join products p on p.id = l.product_id and p.deleted_at is null where l.flash_sale_id = f.id),
      'chosen', (select coalesce(json_agg(distinct p.id order by p.id), '[]') from flash_sale_requests r
        join flash_sale_request_products l on l.request_id = r.id
        join products p on p.id = l.product_id and p.deleted_at is null
        where r.flash_sale_id = f.id and r.is_invitation and r.status <> 'rejected' and r.deleted_at is null)) as value
    from flash_sale f where f.id = any(${ids})`;
}

/** Adds status, products count and the discount limit. */
async function presentSales(ctx: Ctx, rows: JsonRecord[]): Promise<JsonRecord[]> {
  return rows.map(({ held, ...row }) => {
    const { count, chosen, options } = held as Held;
    const dates = { start_date: isoOf(row.start_date), end_date: isoOf(row.end_date) };
    return {
      ...row,
      ...dates,
      // Only administrators see invitations.
      sale_builder: { ...(row.sale_builder as object), product_ids: isAdmin(ctx) ? chosen : [] },
      status: deriveSaleState({ ...dates, sale_status: row.sale_status === true }, ctx.now),
      products_count: count,
      max_discount: withDefaults(options ?? {}).maxSaleDiscount,
    };
  });
}

function isoOf(moment: unknown): string {
  return moment instanceof Date ? moment.toISOString() : String(moment);
}

async function presentWithProducts(ctx: Ctx, rows: JsonRecord[]): Promise<JsonRecord[]> {
  const [sale] = await presentSales(ctx, rows);
  if (!sale) return [];
  const id = sale.id as number;
  return [
    {
      ...sale,
      products: await stubsOfSale(ctx, sale as unknown as FlashSale),
      ...(ctx.user &&
        isAllowed(withStaff('promotions'), ctx.user.permissions) && {
          terms: await renderTerms(ctx, await readSale(ctx, id)),
        }),
    },
  ];
}

/** Participating products; administrators also get invited ones with the consent of their shop. */
async function stubsOfSale(ctx: Ctx, sale: FlashSale): Promise<SaleProduct[]> {
  const filter = productPolicy(ctx, 'read');
  const { rows: consents } = await sql<{ product_id: number; floor: number | null }>`
    select l.product_id, c.min_price as floor from flash_sale_products l
      join flash_sale_consents c on c.id = l.consent_id where l.flash_sale_id = ${sale.id}`.execute(ctx.db);
  const held = new Map(consents.map((row) => [row.product_id, row.floor]));
  const ids = [...new Set([...held.keys(), ...sale.sale_builder.product_ids])];
  const products = (await ctx.db
    .selectFrom('products')
    .select(['id', 'slug', 'price', 'min_price', 'max_price', 'image', 'product_type'])
    .select(sql<string>`coalesce(translations -> ${ctx.locale} ->> 'name', name)`.as('name'))
    .where('deleted_at', 'is', null)
    .where((eb) => (filter ? filter(eb) : eb.val(true)))
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id')
    .execute()) as unknown as SaleProduct[];
  if (!isAdmin(ctx)) return products;
  return products.map((product) => ({
    ...product,
    has_consent: held.has(product.id),
    min_price_floor: held.get(product.id) ?? null,
  }));
}

/** Flash sales: prices are derived on read; nothing here writes a price. */
export const flashSaleService: ResourceService = {
  ...sales,
  get: single.get,
  create: single.create,
  update: single.update,
  async restore(ctx, key) {
    const sale = await single.restore(ctx, key);
    await assertNoOverlap(ctx, sale.id as number);
    return sale;
  },
  async bulkUndo(ctx, id) {
    const answer = await sales.bulkUndo(ctx, id);
    const { rows } = await ctx.db
      .selectFrom('bulk_operations')
      .select('rows')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    for (const sale of rows as unknown as { id: number }[]) await assertNoOverlap(ctx, sale.id);
    return answer;
  },
};

/** `GET products-by-flash-sale`: a page of a sale's products with their prices under this sale. */
export async function productsBySale(
  ctx: UserCtx,
  { slug, ...query }: JsonRecord,
): Promise<Page<JsonRecord>> {
  const sale = await sales.get(ctx, String(slug ?? ''));
  const inSale: RowFilter = () => sql<boolean>`products.id in (
    select product_id from flash_sale_products where flash_sale_id = ${sale.id})`;
  const page = await listProducts(ctx, query, inSale);
  const { rows } = await sql<{ product_id: number; min_price: number | null; max_discount: number }>`
    select l.product_id, c.min_price, least(c.max_discount, ${sale.max_discount}::numeric) as max_discount
    from flash_sale_products l join flash_sale_consents c on c.id = l.consent_id
    where l.flash_sale_id = ${sale.id}`.execute(ctx.db);
  const floors = new Map(rows.map(({ product_id, ...floor }) => [product_id, floor]));
  const deal = (row: JsonRecord) =>
    describeDeal(row as never, { ...sale, ...floors.get(row.id as number) } as never, ctx.now);
  return { ...page, data: page.data.map((row) => ({ ...row, flash_sale: deal(row) })) };
}

/** `GET product-flash-sale-info`: the sales of one own product. Throws NOT_FOUND. */
export async function salesOfProduct(ctx: UserCtx, id: number): Promise<JsonRecord[]> {
  await findProduct(ctx, String(id));
  const holding: RowFilter = () => sql<boolean>`flash_sale.id in (
    select flash_sale_id from flash_sale_products where product_id = ${id})`;
  const held = resourceService(flashSale, { ...options, policy: narrowPolicy(salePolicy, holding) });
  return (await held.list(ctx, { orderBy: 'start_date', limit: '100' })).data;
}
