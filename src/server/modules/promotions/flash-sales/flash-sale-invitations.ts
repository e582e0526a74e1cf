import { type SqlBool, sql } from 'kysely';
import { flashSaleRequests } from '@/contract/promotions/flash-sale/requests';
import type {
  consentWithdrawalSchema,
  invitationAnswerSchema,
  RequestState,
} from '@/contract/promotions/flash-sale/schema';
import { audit } from '@/server/core/audit';
import { type Ctx, isAdmin, ownShopIds, type UserCtx } from '@/server/core/context';
import { insertRow, updateRow } from '@/server/core/db/rows';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import type { Input } from '@/server/core/validate';
import {
  endConsents,
  giveConsent,
  joinWithConsent,
  lockSale,
  notifyShop,
  readSale,
  type SaleToAgree,
} from './flash-sale-consents';
import { type Candidate, checkCandidates } from './flash-sale-products';
import { flashSaleRequestsService, lockJoining } from './flash-sale-requests';

/** Administrators invite products to a sale; the shop accepts or declines, and may withdraw its consent. */

interface Invited {
  product_id: number;
  request_id: number;
}

/** Products chosen by administrators and not declined. */
function invitedProducts(ctx: Ctx, saleId: number): Promise<Invited[]> {
  return ctx.db
    .selectFrom('flash_sale_request_products as l')
    .innerJoin('flash_sale_requests as r', 'r.id', 'l.request_id')
    .select(['l.product_id', 'l.request_id'])
    .where('r.flash_sale_id', '=', saleId)
    .where('r.is_invitation', '=', true)
    .where('r.status', '!=', 'rejected')
    .where('r.deleted_at', 'is', null)
    .execute();
}

/**
 * Applies the administrator's choice of products: new ones are invited by shop and join on consent; those no longer
 * chosen leave. Products offered by vendors stay. The caller holds the lock of the sale.
 */
export async function chooseProducts(ctx: Ctx, saleId: number, chosen: readonly number[]): Promise<void> {
  const before = await invitedProducts(ctx, saleId);
  const gone = before.filter(({ product_id }) => !chosen.includes(product_id));
  const known = before.map(({ product_id }) => product_id);
  const products = await checkCandidates(ctx, {
    saleId,
    ids: chosen,
    known,
    path: 'sale_builder.product_ids',
    locked: [...new Set([...known, ...chosen])],
  });
  await uninvite(ctx, gone);
  const { rows } = await sql<{ product_id: number }>`
    select product_id from flash_sale_products where flash_sale_id = ${saleId}`.execute(ctx.db);
  const held = new Set([...known, ...rows.map(({ product_id }) => product_id)]);
  const added = chosen.filter((id) => !held.has(id)).flatMap((id) => products.get(id) ?? []);
  const sale = await readSale(ctx, saleId);
  for (const [shopId, ofShop] of Map.groupBy(added, ({ shop_id }) => shop_id)) {
    await invite(ctx, sale, shopId, ofShop);
  }
}

async function invite(
  ctx: Ctx,
  sale: SaleToAgree,
  shopId: number,
  products: readonly Candidate[],
): Promise<void> {
  if (!ctx.user) throw new AppError('FORBIDDEN');
  const id = await insertRow(ctx, 'flash_sale_requests', {
    title: sale.title,
    flash_sale_id: sale.id,
    shop_id: shopId,
    is_invitation: true,
    created_by: ctx.user.id,
  });
  const rows = products.map((product) => ({ request_id: id, product_id: product.id }));
  await ctx.db.insertInto('flash_sale_request_products').values(rows).execute();
  await audit(ctx, {
    family: flashSaleRequests.name,
    id,
    action: 'create',
    changes: { requested_product_ids: [null, products.map((product) => product.id)] },
  });
  await notifyShop(ctx, sale, shopId, products[0]?.id);
}

/** Removes products from their requests and from the sale; an empty request goes to the trash. */
async function uninvite(ctx: Ctx, gone: readonly Invited[], reason: 'declined' | 'withdrawn' = 'declined') {
  for (const { request_id, product_id } of gone) {
    const which = sql<SqlBool>`c.request_id = ${request_id} and c.product_id = ${product_id}`;
    await endConsents(ctx, which, reason);
    await ctx.db
      .deleteFrom('flash_sale_request_products')
      .where('request_id', '=', request_id)
      .where('product_id', '=', product_id)
      .execute();
  }
  const requests = [...new Set(gone.map(({ request_id }) => request_id))];
  await sql`update flash_sale_requests r set version = version + 1, updated_at = ${ctx.now},
      deleted_at = case when not exists (select 1 from flash_sale_request_products l where l.request_id = r.id)
        then ${ctx.now}::timestamptz end
    where r.id = any(${requests}::bigint[])`.execute(ctx.db);
}

/**
 * `POST answer-flash-sale-invitation`: accepts or declines. An invitation's products join immediately; the shop's own
 * offer still waits for the administrator. Throws NOT_FOUND for another shop's.
 */
export async function answerInvitation(
  ctx: UserCtx,
  input: Input<typeof invitationAnswerSchema>,
): Promise<JsonRecord> {
  const { sale, request } = await lockRequest(ctx, input.id);
  // A participating product can only be declined.
  if (request.status === 'rejected' || (input.is_accepted && request.status !== 'waiting')) {
    throw new AppError('ACTION_NOT_VALID');
  }
  if (input.is_accepted) await accept(ctx, sale, request, input);
  else await endConsents(ctx, sql<SqlBool>`c.request_id = ${request.id}`, 'withdrawn');
  const accepted: RequestState = request.is_invitation ? 'approved' : 'waiting';
  const status = input.is_accepted ? accepted : 'rejected';
  const decision =
    status === 'waiting'
      ? { decided_by: null, decided_at: null }
      : { decided_by: ctx.user.id, decided_at: ctx.now };
  await updateRow(ctx, 'flash_sale_requests', request.id, { status, ...decision });
  await audit(ctx, {
    family: flashSaleRequests.name,
    id: request.id,
    action: input.is_accepted ? 'approve' : 'disapprove',
    changes: status === request.status ? {} : { status: [request.status, status] },
  });
  return flashSaleRequestsService.get(ctx, String(request.id));
}

type LockedRequest = Awaited<ReturnType<typeof lockRequest>>['request'];

async function accept(
  ctx: UserCtx,
  sale: SaleToAgree,
  request: LockedRequest,
  input: Parameters<typeof giveConsent>[2]['input'],
): Promise<void> {
  const ids = await lockJoining(ctx, request.id, sale);
  await giveConsent(ctx, sale, { requestId: request.id, shopId: request.shop_id, productIds: ids, input });
  if (request.is_invitation) await joinWithConsent(ctx, request.id);
}

/** Locks an own request after its sale. An administrator cannot consent for a shop. */
async function lockRequest(ctx: UserCtx, id: number) {
  const own = ownShopIds(ctx.user);
  const find = () =>
    ctx.db
      .selectFrom('flash_sale_requests')
      .selectAll()
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .where('shop_id', '=', sql<number>`any(${own}::bigint[])`);
  const found = await find().executeTakeFirst();
  if (!found) throw new AppError(isAdmin(ctx) ? 'FORBIDDEN' : 'NOT_FOUND');
  await lockSale(ctx, found.flash_sale_id);
  const sale = await readSale(ctx, found.flash_sale_id);
  const request = await find()
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  return { sale, request };
}

/**
 * `POST withdraw-flash-sale-consent`: removes one product from a sale immediately, even a running one; placed orders
 * keep their prices. Throws NOT_FOUND for another shop's product and for one without consent.
 */
export async function withdrawConsent(
  ctx: UserCtx,
  { flash_sale_id, product_id }: Input<typeof consentWithdrawalSchema>,
): Promise<boolean> {
  await lockSale(ctx, flash_sale_id);
  const consent = await ctx.db
    .selectFrom('flash_sale_consents')
    .select(['request_id', 'product_id', 'shop_id'])
    .where('flash_sale_id', '=', flash_sale_id)
    .where('product_id', '=', product_id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (!consent || !(isAdmin(ctx) || ownShopIds(ctx.user).includes(consent.shop_id)))
    throw new AppError('NOT_FOUND');
  await ctx.db
    .selectFrom('flash_sale_requests')
    .select('id')
    .where('id', '=', consent.request_id)
    .forUpdate()
    .execute();
  await uninvite(ctx, [consent], 'withdrawn');
  await audit(ctx, {
    family: flashSaleRequests.name,
    id: consent.request_id,
    action: 'withdraw-consent',
    changes: { requested_product_ids: [product_id, null] },
  });
  return true;
}
