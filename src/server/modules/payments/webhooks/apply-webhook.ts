import type { Jobs } from '@/server/core/jobs/job';
import { parseJson } from '@/server/core/json-record';
import type { PaymentProvider, WebhookSubject } from '@/server/integrations/acquirers/payment-provider';
import type { Attempt } from '@/server/modules/orders/payments/attempts';
import { applyRead } from '../attempts/apply';
import { findProvider, type PaymentDeps } from '../attempts/provider-deps';
import { webhookJob } from './store-webhook';

type End = { state: 'applied' | 'ignored' | 'failed'; note: string | null };

/**
 * Applies a stored webhook: takes the ids from it, reads the payment with our credentials and applies that (rules/payments:
 * a webhook is a reason to read). Throws when the acquirer does not answer, so that the job tries again.
 */
async function applyWebhook(deps: PaymentDeps, id: number): Promise<void> {
  const { db } = deps;
  const row = await db.selectFrom('provider_webhooks').selectAll().where('id', '=', id).executeTakeFirst();
  const provider = row && findProvider(deps, row.provider);
  if (!provider || row.state === 'applied' || row.state === 'ignored') return;
  const { payment_id: paymentId, refund_id: refundId } = row;
  const subject =
    paymentId === null ? provider.parseWebhook(parseJson(row.body) ?? null) : { paymentId, refundId };
  const end = subject
    ? await applySubject(deps, provider, subject)
    : ({ state: 'ignored', note: 'not about a payment' } as const);
  await db
    .updateTable('provider_webhooks')
    .set({
      ...end,
      payment_id: subject?.paymentId ?? null,
      refund_id: subject?.refundId ?? null,
      applied_at: deps.now(),
    })
    .where('id', '=', id)
    // Another one that came meanwhile is read once more.
    .where('received_at', '=', row.received_at)
    .execute();
  if (end.state === 'failed') throw new Error(`Webhook ${id} of ${provider.name}: ${end.note}`);
}

async function applySubject(
  deps: PaymentDeps,
  provider: PaymentProvider,
  { paymentId }: WebhookSubject,
): Promise<End> {
  const known = await attemptOf(deps, provider.name, paymentId);
  if (!known && !(await isAnyUnknown(deps, provider.name))) return unknownPayment;
  const read = await provider.read(paymentId);
  if (read.kind === 'refused') return { state: 'ignored', note: `refused: ${read.code}` };
  if (read.kind === 'unknown') return { state: 'failed', note: read.failure };
  // Before the answer to our request: the payment itself names its attempt.
  const attempt = known ?? (await attemptByKey(deps, provider.name, read.value.key));
  if (!attempt) return unknownPayment;
  await applyRead(deps, provider, attempt.id, read.value);
  return { state: 'applied', note: null };
}

const unknownPayment = { state: 'ignored', note: 'unknown payment' } as const;

/** Whether something could be read about the payment: what nobody knows is answered and not stored. */
export async function mayConcern(
  deps: Pick<PaymentDeps, 'db'>,
  provider: string,
  { paymentId }: WebhookSubject,
): Promise<boolean> {
  return (await attemptOf(deps, provider, paymentId)) !== undefined || (await isAnyUnknown(deps, provider));
}

const attemptOf = (
  { db }: Pick<PaymentDeps, 'db'>,
  provider: string,
  paymentId: string,
): Promise<Attempt | undefined> =>
  db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('provider', '=', provider)
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();

async function attemptByKey({ db }: PaymentDeps, provider: string, key: string | null) {
  if (key === null) return undefined;
  return db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('provider', '=', provider)
    .where('key', '=', key)
    .executeTakeFirst();
}

/** Whether a payment may exist whose id we have not learnt; else nothing is asked for ids that anybody can send. */
async function isAnyUnknown({ db }: Pick<PaymentDeps, 'db'>, provider: string): Promise<boolean> {
  const row = await db
    .selectFrom('payment_attempts')
    .select('id')
    .where('provider', '=', provider)
    .where('state', '=', 'unknown')
    .where('next_read_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export const webhookJobs: Jobs<PaymentDeps> = (deps) => [
  {
    kind: 'queued',
    name: webhookJob,
    maxFailures: 10,
    concurrency: 4,
    run: (_run, { id }) => applyWebhook(deps, Number(id)),
  },
];
