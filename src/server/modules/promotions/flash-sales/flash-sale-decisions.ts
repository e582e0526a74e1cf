import { flashSaleRequests } from '@/contract/promotions/flash-sale/requests';
import type { RequestState } from '@/contract/promotions/flash-sale/schema';
import { audit } from '@/server/core/audit';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/resource/query';
import { joinByConsent, lockSale, readSale, type SaleToAgree } from './flash-sale-consents';
import { requestedIds } from './flash-sale-invitations';
import { checkCandidates, takeOut } from './flash-sale-products';
import { flashSaleRequestsService } from './flash-sale-requests';

/**
 * `POST approve-` and `disapprove-flash-sale-requested-products`: the products join or leave the sale together with
 * the decision; idempotent. Throws NOT_FOUND, VALIDATION_FAILED for products that cannot join, and
 * SALE_CONSENT_REQUIRED without consent.
 */
export async function decideRequest(ctx: UserCtx, id: number, isApproved: boolean): Promise<JsonRecord> {
  const status: RequestState = isApproved ? 'approved' : 'rejected';
  const sale = await saleOfRequest(ctx, id);
  const request = await ctx.db
    .selectFrom('flash_sale_requests')
    .select(['status', 'version'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!request) throw new AppError('NOT_FOUND');
  if (request.status === status) return flashSaleRequestsService.get(ctx, String(id));
  if (isApproved) await join(ctx, id, sale);
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

/** Locks the sale of a request: its terms and dates stay until the decision is made. */
async function saleOfRequest(ctx: Ctx, id: number): Promise<SaleToAgree> {
  const request = await ctx.db
    .selectFrom('flash_sale_requests')
    .select('flash_sale_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!request) throw new AppError('NOT_FOUND');
  await lockSale(ctx, request.flash_sale_id);
  return readSale(ctx, request.flash_sale_id);
}

async function join(ctx: Ctx, id: number, sale: SaleToAgree): Promise<void> {
  if (Date.parse(sale.end_date) <= ctx.now.getTime()) {
    throw new AppError('VALIDATION_FAILED', { fields: { flash_sale_id: ['error-sale-over'] } });
  }
  const ids = await requestedIds(ctx, id);
  await checkCandidates(ctx, { saleId: sale.id, ids, path: 'requested_product_ids' });
  await joinByConsent(ctx, id);
}
