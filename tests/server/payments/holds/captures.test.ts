import { describe, expect, it } from 'vitest';
import { accountBalance, expectSound, standing } from '../../../support/order-life';
import { attemptOf, setUpPaying } from '../paying';
import { captureOf, heldOrder, move, movementsOf, partsOf } from './holding';

const minute = 60_000;

/** The request that takes held money, when its answer is lost or it comes at a bad moment. */
describe.each(['yookassa', 'tbank'] as const)('with %s', (name) => {
  const paying = setUpPaying(name, { isHasty: true });
  const { api, scene, control, received, runJobs, runNow, wait } = paying;
  const ofOne = it.runIf(name === 'yookassa');
  const path = name === 'yookassa' ? '/capture' : '/Confirm';
  const captures = () => received(path);
  const trouble = (kind: string, times = 20) => control({ do: 'trouble', kind, times, path, method: 'POST' });
  const tasks = () => api.db.selectFrom('payment_tasks').selectAll().orderBy('id').execute();
  const answer = async (given: string) => {
    const task = (await tasks()).at(-1);
    return api.request(scene.super_admin, 'POST', `payment-tasks/${task?.id}/answer`, {
      ...{ answer: given, version: task?.version, note: 'Seen' },
    });
  };
  /** Whether money was taken once, is booked once and pays the order. */
  async function expectTakenOnce(orderId: number) {
    expect(await movementsOf(paying)).toEqual([['payment', 200_000]]);
    expect(await accountBalance(api, 'buyer_prepayment')).toBe(2000);
    expect(await standing(api, orderId)).toBe('processing/success processing/success');
    await expectSound(api);
  }

  it('whose answer is lost is found by reading, and not sent again', async () => {
    const order = await heldOrder(paying, 'handover');
    await control({ do: 'webhooks', mode: 'lose' });
    await trouble('drop-after');
    await captureOf(paying, order.id);
    await runJobs();
    const sent = (await captures()).length;
    await control({ do: 'calm' });

    await wait(2 * minute);
    await runNow('payment-polls');

    expect(await captures()).toHaveLength(sent);
    await expectTakenOnce(order.id);
  });

  it('that never arrived is sent again with its key, after the payment was read', async () => {
    const order = await heldOrder(paying, 'handover');
    await trouble('drop');
    await captureOf(paying, order.id);
    await runJobs();
    expect(await attemptOf(paying)).toMatchObject({ state: 'held', capture_sent_at: null });
    const { capture_key } = await attemptOf(paying);
    await control({ do: 'calm' });

    await wait(2 * minute);
    await runNow('payment-polls');

    expect(await attemptOf(paying)).toMatchObject({ state: 'paid', capture_key });
    await expectTakenOnce(order.id);
  });

  ofOne('of a process that died is sent after the lease, and by one of many', async () => {
    const order = await heldOrder(paying, 'handover');
    await captureOf(paying, order.id);
    // Between the chargeback and the request.
    await api.db.updateTable('payment_attempts').set({ capture_sent_at: api.now() }).execute();
    await runJobs();
    expect(await captures()).toEqual([]);

    await wait(6 * minute);
    await Promise.all([runNow('payment-polls'), runNow('payment-polls'), runNow('payment-polls')]);

    expect(await captures()).toHaveLength(1);
    await expectTakenOnce(order.id);
  });

  it('that is refused asks a person, and can be tried again or given up, each time anew', async () => {
    const order = await heldOrder(paying, 'handover');
    await api.db
      .updateTable('payment_attempts')
      .set({ capture_key: 'k-1', capture_amount: '2500' })
      .where('order_id', '=', order.id)
      .execute();
    await runNow('payment-polls');
    await wait(minute);
    await runNow('payment-polls');
    expect(await tasks()).toMatchObject([{ kind: 'capture_failed', state: 'open', version: 1 }]);
    expect(await attemptOf(paying)).toMatchObject({ state: 'held', capture_key: null });

    await trouble('fail');
    expect((await answer('capture')).status).toBe(200);
    await api.db.updateTable('payment_attempts').set({ capture_amount: '2500' }).execute();
    await control({ do: 'calm' });
    await runJobs();

    expect(await tasks()).toMatchObject([
      { kind: 'capture_failed', state: 'open', answer: null, version: 3 },
    ]);
    expect((await answer('cancel')).status).toBe(200);
    await runJobs();
    expect(await standing(api, order.id)).toBe('cancelled/reversal cancelled/reversal');
    expect(await attemptOf(paying)).toMatchObject({ state: 'canceled' });
    expect(await movementsOf(paying)).toEqual([]);
  });

  // At the other acquirer a lost answer is read within the request.
  ofOne('that meets a cancelled order goes back through a person', async () => {
    const order = await heldOrder(paying, 'handover');
    await control({ do: 'webhooks', mode: 'lose' });
    await trouble('drop-after');
    await captureOf(paying, order.id);
    await runJobs();
    await move(paying, order.id, 'order-cancelled');
    await control({ do: 'calm' });

    await wait(6 * minute);
    await runJobs();
    await runNow('payment-polls');

    expect(await movementsOf(paying)).toEqual([['payment', 200_000]]);
    expect(await accountBalance(api, 'suspense')).toBe(2000);
    expect(await tasks()).toMatchObject([{ kind: 'late', amount: 2000 }]);
    expect(await api.db.selectFrom('refunds').select('amount').execute()).toEqual([{ amount: 2000 }]);
    await expectSound(api);
  });

  it('takes less of an order that has become cheaper, and a dearer one has to be taken first', async () => {
    const order = await heldOrder(paying, 'handover');
    const [part] = await partsOf(paying, order.id);
    const line = await api.db
      .selectFrom('order_lines')
      .select('id')
      .where('parent_id', '=', order.id)
      .executeTakeFirstOrThrow();
    const edit = async (quantity: number) => {
      const { version } = await api.db
        .selectFrom('orders')
        .select('version')
        .where('id', '=', order.id)
        .executeTakeFirstOrThrow();
      return api.request<{ errors: unknown }>(scene.super_admin, 'PUT', `orders/${order.id}/lines`, {
        ...{ lines: [{ id: line.id, quantity }], version },
      });
    };
    expect((await edit(3)).body.errors).toEqual({ lines: ['error-edit-held'] });

    expect((await edit(1)).status).toBe(200);
    expect(await attemptOf(paying)).toMatchObject({ state: 'held', is_open: true });
    await captureOf(paying, part?.id ?? 0);
    await runJobs();

    expect(await movementsOf(paying)).toEqual([['payment', 100_000]]);
    expect(await standing(api, order.id)).toBe('processing/success processing/success');
    expect(await accountBalance(api, 'buyer_prepayment')).toBe(1000);
    expect(await tasks()).toEqual([]);
  });

  it('of another sum than was asked for waits for a person', async () => {
    const order = await heldOrder(paying, 'handover');
    await captureOf(paying, order.id);
    await control({
      do: 'show',
      id: order.paymentId,
      status: name === 'yookassa' ? 'succeeded' : 'CONFIRMED',
      amount: 150_000,
      times: 1,
    });

    await runJobs();

    expect(await standing(api, order.id)).toContain('awaiting-for-approval');
    expect(await tasks()).toMatchObject([{ kind: 'wrong_sum', amount: 1500 }]);
  });

  ofOne('is asked for by those who may work on the order only', async () => {
    const order = await heldOrder(paying, 'handover');
    const [part] = await partsOf(paying, order.id);
    const path = `orders/${part?.id}/capture`;
    expect((await api.request(null, 'POST', path)).status).toBe(401);
    expect((await api.request(scene.customer, 'POST', path)).status).toBe(403);
    expect((await api.request(scene.store_owner, 'POST', `orders/${order.id}/capture`)).status).toBe(404);
    expect((await api.request(scene.store_owner, 'POST', 'orders/999999/capture')).status).toBe(404);
    expect(await attemptOf(paying)).toMatchObject({ capture_key: null });
  });
});
