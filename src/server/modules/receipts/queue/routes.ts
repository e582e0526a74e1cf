import type { FastifyInstance } from 'fastify';
import { adminOnly } from '@/contract/core/permissions';
import type { Ctx } from '@/server/core/context';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { parseId } from '@/server/core/numbers';
import { openRegisters } from '@/server/integrations/registers/open-registers';
import { receiveWebhooks } from '@/server/modules/payments/webhooks/routes';
import { callbackJob, findCallback } from './callbacks';
import { registerDays } from './register-days';
import { registerViews } from './register-views';
import { retryReceipt } from './retry-receipt';

/** Registers, their queue and their callbacks. */
export function registerRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const registers = openRegisters(deps);
  const own = registers.some(({ parseCallback }) => parseCallback !== null);
  const isOpen = async ({ db }: Ctx) => own || (await hasShopRegister(db));
  receiveWebhooks(app, deps, [{ name: 'atol', answer: '', job: callbackJob, find: findCallback, isOpen }]);
  const api = router(app, deps);
  api.get('/receipts/registers', { allow: adminOnly }, (ctx) => registerViews(ctx, registers));
  api.get('/receipts/days', { allow: adminOnly, mayLag: true }, (ctx, { query }) => registerDays(ctx, query));
  api.post('/receipts/:key/retry', { allow: adminOnly, write: true }, async (ctx, { params }) => {
    await retryReceipt(ctx, parseId(params.key));
    return { id: parseId(params.key) };
  });
}

/** Shops may have registers of their own, which call the same address. */
async function hasShopRegister(db: Ctx['db']): Promise<boolean> {
  return (await db.selectFrom('shop_registers').select('shop_id').limit(1).executeTakeFirst()) !== undefined;
}
