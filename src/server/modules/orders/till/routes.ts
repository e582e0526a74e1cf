import type { FastifyInstance } from 'fastify';
import { withStaff } from '@/contract/core/permissions';
import {
  cashMoveSchema,
  closeShiftSchema,
  handOutSchema,
  openShiftSchema,
  tillCouponCodeSchema,
  tillQuoteSchema,
  tillSaleSchema,
} from '@/contract/orders/till';
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

const allow = withStaff('orders');

/** The till of a shop. Administrators, its owner and staff who handle orders; for others the shop does not exist. */
export function tillRoutes(app: FastifyInstance, deps: RequestDeps): void {
  goodsRoutes(app, deps);
  saleRoutes(app, deps);
  shiftRoutes(app, deps);
}

/** Data of the till before a sale: the shop, its goods and customers. */
function goodsRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.get('/till/:shop', { allow }, (ctx, { params }) => tillInfo(ctx, params.shop));
  api.get('/till/:shop/goods', { allow }, (ctx, { params, query }) => listTillGoods(ctx, params.shop, query));
  api.get('/till/:shop/scan', { allow }, (ctx, { params, query }) =>
    scanTillGoods(ctx, params.shop, query.code),
  );
  api.get('/till/:shop/customers', { allow }, (ctx, { params, query }) =>
    findTillCustomer(ctx, params.shop, query.phone),
  );
}

function saleRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.post('/till/:shop/quote', { allow, body: tillQuoteSchema }, (ctx, { params, input }) =>
    quoteAtTill(ctx, params.shop, input),
  );
  // No `write`: the limits stay counted when the request is refused.
  api.post('/till/:shop/coupon-code', { allow, body: tillCouponCodeSchema }, (ctx, { params, input }) =>
    sendTillCouponCode(ctx, params.shop, input),
  );
  api.get('/till/:shop/sales/:id', { allow }, (ctx, { params }) => readTillSale(ctx, params.shop, params.id));
  api.post(
    '/till/:shop/sales',
    { allow, write: true, created: true, before: limitSales, body: tillSaleSchema },
    (ctx, call) => withIdempotencyKey(ctx, call, () => sellAtTill(ctx, call.params.shop, call.input)),
  );
}

async function limitSales(ctx: UserCtx, { params, body }: Call): Promise<void> {
  await limitOrderAttempts(ctx, body);
  await limitConfirmedSales(ctx, params.shop ?? '', body);
}

function shiftRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  const write = { allow, write: true } as const;
  api.get('/till/:shop/shifts', { allow }, (ctx, { params, query }) => listShifts(ctx, params.shop, query));
  api.get('/till/:shop/shifts/:id', { allow }, (ctx, { params }) => readShift(ctx, params.shop, params.id));
  api.post('/till/:shop/shifts', { ...write, body: openShiftSchema }, (ctx, { params, input }) =>
    openShift(ctx, params.shop, input),
  );
  api.post('/till/:shop/shifts/:id/moves', { ...write, body: cashMoveSchema }, (ctx, call) =>
    withIdempotencyKey(ctx, call, () => moveCash(ctx, call.params.shop, call.params.id, call.input)),
  );
  api.get('/till/:shop/refunds', { allow }, (ctx, { params }) => listOutsideRefunds(ctx, params.shop));
  api.post('/till/:shop/shifts/:id/refunds', { ...write, body: handOutSchema }, (ctx, { params, input }) =>
    handOutRefund(ctx, params.shop, params.id, input),
  );
  api.post('/till/:shop/shifts/:id/close', { ...write, body: closeShiftSchema }, (ctx, { params, input }) =>
    closeShift(ctx, params.shop, params.id, input),
  );
}
