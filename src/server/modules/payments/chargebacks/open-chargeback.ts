import { type Selectable, sql } from 'kysely';
import { toDecimal, toMinor } from '@/contract/core/money';
import { cashTotal } from '@/contract/orders/money';
import type { Chargeback, openChargebackSchema } from '@/contract/payments/tasks';
import { startOfDay } from '@/server/core/business-time';
import type { UserCtx } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { AppError, rejectValue } from '@/server/core/errors';
import { resolveFiles } from '@/server/core/files/file-rights';
import type { Input } from '@/server/core/validate';
import { type ChargedBackPart, chargebackOpened } from '@/server/modules/ledger/entries';
import { postEntries } from '@/server/modules/ledger/ledger';
import { type LockedOrder, lockOrder, type StoredPart } from '@/server/modules/orders/lock-order';
import { keptKind } from '@/server/modules/orders/payments/kept-money';
import { loadRemainders } from '@/server/modules/refunds/provider-parts';
import { openPaymentTask } from '../open-tasks/open-task';
import { presentChargeback } from './list-chargebacks';

/**
 * `POST chargebacks`: a buyer's bank claims money back. The shops' part and the marketplace's are held until the chargeback is decided,
 * in proportion to what the order still has (rules/payments: a chargeback holds everybody's part). Throws NOT_FOUND,
 * VALIDATION_FAILED for more than the payment still has.
 */
export async function openChargeback(
  ctx: UserCtx,
  { order_id, payment_id, amount, respond_by, reason, evidence }: Input<typeof openChargebackSchema>,
): Promise<Chargeback> {
  const order = await lockOrder(ctx, order_id);
  if (order.target.id !== order.root.id) throw new AppError('NOT_FOUND');
  const sum = toMinor(amount);
  const attemptId = await chargedBackAttempt(ctx, order, payment_id ?? null, sum);
  const shares = await splitChargeback(ctx, order, sum);
  const files = await resolveFiles(ctx, { kind: 'images' }, 'evidence', evidence, { as: 'private' });
  const row = await ctx.db
    .insertInto('chargebacks')
    .values({
      order_id: order.root.id,
      attempt_id: attemptId,
      amount: toDecimal(sum),
      reason,
      respond_by: respond_by ?? null,
      opened_by: ctx.user.id,
      created_at: ctx.now,
      updated_at: ctx.now,
      shares: sql`${JSON.stringify(shares)}::jsonb`,
      evidence: sql`${JSON.stringify(files ?? [])}::jsonb`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await postEntries(ctx, shares.flatMap(chargebackOpened));
  await openPaymentTask(ctx, {
    kind: 'chargeback',
    orderId: order.root.id,
    attemptId,
    chargebackId: row.id,
    amount: sum,
    note: reason,
    dueAt: respond_by ? await endOfDay(ctx, respond_by) : null,
  });
  return presentChargeback(ctx, row);
}

async function endOfDay(ctx: UserCtx, day: string): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select ${startOfDay(day, 1)} as at`.execute(ctx.db);
  return rows[0]?.at ?? ctx.now;
}

/** The attempt that the chargeback is about, locked; null for an order whose money no acquirer took. */
async function chargedBackAttempt(
  ctx: UserCtx,
  { root }: LockedOrder,
  paymentId: number | null,
  sum: number,
): Promise<number | null> {
  const found = await ctx.db
    .selectFrom('payment_attempts')
    .select(['id', 'captured'])
    .where('order_id', '=', root.id)
    .where('provider', '!=', 'manual')
    .where('captured', '>', 0)
    .$if(paymentId !== null, (query) => query.where('id', '=', paymentId ?? 0))
    .orderBy('id', 'desc')
    .forUpdate()
    .execute();
  const [attempt] = found;
  if (!attempt && paymentId !== null) rejectValue('payment_id');
  const [left] = attempt ? await loadRemainders(ctx, [attempt]) : [];
  if (left && left.available < sum) refuseSum();
  return attempt?.id ?? null;
}

/** What of the chargeback each part gives, in kopecks: in proportion to the money that it still has. */
async function splitChargeback(
  ctx: UserCtx,
  { root, parts }: LockedOrder,
  sum: number,
): Promise<ChargedBackPart[]> {
  const shares = await sharesLeft(ctx, parts);
  const claimed = await chargedBackOf(ctx, root.id);
  const paid = parts
    .map((part) => ({ part, left: moneyLeft(part) - (claimed.get(part.id)?.sum ?? 0) }))
    .filter(({ left }) => left > 0);
  const all = paid.reduce((total, { left }) => total + left, 0);
  if (sum > all) refuseSum();
  let [given, counted] = [0, 0];
  return paid.map(({ part, left }) => {
    counted += left;
    const upTo = Number((BigInt(sum) * BigInt(counted)) / BigInt(all));
    const own = upTo - given;
    given = upTo;
    const share = (shares.get(part.id) ?? 0) - (claimed.get(part.id)?.ofShop ?? 0);
    return shareOf(part, own, { left, share: Math.max(0, share) });
  });
}

/** What earlier chargebacks hold of each part, or have taken. */
async function chargedBackOf(ctx: UserCtx, orderId: number) {
  const chargebacks = await ctx.db
    .selectFrom('chargebacks')
    .select('shares')
    .where('order_id', '=', orderId)
    .where('state', '!=', 'won')
    .execute();
  const claimed = new Map<number, { sum: number; ofShop: number }>();
  for (const { partId, prepayment, share, own } of chargebacks.flatMap(partsOfChargeback)) {
    const { sum, ofShop } = claimed.get(partId) ?? { sum: 0, ofShop: 0 };
    claimed.set(partId, { sum: sum + prepayment + share + own, ofShop: ofShop + share });
  }
  return claimed;
}

function moneyLeft(part: StoredPart): number {
  if (part.payment_status !== 'payment-success' || keptKind(part)) return 0;
  return Math.max(0, cashTotal(part) - toMinor(part.refunded_amount));
}

function shareOf(
  part: StoredPart,
  claimed: number,
  { left, share }: { left: number; share: number },
): ChargedBackPart {
  const about = { partId: part.id, shopId: part.shop_id };
  if (part.credited_amount === null) return { ...about, prepayment: claimed, share: 0, own: 0 };
  const ofShop = Math.min(claimed, Number((BigInt(claimed) * BigInt(share)) / BigInt(left)));
  return { ...about, prepayment: 0, share: ofShop, own: claimed - ofShop };
}

/** What shops were credited for their parts and have not given back, in kopecks. */
async function sharesLeft(ctx: UserCtx, parts: readonly StoredPart[]): Promise<Map<number, number>> {
  const { rows } = await sql<{
    id: number;
    back: number;
  }>`select l.order_id as id, sum(rl.vendor_amount) as back
    from refund_lines rl join order_lines l on l.id = rl.order_line_id
    join refunds r on r.id = rl.refund_id and r.status = 'approved'
    where l.order_id = any(${parts.map(({ id }) => id)}::bigint[]) group by 1`.execute(ctx.db);
  const back = new Map(rows.map((row) => [row.id, toMinor(row.back)]));
  return new Map(
    parts.map(({ id, credited_amount }) => [
      id,
      Math.max(0, toMinor(credited_amount ?? 0) - (back.get(id) ?? 0)),
    ]),
  );
}

/** As they were held. */
export const partsOfChargeback = ({
  shares,
}: Pick<Selectable<DB['chargebacks']>, 'shares'>): ChargedBackPart[] =>
  shares as unknown as ChargedBackPart[];

function refuseSum(): never {
  throw new AppError('VALIDATION_FAILED', { fields: { amount: ['error-chargeback-sum'] } });
}
