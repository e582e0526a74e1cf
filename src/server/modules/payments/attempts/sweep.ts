import { toMinor } from '@/contract/core/money';
import type { SweepResult } from '@/contract/payments/views';
import type { JobRun } from '@/server/core/jobs/job';
import { openProviders } from '../providers/open-providers';
import type { PaymentProvider, ProviderPayment } from '../providers/payment-provider';
import { applyRead } from './apply';
import type { PaymentDeps } from './provider-deps';

const dayMs = 24 * 3_600_000;
/** Attempts of an acquirer without lists that a person has read at once. */
const maxReads = 50;

/**
 * Compares two days of the acquirers' lists with our attempts, and applies what no webhook and no poll has brought. An
 * acquirer without lists is read attempt by attempt (`poll`).
 */
export async function sweep(deps: PaymentDeps, { signal, report }: JobRun): Promise<void> {
  for (const provider of openProviders(deps, { repeats: 2 })) {
    if (!provider.list) continue;
    const listed = await lastDays(deps, provider);
    if (!listed) report(new Error(`The list of ${provider.name} could not be read`));
    else for (const payment of listed) if (!signal.aborted) await compare(deps, provider, payment);
  }
}

/** The same for one acquirer, while a person waits; of one without lists, what waits is read. */
export async function sweepNow(deps: PaymentDeps, provider: PaymentProvider): Promise<SweepResult> {
  const listed = provider.list ? await lastDays(deps, provider) : await readWaiting(deps, provider);
  if (!listed) return { compared: null, applied: 0 };
  let applied = 0;
  for (const payment of listed) if (await compare(deps, provider, payment)) applied += 1;
  return { compared: listed.length, applied };
}

async function lastDays(
  { now }: PaymentDeps,
  { list }: PaymentProvider,
): Promise<ProviderPayment[] | undefined> {
  const listed = await list?.(new Date(now().getTime() - 2 * dayMs));
  return listed?.kind === 'done' ? listed.value : undefined;
}

/** Undefined as soon as one is not answered. */
async function readWaiting(
  { db }: PaymentDeps,
  provider: PaymentProvider,
): Promise<ProviderPayment[] | undefined> {
  const rows = await db
    .selectFrom('payment_intents')
    .select('payment_id')
    .where('provider', '=', provider.name)
    .where('payment_id', 'is not', null)
    .where('next_read_at', 'is not', null)
    .orderBy('next_read_at')
    .limit(maxReads)
    .execute();
  const found: ProviderPayment[] = [];
  for (const { payment_id } of rows) {
    const read = await provider.read(String(payment_id));
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
    .selectFrom('payment_intents')
    .select(['id', 'state', 'refunded'])
    .where('provider', '=', provider.name)
    .where((eb) =>
      eb.or([
        eb('payment_id', '=', payment.id),
        ...(payment.key === null ? [] : [eb('key', '=', payment.key)]),
      ]),
    )
    .executeTakeFirst();
  const isKnown = attempt?.state === payment.state && (payment.refunded ?? 0) <= toMinor(attempt.refunded);
  if (!attempt || isKnown) return false;
  await applyRead(deps, provider, attempt.id, payment);
  return true;
}
