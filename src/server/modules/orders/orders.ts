import { orders } from '@/contract/orders';
import { orderStatusSchema } from '@/contract/orders/schema';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { isId } from '@/server/core/numbers';
import { type ResourceService, resourceService } from '@/server/core/resource/service';
import { validate } from '@/server/core/validate';
import { guestOrder, isGuestToken } from './guest-orders';
import { countTabs } from './list/count-orders';
import { exportOrders, listOrders } from './list/list-orders';
import { listsParts, orderOptions } from './list/order-options';
import { changeStatus, removeOrder } from './move-order';
import { readableOrders } from './policy';
import { orderDetails } from './presenter';
import { isOrderNumber } from './search/order-search';

/** `GET orders/counts`: by the filter of the list that the same query selects. */
export const orderCounts = (ctx: Ctx, query: JsonRecord) =>
  countTabs(ctx, query, orderOptions(listsParts(ctx, query)).policy);

const rejectAction = async (): Promise<never> => {
  throw new AppError('ACTION_NOT_VALID');
};

function signedIn(ctx: Ctx): UserCtx {
  if (!ctx.user) throw new AppError('NOT_AUTHENTICATED');
  return { ...ctx, user: ctx.user };
}

/**
 * Orders and their parts. Orders are placed at checkout, and bulk moves have their own route, so the other actions of a
 * family throw ACTION_NOT_VALID.
 */
export const ordersService: ResourceService = {
  ...resourceService(orders, orderOptions(false)),
  list: listOrders,
  exportList: exportOrders,
  get: getOrder,
  create: rejectAction,
  update: async (ctx, key, body) => changeStatus(signedIn(ctx), key, await validate(orderStatusSchema, body)),
  remove: async (ctx, key) => removeOrder(signedIn(ctx), key),
  restore: rejectAction,
  bulkRemove: rejectAction,
  bulkSet: rejectAction,
  bulkUndo: rejectAction,
};

/** By id or number, with everything the details screen shows. Throws NOT_FOUND for orders the user may not read. */
async function getOrder(ctx: Ctx, key: string): Promise<JsonRecord> {
  return isId(key) && !isOrderNumber(key) ? ownOrder(ctx, 'id', Number(key)) : orderByNumber(ctx, key);
}

/** `GET orders/tracking-number/{n}`; a guest's secret stands for the number. Throws NOT_FOUND. */
export async function orderByNumber(ctx: Ctx, number: string): Promise<JsonRecord> {
  if (isGuestToken(number)) return { ...(await guestOrder(ctx, number)) };
  return isOrderNumber(number) ? ownOrder(ctx, 'tracking_number', number) : rejectKey();
}

async function ownOrder(
  ctx: Ctx,
  column: 'id' | 'tracking_number',
  key: number | string,
): Promise<JsonRecord> {
  const own = readableOrders(ctx, 'read');
  const row = await ctx.db
    .selectFrom('orders')
    .select('id')
    .where(column, '=', key)
    .where('deleted_at', 'is', null)
    .$if(own !== undefined, (query) => query.where((eb) => own?.(eb) ?? eb.lit(true)))
    .executeTakeFirst();
  return row ? { ...(await orderDetails(ctx, row.id)) } : rejectKey();
}

function rejectKey(): never {
  throw new AppError('NOT_FOUND');
}
