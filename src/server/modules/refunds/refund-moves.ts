import { laterStages, type RefundState, type ReturnStage, refundStates } from '@/contract/refunds/states';
import { type Ctx, isAdmin } from '@/server/core/context';
import { orderShopIds } from '@/server/modules/orders/policy';
import type { LockedRefund } from './lock-refund';

export function refundState({ status }: { status?: unknown }): RefundState {
  const found = refundStates.find((state) => state === status);
  if (!found) throw new Error(`A refund is ${String(status)}`);
  return found;
}

/** Whether the refund waits for the answer of a shop. */
export const canAnswer = (
  {
    row,
    shops,
  }: {
    row: Pick<LockedRefund['row'], 'status' | 'escalated_at' | 'answer_until'>;
    shops: readonly Pick<LockedRefund['shops'][number], 'shop_id' | 'answer'>[];
  },
  shopId: number,
): boolean =>
  row.status === 'pending' &&
  row.escalated_at === null &&
  row.answer_until !== null &&
  shops.some(({ shop_id, answer }) => shop_id === shopId && answer === null);

/** Whether the person handles the goods of a shop. */
export const worksOn = (ctx: Ctx, shopId: number): boolean =>
  isAdmin(ctx) || orderShopIds(ctx).includes(shopId);

/** Stages ahead of goods that come back: of a refund that was approved, or agreed while its money waits for them. */
export function remainingStages(
  { status, kind, origin, agreed_at }: Pick<LockedRefund['row'], 'status' | 'kind' | 'origin' | 'agreed_at'>,
  stage: string,
): ReturnStage[] {
  const isComing = status === 'approved' || (status === 'processing' && agreed_at !== null);
  if (kind !== 'goods' || origin !== 'request' || !isComing) return [];
  return laterStages(stage as ReturnStage);
}
