import { describe, expect, it } from 'vitest';
import type { TroubleKind } from '@/fakes/core';
import { accountBalance, expectSound, standing } from '../../support/order-life';
import { attemptOf, setUpPaying } from './paying';

/** Answers get lost and processes die; one payment of an attempt comes of it, and its money is booked once. */
const minute = 60_000;

describe.each(['yookassa', 'tbank'] as const)('with %s', (name) => {
  const paying = setUpPaying(name);
  const { api, scene, ask, attempts, control, received, runJobs, runNow, unpaid, wait } = paying;
  const create = name === 'yookassa' ? '/v3/payments' : '/v2/Init';
  const createPath = name === 'yookassa' ? 'payments' : 'Init';

  /** Jobs and polls until the attempt has a link. */
  async function settle() {
    for (let turn = 0; turn < 8; turn += 1) {
      await runJobs();
      await runNow('payment-polls');
      if ((await attempts()).every(({ redirect_url }) => redirect_url !== null)) return;
      await wait(minute);
    }
  }
  const pay = async () => {
    const { payment_id: id } = await attemptOf(paying);
    await control({ do: 'pay', id });
    await runJobs();
  };

  it.each<TroubleKind>(['drop', 'drop-after', 'fail-after', 'half-after', 'page-after', 'limit'])(
    'makes one payment that can be paid after the trouble %s of its creation',
    async (kind) => {
      const order = await unpaid();
      await control({ do: 'trouble', kind, times: 1, path: createPath });

      await ask(order.number);
      await settle();
      await pay();

      expect(await standing(api, order.id)).toBe('processing/success processing/success');
      expect(await attemptOf(paying)).toMatchObject({ state: 'paid', captured: 2000 });
      const keys = (await received(create)).map(({ key, body }) => key ?? body.OrderId);
      // T-Bank has no way back to a lost link: that payment is cancelled, and another is made with another key.
      expect(new Set(keys).size).toBeLessThanOrEqual(name === 'yookassa' ? 1 : 2);
      expect(await accountBalance(api, 'buyer_prepayment')).toBe(2000);
      await expectSound(api);
    },
  );

  it('says that the link is being prepared while the acquirer is silent, and does not ask twice', async () => {
    const order = await unpaid();
    await control({ do: 'trouble', kind: 'drop', times: 99 });

    const first = await ask(order.number);
    const second = await ask(order.number);

    expect([first.body.preparing, second.body.preparing]).toEqual([true, true]);
    expect(first.body.payment_intent_info.redirect_url).toBeNull();
    const state = await api.request(scene.customer, 'GET', `orders/${order.number}/payment`);
    expect(state.body.preparing).toBe(true);
    await control({ do: 'calm' });
    await settle();
    expect((await ask(order.number)).body).toMatchObject({ preparing: false, id: first.body.id });
    expect((await api.request(scene.customer, 'GET', `orders/${order.number}/payment`)).body.preparing).toBe(
      false,
    );
  });

  it('goes on after the process died between the commit and the request', async () => {
    const order = await unpaid();
    await control({ do: 'trouble', kind: 'drop', times: 99 });
    await ask(order.number);
    // As it is before the first request leaves.
    await api.db
      .updateTable('payment_attempts')
      .set({ state: 'new', reads: 0, next_read_at: new Date(api.now().getTime() + minute) })
      .execute();
    // Only the clock finds it.
    await api.db.deleteFrom('events').execute();
    await api.db.deleteFrom('jobs').where('name', '=', 'payment-attempt').execute();
    await control({ do: 'calm' });
    await wait(minute);

    await settle();
    await pay();

    expect(await standing(api, order.id)).toBe('processing/success processing/success');
  });

  it('goes on after the process died between the request and its answer', async () => {
    const order = await unpaid();
    await ask(order.number);
    await api.db
      .updateTable('payment_attempts')
      .set({ state: 'unknown', payment_id: null, redirect_url: null, reads: 1, next_read_at: api.now() })
      .execute();
    // Only the clock finds it.
    await api.db.deleteFrom('events').execute();
    await api.db.deleteFrom('jobs').where('name', '=', 'payment-attempt').execute();

    await settle();
    await pay();

    expect(await standing(api, order.id)).toBe('processing/success processing/success');
    expect(await accountBalance(api, 'buyer_prepayment')).toBe(2000);
  });

  it('finds a payment whose webhooks are all lost', async () => {
    const order = await unpaid();
    await ask(order.number);
    await runJobs();
    await control({ do: 'webhooks', mode: 'lose' });
    await control({ do: 'pay', id: (await attemptOf(paying)).payment_id });
    await runJobs();
    expect(await standing(api, order.id)).toBe('pending/pending pending/pending');
    await wait(2 * minute);

    await Promise.all([runNow('payment-polls'), runNow('payment-polls')]);

    expect(await standing(api, order.id)).toBe('processing/success processing/success');
    expect(await accountBalance(api, 'buyer_prepayment')).toBe(2000);
  });

  it('is read 1, 2, 5, 15 and 60 minutes apart, then every hour, until a day after the buyer may pay', async () => {
    const order = await unpaid();
    await ask(order.number);
    await runJobs();
    const gaps: number[] = [];
    let last = api.now().getTime();
    for (let turn = 0; turn < 60; turn += 1) {
      const { next_read_at } = await attemptOf(paying);
      if (next_read_at === null) break;
      gaps.push(Math.round((next_read_at.getTime() - last) / minute));
      last = next_read_at.getTime();
      await wait(last - api.now().getTime());
      await runNow('payment-polls');
    }

    const { expires_at, next_read_at } = await attemptOf(paying);
    // YooKassa itself ends the payment after an hour.
    expect(gaps.slice(0, 6)).toEqual([1, 2, 5, 15, 60, ...(name === 'yookassa' ? [] : [60])]);
    expect(next_read_at).toBeNull();
    expect(last - (expires_at?.getTime() ?? 0)).toBeLessThanOrEqual(24 * 60 * minute);
  });
});

describe('the sweep over the list of YooKassa', () => {
  const { api, ask, control, runJobs, runNow, unpaid, attempts, errors } = setUpPaying('yookassa');

  it('finds what neither a webhook nor a poll has brought', async () => {
    const order = await unpaid();
    await ask(order.number);
    await runJobs();
    await control({ do: 'webhooks', mode: 'lose' });
    await control({ do: 'pay', id: (await attempts())[0]?.payment_id });
    await api.db.updateTable('payment_attempts').set({ next_read_at: null }).execute();

    await runNow('payment-sweep');
    await runNow('payment-sweep');

    expect(await standing(api, order.id)).toBe('processing/success processing/success');
    expect(await accountBalance(api, 'buyer_prepayment')).toBe(2000);
    expect(errors).toEqual([]);
  });
});
