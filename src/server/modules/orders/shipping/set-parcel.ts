import type { parcelSchema } from '@/contract/orders/schema';
import { endedStatuses } from '@/contract/orders/status';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import type { Input } from '@/server/core/validate';
import { assertFresh } from '../assert-fresh';
import { aboutOrder, notifyCustomer, parcelSent } from '../emails';
import { lockOrder, writeOrder } from '../lock-order';
import { orderDetails } from '../presenter';
import { parcelText, recordParcel } from './parcel';
import { endUndos } from './undos';

/**
 * `PUT orders/{id}/parcel`: the carrier and its number for the parcel of a part; the customer receives a new number.
 * Throws NOT_FOUND, CONFLICT, VALIDATION_FAILED, ACTION_NOT_VALID for a whole order and for a part that has ended.
 */
export async function setParcel(
  ctx: UserCtx,
  key: string,
  { parcel_carrier: carrier, parcel_number: number, version }: Input<typeof parcelSchema>,
): Promise<JsonRecord> {
  const order = await lockOrder(ctx, key);
  const { root, target } = order;
  await assertFresh(ctx, target, version);
  if (target.id === root.id || endedStatuses.includes(target.order_status)) {
    throw new AppError('ACTION_NOT_VALID');
  }
  const from = parcelText(target);
  const isSame = (carrier || null) === target.parcel_carrier && (number || null) === target.parcel_number;
  if (isSame) return { ...(await orderDetails(ctx, target.id)) };
  await endUndos(ctx, order);
  const isNew = number !== '' && number !== target.parcel_number;
  await writeOrder(ctx, target, { parcel_carrier: carrier || null, parcel_number: number || null });
  await recordParcel(ctx, target, from);
  if (isNew) {
    const message = parcelSent({ ...aboutOrder(root), carrier, parcel: number });
    await notifyCustomer(ctx, root, 'statusChangeOrder', message);
  }
  return { ...(await orderDetails(ctx, target.id)) };
}
