import { toMinor } from '@/contract/core/money';
import type { JobRun } from '@/server/core/jobs/job';
import { openProviders } from '../providers/open-providers';
import type { PaymentProvider, ProviderPayment } from '../providers/payment-provider';
import { applyRead } from './apply';
import type { PaymentDeps } from './provider-deps';

const dayMs = 24 * 3_600_000;

/**
 * Compares two days of the acquirers' lists with our attempts, and applies what no webhook and no poll has brought. An
 * acquirer without lists is read attempt by attempt (`poll`).
 */
export async function sweep(deps: PaymentDeps, { signal, report }: JobRun): Promise<void> {
  for (const provider of openProviders(deps, { repeats: 2 })) {
    const listed = provider.list && (await provider.list(new Date(deps.now().getTime() - 2 * dayMs)));
    if (!listed) continue;
    if (listed.kind !== 'done') report(new Error(`The list of ${provider.name} could not be read`));
    else for (const payment of listed.value) if (!signal.aborted) await compare(deps, provider, payment);
  }
}

/** Those that another system of the same shop has made have no key of ours. */
async function compare(deps: PaymentDeps, provider: PaymentProvider, payment: ProviderPayment) {
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
  if (attempt && !isKnown) await applyRead(deps, provider, attempt.id, payment);
}
