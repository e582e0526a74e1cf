import { sql } from 'kysely';
import { toMinor } from '@/contract/core/money';
import { refundedUnknown } from '@/contract/payments/tasks';
import type { SweepResult } from '@/contract/payments/views';
import type { JobRun } from '@/server/core/jobs/job';
import { openProviders } from '@/server/integrations/acquirers/open-providers';
import type { PaymentProvider, ProviderPayment } from '@/server/integrations/acquirers/payment-provider';
import type { Attempt } from '@/server/modules/orders/payments/attempts';
import { isReturnedElsewhere } from '../refunds/notice-refunded';
import { applyRead } from './apply';
import type { PaymentDeps } from './provider-deps';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
export const sweepEveryMs = 6 * hourMs;
/** Attempts of an acquirer without lists that a person has read at once. */
const maxReads = 50;
/** Days after the payment on which such an acquirer is asked what became of it. */
const readOnDays = [1, 2, 3, 4, 5, 6, 7, 10, 14, 21, 30, 45, 60, 90];

/**
 * Compares two days of the acquirers' lists of payments and refunds with ours, and applies what no webhook and no poll has
 * brought. Of an acquirer without lists, payments are read one by one: those that wait by `poll`, those that are paid here,
 * for refunds in its cabinet (rules/payments: webhooks may be lost).
 */
export async function sweep(deps: PaymentDeps, { signal, report }: JobRun): Promise<void> {
  for (const provider of openProviders(deps, { repeats: 2 })) {
    if (!provider.list) {
      await readPaid(deps, provider, signal).catch(report);
      continue;
    }
    for (const read of [lastPaid, lastRefunded]) {
      const listed = await read(deps, provider);
      if (!listed) report(new Error(`A list of ${provider.name} could not be read`));
      else for (const payment of listed) if (!signal.aborted) await compare(deps, provider, payment);
    }
  }
}

/** Each payment of which something is left, on each of these days once; ends when the acquirer does not answer. */
async function readPaid(deps: PaymentDeps, provider: PaymentProvider, signal: AbortSignal): Promise<void> {
  const paid = await paidOf(deps, provider)
    .where((eb) =>
      eb.or(
        readOnDays.map((days) => {
          const until = new Date(deps.now().getTime() - days * dayMs);
          return eb.and([
            eb('captured_at', '<=', until),
            // A run may be a little late.
            eb('captured_at', '>', new Date(until.getTime() - sweepEveryMs - hourMs)),
          ]);
        }),
      ),
    )
    .execute();
  for (const { payment_id } of paid) {
    if (signal.aborted) return;
    const read = await provider.read(String(payment_id));
    if (read.kind === 'unknown') throw new Error(`Payments of ${provider.name} could not be read`);
    if (read.kind === 'done') await compare(deps, provider, read.value);
  }
}

const paidOf = ({ db }: PaymentDeps, { name }: PaymentProvider) =>
  db
    .selectFrom('payment_attempts')
    .select('payment_id')
    .where('provider', '=', name)
    .where('state', '=', 'paid')
    .where('payment_id', 'is not', null)
    .whereRef('refunded', '<', 'captured')
    .orderBy('captured_at', 'desc')
    .orderBy('id');

/** The same for one acquirer, while a person waits; of one without lists, what waits and what was paid last is read. */
export async function sweepNow(deps: PaymentDeps, provider: PaymentProvider): Promise<SweepResult> {
  const reads = provider.list ? [lastPaid, lastRefunded] : [readOneByOne];
  let [compared, applied] = [0, 0];
  for (const read of reads) {
    const listed = await read(deps, provider);
    if (!listed) return { compared: null, applied };
    compared += listed.length;
    for (const payment of listed) if (await compare(deps, provider, payment)) applied += 1;
  }
  return { compared, applied };
}

const listedSince = ({ now }: PaymentDeps) => new Date(now().getTime() - 2 * dayMs);

async function lastPaid(
  deps: PaymentDeps,
  { list }: PaymentProvider,
): Promise<ProviderPayment[] | undefined> {
  const listed = await list?.(listedSince(deps));
  return listed?.kind === 'done' ? listed.value : undefined;
}

/** Older payments of which something was returned that is no known refund of ours. */
async function lastRefunded(
  deps: PaymentDeps,
  provider: PaymentProvider,
): Promise<ProviderPayment[] | undefined> {
  const since = listedSince(deps);
  const listed = await provider.listRefunds?.(since);
  if (listed?.kind !== 'done') return undefined;
  const refundIds = listed.value.map(({ id }) => id);
  const paymentIds = listed.value.map(({ paymentId }) => paymentId);
  const { rows } = await sql<{ id: string }>`select distinct i.payment_id as id
    from unnest(${refundIds}::text[], ${paymentIds}::text[]) as listed (id, payment_id)
    join payment_attempts i on i.provider = ${provider.name} and i.payment_id = listed.payment_id
    where i.state = 'paid' and i.created_at < ${since}
      and not exists (select from provider_refunds r where r.attempt_id = i.id and r.provider_refund_id = listed.id)
    order by 1`.execute(deps.db);
  return readAll(
    provider,
    rows.map(({ id }) => id),
  );
}

async function readOneByOne(
  deps: PaymentDeps,
  provider: PaymentProvider,
): Promise<ProviderPayment[] | undefined> {
  const waiting = await deps.db
    .selectFrom('payment_attempts')
    .select('payment_id')
    .where('provider', '=', provider.name)
    .where('payment_id', 'is not', null)
    .where('next_read_at', 'is not', null)
    .orderBy('next_read_at')
    .limit(maxReads)
    .execute();
  const paid = await paidOf(deps, provider)
    .where('captured_at', '>', new Date(deps.now().getTime() - 2 * dayMs))
    .limit(maxReads)
    .execute();
  const ids = new Set([...waiting, ...paid].map(({ payment_id }) => String(payment_id)));
  return readAll(provider, [...ids].slice(0, maxReads));
}

/** Undefined as soon as one is not answered. */
async function readAll(
  provider: PaymentProvider,
  ids: readonly string[],
): Promise<ProviderPayment[] | undefined> {
  const found: ProviderPayment[] = [];
  for (const id of ids) {
    const read = await provider.read(id);
    if (read.kind === 'unknown') return undefined;
    if (read.kind === 'done') found.push(read.value);
  }
  return found;
}

/** Those that another system of the same shop has made have no key of ours. True when the attempt did not know it. */
async function compare(
  deps: PaymentDeps,
  provider: PaymentProvider,
  payment: ProviderPayment,
): Promise<boolean> {
  const attempt = await deps.db
    .selectFrom('payment_attempts')
    .select(['id', 'state', 'captured', 'refunded'])
    .where('provider', '=', provider.name)
    .where((eb) =>
      eb.or([
        eb('payment_id', '=', payment.id),
        ...(payment.key === null ? [] : [eb('key', '=', payment.key)]),
      ]),
    )
    .executeTakeFirst();
  if (!attempt) return false;
  if (attempt.state === payment.state && !(await hasNews(deps, attempt, payment))) return false;
  await applyRead(deps, provider, attempt.id, payment);
  return true;
}

/** Whether more was returned than the attempt knows; of a part without a sum a person is asked once. */
async function hasNews(
  deps: PaymentDeps,
  attempt: Pick<Attempt, 'id' | 'captured' | 'refunded'>,
  { refunded, amount }: ProviderPayment,
): Promise<boolean> {
  if (refunded === 'all') return toMinor(attempt.refunded) < toMinor(attempt.captured);
  if (refunded !== null) return refunded > toMinor(attempt.refunded);
  const asked = await deps.db
    .selectFrom('payment_tasks')
    .select('id')
    .where('attempt_id', '=', attempt.id)
    .where('note', '=', refundedUnknown)
    .limit(1)
    .executeTakeFirst();
  return !asked && isReturnedElsewhere(deps, attempt, amount);
}
