import type { returnStageSchema } from '@/contract/refunds/schema';
import { audit } from '@/server/core/audit';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { Input } from '@/server/core/validate';
import { lockRefund } from './lock-refund';
import { remainingStages, worksOn } from './policy';
import { inspectGoods, setStage } from './return-goods';
import { settleForShops } from './settle-for-shops';

/**
 * `POST refunds/{id}/stage`: goods of an agreed return are on their way, received or inspected. At the inspection each
 * piece returns to the stock or is written off, and money that waited for it moves. Throws NOT_FOUND, ACTION_NOT_VALID
 * for a stage that is not ahead, VALIDATION_FAILED.
 */
export async function moveGoods(
  ctx: UserCtx,
  key: string,
  { stage, shop_id, lines, write_off_reason }: Input<typeof returnStageSchema>,
): Promise<void> {
  const locked = await lockRefund(ctx, key);
  const own = locked.shops.filter(
    (shop) => worksOn(ctx, shop.shop_id) && (!shop_id || shop.shop_id === shop_id),
  );
  if (own.length === 0) throw new AppError('NOT_FOUND');
  const moved = own.filter((shop) => remainingStages(locked.row, shop.stage).includes(stage));
  if (moved.length === 0) throw new AppError('ACTION_NOT_VALID');
  const shopIds = moved.map((shop) => shop.shop_id);
  await audit(ctx, {
    family: 'refunds',
    id: locked.row.id,
    action: 'stage',
    changes: { stage: [moved[0]?.stage, stage] },
  });
  if (stage !== 'inspected') return setStage(ctx, locked, shopIds, stage);
  const inspection = {
    shopIds,
    writtenOff: new Map(lines.map(({ id, written_off }) => [Number(id), written_off ?? 0])),
    reason: write_off_reason || null,
  };
  const waits = locked.row.status === 'processing' && locked.row.escalated_at === null;
  if (waits) await settleForShops(ctx, locked, { inspection });
  else await inspectGoods(ctx, locked, inspection);
}
