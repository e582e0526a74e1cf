import type { LiveEvents } from '@/contract/core/live';
import type { Ctx } from '@/server/core/context';
import { toAdmins, toShop } from '@/server/core/live/audiences';
import { publish } from '@/server/core/live/publish';

/** Tells the windows of administrators, and of who answers for the shop, that something said there is other now. */
export async function publishFeedback(
  ctx: Ctx,
  family: LiveEvents['feedback']['family'],
  { id, shop_id }: { id: unknown; shop_id: unknown },
): Promise<void> {
  const audiences = [toAdmins, ...toShop(Number(shop_id), 'feedback')];
  await publish(ctx, audiences, 'feedback', { family, id: Number(id) });
}
