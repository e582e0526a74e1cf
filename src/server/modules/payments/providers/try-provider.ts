import { randomUUID } from 'node:crypto';
import { providerNames } from '@/contract/ledger/providers';
import type { SweepResult, TestPayment } from '@/contract/payments/views';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { consume } from '@/server/core/rate-limits';
import type { PaymentProvider } from '@/server/integrations/acquirers/payment-provider';
import { testPurpose } from '@/server/modules/orders/emails';
import { findProvider, type PaymentDeps } from '../attempts/provider-deps';
import { sweepNow } from '../attempts/sweep';
import { webhookUrl } from '../attempts/webhook-url';

/** Questions to a provider that a person asks from its page. */
const perHour = 20;

/**
 * `POST payments/providers/{name}/sweep`: applies what the provider has and no webhook has brought, at once instead of within
 * six hours. Throws NOT_FOUND for one that is not connected, TOO_MANY_REQUESTS.
 */
export async function sweepProvider(deps: PaymentDeps, ctx: UserCtx, name: string): Promise<SweepResult> {
  const provider = openedBy(deps, name);
  await consume(ctx, { key: `provider-sweep:${provider.name}`, hits: perHour, minutes: 60 });
  return sweepNow(deps, provider);
}

/** One rouble, in kopecks. */
const testSum = 100;
const hourMs = 3_600_000;

/**
 * `POST payments/providers/{name}/test`: a payment that belongs to no order. Nobody gets its link, so nobody pays it; it is
 * cancelled, or ends by itself within an hour. Throws as above.
 */
export async function testProvider(deps: PaymentDeps, ctx: UserCtx, name: string): Promise<TestPayment> {
  const provider = openedBy(deps, name);
  await consume(ctx, { key: `provider-test:${provider.name}`, hits: perHour, minutes: 60 });
  const key = randomUUID();
  const begun = performance.now();
  const made = await provider.create({
    key,
    orderId: 0,
    amount: testSum,
    isTwoStage: false,
    description: testPurpose,
    method: provider.methods[0]?.method ?? 'card',
    returnUrl: `${deps.publicUrl}/admin`,
    webhookUrl: webhookUrl(deps.publicUrl, provider.name),
    expiresAt: new Date(deps.now().getTime() + hourMs),
  });
  const ms = Math.round(performance.now() - begun);
  if (made.kind === 'done') {
    if (provider.cancelsUnpaid) await provider.cancel({ id: made.value.id, key: `${key}-cancel` });
    return { is_made: true, failure: null, ms };
  }
  const failure =
    made.kind === 'refused' ? [made.code, made.message].filter(Boolean).join(' ') : made.failure;
  return { is_made: false, failure, ms };
}

/** Throws NOT_FOUND. */
function openedBy(deps: PaymentDeps, name: string): PaymentProvider {
  const known = providerNames.find((one) => one === name);
  const provider = known && findProvider(deps, known, { isWaitedFor: true });
  if (!provider) throw new AppError('NOT_FOUND');
  return provider;
}
