import type { Selectable } from 'kysely';
import { fromMinor, toMinor } from '@/contract/core/money';
import { type Provider, providers } from '@/contract/ledger/accounts';
import { paymentMethods } from '@/contract/ledger/providers';
import { type AttemptState, attemptStates } from '@/contract/payments/attempts';
import type { AttemptEnd, PaymentAttempt } from '@/contract/payments/views';
import { type Ctx, isAdmin, mayDo } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';

export type StoredAttempt = Selectable<DB['payment_attempts']>;

/** Whether the person sees what providers answered, their fee and whole ids (rules/payments: a shop sees no answers). */
export const seesAnswers = (ctx: Ctx): boolean =>
  ctx.user !== null && isAdmin(ctx) && mayDo({ user: ctx.user }, 'finance:read');

/**
 * An attempt in its wire form. `share`: kopecks of it that belong to the part that is looked at; a shop does not learn what
 * others sold.
 */
export function presentAttempt(
  row: StoredAttempt,
  { isFinance, now, share }: { isFinance: boolean; now: Date; share?: number | undefined },
): PaymentAttempt {
  const sum = (value: number) => fromMinor(Math.min(toMinor(value), share ?? Number.MAX_SAFE_INTEGER));
  const state = stateOf(row);
  return {
    id: row.id,
    state,
    provider: providerOf(row.provider),
    method: paymentMethods.find((one) => one === row.method) ?? null,
    is_two_stage: row.is_two_stage,
    amount: sum(row.amount),
    held: sum(row.held),
    captured: sum(row.captured),
    refunded: share === undefined ? sum(row.refunded) : 0,
    fee: isFinance && row.fee !== null ? fromMinor(toMinor(row.fee)) : null,
    created_at: row.created_at.toISOString(),
    captured_at: row.captured_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    capture_until: row.capture_until?.toISOString() ?? null,
    is_capturing: state === 'held' && row.capture_key !== null,
    end: state === 'canceled' ? endOf(row, now) : null,
    failure: isFinance ? row.failure : null,
    payment_id: isFinance || row.payment_id === null ? row.payment_id : shortId(row.payment_id),
  };
}

/** A link that another one has replaced is not paid any more, though nobody told its provider. */
function stateOf({ state, is_open }: StoredAttempt): AttemptState {
  if (state === 'pending' && !is_open) return 'canceled';
  return attemptStates.find((one) => one === state) ?? 'unknown';
}

/** Ended by ourselves, for another link or a cancelled order. */
const ours = /^canceled$|^closed|canceled_by_merchant/i;

function endOf({ failure, expires_at }: StoredAttempt, now: Date): AttemptEnd {
  if (failure !== null && !ours.test(failure)) return /expired/i.test(failure) ? 'expired' : 'declined';
  return expires_at !== null && expires_at <= now ? 'expired' : 'replaced';
}

const providerOf = (name: string): Provider => providers.find((one) => one === name) ?? 'manual';

/** `2d8f4c…91` */
const shortId = (id: string): string => (id.length <= 12 ? id : `${id.slice(0, 6)}…${id.slice(-2)}`);
