import type { FastifyInstance } from 'fastify';
import { adminOwner } from '@/contract/core/permissions';
import { shopRegisterSchema } from '@/contract/receipts/shop-register';
import type { UserCtx } from '@/server/core/context';
import type { RequestDeps } from '@/server/core/deps';
import { AppError } from '@/server/core/errors';
import { router } from '@/server/core/http/route';
import { readPathId } from '@/server/core/numbers';
import { findFileShop } from '@/server/modules/shops/vendor-file/read-file';
import { retryReceipt } from '../queue/retry-receipt';
import { listReceipts } from '../views/list-receipts';
import { checkShopRegister } from './check-register';
import { saveRegister } from './save-register';
import { shopRegisterPage } from './shop-register';

/** A shop's own cash register: its settings, what it waits for, and its receipts. */
export function shopRegisterRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  const allow = adminOwner;
  api.get('/shops/:key/register', { allow }, (ctx, { params }) => shopRegisterPage(ctx, deps, params.key));
  api.put(
    '/shops/:key/register',
    { allow, confirm: true, write: true, body: shopRegisterSchema },
    async (ctx, { params, input }) => {
      await saveRegister(ctx, deps, params.key, input);
      return shopRegisterPage(ctx, deps, params.key);
    },
  );
  // No `write`: a register is not asked within a transaction.
  api.post('/shops/:key/register/check', { allow }, (ctx, { params }) =>
    checkShopRegister(ctx, deps, params.key),
  );
  api.get('/shops/:key/receipts', { allow }, async (ctx, { params, query }) =>
    listReceipts(ctx, query, (await findFileShop(ctx, params.key)).id),
  );
  api.post('/shops/:key/receipts/:receipt/retry', { allow, write: true }, async (ctx, { params }) => {
    const id = await receiptOf(ctx, params.key, params.receipt);
    await retryReceipt(ctx, id);
    return { id };
  });
}

/** A receipt of the shop's own register. Throws NOT_FOUND. */
async function receiptOf(ctx: UserCtx, key: string, receipt: string): Promise<number> {
  const shop = await findFileShop(ctx, key);
  const { id } = await ctx.db
    .selectFrom('receipts')
    .select('id')
    .where('id', '=', readPathId(receipt))
    .where('shop_id', '=', shop.id)
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  return id;
}
