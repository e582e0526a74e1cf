import type { FastifyInstance } from 'fastify';
import * as actions from '@/contract/orders/actions';
import type { UserCtx } from '@/server/core/context';
import type { RequestDeps } from '@/server/core/deps';
import { type Call, router } from '@/server/core/http/route';
import { withIdempotencyKey } from '@/server/core/idempotency';
import { limitOrderAttempts } from '../checkout/verify-checkout';
import { closeShift, moveCash, openShift } from './change-shift';
import { limitConfirmedSales, sendTillCouponCode } from './coupon-consent';
import { listShifts } from './list-shifts';
import { sellAtTill } from './sell';
import { findTillCustomer } from './till-customer';
import { listTillGoods, scanTillGoods } from './till-goods';
import { tillInfo } from './till-info';
import { quoteAtTill } from './till-quote';
import { handOutRefund, listOutsideRefunds } from './till-refunds';
import { readTillSale } from './till-sale';
import { readShift } from './till-shift';

/** The till of a shop. Administrators, its owner and staff who handle orders; for others the shop does not exist. */
export function tillRoutes(app: FastifyInstance, deps: RequestDeps): void {
  goodsRoutes(app, deps);
  saleRoutes(app, deps);
  shiftRoutes(app, deps);
}

/** Data of the till before a sale: the shop, its goods and customers. */
function goodsRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(actions.tillInfo, (ctx, { params }) => tillInfo(ctx, params.shop));
  api.on(actions.listTillGoods, (ctx, { params, query }) => listTillGoods(ctx, params.shop, query));
  api.on(actions.scanTillGoods, (ctx, { params, query }) => scanTillGoods(ctx, params.shop, query.code));
  api.on(actions.findTillCustomer, (ctx, { params, query }) =>
    findTillCustomer(ctx, params.shop, query.phone),
  );
}

function saleRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(actions.quoteAtTill, (ctx, { params, input }) => quoteAtTill(ctx, params.shop, input), {
    write: false,
  });
  // No `write`: the limits stay counted when the request is refused.
  api.on(
    actions.sendTillCouponCode,
    (ctx, { params, input }) => sendTillCouponCode(ctx, params.shop, input),
    { write: false },
  );
  api.on(actions.readTillSale, (ctx, { params }) => readTillSale(ctx, params.shop, params.id));
  api.on(
    actions.sellAtTill,
    (ctx, call) => withIdempotencyKey(ctx, call, () => sellAtTill(ctx, call.params.shop, call.input)),
    { before: limitSales },
  );
}

async function limitSales(ctx: UserCtx, { params, body }: Call): Promise<void> {
  await limitOrderAttempts(ctx, body);
  await limitConfirmedSales(ctx, params.shop ?? '', body);
}

function shiftRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(actions.listShifts, (ctx, { params, query }) => listShifts(ctx, params.shop, query));
  api.on(actions.readShift, (ctx, { params }) => readShift(ctx, params.shop, params.id));
  api.on(actions.openShift, (ctx, { params, input }) => openShift(ctx, params.shop, input));
  api.on(actions.moveCash, (ctx, call) =>
    withIdempotencyKey(ctx, call, () => moveCash(ctx, call.params.shop, call.params.id, call.input)),
  );
  api.on(actions.listOutsideRefunds, (ctx, { params }) => listOutsideRefunds(ctx, params.shop));
  api.on(actions.handOutRefund, (ctx, { params, input }) =>
    handOutRefund(ctx, params.shop, params.id, input),
  );
  api.on(actions.closeShift, (ctx, { params, input }) => closeShift(ctx, params.shop, params.id, input));
}
