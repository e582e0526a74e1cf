import { toDecimal } from '@/contract/core/money';
import type { ProviderName } from '@/contract/ledger/providers';
import type { Ctx } from '@/server/core/context';
import type { JobCtx } from '@/server/core/jobs/job';
import { paymentCaptured } from '@/server/modules/ledger/entries';
import { postEntries } from '@/server/modules/ledger/ledger';
import { runRefund } from '@/server/modules/payments/refunds/run-refund';
import { ctxOf } from '../../support/checkout';
import type { Scene } from '../../support/factories';
import { accountBalance } from '../../support/order-life';
import type { GivenLine } from '../../support/orders';
import { buildCompleted } from '../../support/refunds';
import type { TestApp } from '../../support/server';
import { type Acquirer, done } from './acquirers';

/** Orders whose money an acquirer took, and the work that follows a decision about it. */

interface SoldOrder {
  name: ProviderName;
  method?: 'card' | 'sbp';
  lines?: GivenLine[];
  /** Sums of its attempts in kopecks; one of the whole order when left out. */
  sums?: number[];
}

/** Two pieces of 1,000 roubles, paid at the acquirer and handed over. */
export async function soldBy(
  api: TestApp,
  scene: Scene,
  acquirer: Acquirer,
  { name, method = 'card', lines, sums }: SoldOrder,
) {
  const order = await buildCompleted(api, {
    lines: lines ?? [{ shop: scene.shop, quantity: 2, unitPrice: 100_000 }],
    customer: scene.customer,
    gateway: 'SBP',
    status: { order: 'order-processing', payment: 'payment-success' },
  });
  const attempts: { id: number; paymentId: string }[] = [];
  for (const amount of sums ?? [Math.round(order.total * 100)])
    attempts.push(await payBy(api, acquirer, { orderId: order.id, name, method, amount, pays: amount }));
  return { ...order, attempts, attempt: attempts[0] ?? { id: 0, paymentId: '' } };
}

/** The buyer pays at the acquirer; `pays`: what of it the order needed, in kopecks. */
export async function payBy(
  api: TestApp,
  acquirer: Acquirer,
  given: { orderId: number; name: ProviderName; method?: 'card' | 'sbp'; amount: number; pays: number },
) {
  const { orderId, name, method = 'card', amount, pays } = given;
  const created = await acquirer.create({ orderId, amount, method });
  const { id: paymentId } = done(created);
  await acquirer.control({ do: 'pay', id: paymentId });
  return api.db.transaction().execute(async (db) => {
    const ctx = ctxOf(api, db);
    const { id } = await db
      .insertInto('payment_attempts')
      .values({
        ...{
          order_id: orderId,
          payment_gateway: 'SBP',
          provider: name,
          method,
          key: `${created.key}-${orderId}`,
        },
        ...{ payment_id: paymentId, amount: toDecimal(amount), captured: toDecimal(amount), state: 'paid' },
        ...{ is_open: false, captured_at: api.now() },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const from = { kind: 'provider_clearing', provider: name } as const;
    await postEntries(ctx, paymentCaptured({ orderId, from, amount, pays }));
    return { id, paymentId };
  });
}

export const jobCtxOf = (api: TestApp): JobCtx => ctxOf(api) as JobCtx;

/** Asks the acquirer for refunds that wait, as the queue does; `ids` of some only. */
export async function runRefunds(
  api: TestApp,
  { provider }: Acquirer,
  ids?: readonly number[],
): Promise<void> {
  const waiting = ids ?? (await refundsOf(api)).map(({ id }) => id);
  for (const id of waiting) await runRefund(jobCtxOf(api), [provider], id);
}

export const refundsOf = (api: TestApp) =>
  api.db.selectFrom('provider_refunds').selectAll().orderBy('id').execute();

export const tasksOf = (api: TestApp) =>
  api.db.selectFrom('payment_tasks').selectAll().orderBy('id').execute();

export const inTransactionOf = <T>(api: TestApp, run: (ctx: Ctx) => Promise<T>): Promise<T> =>
  api.db.transaction().execute((db) => run(ctxOf(api, db)));

/** In roubles. */
export const underWay = (api: TestApp) => accountBalance(api, 'refund_in_progress');
