import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { toDecimal, toMinor } from '@/contract/core/money';
import { refundedUnknown } from '@/contract/payments/tasks';
import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { MoneyPlace } from '@/server/modules/ledger/entries';
import type { LockedRefund } from './lock-refund';

/** What one attempt to pay gives back of a refund, in kopecks. */
export interface ProviderPart {
  attemptId: number;
  amount: number;
}

/** How the money of a refund goes back, in kopecks. */
export interface RefundRoute {
  /** By the providers that took it; paid when they say so. */
  parts: ProviderPart[];
  /** Where the rest is, which people pay at once. */
  place: MoneyPlace;
}

const manual = { kind: 'provider_clearing', provider: 'manual' } as const satisfies MoneyPlace;

/**
 * Splits a refund over the attempts that paid the order, each up to what it still has, and locks them (rules/payments:
 * money goes back the way it came). Throws REFUND_NOT_POSSIBLE when they have less and nobody else took money.
 */
export async function chooseRoute(ctx: Ctx, locked: LockedRefund, sum: number): Promise<RefundRoute> {
  const { root, parts: ofShops } = locked.order;
  const orders = await paidWith(ctx, root.id);
  const place = await placeOf(ctx, [...orders, ...ofShops.map(({ id }) => id)]);
  const attempts = await lockAttempts(ctx, orders);
  if (attempts.length === 0) return { parts: [], place: place ?? { kind: 'cash_desk' } };
  const stays = await keptByExchange(ctx, locked, sum);
  const parts: ProviderPart[] = [];
  let left = sum - stays;
  for (const { attemptId, available } of preferred(attempts, locked, left)) {
    const amount = Math.min(left, available);
    if (amount > 0) parts.push({ attemptId, amount });
    left -= amount;
  }
  if (left > 0 && !place) throw new AppError('REFUND_NOT_POSSIBLE');
  return { parts, place: place ?? manual };
}

/** Ids of the whole order, and of those that were exchanged for it: their attempts took its money. */
async function paidWith(ctx: Ctx, rootId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`with recursive paid as (select ${rootId}::bigint as id
      union select r.order_id from refunds r join paid on r.exchange_order_id = paid.id where r.status = 'approved')
    select id from paid order by id`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

/** Where people took money of these orders and parts, which the marketplace gives back; undefined for none. */
async function placeOf(ctx: Ctx, orderIds: readonly number[]): Promise<MoneyPlace | undefined> {
  const found = await ctx.db
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_lines as l', 'l.entry_id', 'e.id')
    .innerJoin('ledger_accounts as a', 'a.id', 'l.account_id')
    .select(['a.kind', 'a.provider'])
    .distinct()
    .where('e.family', '=', 'orders')
    .where('e.row_id', 'in', [...orderIds])
    .where('a.kind', 'in', ['provider_clearing', 'cash_desk', 'shop_cash'])
    .execute();
  // With a provider, also when it should be paid in cash by now.
  if (found.some(({ provider }) => provider === manual.provider)) return manual;
  // What a shop took beside a provider was set off against its balance: the marketplace gives it back.
  return found.some(({ kind }) => kind !== 'provider_clearing') ? { kind: 'cash_desk' } : undefined;
}

interface PaidAttempt {
  attemptId: number;
  /** What it still has, less all that is under way or claimed back. */
  available: number;
}

/** Attempts of acquirers that took money, the first first. */
async function lockAttempts(ctx: Ctx, orderIds: readonly number[]): Promise<PaidAttempt[]> {
  const rows = await ctx.db
    .selectFrom('payment_attempts')
    .select(['id', 'captured'])
    .where('order_id', 'in', [...orderIds])
    .where('provider', '!=', manual.provider)
    .where('captured', '>', 0)
    .orderBy('id')
    .forUpdate()
    .execute();
  return loadRemainders(ctx, rows);
}

/** What locked attempts still have of what they captured. */
export async function loadRemainders(
  ctx: Ctx,
  rows: readonly { id: number; captured: number }[],
): Promise<PaidAttempt[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const { rows: taken } = await sql<{ id: number; amount: number }>`select id, sum(amount) as amount from (
      select attempt_id as id, amount from provider_refunds
        where attempt_id = any(${ids}::bigint[]) and not is_replaced
      union all select attempt_id, amount from chargebacks
        where attempt_id = any(${ids}::bigint[]) and state <> 'won') each group by id`.execute(ctx.db);
  const takenOf = new Map(taken.map(({ id, amount }) => [id, toMinor(amount)]));
  return rows.map(({ id, captured }) => ({
    attemptId: id,
    available: Math.max(0, toMinor(captured) - (takenOf.get(id) ?? 0)),
  }));
}

/** What paid for nothing came last, and as one sum. */
function preferred(attempts: readonly PaidAttempt[], { row }: LockedRefund, sum: number): PaidAttempt[] {
  if (!row.from_suspense) return [...attempts];
  const latest = attempts.toReversed();
  const exact = latest.filter(({ available }) => available === sum);
  return [...exact, ...latest.filter((one) => !exact.includes(one))];
}

/** Of an exchange only the difference leaves: the rest pays the other variation, in kopecks. */
async function keptByExchange(ctx: Ctx, { row }: LockedRefund, sum: number): Promise<number> {
  if (row.exchange_order_id === null) return 0;
  const sale = await ctx.db
    .selectFrom('orders')
    .select(['total', 'wallet_amount'])
    .where('id', '=', row.exchange_order_id)
    .executeTakeFirstOrThrow();
  return Math.min(sum, toMinor(sale.total) - toMinor(sale.wallet_amount));
}

/** Stores the requests with their keys in the transaction of the decision; the module `payments` sends them after it. */
export async function enqueueProviderRefunds(
  ctx: Ctx,
  refundId: number,
  parts: readonly ProviderPart[],
): Promise<void> {
  for (const { attemptId, amount } of parts) {
    await ctx.db
      .insertInto('provider_refunds')
      .values({
        attempt_id: attemptId,
        refund_id: refundId,
        key: randomUUID(),
        amount: toDecimal(amount),
        // The queued job runs at once; the clock finds what it left.
        next_read_at: new Date(ctx.now.getTime() + 60_000),
        created_at: ctx.now,
        updated_at: ctx.now,
      })
      .execute();
  }
}

/** A refund that was made in the cabinet of a provider, which a decision accounts for. */
export interface CabinetRefund {
  id: number;
  /** In kopecks. */
  amount: number;
}

/** The decision accounts for a refund of the cabinet. */
export async function linkCabinetRefund(ctx: Ctx, refundId: number, id: number): Promise<void> {
  await ctx.db
    .updateTable('provider_refunds')
    .set({ refund_id: refundId, updated_at: ctx.now })
    .where('id', '=', id)
    .where('refund_id', 'is', null)
    .execute();
}

/** Throws ACTION_NOT_VALID while nobody has said what a refund of the cabinet was for: it may be this one. */
export async function assertNoCabinetRefund(ctx: Ctx, orderId: number): Promise<void> {
  if (!(await isCabinetRefundOpen(ctx, orderId))) return;
  throw new AppError('ACTION_NOT_VALID', { fields: { status: ['error-foreign-refund'] } });
}

export async function isCabinetRefundOpen(ctx: Ctx, orderId: number): Promise<boolean> {
  const found = await ctx.db
    .selectFrom('payment_tasks')
    .select('id')
    .where('order_id', '=', orderId)
    .where('state', '=', 'open')
    .where((eb) =>
      eb.or([
        eb('kind', '=', 'foreign_refund'),
        eb.and([eb('kind', '=', 'contradiction'), eb('note', '=', refundedUnknown)]),
      ]),
    )
    .executeTakeFirst();
  return found !== undefined;
}
