import { sql } from 'kysely';
import { orders } from '@/contract/orders';
import { isOrderNumber } from '@/contract/orders/number';
import { type OrderStatusInput, orderStatusSchema } from '@/contract/orders/schema';
import { type Ctx, isOtherClient, type UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { toIdArray } from '@/server/core/resource/relations';
import { type ResourceService, resourceService } from '@/server/core/resource/service';
import { validate } from '@/server/core/validate';
import { assertFresh } from './assert-fresh';
import { guestOrder, isGuestToken } from './guest-orders';
import { countTabs } from './list/count-orders';
import { exportOrders, listOrders } from './list/list-orders';
import { listsParts, orderOptions } from './list/order-options';
import { lockOrder } from './lock-order';
import { moveOrder, removeOrder } from './move-order';
import { orderRefund } from './order-contents';
import { findReadableOrder } from './policy';
import { orderDetails } from './presenter';

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

/**
 * `PUT orders/{id}`: moves one part, or (administrators) a whole order, in the caller's transaction. Throws NOT_FOUND, CONFLICT
 * for a stale version, and what `moveOrder` throws.
 */
export async function changeStatus(ctx: UserCtx, key: string, input: OrderStatusInput): Promise<JsonRecord> {
  const order = await lockOrder(ctx, key);
  await assertFresh(ctx, order.target, input.version);
  const undo_until = await moveOrder(ctx, order, input);
  return {
    ...(await orderDetails(ctx, order.target.id)),
    ...(undo_until && { undo_until: undo_until.toISOString() }),
  };
}

/**
 * By id or number, or a guest's by the secret, with everything the details screen shows. Throws NOT_FOUND for orders the
 * user may not read.
 */
async function getOrder(ctx: Ctx, key: string): Promise<JsonRecord> {
  const id = isGuestToken(key) ? undefined : (await findReadableOrder(ctx, key)).id;
  const order = id === undefined ? await guestOrder(ctx, key) : await orderDetails(ctx, id);
  if (!isOtherClient(ctx)) return { ...order };
  return {
    ...order,
    // They pay and ask by the number that the order's page shows: a guest's is the secret there, too.
    ...(isGuestToken(key) && { tracking_number: key }),
    refund: await refundOf(ctx, order.id),
  };
}

async function refundOf(ctx: Ctx, id: number): Promise<unknown> {
  const select = orderRefund(ctx, toIdArray([id]));
  const { rows } = await sql<{ value: unknown }>`${select}`.execute(ctx.db);
  return rows[0]?.value ?? null;
}

/** `GET orders/tracking-number/{n}`; a guest's secret stands for the number. Throws NOT_FOUND. */
export async function orderByNumber(ctx: Ctx, number: string): Promise<JsonRecord> {
  if (!isGuestToken(number) && !isOrderNumber(number)) throw new AppError('NOT_FOUND');
  return getOrder(ctx, number);
}
