import type { LiveEvents } from '@/contract/core/live';
import type { Ctx } from '@/server/core/context';
import { toAdmins, toShop } from '@/server/core/live/audiences';
import { publish } from '@/server/core/live/publish';

/** Orders concern administrators, a part also the people of its shop who handle orders. */
export async function publishOrder(
  ctx: Ctx,
  row: { id: number; parent_id: number | null; shop_id: number | null; tracking_number: string },
  change: LiveEvents['order']['change'],
): Promise<void> {
  const { id, parent_id, shop_id, tracking_number } = row;
  const shop = shop_id === null ? [] : toShop(shop_id, 'orders');
  await publish(ctx, [toAdmins, ...shop], 'order', { id, parent_id, change, tracking_number });
}
