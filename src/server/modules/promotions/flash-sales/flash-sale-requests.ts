import { type SqlBool, sql } from 'kysely';
import { deriveSaleState } from '@/contract/catalogue/products/sale-price';
import type { Page } from '@/contract/core/paging';
import { flashSaleRequests } from '@/contract/promotions/flash-sale/requests';
import type {
  FlashSaleRequest,
  FlashSaleRequestInput,
  RequestState,
} from '@/contract/promotions/flash-sale/schema';
import { audit, type Changes } from '@/server/core/audit';
import { type Ctx, isAdmin, type UserCtx } from '@/server/core/context';
import { lockRow, updateRow } from '@/server/core/db/rows';
import { AppError, rejectField } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { ownShop } from '@/server/core/resource/policy';
import { type ResourceService, resourceService } from '@/server/core/resource/service';
import { settingsOptions } from '@/server/core/settings';
import { listProducts } from '@/server/modules/catalogue/products/list/list-products';
import {
  endConsents,
  giveConsent,
  joinWithConsent,
  lockSale,
  notifyShop,
  readSale,
  renderTerms,
  type SaleToAgree,
} from './flash-sale-consents';
import {
  checkCandidates,
  joinProblem,
  lockProducts,
  overlappingProducts,
  productsOfSale,
  rejectProduct,
  removeRequestProducts,
  requestedIds,
} from './flash-sale-products';

/** Requests of a shop, visible to and editable by its own people and administrators only. */
const base = resourceService(flashSaleRequests, {
  table: 'flash_sale_requests',
  policy: ownShop,
  immutableFields: ['flash_sale_id', 'shop_id'],
  virtualFields: ['requested_product_ids', 'accepted_terms', 'price_floors'],
  conditions: {
    needs_consent: (_eb, value) =>
      sql<boolean>`${lacksConsent} = ${value === '1' || value.toLowerCase() === 'true'}`,
    request_status: (_eb, value) =>
      sql<boolean>`(status = 'approved') = ${value === '1' || value.toLowerCase() === 'true'}`,
  },
  onCreate: async (ctx, input) => {
    const shop_id = await shopOf(ctx, input as unknown as FlashSaleRequestInput);
    // Lock order: the sale before the request, as everywhere.
    await lockSale(ctx, Number(input.flash_sale_id));
    return { shop_id, created_by: ctx.user?.id, is_invitation: isAdmin(ctx) };
  },
  // An edit needs a new decision.
  isSubmittedAgain: (_ctx, { status }) => status === 'rejected',
  onUpdate: () => ({ status: 'waiting', decided_by: null, decided_at: null }),
  afterSave: saveRequest,
  present: presentRequests,
});

export const flashSaleRequestsService: ResourceService = {
  ...base,
  async update(ctx, key, body) {
    await lockSaleOf(ctx, key);
    return base.update(ctx, key, body);
  },
  async remove(ctx, key) {
    await lockSaleOf(ctx, key);
    const { id } = await base.get(ctx, key);
    await base.remove(ctx, key);
    await endConsents(ctx, sql<SqlBool>`c.request_id = ${id}`, isAdmin(ctx) ? 'declined' : 'withdrawn');
  },
  async restore(ctx, key) {
    const { id } = await base.restore(ctx, key);
    await ctx.db
      .updateTable('flash_sale_requests')
      .set({ status: 'waiting', decided_by: null, decided_at: null })
      .where('id', '=', id as number)
      .execute();
    return base.get(ctx, key);
  },
};

/** True for a waiting request whose shop has not consented to the current terms. */
const lacksConsent = sql<SqlBool>`(flash_sale_requests.status = 'waiting'
  and exists (select 1 from flash_sale f where f.id = flash_sale_requests.flash_sale_id and f.deleted_at is null)
  and exists (select 1 from flash_sale_request_products l where l.request_id = flash_sale_requests.id
    and not exists (select 1 from flash_sale_consents c
      where c.request_id = l.request_id and c.product_id = l.product_id and c.ended_at is null)))`;

/** Locks the sale before the request: changes of a sale continue to its requests. */
async function lockSaleOf(ctx: Ctx, key: string): Promise<void> {
  const request = await base.get(ctx, key);
  await lockSale(ctx, request.flash_sale_id as number);
}

/** The named shop, or that of the first product. Throws NOT_FOUND. */
async function shopOf(ctx: Ctx, { shop_id, requested_product_ids: [first = 0] }: FlashSaleRequestInput) {
  const shop = await ctx.db
    .selectFrom('shops')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('id', '=', (eb) =>
      shop_id ? eb.val(shop_id) : eb.selectFrom('products').select('shop_id').where('id', '=', first),
    )
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  return shop.id;
}

/**
 * Runs on each save: the sale must not have begun; the request's products leave it until approval, and other products
 * need new consent.
 */
async function saveRequest(ctx: Ctx, id: number, input: JsonRecord, sent: readonly string[]): Promise<void> {
  const request = await ctx.db
    .selectFrom('flash_sale_requests')
    .select(['flash_sale_id', 'shop_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (await hasBegun(ctx, request.flash_sale_id)) rejectField('flash_sale_id', 'error-sale-begun');
  await removeRequestProducts(ctx, id);
  if (!sent.includes('requested_product_ids') || !ctx.user) return;
  const asked = input as unknown as FlashSaleRequestInput;
  const ids = asked.requested_product_ids;
  await checkProducts(ctx, id, request, ids);
  await ctx.db.deleteFrom('flash_sale_request_products').where('request_id', '=', id).execute();
  const rows = ids.map((product_id) => ({ request_id: id, product_id }));
  await ctx.db.insertInto('flash_sale_request_products').values(rows).execute();
  const sale = await readSale(ctx, request.flash_sale_id);
  if (!isAdmin(ctx)) {
    const agreed = { requestId: id, shopId: request.shop_id, productIds: ids, input: asked };
    await giveConsent({ ...ctx, user: ctx.user }, sale, agreed);
    return;
  }
  // An administrator cannot consent for a shop, so the shop is asked.
  await endConsents(ctx, sql<SqlBool>`c.request_id = ${id}`, 'declined');
  await notifyShop(ctx, sale, request.shop_id, ids[0]);
}

/** True for a sale that is live, over, disabled or removed: it takes no requests. */
async function hasBegun(ctx: Ctx, saleId: number): Promise<boolean> {
  const open = await ctx.db
    .selectFrom('flash_sale')
    .select('id')
    .where('id', '=', saleId)
    .where('deleted_at', 'is', null)
    .where('start_date', '>', ctx.now)
    .where((eb) => (isAdmin(ctx) ? eb.val(true) : eb('sale_status', '=', true)))
    .executeTakeFirst();
  return open === undefined;
}

async function checkProducts(
  ctx: Ctx,
  id: number,
  { flash_sale_id: saleId, shop_id }: { flash_sale_id: number; shop_id: number },
  ids: readonly number[],
): Promise<void> {
  const products = await lockProducts(ctx, ids);
  const held = new Set(await productsOfSale(ctx, saleId));
  const busy = await overlappingProducts(ctx, saleId, ids);
  const { rows } = await sql<{ id: number }>`
    select l.product_id as id from flash_sale_request_products l join flash_sale_requests r on r.id = l.request_id
    where r.flash_sale_id = ${saleId} and r.id <> ${id} and r.status <> 'rejected' and r.deleted_at is null
      and l.product_id = any(${[...ids]}::bigint[])`.execute(ctx.db);
  const asked = new Set(rows.map((row) => row.id));
  rejectProduct('requested_product_ids', ids, (one) => {
    // Another shop's product counts as missing.
    if (products.get(one)?.shop_id !== shop_id) return 'error-wrong-value';
    if (held.has(one) || busy.has(one)) return 'error-product-in-sale';
    return joinProblem(products.get(one)) ?? (asked.has(one) ? 'error-product-requested' : undefined);
  });
}

interface RequestDetails {
  id: number;
  sale: SaleToAgree & { name: string; slug: string; sale_status: boolean };
  shop: { id: number; name: string; slug: string };
  creator: object;
  products: { id: number; has_consent: boolean }[];
}

/** Adds sale, shop, author and products in one query. */
async function presentRequests(ctx: Ctx, rows: JsonRecord[]): Promise<JsonRecord[]> {
  const { rows: found } = await sql<RequestDetails>`
    select r.id,
      jsonb_build_object('id', f.id, 'title', f.title,
        'name', coalesce(f.translations -> ${ctx.locale} ->> 'title', f.title), 'slug', f.slug, 'start_date', f.start_date, 'end_date', f.end_date, 'sale_status', f.sale_status,
        'type', f.type, 'rate', f.rate) as sale,
      jsonb_build_object('id', s.id, 'name', s.name, 'slug', s.slug) as shop,
      jsonb_build_object('id', u.id, 'name', u.name) as creator,
      coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'slug', p.slug, 'price', p.price, 'image', p.image,
          'min_price', p.min_price, 'max_price', p.max_price, 'product_type', p.product_type,
          'name', coalesce(p.translations -> ${ctx.locale} ->> 'name', p.name), 'has_consent', c.id is not null,
          'min_price_floor', c.min_price) order by p.id)
        from flash_sale_request_products l join products p on p.id = l.product_id
          left join flash_sale_consents c on c.request_id = l.request_id and c.product_id = l.product_id
            and c.ended_at is null
        where l.request_id = r.id), '[]') as products
    from flash_sale_requests r join flash_sale f on f.id = r.flash_sale_id
      join shops s on s.id = r.shop_id join users u on u.id = r.created_by
    where r.id = any(${rows.map((row) => row.id)}::bigint[])`.execute(ctx.db);
  const details = new Map(found.map((row) => [row.id, row]));
  return Promise.all(rows.map((row) => presentRequest(ctx, row, details.get(row.id as number))));
}

async function presentRequest(
  ctx: Ctx,
  row: JsonRecord,
  details: RequestDetails | undefined,
): Promise<JsonRecord> {
  const { sale, shop = null, creator = null, products = [] } = details ?? {};
  const needs_consent = row.status === 'waiting' && products.some(({ has_consent }) => !has_consent);
  return {
    ...row,
    request_status: row.status === 'approved',
    flash_sale: sale ? await presentSale(ctx, sale, needs_consent) : null,
    needs_consent,
    shop,
    creator,
    products,
    requested_product_ids: products.map(({ id }) => id),
  };
}

async function presentSale(
  ctx: Ctx,
  sale: RequestDetails['sale'],
  withTerms: boolean,
): Promise<FlashSaleRequest['flash_sale']> {
  const { id, name, slug, type, rate } = sale;
  const { maxSaleDiscount } = await settingsOptions(ctx);
  return {
    id,
    slug,
    type,
    rate,
    start_date: new Date(sale.start_date).toISOString(),
    end_date: new Date(sale.end_date).toISOString(),
    name,
    title: name,
    max_discount: maxSaleDiscount,
    status: deriveSaleState(sale, ctx.now),
    ...(withTerms && { terms: await renderTerms(ctx, sale) }),
  };
}

/** `GET requested-products-for-flash-sale`: a page of a request's products. Throws NOT_FOUND for another shop's. */
export async function requestedProducts(
  ctx: UserCtx,
  { vendor_request_id, ...query }: JsonRecord,
): Promise<Page<JsonRecord>> {
  const { id } = await base.get(ctx, String(vendor_request_id ?? ''));
  const asked = sql<boolean>`products.id in (
    select product_id from flash_sale_request_products where request_id = ${id})`;
  return listProducts(ctx, query, () => asked);
}

/**
 * `POST approve-` and `disapprove-flash-sale-requested-products`: the products join or leave the sale together with
 * the decision; idempotent. Throws NOT_FOUND, VALIDATION_FAILED for products that cannot join, and
 * SALE_CONSENT_REQUIRED without consent.
 */
export async function decideRequest(ctx: UserCtx, id: number, isApproved: boolean): Promise<JsonRecord> {
  const status: RequestState = isApproved ? 'approved' : 'rejected';
  const sale = await saleOfRequest(ctx, id);
  const request = await lockRow(ctx, 'flash_sale_requests', id);
  if (request.status === status) return flashSaleRequestsService.get(ctx, String(id));
  if (isApproved) {
    await lockJoining(ctx, id, sale);
    await joinWithConsent(ctx, id);
  } else await removeRequestProducts(ctx, id);
  await updateRow(ctx, 'flash_sale_requests', id, { status, decided_by: ctx.user.id, decided_at: ctx.now });
  const action = isApproved ? 'approve' : 'disapprove';
  const changes: Changes = { status: [request.status, status] };
  await audit(ctx, { family: flashSaleRequests.name, id, action, changes });
  return flashSaleRequestsService.get(ctx, String(id));
}

/** Locks the sale of a request: its terms and dates stay until the decision is made. */
async function saleOfRequest(ctx: Ctx, id: number): Promise<SaleToAgree> {
  const request = await ctx.db
    .selectFrom('flash_sale_requests')
    .select('flash_sale_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  await lockSale(ctx, request.flash_sale_id);
  return readSale(ctx, request.flash_sale_id);
}

/** Locks the products of a request, which may join its sale now. Returns their ids. Throws VALIDATION_FAILED. */
export async function lockJoining(ctx: Ctx, id: number, sale: SaleToAgree): Promise<number[]> {
  if (Date.parse(sale.end_date) <= ctx.now.getTime()) rejectField('flash_sale_id', 'error-sale-over');
  const ids = await requestedIds(ctx, id);
  await checkCandidates(ctx, { saleId: sale.id, ids, path: 'requested_product_ids' });
  return ids;
}
