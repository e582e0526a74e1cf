import { describe, expect, it } from 'vitest';
import { accountBalance, expectSound, standing } from '../../support/order-life';
import { attemptOf, setUpPaying } from './paying';

/** Money that is not what the order waits for. */
describe.each(['yookassa', 'tbank'] as const)('with %s', (name) => {
  const paying = setUpPaying(name);
  const { api, scene, ask, attempts, control, runJobs, unpaid } = paying;

  async function linked() {
    const order = await unpaid();
    await ask(order.number);
    await runJobs();
    const attempt = (await attempts()).at(-1);
    return { ...order, paymentId: attempt?.payment_id ?? null };
  }
  const cancel = (id: number) =>
    api.request(scene.super_admin, 'PUT', `orders/${id}`, { order_status: 'order-cancelled' });
  const tasks = () =>
    api.db.selectFrom('payment_tasks').select(['kind', 'amount', 'state']).orderBy('id').execute();
  const books = async () => [
    await accountBalance(api, 'buyer_prepayment'),
    await accountBalance(api, 'suspense'),
    await accountBalance(api, 'provider_clearing'),
  ];

  it('of another sum waits in suspense and for a person', async () => {
    const order = await linked();

    await control({ do: 'pay', id: order.paymentId, amount: 150_000 });
    await runJobs();

    expect(await standing(api, order.id)).toContain('awaiting-for-approval');
    expect(await books()).toEqual([0, 1500, -1500]);
    expect(await tasks()).toMatchObject([{ kind: 'wrong_sum', amount: 1500 }]);
    await expectSound(api);
  });

  it('that comes after the order was cancelled waits in suspense and for a person', async () => {
    const order = await linked();
    await control({ do: 'webhooks', mode: 'hold' });
    await control({ do: 'pay', id: order.paymentId });
    expect((await cancel(order.id)).status).toBe(200);

    await control({ do: 'release' });
    await runJobs();

    expect(await books()).toEqual([0, 2000, -2000]);
    expect(await tasks()).toMatchObject([{ kind: 'late', amount: 2000 }]);
    await expectSound(api);
  });

  it('of a second attempt waits in suspense and for a person, in whatever order they are told', async () => {
    const order = await linked();
    await control({ do: 'webhooks', mode: 'hold' });
    await control({ do: 'pay', id: order.paymentId });
    await ask(order.number, '&recall_gateway=1');
    const second = (await attempts()).at(-1);
    expect(second?.payment_id).not.toBe(order.paymentId);
    await control({ do: 'pay', id: second?.payment_id });

    await control({ do: 'release', order: 'reverse' });
    await control({ do: 'webhooks', mode: 'send' });
    await runJobs();

    expect(await standing(api, order.id)).toBe('processing/success processing/success');
    expect(await books()).toEqual([2000, 2000, -4000]);
    expect(await tasks()).toMatchObject([{ kind: 'double', amount: 2000 }]);
    await expectSound(api);
  });

  it('is not lost to the end of an older attempt that is told later', async () => {
    const order = await linked();
    await control({ do: 'webhooks', mode: 'hold' });
    await control({ do: 'end', id: order.paymentId });
    await ask(order.number, '&recall_gateway=1');
    await control({ do: 'webhooks', mode: 'send' });
    await control({ do: 'pay', id: (await attempts()).at(-1)?.payment_id });
    await runJobs();

    await control({ do: 'release' });
    await runJobs();

    expect(await standing(api, order.id)).toBe('processing/success processing/success');
    expect(await books()).toEqual([2000, 0, -2000]);
    expect((await attempts()).map(({ state }) => state)).toEqual(['canceled', 'paid']);
  });

  it('does not come when the bank refuses: the order fails, and can be paid by another attempt', async () => {
    const order = await linked();

    await control({ do: 'end', id: order.paymentId });
    await runJobs();

    expect(await standing(api, order.id)).toBe('failed/failed failed/failed');
    await ask(order.number);
    await control({ do: 'pay', id: (await attempts()).at(-1)?.payment_id });
    await runJobs();
    expect(await standing(api, order.id)).toBe('processing/success processing/success');
    await expectSound(api);
  });

  it('is not expected of an attempt that nobody paid in time, and the order waits on', async () => {
    const order = await linked();

    await paying.wait(2 * 24 * 3_600_000);
    await runJobs();
    await paying.runNow('payment-polls');

    expect(await attemptOf(paying)).toMatchObject({ state: 'canceled', is_open: false });
    expect(await standing(api, order.id)).toBe('pending/pending pending/pending');
    expect((await ask(order.number)).body.preparing).toBe(false);
    expect(await attempts()).toHaveLength(2);
  });
});

describe('with YooKassa', () => {
  const { api, ask, attempts, control, runJobs, unpaid } = setUpPaying('yookassa');
  const tasks = () => api.db.selectFrom('payment_tasks').select(['kind', 'note']).execute();

  it.each([
    ['a foreign currency', { currency: 'USD' }, [{ kind: 'wrong_currency', note: '200000 USD' }]],
    ['a test payment of a live shop', { test: true }, [{ kind: 'contradiction', note: 'test payment' }]],
  ])('%s pays nothing, and a person is asked once', async (_title, paid, asked) => {
    const order = await unpaid();
    await ask(order.number);
    const id = (await attempts())[0]?.payment_id;

    await control({ do: 'webhooks', mode: 'twice' });
    await control({ do: 'pay', id, ...paid });
    await runJobs();

    expect(await standing(api, order.id)).toBe('pending/pending pending/pending');
    expect(await accountBalance(api, 'provider_clearing')).toBe(0);
    expect(await tasks()).toEqual(asked);
  });
});

describe('with a test shop of YooKassa', () => {
  const { api, ask, attempts, control, runJobs, unpaid } = setUpPaying('yookassa', { secret: 'test_secret' });

  it('a test payment counts', async () => {
    const order = await unpaid();
    await ask(order.number);

    await control({ do: 'pay', id: (await attempts())[0]?.payment_id, test: true });
    await runJobs();

    expect(await standing(api, order.id)).toBe('processing/success processing/success');
  });
});
