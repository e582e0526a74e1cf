import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { laterStages, type ReturnStage } from '@/contract/refunds/states';
import { type Ctx, isAdmin } from '@/server/core/context';
import type { Policy } from '@/server/core/resource/policy';
import { toIdArray } from '@/server/core/resource/relations';
import { orderShopIds } from '@/server/modules/orders/policy';
import type { LockedRefund } from './lock-refund';

/**
 * Row filter of refunds: administrators see all, users who handle orders those with goods of their shops, everybody
 * their own. Only administrators write.
 */
export const refundPolicy: Policy = (ctx, purpose) => {
  if (isAdmin(ctx)) return undefined;
  const { user } = ctx;
  if (!user || purpose === 'write') return () => sql<SqlBool>`false`;
  const shops = orderShopIds(ctx);
  const own = sql<SqlBool>`refunds.customer_id = ${user.id}`;
  return () => (shops.length === 0 ? own : sql<SqlBool>`(${own} or ${coversShops(toIdArray(shops))})`);
};

/** True for refunds that concern one of the shops: with its goods, or of its part. */
export function coversShops(shops: RawBuilder<unknown>) {
  return sql<SqlBool>`(exists (select 1 from refund_lines l where l.refund_id = refunds.id
    and l.shop_id = any(${shops})) or exists (select 1 from refund_shops s
    where s.refund_id = refunds.id and s.shop_id = any(${shops})))`;
}

/** Reasons and policies of refunds: only an administrator sees what waits for approval. */
export const approvedOnly: Policy = (ctx) =>
  isAdmin(ctx) ? undefined : (eb) => eb('status', '=', 'approved');

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
