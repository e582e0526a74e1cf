import { sql } from 'kysely';
import { toMinor } from '@/contract/core/money';
import type { RefundIds } from '@/contract/payments/reconciliation';
import type { Ctx } from '@/server/core/context';

/** Money of a payment that went back, as one side counts it. */
interface CountedRefund {
  /** The provider's own; null where it has none, and for a claim that was granted. */
  id: string | null;
  /** In kopecks. */
  amount: number;
  /** In Moscow. */
  day: string;
}

/** Both sides of the refunds of payments, and the days of which a registry was posted. */
export interface BothRefunds {
  ours: ReadonlyMap<string, readonly CountedRefund[]>;
  theirs: ReadonlyMap<string, readonly CountedRefund[]>;
  hasRegistry: (day: string) => boolean;
}

/**
 * What one side only has of a payment's refunds; null when they agree (rules/payments: a refund is matched by its id). Ours
 * that no posted registry can have yet are not missed.
 */
export function refundsApart(
  { ours, theirs, hasRegistry }: BothRefunds,
  paymentId: string,
): RefundIds | null {
  const here = [...(ours.get(paymentId) ?? [])];
  const there = (theirs.get(paymentId) ?? []).filter((one) => {
    const place = here.findIndex(({ id, amount }) => id !== null && id === one.id && amount === one.amount);
    if (place >= 0) here.splice(place, 1);
    return place < 0;
  });
  const due = here.filter(({ day }) => hasRegistry(day));
  const hasIds = [...here, ...there].every(({ id }) => id !== null);
  const agree = hasIds
    ? there.length + due.length === 0
    : // Without ids only sums can be compared, with and without those that are too new.
      [sumOf(due), sumOf(here)].includes(sumOf(there));
  return agree ? null : { here: idsOf(due), there: idsOf(there) };
}

const sumOf = (refunds: readonly CountedRefund[]) => refunds.reduce((sum, { amount }) => sum + amount, 0);
const idsOf = (refunds: readonly CountedRefund[]) => refunds.flatMap(({ id }) => id ?? []);

interface StoredRefund extends CountedRefund {
  payment_id: string;
}

/** Refunds of these payments in the books and in posted registries. */
export async function readRefunds(
  { db }: Ctx,
  provider: string,
  paymentIds: readonly string[],
): Promise<BothRefunds> {
  const ids = [...paymentIds];
  const { rows: ours } = await sql<StoredRefund>`select i.payment_id, r.provider_refund_id as id, r.amount,
      (r.ended_at at time zone 'Europe/Moscow')::date::text as day
    from provider_refunds r join payment_attempts i on i.id = r.attempt_id
    where i.provider = ${provider} and i.payment_id = any(${ids}::text[]) and r.state = 'succeeded'
    union all select i.payment_id, null, d.amount, (d.decided_at at time zone 'Europe/Moscow')::date::text
    from chargebacks d join payment_attempts i on i.id = d.attempt_id
    where i.provider = ${provider} and i.payment_id = any(${ids}::text[]) and d.state = 'lost' order by 4, 2, 3`.execute(
    db,
  );
  // A refund without an id of its own is numbered within its payment.
  const { rows: theirs } =
    await sql<StoredRefund>`select coalesce(payment_id, object_id) as payment_id, amount,
      case when starts_with(object_id, payment_id || ' ') then null else object_id end as id, day::text as day
    from provider_registry_lines where provider = ${provider} and kind = 'refund' and is_posted
      and coalesce(payment_id, object_id) = any(${ids}::text[]) order by day, object_id`.execute(db);
  const days = [...new Set(ours.map(({ day }) => day))];
  const { rows: posted } = await sql<{ day: string }>`select distinct day::text as day
    from provider_registry_lines where provider = ${provider} and is_posted and day = any(${days}::date[])`.execute(
    db,
  );
  const compared = new Set(posted.map(({ day }) => day));
  return { ours: byPayment(ours), theirs: byPayment(theirs), hasRegistry: (day) => compared.has(day) };
}

function byPayment(rows: readonly StoredRefund[]): Map<string, CountedRefund[]> {
  const found = new Map<string, CountedRefund[]>();
  for (const { payment_id: paymentId, id, amount, day } of rows)
    found.set(paymentId, [...(found.get(paymentId) ?? []), { id, amount: toMinor(amount), day }]);
  return found;
}
