import type { FastifyInstance } from 'fastify';
import * as actions from '@/contract/receipts/actions';
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
  api.on(actions.shopRegisterPage, (ctx, { params }) => shopRegisterPage(ctx, deps, params.key));
  api.on(actions.saveRegister, async (ctx, { params, input }) => {
    await saveRegister(ctx, deps, params.key, input);
    return shopRegisterPage(ctx, deps, params.key);
  });
  // No `write`: a register is not asked within a transaction.
  api.on(actions.checkShopRegister, (ctx, { params }) => checkShopRegister(ctx, deps, params.key), {
    write: false,
  });
  api.on(actions.listShopReceipts, async (ctx, { params, query }) =>
    listReceipts(ctx, query, (await findFileShop(ctx, params.key)).id),
  );
  api.on(actions.retryShopReceipt, async (ctx, { params }) => {
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
