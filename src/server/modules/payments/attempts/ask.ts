import { randomUUID } from 'node:crypto';
import { toMinor } from '@/contract/core/money';
import { type PaymentMethod, paymentMethods } from '@/contract/ledger/providers';
import { shownNumber } from '@/contract/orders/number';
import type { PaymentProvider, ProviderPayment } from '@/server/integrations/acquirers/payment-provider';
import { paymentPurpose } from '@/server/modules/orders/emails';
import type { Attempt } from '@/server/modules/orders/payments/attempts';
import { applyRead, failUnsent } from './apply';
import { claim, putOff } from './claim';
import type { PaymentDeps } from './provider-deps';
import { returnLink } from './return-link';
import { webhookUrl } from './webhook-url';

/** An attempt, and whom it is asked of. */
export interface AttemptAtAcquirer {
  deps: PaymentDeps;
  provider: PaymentProvider;
  attempt: Attempt;
}

/**
 * Creates the payment. The attempt is `unknown` before the request leaves, so that a process that dies meanwhile leaves
 * one that is looked for, and of many at once only one asks (rules/payments: an attempt is stored before it is sent).
 */
export async function send({ deps, provider, attempt }: AttemptAtAcquirer): Promise<void> {
  if (!attempt.is_open) return failUnsent(deps, attempt, 'closed before it was sent');
  // Nobody would read it to its end.
  if (isLate(deps, attempt)) return failUnsent(deps, attempt, 'too late to be sent');
  const claimed = await claim(deps, attempt, 'unknown');
  if (!claimed?.key) return;
  const result = await provider.create({
    key: claimed.key,
    orderId: claimed.order_id,
    amount: toMinor(claimed.amount),
    method: methodOf(claimed),
    isTwoStage: claimed.is_two_stage,
    description: paymentPurpose(await numberOfOrder(deps, claimed)),
    returnUrl: await returnLink(deps, claimed),
    webhookUrl: webhookUrl(deps.publicUrl, provider.name),
    expiresAt: claimed.expires_at ?? deps.now(),
  });
  if (result.kind === 'done') return applyRead(deps, provider, claimed.id, result.value);
  if (result.kind === 'refused' && !isPassing(provider, result.code))
    return failUnsent(deps, claimed, [result.code, result.message].filter(Boolean).join(' '));
  await putOff(deps, claimed);
}

const isLate = ({ now }: PaymentDeps, { expires_at }: Attempt) => expires_at !== null && expires_at <= now();

/** Made by an earlier request of ours, or asked too often: no reason to give the attempt up. */
export const isPassing = ({ repeatCode }: PaymentProvider, code: string) =>
  code === repeatCode || code === 'too_many_requests' || code === '429';

/** The buyer reads it in the bank's app. */
async function numberOfOrder({ db }: PaymentDeps, { order_id }: Attempt): Promise<string> {
  const order = await db
    .selectFrom('orders')
    .select(['short_number', 'tracking_number'])
    .where('id', '=', order_id)
    .executeTakeFirstOrThrow();
  return shownNumber(order);
}

/** An answer was lost: the payment is looked for before anything is asked anew. */
export async function resolve(asked: AttemptAtAcquirer): Promise<void> {
  const { deps, provider } = asked;
  // Somebody else waits for an answer at the moment.
  if (asked.attempt.next_read_at !== null && asked.attempt.next_read_at > deps.now()) return;
  const attempt = await claim(deps, asked.attempt, 'unknown');
  if (!attempt?.key) return;
  const since = new Date(attempt.created_at.getTime() - 5 * 60_000);
  const found = await provider.find({ key: attempt.key, orderId: attempt.order_id, since });
  if (found.kind !== 'done') return putOff(deps, attempt);
  const [payment] = found.value.toSorted((one, other) => Number(isOver(one)) - Number(isOver(other)));
  if (!payment) return askAgain({ deps, provider, attempt });
  const read = await provider.read(payment.id);
  if (read.kind !== 'done') return putOff(deps, attempt);
  if (read.value.state === 'pending' && !attempt.is_open && !provider.cancelsUnpaid)
    return applyRead(deps, provider, attempt.id, read.value);
  if (read.value.state === 'pending' && read.value.payUrl === null)
    return replace({ deps, provider, attempt }, read.value);
  await applyRead(deps, provider, attempt.id, read.value);
}

const isOver = ({ state }: Pick<ProviderPayment, 'state'>) => state === 'canceled';

/** Nothing was made: the same key is sent again, which makes it once even if the search was too early. */
async function askAgain({ deps, provider, attempt }: AttemptAtAcquirer): Promise<void> {
  if (isLate(deps, attempt) || !attempt.is_open) return failUnsent(deps, attempt, 'never made');
  const renewed = await claim(deps, attempt, 'new');
  if (renewed) await send({ deps, provider, attempt: renewed });
}

/** The link to pay is lost, so nobody can pay: it is cancelled, and another is made with a new key. */
async function replace(
  { deps, provider, attempt }: AttemptAtAcquirer,
  { id }: ProviderPayment,
): Promise<void> {
  const ended = await provider.cancel({ id, key: `${attempt.key}-cancel` });
  if (ended.kind !== 'done') return putOff(deps, attempt);
  if (ended.value.state !== 'canceled') return applyRead(deps, provider, attempt.id, ended.value);
  if (!attempt.is_open) return failUnsent(deps, attempt, 'closed');
  const renewed = await claim(deps, attempt, 'new', { key: randomUUID() });
  if (renewed) await send({ deps, provider, attempt: renewed });
}

/** Reads the payment and applies what stands there. Returns whether the acquirer answered. */
export async function read({ deps, provider, attempt }: AttemptAtAcquirer): Promise<boolean> {
  if (attempt.payment_id === null) return false;
  const result = await provider.read(attempt.payment_id);
  if (result.kind === 'done') await applyRead(deps, provider, attempt.id, result.value);
  return result.kind === 'done';
}

/** A payment that is no longer wanted. If the buyer was faster, the money is there or already returned. */
export async function cancelUnwanted({ deps, provider, attempt }: AttemptAtAcquirer): Promise<boolean> {
  const { payment_id: id, state } = attempt;
  if (id === null) return false;
  if (state === 'pending' && !provider.cancelsUnpaid) return read({ deps, provider, attempt });
  const result = await provider.cancel({ id, key: `${attempt.key}-cancel` });
  if (result.kind === 'done') await applyRead(deps, provider, attempt.id, result.value);
  return result.kind === 'done' || read({ deps, provider, attempt });
}

function methodOf({ method }: Attempt): PaymentMethod {
  const found = paymentMethods.find((one) => one === method);
  if (!found) throw new Error(`No means of payment: ${method}`);
  return found;
}
