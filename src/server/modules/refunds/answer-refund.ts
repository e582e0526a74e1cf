import { sql } from 'kysely';
import type { answerRefundSchema } from '@/contract/refunds/schema';
import { audit } from '@/server/core/audit';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { resolveFiles } from '@/server/core/files/file-rights';
import { settingsOptions } from '@/server/core/settings';
import { eachInTransaction } from '@/server/core/transaction';
import type { Input } from '@/server/core/validate';
import { recordEvent } from '@/server/modules/orders/lock-order';
import { orderShopIds } from '@/server/modules/orders/policy';
import { type LockedRefund, lockRefund } from './lock-refund';
import { canAnswer } from './policy';
import { escalate, settleForShops } from './settle-for-shops';

/**
 * `POST refunds/{id}/answer`: a shop agrees to a customer's request, or objects with a reason and pictures, and then an
 * administrator decides. Once all its shops agreed, the refund is settled. Throws NOT_FOUND, ACTION_NOT_VALID for a
 * refund that no longer waits for the shop, VALIDATION_FAILED.
 */
export async function answerRefund(
  ctx: UserCtx,
  key: string,
  { answer, note, images }: Input<typeof answerRefundSchema>,
): Promise<void> {
  const locked = await lockRefund(ctx, key);
  const mine = orderShopIds(ctx);
  const own = locked.shops.filter(({ shop_id }) => mine.includes(shop_id)).map(({ shop_id }) => shop_id);
  if (own.length === 0) throw new AppError('NOT_FOUND');
  const asked = own.filter((id) => canAnswer(locked, id));
  if (asked.length === 0) throw new AppError('ACTION_NOT_VALID');
  const files = answer === 'objected' && images.length > 0 ? images : [];
  const pictures = await resolveFiles(ctx, { kind: 'images' }, 'images', files, { as: 'private' });
  await setAnswers(ctx, locked, asked, { answer, note: note || null, images: pictures });
  if (answer === 'objected') await escalate(ctx, locked);
  else if (isAgreed(locked)) await settleForShops(ctx, locked);
}

const isAgreed = ({ shops }: LockedRefund) =>
  shops.every(({ answer }) => answer === 'agreed' || answer === 'silent');

interface Answer {
  answer: 'agreed' | 'objected' | 'silent';
  note: string | null;
  images: unknown;
}

async function setAnswers(
  ctx: Ctx,
  locked: LockedRefund,
  shopIds: readonly number[],
  { answer, note, images }: Answer,
): Promise<void> {
  const { row, shops, order } = locked;
  for (const shop of shops.filter(({ shop_id }) => shopIds.includes(shop_id))) {
    shop.answer = answer;
    await ctx.db
      .updateTable('refund_shops')
      .set({
        answer,
        note,
        answered_by: ctx.user?.id ?? null,
        answered_at: ctx.now,
        images: sql`${JSON.stringify(images ?? [])}::jsonb`,
      })
      .where('refund_id', '=', row.id)
      .where('shop_id', '=', shop.shop_id)
      .execute();
    const part = order.parts.find(({ shop_id }) => shop_id === shop.shop_id);
    if (part) await recordEvent(ctx, part, { kind: 'refund', to: answer, note });
  }
  await audit(ctx, { family: 'refunds', id: row.id, action: 'answer', changes: { answer: [null, answer] } });
}

/** Per run; the rest waits for the next one. */
const maxRefunds = 200;

/**
 * Decides requests that shops have not answered in time, each in a transaction of its own: silence is consent, or an
 * administrator decides (rules/refunds: a shop answers within a clock). A late answer and this job meet at the lock of the
 * order, and the first one counts. Returns how many were decided.
 */
export async function endSilence(ctx: Ctx, onError: (error: unknown) => void): Promise<number> {
  const due = await ctx.db
    .selectFrom('refunds')
    .select('id')
    .where('answer_until', '<=', ctx.now)
    .where('status', '=', 'pending')
    .where('escalated_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('answer_until')
    .limit(maxRefunds)
    .execute();
  return eachInTransaction(ctx, due, (inside, { id }) => decideSilent(inside, id), onError);
}

async function decideSilent(ctx: Ctx, id: number): Promise<boolean> {
  const locked = await lockRefund(ctx, String(id));
  const silent = locked.shops.filter(({ shop_id }) => canAnswer(locked, shop_id));
  if (silent.length === 0) return false;
  const { returnSilence } = await settingsOptions(ctx);
  if (returnSilence === 'escalate') {
    await escalate(ctx, locked);
    return true;
  }
  const shopIds = silent.map(({ shop_id }) => shop_id);
  await setAnswers(ctx, locked, shopIds, { answer: 'silent', note: null, images: [] });
  await settleForShops(ctx, locked);
  return true;
}
