import { sql } from 'kysely';
import { fromMinor, toDecimal } from '@/contract/core/money';
import type { ReturnedPieces } from '@/contract/refunds/money';
import type { RefundKind } from '@/contract/refunds/states';
import { audit, changesBetween } from '@/server/core/audit';
import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { resolveFiles } from '@/server/core/files/file-rights';
import { checkRelations } from '@/server/core/resource/relations';
import type { LockedOrder, StoredPart } from '@/server/modules/orders/lock-order';
import { vendorShares } from './count-returned';

interface RefundAbout {
  title?: string | null | undefined;
  description?: string | null | undefined;
  images?: unknown;
  refund_reason_id?: number | null | undefined;
  refund_policy_id?: number | null | undefined;
}

export interface RefundDraft {
  kind: RefundKind;
  /** The only part that it is about; null for a request about the whole order. */
  part: StoredPart | null;
  /** Of goods. */
  money: readonly ReturnedPieces[];
  /** In kopecks. */
  amount: number;
  wallet: number;
  method?: 'payment' | 'wallet';
  answerUntil?: Date | null;
  exchangeOrderId?: number;
  surcharge?: number;
  about: RefundAbout;
}

const relations = {
  refund_reason: { column: 'refund_reason_id', table: 'refund_reasons' },
  refund_policy: { column: 'refund_policy_id', table: 'refund_policies' },
} as const;

/**
 * Stores an undecided refund of a locked order with its lines and shops. Returns the id. Throws VALIDATION_FAILED for a
 * reason or pictures that the person may not use, REFUND_NOT_POSSIBLE for nothing.
 */
export async function insertRefund(ctx: Ctx, order: LockedOrder, draft: RefundDraft): Promise<number> {
  const { kind, part, money, amount, wallet, about } = draft;
  if (amount <= 0 && money.length === 0) throw new AppError('REFUND_NOT_POSSIBLE');
  await checkRelations(ctx, relations, { ...about });
  const images = await resolveFiles(ctx, { kind: 'images' }, 'images', about.images, { as: 'private' });
  const { id } = await ctx.db
    .insertInto('refunds')
    .values({
      order_id: order.root.id,
      customer_id: order.root.customer_id,
      kind,
      part_id: part?.id ?? null,
      method: draft.method ?? 'payment',
      amount: toDecimal(amount),
      wallet_amount: toDecimal(wallet),
      title: about.title || null,
      description: about.description || null,
      images: sql`${JSON.stringify(images ?? [])}::jsonb`,
      refund_reason_id: about.refund_reason_id ?? null,
      refund_policy_id: about.refund_policy_id ?? null,
      answer_until: draft.answerUntil ?? null,
      exchange_order_id: draft.exchangeOrderId ?? null,
      surcharge: toDecimal(draft.surcharge ?? 0),
      requested_by: ctx.user?.id ?? null,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (money.length > 0) await insertLines(ctx, id, order, money);
  await insertShops(ctx, id, order, { part, money });
  await audit(ctx, {
    family: 'refunds',
    id,
    action: 'create',
    changes: changesBetween(
      {},
      { order_id: order.root.id, amount: fromMinor(amount), status: 'pending', kind },
    ),
  });
  return id;
}

async function insertLines(
  ctx: Ctx,
  refund_id: number,
  order: LockedOrder,
  money: readonly ReturnedPieces[],
): Promise<void> {
  const vendors = vendorShares(order, new Map(money.map(({ lineId, quantity }) => [lineId, quantity])));
  await ctx.db
    .insertInto('refund_lines')
    .values(
      money.map(({ lineId, quantity, amount, wallet }) => ({
        refund_id,
        order_line_id: lineId,
        quantity,
        shop_id: order.lines.find(({ id }) => id === lineId)?.shop_id ?? 0,
        amount: toDecimal(amount),
        wallet_amount: toDecimal(wallet),
        vendor_amount: toDecimal(vendors.get(lineId) ?? 0),
      })),
    )
    .execute();
}

/** Files come back by themselves, so a shop of nothing else has no goods to expect. */
async function insertShops(
  ctx: Ctx,
  refund_id: number,
  { lines }: LockedOrder,
  { part, money }: Pick<RefundDraft, 'part' | 'money'>,
): Promise<void> {
  const returned = lines.filter(({ id }) => money.some(({ lineId }) => lineId === id));
  const shops = new Set(part ? [part.shop_id] : returned.map(({ shop_id }) => shop_id));
  const hasGoods = (shop: number) => returned.some((line) => line.shop_id === shop && !line.is_digital);
  await ctx.db
    .insertInto('refund_shops')
    .values(
      [...shops].map((shop_id) => ({ refund_id, shop_id, stage: hasGoods(shop_id) ? 'none' : 'inspected' })),
    )
    .execute();
}
