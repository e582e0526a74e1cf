import { flashSaleRequests } from '@/contract/flash-sale/requests';
import type { RequestState } from '@/contract/flash-sale/schema';
import type { Ctx, UserCtx } from '../context';
import { AppError } from '../errors';
import { audit } from './audit';
import { busyProducts, joinProducts, lockProducts, refuseAt, takeOut, unfit } from './flash-sale-products';
import { flashSaleRequestsService } from './flash-sale-requests';
import type { Values } from './resource-query';

/**
 * `POST approve-` and `disapprove-flash-sale-requested-products`: the products join the sale or leave it, together with
 * the decision. Deciding the same again changes nothing. Throws NOT_FOUND, and VALIDATION_FAILED at what cannot join.
 */
export async function decideRequest(ctx: UserCtx, id: number, isApproved: boolean): Promise<Values> {
  const status: RequestState = isApproved ? 'approved' : 'rejected';
  const request = await ctx.db
    .selectFrom('flash_sale_requests')
    .select(['flash_sale_id', 'status', 'version'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!request) throw new AppError('NOT_FOUND');
  if (request.status === status) return flashSaleRequestsService.get(ctx, String(id));
  if (isApproved) await join(ctx, id, request.flash_sale_id);
  else await takeOut(ctx, id);
  await ctx.db
    .updateTable('flash_sale_requests')
    .set({
      status,
      decided_by: ctx.user.id,
      decided_at: ctx.now,
      version: request.version + 1,
      updated_at: ctx.now,
    })
    .where('id', '=', id)
    .execute();
  const action = isApproved ? 'approve' : 'disapprove';
  await audit(ctx, {
    family: flashSaleRequests.name,
    id,
    action,
    changes: { status: [request.status, status] },
  });
  return flashSaleRequestsService.get(ctx, String(id));
}

async function join(ctx: Ctx, id: number, saleId: number): Promise<void> {
  const sale = await ctx.db
    .selectFrom('flash_sale')
    .select('id')
    .where('id', '=', saleId)
    .where('deleted_at', 'is', null)
    .where('end_date', '>', ctx.now)
    // Its dates stay as they are until the products are in.
    .forShare()
    .executeTakeFirst();
  if (!sale) throw new AppError('VALIDATION_FAILED', { fields: { flash_sale_id: ['error-sale-over'] } });
  const asked = await ctx.db
    .selectFrom('flash_sale_request_products')
    .select('product_id')
    .where('request_id', '=', id)
    .orderBy('product_id')
    .execute();
  const ids = asked.map(({ product_id }) => product_id);
  const products = await lockProducts(ctx, ids);
  const busy = await busyProducts(ctx, saleId, ids);
  refuseAt('requested_product_ids', ids, (one) =>
    busy.has(one) ? 'error-product-in-sale' : unfit(products.get(one)),
  );
  await joinProducts(ctx, saleId, ids, id);
}
