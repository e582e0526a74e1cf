import type { FastifyInstance } from 'fastify';
import * as actions from '@/contract/receipts/actions';
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
  api.on(actions.registerViews, (ctx) => registerViews(ctx, registers));
  api.on(actions.registerDays, (ctx, { query }) => registerDays(ctx, query), { mayLag: true });
  api.on(actions.retryReceipt, async (ctx, { params }) => {
    await retryReceipt(ctx, parseId(params.key));
    return { id: parseId(params.key) };
  });
}

/** Shops may have registers of their own, which call the same address. */
async function hasShopRegister(db: Ctx['db']): Promise<boolean> {
  return (await db.selectFrom('shop_registers').select('shop_id').limit(1).executeTakeFirst()) !== undefined;
}
