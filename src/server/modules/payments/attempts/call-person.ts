import { fromMinor } from '@/contract/core/money';
import { audit } from '@/server/core/audit';
import type { Ctx } from '@/server/core/context';
import type { LockedOrder } from '@/server/modules/orders/lock-order';
import type { Attempt } from '@/server/modules/orders/payments/attempts';

/** Why a payment is not simply applied. */
export type PersonReason = 'late' | 'double' | 'wrong-sum' | 'currency' | 'test' | 'contradiction';

interface Called {
  reason: PersonReason;
  order: LockedOrder;
  attempt: Attempt;
  /** What the acquirer has taken, in the smallest unit of the currency. */
  amount: number;
  currency: string;
}

/**
 * A person has to look at a payment; what arrived is in suspense, or booked nowhere. The one place where tasks for people
 * are opened from what was read.
 */
export async function callPerson(
  ctx: Ctx,
  { reason, order, attempt, amount, currency }: Called,
): Promise<void> {
  const sum: [unknown, unknown] = [fromMinor(Math.round(Number(attempt.amount) * 100)), fromMinor(amount)];
  const changes = { amount: sum, currency: [null, currency] as [unknown, unknown] };
  await audit(ctx, { family: 'orders', id: order.root.id, action: `payment-${reason}`, changes });
}
