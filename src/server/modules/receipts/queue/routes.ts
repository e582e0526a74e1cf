import type { FastifyInstance } from 'fastify';
import { adminOnly } from '@/contract/core/permissions';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { parseId } from '@/server/core/numbers';
import { receiveWebhooks } from '@/server/modules/payments/webhooks/routes';
import { openRegisters } from '../registers/open-registers';
import { callbackJob } from './callbacks';
import { registerDays } from './register-days';
import { registerViews } from './register-views';
import { retryReceipt } from './retry-receipt';

/** Registers, their queue and their callbacks. */
export function registerRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const registers = openRegisters(deps);
  // Also without a register of the marketplace: shops have their own.
  receiveWebhooks(app, deps, [{ name: 'atol', answer: '', job: callbackJob }]);
  const api = router(app, deps);
  api.get('/receipts/registers', { allow: adminOnly }, (ctx) => registerViews(ctx, registers));
  api.get('/receipts/days', { allow: adminOnly, mayLag: true }, (ctx, { query }) => registerDays(ctx, query));
  api.post('/receipts/:key/retry', { allow: adminOnly, write: true }, async (ctx, { params }) => {
    await retryReceipt(ctx, parseId(params.key));
    return { id: parseId(params.key) };
  });
}
