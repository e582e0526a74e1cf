import type { OrderStatus } from '@/contract/orders/status';
import type { Ctx } from '@/server/core/context';
import { aboutOrder, notifyCustomer, orderStatusChanged, parcelSent } from '../emails';
import { deriveRoot, type LockedOrder, moveTo, type StoredPart } from '../lock-order';
import { type Parcel, parcelText, recordParcel } from './parcel';
import { openUndo, type UndonePart } from './undos';

interface Shipping {
  to: OrderStatus;
  note: string | null;
  parcel: Parcel | null;
}

/**
 * Hands parts over to delivery, with the parcel of a single one. The customer is told after the time for undoing it, whose
 * end is returned (rules/orders: a handover can be undone until the customer is told).
 */
export async function shipParts(
  ctx: Ctx,
  order: LockedOrder,
  parts: readonly StoredPart[],
  { to, note, parcel }: Shipping,
): Promise<Date> {
  const { root } = order;
  const rootBefore = root.order_status;
  const undone: UndonePart[] = [];
  for (const part of parts) {
    const { id, order_status, ship_by, parcel_carrier, parcel_number } = part;
    const columns = parcel && {
      parcel_carrier: parcel.carrier || null,
      parcel_number: parcel.number || null,
    };
    await moveTo(ctx, part, to, { note, ...columns });
    await recordParcel(ctx, part, parcelText({ parcel_carrier, parcel_number }));
    undone.push({
      id,
      version: part.version,
      order_status,
      parcel_carrier,
      parcel_number,
      ship_by: ship_by?.toISOString() ?? null,
    });
  }
  await deriveRoot(ctx, order);
  const undo = await openUndo(ctx, order.target.id, undone);
  if (parcel?.number) {
    const message = parcelSent({ ...aboutOrder(root), carrier: parcel.carrier, parcel: parcel.number });
    await notifyCustomer(ctx, root, 'statusChangeOrder', { ...message, undo });
  } else if (root.order_status !== rootBefore) {
    const message = orderStatusChanged({ ...aboutOrder(root), status: root.order_status });
    await notifyCustomer(ctx, root, 'statusChangeOrder', { ...message, undo });
  }
  return undo.until;
}
