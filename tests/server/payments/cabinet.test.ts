import { describe, expect, it } from 'vitest';
import { jobCtx } from '@/server/core/jobs/job';
import { completeParts } from '@/server/modules/orders/complete-order';
import { lockRoot } from '@/server/modules/orders/lock-order';
import { compareDay } from '@/server/modules/payments/reconciliation/compare-day';
import { sendFile } from '../../support/import-files';
import { accountBalance } from '../../support/order-life';
import { expectReconciled } from '../../support/refunds';
import { inTransactionOf, refundsOf, tasksOf } from './paid-orders';
import { attemptOf, type Paying, setUpPaying } from './paying';
import { registry } from './reconciliation/files';

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

/** Posts a registry of the day, and compares: the id of the one difference. */
async function compareRegistry(
  { api, scene }: Paying,
  rows: string[][],
  sums = { ours: 1000, theirs: 1500 },
): Promise<number> {
  const day = '2026-03-10';
  const headings = ['Тип операции', 'PaymentId', 'Сумма операции', 'Дата операции'];
  const content = registry(
    rows.map((row) => [...row, day]),
    headings,
  );
  const file = { name: 'registry.csv', content, field: 'file' };
  const { body } = await sendFile<{ id: number }>(api, scene.super_admin, 'reconciliation/files', file, {
    provider: 'tbank',
  });
  await api.request(scene.super_admin, 'POST', `reconciliation/files/${body.id}/post`, {});
  await compareDay(jobCtx(api.db, api.now(), 'https://shop.test'), 'tbank', day, undefined);
  const found = await api.db
    .selectFrom('reconciliation_differences')
    .select(['id', 'ours', 'theirs'])
    .execute();
  expect(found).toMatchObject([sums]);
  return found[0]?.id ?? 0;
}

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

  it('is found by the sweep also a week after the payment, without a webhook', async () => {
    const { paymentId } = await sold(paying);
    await wait(7 * 24 * 60 * minute);
    await control({ do: 'webhooks', mode: 'lose' });
    await control({ do: 'refund', id: paymentId, amount: 30_000 });

    await runNow('payment-sweep');
    await runNow('payment-sweep');

    expect(await refundsOf(api)).toMatchObject([{ refund_id: null, amount: 300, state: 'succeeded' }]);
    expect(await tasksOf(api)).toMatchObject([{ kind: 'foreign_refund', amount: 300, state: 'open' }]);
    await expectReconciled(api);
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

  const day = 24 * 60 * minute;

  it('is found by the sweep when its webhook is lost, and asked of a person once', async () => {
    const { paymentId } = await sold(paying);
    await control({ do: 'webhooks', mode: 'lose' });
    await control({ do: 'refund', id: paymentId, amount: 50_000 });
    await paying.runNow('payment-sweep');
    expect(await tasksOf(api)).toEqual([]);

    for (const days of [1, 1, 5]) {
      await paying.wait(days * day);
      await Promise.all([paying.runNow('payment-sweep'), paying.runNow('payment-sweep')]);
    }

    expect(await tasksOf(api)).toMatchObject([{ ...unknownSum, state: 'open' }]);
    expect(await accountBalance(api, 'provider_clearing')).toBe(-2000);
    expect(paying.errors).toEqual([]);
  });

  it('as a whole is found by the sweep when its webhook is lost, and booked once', async () => {
    const { paymentId } = await sold(paying);
    await paying.wait(6 * day);
    await control({ do: 'webhooks', mode: 'lose' });
    await control({ do: 'refund', id: paymentId, amount: 200_000 });

    await paying.wait(day);
    await Promise.all(Array.from({ length: 4 }, () => paying.runNow('payment-sweep')));

    expect(await tasksOf(api)).toMatchObject([{ kind: 'foreign_refund', amount: 2000, state: 'open' }]);
    expect(await refundsOf(api)).toMatchObject([{ state: 'succeeded', amount: 2000 }]);
    expect(await accountBalance(api, 'provider_clearing')).toBe(0);
    await expectReconciled(api);
  });

  it('is found at once when a person compares with the provider', async () => {
    const { paymentId } = await sold(paying);
    await control({ do: 'webhooks', mode: 'lose' });
    await control({ do: 'refund', id: paymentId, amount: 50_000 });
    const compare = () => api.request(scene.super_admin, 'POST', 'payments/providers/tbank/sweep', {});

    expect((await compare()).body).toEqual({ compared: 1, applied: 1 });
    expect((await compare()).body).toEqual({ compared: 1, applied: 0 });
    expect(await tasksOf(api)).toMatchObject([{ ...unknownSum, state: 'open' }]);
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
    // With ours the bank says what is left, so the sum is known.
    expect((await refundsOf(api)).map(({ amount }) => amount)).toEqual([1000, 500]);
    expect(await tasksOf(api)).toMatchObject([
      { ...unknownSum, state: 'done', answer: 'done' },
      { kind: 'foreign_refund', amount: 500, state: 'open' },
    ]);
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

  /** Ours of 1,000 roubles waits to be sent, and 500 are returned in the cabinet. */
  async function meanwhile() {
    const order = await sold(paying);
    await control({ do: 'webhooks', mode: 'lose' });
    expect((await order.approve()).status).toBe(200);
    await control({ do: 'refund', id: order.paymentId, amount: 50_000 });
    return order;
  }
  const expectBoth = async () => {
    expect((await refundsOf(api)).map(({ state, amount }) => [state, amount])).toEqual([
      ['succeeded', 1000],
      ['succeeded', 500],
    ]);
    expect(await tasksOf(api)).toMatchObject([{ kind: 'foreign_refund', amount: 500, state: 'open' }]);
    expect(await accountBalance(api, 'provider_clearing')).toBe(-500);
    await expectReconciled(api);
  };

  it('while ours is under way is seen by what the bank says is left', async () => {
    await meanwhile();

    await runJobs();

    await expectBoth();
  });

  it('while ours is under way is booked once, also when the answer to ours is lost and it is asked again', async () => {
    await meanwhile();
    await control({ do: 'trouble', kind: 'drop-after', times: 20, path: '/Cancel' });
    await runJobs();
    expect(await refundsOf(api)).toMatchObject([{ state: 'unknown' }]);
    await control({ do: 'calm' });

    await paying.wait(5 * minute);
    await Promise.all([paying.runNow('provider-refunds'), paying.runNow('provider-refunds')]);
    await runJobs();

    await expectBoth();
  });

  it('after ours is told apart by the registry, and its repair gives way to what the bank says later', async () => {
    const { approve, paymentId } = await sold(paying);
    await approve();
    await runJobs();
    await control({ do: 'webhooks', mode: 'lose' });
    await control({ do: 'refund', id: paymentId, amount: 50_000 });
    const id = await compareRegistry(paying, [
      ['Платёж', paymentId, '2000.00'],
      ['Возврат', paymentId, '-1000.00'],
      ['Возврат', paymentId, '-500.00'],
    ]);
    const repair = { way: 'entry', reason: 'Возврат в кабинете', version: 1 };
    const path = `reconciliation/differences/${id}/repair`;
    expect((await api.request(scene.super_admin, 'POST', path, repair)).status).toBe(200);
    expect(await accountBalance(api, 'suspense')).toBe(-500);

    // The rest goes back, too: everything is returned.
    await control({ do: 'refund', id: paymentId, amount: 50_000 });
    await paying.runNow('payment-sweep');
    const { id: attempt } = await attemptOf(paying);
    await api.db
      .updateTable('payment_attempts')
      .set({ next_read_at: api.now() })
      .where('id', '=', attempt)
      .execute();
    await paying.runNow('payment-polls');

    expect(await accountBalance(api, 'suspense')).toBe(-1000);
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

/** The documentation does not say what `Amount` of a payment is once a part of it was returned: the stand-in shows each meaning. */
describe('a refund in the cabinet of T-Bank after one of ours', () => {
  const paying = setUpPaying('tbank');
  const { api, control, runJobs, runNow, wait } = paying;
  const meanings = ['paid', 'left', 'last'] as const;

  /** Ours has returned 1,000 of 2,000 roubles, and webhooks are lost from now on. */
  async function partReturned(amounts: (typeof meanings)[number]) {
    await control({ do: 'cabinet', amounts });
    const order = await sold(paying);
    expect((await order.approve()).status).toBe(200);
    await runJobs();
    await control({ do: 'webhooks', mode: 'lose' });
    return order;
  }

  async function sweepDaily(): Promise<void> {
    for (let day = 0; day < 7; day += 1) {
      await wait(24 * 60 * minute);
      await Promise.all([runNow('payment-sweep'), runNow('payment-sweep')]);
    }
    expect(paying.errors).toEqual([]);
  }

  it.each(['left', 'last'] as const)(
    'is asked of a person once when the amount says what is %s',
    async (amounts) => {
      const { paymentId } = await partReturned(amounts);
      await control({ do: 'refund', id: paymentId, amount: 50_000 });

      await sweepDaily();

      expect(await tasksOf(api)).toMatchObject([
        { kind: 'contradiction', amount: 2000, note: 'refunded-unknown', state: 'open' },
      ]);
      expect(await refundsOf(api)).toMatchObject([{ amount: 1000 }]);
      expect(await accountBalance(api, 'provider_clearing')).toBe(-1000);
      await expectReconciled(api);
    },
  );

  it.each([
    ['says what was paid', 'paid', 50_000],
    ['could be one of ours', 'left', 100_000 - 1],
  ] as const)('is left to the registry of the day when the amount %s', async (_what, amounts, sum) => {
    const { paymentId } = await partReturned(amounts);
    if (amounts === 'left') await control({ do: 'show', id: paymentId, times: 99, amount: 100_000 });
    await control({ do: 'refund', id: paymentId, amount: sum });

    await sweepDaily();
    expect(await tasksOf(api)).toEqual([]);

    const found = await compareRegistry(
      paying,
      [
        ['Платёж', paymentId, '2000.00'],
        ['Возврат', paymentId, '-1000.00'],
        ['Возврат', paymentId, `-${(sum / 100).toFixed(2)}`],
      ],
      { ours: 1000, theirs: 1000 + sum / 100 },
    );
    expect(found).toBeGreaterThan(0);
  });

  it.each(meanings)('is no question when there is none, and the amount says what is %s', async (amounts) => {
    await partReturned(amounts);

    await sweepDaily();

    expect(await tasksOf(api)).toEqual([]);
    expect(await refundsOf(api)).toMatchObject([{ state: 'succeeded', amount: 1000 }]);
  });

  it.each(meanings)(
    'is booked once everything was returned, also when the amount says what is %s',
    async (amounts) => {
      const { paymentId } = await partReturned(amounts);
      await control({ do: 'refund', id: paymentId, amount: 100_000 });

      await sweepDaily();

      expect(await tasksOf(api)).toMatchObject([{ kind: 'foreign_refund', amount: 1000, state: 'open' }]);
      expect(await accountBalance(api, 'provider_clearing')).toBe(0);
      await expectReconciled(api);
    },
  );
});
