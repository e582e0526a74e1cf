import { describe, expect, it } from 'vitest';
import { completeParts } from '@/server/modules/orders/complete-order';
import { lockRoot } from '@/server/modules/orders/lock-order';
import { accountBalance } from '../../support/order-life';
import { expectReconciled } from '../../support/refunds';
import { inTransactionOf, refundsOf, tasksOf } from './paid-orders';
import { attemptOf, type Paying, setUpPaying } from './paying';

/** An order of two pieces that was paid and handed over; its buyer wants one of them back. */
async function sold({ api, scene, ask, control, runJobs, unpaid, ...paying }: Paying) {
  const order = await unpaid();
  await ask(order.number);
  const { payment_id } = await attemptOf(paying);
  const paymentId = String(payment_id);
  await control({ do: 'pay', id: paymentId });
  await runJobs();
  await inTransactionOf(api, async (ctx) => {
    const locked = await lockRoot(ctx, order.id);
    await completeParts(ctx, locked, locked.parts, { note: null, holder: 'platform' });
  });
  const approve = async () => {
    const lines = [{ order_line_id: order.lineIds[0], quantity: 1 }];
    const asked = await api.request(scene.super_admin, 'POST', 'refunds', { order_id: order.id, lines });
    return api.request(scene.super_admin, 'PUT', `refunds/${asked.body.id}`, {
      ...{ status: 'approved', decision_note: 'Проверили', method: 'payment' },
    });
  };
  return { ...order, paymentId, approve };
}

const minute = 60_000;

describe('a refund in the cabinet of YooKassa while ours is under way', () => {
  const paying = setUpPaying('yookassa');
  const { api, control, runJobs, runNow, wait } = paying;

  /** What the acquirer has of the payment, in roubles. */
  async function left(): Promise<number> {
    const rows = (await control({ do: 'movements' })) as { kind: string; amount: number }[];
    return rows.reduce((sum, { kind, amount }) => sum + (kind === 'payment' ? amount : -amount), 0) / 100;
  }
  async function expectBooked() {
    expect((await refundsOf(api)).map(({ state, amount }) => [state, amount])).toEqual([
      ['succeeded', 1000],
      ['succeeded', 1000],
    ]);
    expect(await tasksOf(api)).toMatchObject([{ kind: 'foreign_refund', amount: 1000, state: 'open' }]);
    expect(await attemptOf(paying)).toMatchObject({ refunded: 2000, next_read_at: null });
    expect([await accountBalance(api, 'provider_clearing'), await left()]).toEqual([0, 0]);
    await expectReconciled(api);
  }

  it('is booked when all jobs have run', async () => {
    const { approve, paymentId } = await sold(paying);
    await control({ do: 'refund', id: paymentId, amount: 100_000 });
    expect((await approve()).status).toBe(200);

    await runJobs();

    await expectBooked();
  });

  /** Ours waits at the acquirer, and somebody returns as much in the cabinet. */
  async function bothReturned() {
    const { approve, paymentId } = await sold(paying);
    await control({ do: 'refunds', end: 'pending' });
    await approve();
    await runJobs();
    expect(await refundsOf(api)).toMatchObject([{ state: 'pending' }]);
    await control({ do: 'refunds', end: 'succeeded' });
    await control({ do: 'refund', id: paymentId, amount: 100_000 });
    await runJobs();
    expect(await tasksOf(api)).toEqual([]);
    await control({ do: 'webhooks', mode: 'lose' });
  }

  it('is booked as soon as ours has an end', async () => {
    await bothReturned();

    await control({ do: 'settle', end: 'succeeded' });
    await wait(5 * minute);
    await runNow('provider-refunds');
    await runJobs();

    await expectBooked();
  });

  it('is booked as soon as ours is refused', async () => {
    await bothReturned();

    await control({ do: 'settle', end: 'canceled', reason: 'insufficient_funds' });
    await wait(5 * minute);
    await runNow('provider-refunds');
    await runJobs();

    const kinds = (await tasksOf(api)).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['foreign_refund', 'refund_refused']);
    expect([await accountBalance(api, 'provider_clearing'), await left()]).toEqual([-1000, 1000]);
    await expectReconciled(api);
  });

  it('is booked by the clock, days later and when nothing else asks', async () => {
    await bothReturned();
    await wait(48 * 60 * minute);
    await runNow('payment-polls');
    await control({ do: 'settle', end: 'succeeded' });
    await runNow('provider-refunds');
    await api.db.deleteFrom('jobs').where('is_scheduled', '=', false).execute();
    expect(await tasksOf(api)).toEqual([]);

    await wait(60 * minute);
    await runNow('payment-polls');

    await expectBooked();
  });
});

describe('a part of a payment that is returned in the cabinet of T-Bank', () => {
  const paying = setUpPaying('tbank');
  const { api, scene, control, runJobs } = paying;
  const unknownSum = { kind: 'contradiction', amount: 2000, note: 'refunded-unknown' };

  /** Somebody returns 500 of 2,000 roubles. */
  async function returned() {
    const order = await sold(paying);
    await control({ do: 'refund', id: order.paymentId, amount: 50_000 });
    await runJobs();
    return order;
  }

  it('is asked of a person once, and nothing is booked without its sum', async () => {
    const { paymentId, approve } = await returned();
    await control({ do: 'tell', id: paymentId, status: 'PARTIAL_REFUNDED' });
    await runJobs();

    expect(await tasksOf(api)).toMatchObject([{ ...unknownSum, state: 'open' }]);
    expect(await refundsOf(api)).toEqual([]);
    expect(await accountBalance(api, 'provider_clearing')).toBe(-2000);
    const { status, body } = await approve();
    expect([status, body.errors]).toMatchObject([400, { status: ['error-foreign-refund'] }]);
    await expectReconciled(api);
  });

  it('does not hold other refunds once a person has looked', async () => {
    const { approve } = await returned();
    const [task] = await tasksOf(api);

    const { status } = await api.request(scene.super_admin, 'POST', `payment-tasks/${task?.id}/answer`, {
      ...{ answer: 'done', note: 'Вернули 500 ₽ за брак', version: task?.version },
    });

    expect(status).toBe(200);
    expect((await approve()).status).toBe(200);
    await runJobs();
    expect(await refundsOf(api)).toMatchObject([{ state: 'succeeded', amount: 1000 }]);
    expect(await tasksOf(api)).toMatchObject([{ ...unknownSum, state: 'done', answer: 'done' }]);
  });

  it('has a sum once the rest is returned, too', async () => {
    const { paymentId } = await returned();

    await control({ do: 'refund', id: paymentId, amount: 150_000 });
    await runJobs();

    expect(await tasksOf(api)).toMatchObject([
      { ...unknownSum, state: 'done', answer: 'settled' },
      { kind: 'foreign_refund', amount: 2000, state: 'open' },
    ]);
    expect(await accountBalance(api, 'provider_clearing')).toBe(0);
    await expectReconciled(api);
  });

  it('is no question when the refund is ours', async () => {
    const { approve, paymentId } = await sold(paying);
    await approve();
    await runJobs();

    await control({ do: 'tell', id: paymentId, status: 'PARTIAL_REFUNDED' });
    await runJobs();

    expect(await refundsOf(api)).toMatchObject([{ state: 'succeeded', amount: 1000 }]);
    expect(await tasksOf(api)).toEqual([]);
  });
});
