import { describe, expect, it } from 'vitest';
import { noticeRefunded } from '@/server/modules/payments/refunds/notice-refunded';
import { accountBalance } from '../../support/order-life';
import { expectReconciled } from '../../support/refunds';
import { setUpScene } from '../../support/scene';
import { done, setUpAcquirer } from './acquirers';
import { inTransactionOf, refundsOf, runRefunds, soldBy, tasksOf } from './paid-orders';

/** Refunds that somebody made in the cabinet of the acquirer. */
const { api, scene } = setUpScene();
const acquirer = setUpAcquirer('yookassa');

const sold = () => soldBy(api, scene, acquirer, { name: 'yookassa' });
type Sold = Awaited<ReturnType<typeof sold>>;

/** The attempt is read anew. */
async function reread({ id, attempt }: Pick<Sold, 'id' | 'attempt'>): Promise<void> {
  const says = done(await acquirer.provider.read(attempt.paymentId));
  await inTransactionOf(api, (ctx) => noticeRefunded(ctx, { attemptId: attempt.id, orderId: id, says }));
}

async function requested({ id, lineIds }: Sold): Promise<number> {
  const lines = [{ order_line_id: lineIds[0], quantity: 1 }];
  const { body } = await api.request(scene.super_admin, 'POST', 'refunds', { order_id: id, lines });
  return body.id;
}

const approve = (id: number) =>
  api.request(scene.super_admin, 'PUT', `refunds/${id}`, {
    ...{ status: 'approved', decision_note: 'Проверили', method: 'payment' },
  });

describe('a refund in the cabinet', () => {
  it('goes into the books, and no other money of the order leaves', async () => {
    const order = await sold();
    await acquirer.control({ do: 'refund', id: order.attempt.paymentId, amount: 100_000 });

    await reread(order);

    expect(await refundsOf(api)).toMatchObject([{ refund_id: null, amount: 1000, state: 'succeeded' }]);
    expect(await accountBalance(api, 'suspense')).toBe(-1000);
    expect(await accountBalance(api, 'provider_clearing')).toBe(-1000);
    expect(await tasksOf(api)).toMatchObject([{ kind: 'foreign_refund', amount: 1000, state: 'open' }]);
    await expectReconciled(api);

    const { status, body } = await approve(await requested(order));
    expect([status, body.errors ?? body]).toMatchObject([400, { status: ['error-foreign-refund'] }]);
  });

  it('is booked once, however often the attempt is read, also at once', async () => {
    const order = await sold();
    await acquirer.control({ do: 'refund', id: order.attempt.paymentId, amount: 100_000 });

    await Promise.all(Array.from({ length: 20 }, () => reread(order)));

    expect(await refundsOf(api)).toHaveLength(1);
    expect(await tasksOf(api)).toHaveLength(1);
    await expectReconciled(api);
  });

  it('is not what our own refund returned, whichever is heard of first', async () => {
    const order = await sold();
    await approve(await requested(order));
    await acquirer.control({ do: 'trouble', kind: 'drop-after', times: 3, path: '/refunds' });
    await runRefunds(api, acquirer);

    // The provider has returned it, and we do not know yet.
    await reread(order);
    expect(await tasksOf(api)).toEqual([]);

    await runRefunds(api, acquirer);
    await reread(order);
    expect(await refundsOf(api)).toMatchObject([{ state: 'succeeded' }]);
    expect(await tasksOf(api)).toEqual([]);
    await expectReconciled(api);
  });

  it('is a second one when more was returned later', async () => {
    const order = await sold();
    for (const amount of [50_000, 30_000]) {
      await acquirer.control({ do: 'refund', id: order.attempt.paymentId, amount });
      await reread(order);
    }

    expect(await tasksOf(api)).toMatchObject([{ amount: 500 }, { amount: 300 }]);
    await expectReconciled(api);
  });
});
