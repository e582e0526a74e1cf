import { toMinor } from '@/contract/core/money';
import { type PaymentMethod, paymentMethods } from '@/contract/ledger/providers';
import type { Ctx } from '@/server/core/context';
import type { JobCtx } from '@/server/core/jobs/job';
import { inTransaction } from '@/server/core/transaction';
import type {
  PaymentProvider,
  ProviderRefund,
  ProviderResult,
} from '@/server/integrations/acquirers/payment-provider';
import { abilitiesOf } from '@/server/integrations/online-ways';
import { openPaymentTask } from '../open-tasks/open-task';
import { cancelRefund, isUnderWay, succeedRefund, writeRefund } from './end-refund';
import { type LockedProviderRefund, lockProviderRefund } from './lock-refund';
import { noticeRefunded } from './notice-refunded';

const minute = 60_000;
const hour = 60 * minute;
/** When a refund without an end is asked for again, after each question; then every hour. */
const pauses = [1, 2, 5, 15].map((minutes) => minutes * minute);
/** Providers forget a key after a day: the same request would be another refund then. */
const keyLivesMs = 20 * hour;
const stuckMs = 72 * hour;
/** Questions of a lost answer that cannot be asked again, before a person looks. */
const readsBeforePerson = 2;

/**
 * Asks the provider for a refund, or what became of it. The row says that it was asked before it is, so that a process that
 * ends in between leaves it unknown, and the same key is used again (rules/payments: an unknown answer is no refusal).
 */
export async function runRefund(
  ctx: JobCtx,
  providers: readonly PaymentProvider[],
  id: number,
): Promise<void> {
  const begun = await inTransaction(ctx, (inside: Ctx) => begin(inside, providers, id));
  if (!begun) return;
  const { provider, isSent, ask } = begun;
  const stored = { paymentId: ask.paymentId, refundId: ask.refundId, key: ask.key, amount: ask.amount };
  const result = await (isSent ? provider.refund(ask) : provider.readRefund(stored));
  await inTransaction(ctx, (inside: Ctx) => apply(inside, id, result, begun));
}

interface Begun {
  provider: PaymentProvider;
  /** The request is sent, for the first time or with the same key; else the refund is read. */
  isSent: boolean;
  /** It has never been sent before, so a refusal proves that it was not done. */
  isFirst: boolean;
  ask: { paymentId: string; refundId: string | null; key: string; amount: number; method: PaymentMethod };
}

async function begin(ctx: Ctx, providers: readonly PaymentProvider[], id: number): Promise<Begun | null> {
  const locked = await lockProviderRefund(ctx, id);
  const { row, attempt } = locked;
  if (!isUnderWay(locked)) return null;
  await openTaskAbout(ctx, locked);
  const next = { next_read_at: new Date(ctx.now.getTime() + pauseAfter(row.reads)), reads: row.reads + 1 };
  const provider = providers.find(({ name }) => name === attempt.provider);
  // Its credentials are missing at the moment.
  if (!provider || attempt.payment_id === null) {
    await writeRefund(ctx, locked, next);
    return null;
  }
  const isSent = row.state === 'new' || (row.state === 'unknown' && mayRepeat(ctx, locked));
  await writeRefund(ctx, locked, {
    ...next,
    ...(row.state === 'new' && { state: 'unknown', sent_at: ctx.now }),
  });
  const isReadable = row.provider_refund_id !== null || provider.readsRefundByPayment;
  if (!isSent && !isReadable) return null;
  const ask = { paymentId: attempt.payment_id, refundId: row.provider_refund_id, key: row.key };
  const isFirst = row.state === 'new';
  return {
    provider,
    isSent,
    isFirst,
    ask: { ...ask, amount: toMinor(row.amount), method: methodOf(attempt.method) },
  };
}

const pauseAfter = (reads: number): number => pauses[reads] ?? hour;

const methodOf = (text: string | null): PaymentMethod => paymentMethods.find((one) => one === text) ?? 'card';

/** Whether the same key still finds the refund that a lost answer may have made. */
function mayRepeat({ now }: Ctx, { row, attempt }: LockedProviderRefund): boolean {
  const hasKey = abilitiesOf(attempt)?.repeatsRefund ?? true;
  return hasKey && row.sent_at !== null && now.getTime() - row.sent_at.getTime() < keyLivesMs;
}

/** What a machine cannot find out, and what takes too long. */
async function openTaskAbout(ctx: Ctx, locked: LockedProviderRefund): Promise<void> {
  const { row, attempt, order } = locked;
  const about = {
    orderId: order.root.id,
    attemptId: attempt.id,
    providerRefundId: row.id,
    amount: toMinor(row.amount),
    note: row.failure,
  };
  const isLost = row.state === 'unknown' && !mayRepeat(ctx, locked) && row.reads >= readsBeforePerson;
  if (isLost) await openPaymentTask(ctx, { ...about, kind: 'refund_unknown' });
  const isStuck = ctx.now.getTime() - row.created_at.getTime() >= stuckMs;
  if (isStuck && !isLost) await openPaymentTask(ctx, { ...about, kind: 'refund_stuck' });
}

/** Applies what the provider said, once, however many processes asked. */
async function apply(
  ctx: Ctx,
  id: number,
  result: ProviderResult<ProviderRefund>,
  begun: Pick<Begun, 'provider' | 'isFirst'>,
): Promise<void> {
  const locked = await lockProviderRefund(ctx, id);
  if (!isUnderWay(locked)) return;
  if (result.kind === 'unknown') return writeRefund(ctx, locked, { failure: result.failure });
  if (result.kind === 'refused') return refuse(ctx, locked, result, begun);
  const { id: refundId, state, left, cancelReason } = result.value;
  if (state === 'succeeded') {
    await succeedRefund(ctx, locked, refundId);
    return left === null ? undefined : noticeLeft(ctx, locked, left);
  }
  const seen = { provider_refund_id: refundId ?? locked.row.provider_refund_id };
  if (state === 'pending') return writeRefund(ctx, locked, { ...seen, state: 'pending', failure: null });
  await writeRefund(ctx, locked, seen);
  return cancelRefund(ctx, locked, cancelReason);
}

/** The payment has less than our refunds have left it: the rest was returned in the cabinet (T-Bank). */
async function noticeLeft(ctx: Ctx, { attempt, order }: LockedProviderRefund, left: number): Promise<void> {
  const says = { amount: left, refunded: toMinor(attempt.captured) - left };
  await noticeRefunded(ctx, { attemptId: attempt.id, orderId: order.root.id, says });
}

/** Too many requests, and credentials that are being changed: it was not done, and is asked for later with the same key. */
const passing = ['too_many_requests', '429', 'invalid_credentials', '401', 'forbidden', '403'];

async function refuse(
  ctx: Ctx,
  locked: LockedProviderRefund,
  { code, message }: { code: string; message: string | null },
  { provider, isFirst }: Pick<Begun, 'provider' | 'isFirst'>,
): Promise<void> {
  const { row } = locked;
  const failure = message ?? code;
  // Usually an earlier request of ours has done it, so the payment is read.
  const mayBeDone = provider.repeatedRefundCodes.includes(code) && !isFirst;
  // A read that is refused says nothing about the refund.
  if (passing.includes(code) || mayBeDone || row.state === 'pending')
    return writeRefund(ctx, locked, { failure, ...(isFirst && { state: 'new', sent_at: null }) });
  return cancelRefund(ctx, locked, failure);
}
