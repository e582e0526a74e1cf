import type { LiveEvents } from '@/contract/core/live';
import type { Ctx } from '@/server/core/context';
import { toAdmins, toShop } from '@/server/core/live/audiences';
import { publish } from '@/server/core/live/publish';

/** Live event to administrators and the shop's feedback staff. */
export async function publishFeedback(
  ctx: Ctx,
  family: LiveEvents['feedback']['family'],
  { id, shop_id }: { id: unknown; shop_id: unknown },
): Promise<void> {
  const audiences = [toAdmins('feedback'), ...toShop(Number(shop_id), 'feedback')];
  await publish(ctx, audiences, 'feedback', { family, id: Number(id) });
}
