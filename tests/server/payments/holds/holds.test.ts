import { describe, expect, it } from 'vitest';
import type { PayView } from '@/contract/payments/links';
import type { OrderPayments } from '@/contract/payments/views';
import { buildShop } from '../../../support/factories';
import { accountBalance, expectSound, standing, stockLeft } from '../../../support/order-life';
import { buildProduct } from '../../../support/products';
import { attemptOf, setUpPaying } from '../paying';
import { captureOf, heldOrder, move, movementsOf, partsOf } from './holding';

const minute = 60_000;
const hour = 60 * minute;

/** Money that is held first, and taken when the order is ready (rules/payments: held money pays nothing). */
describe.each(['yookassa', 'tbank'] as const)('with %s', (name) => {
  const paying = setUpPaying(name);
  const { api, scene, ask, attempts, control, received, runJobs, runNow, unpaid, wait } = paying;
  /** What no adapter decides. */
  const ofOne = it.runIf(name === 'yookassa');
  const captures = () => received(name === 'yookassa' ? '/capture' : '/Confirm');
  const tasks = () =>
    api.db.selectFrom('payment_tasks').select(['kind', 'state', 'answer']).orderBy('id').execute();

  /** An order of two shops, 1,000 and 600 ₽. */
  async function twoShops(captureAt: 'shipping' | 'handover') {
    const other = await buildShop(api.db, { owner: scene.store_owner });
    const one = await buildProduct(api.db, { shop: scene.shop });
    const two = await buildProduct(api.db, { shop: other });
    const lines = [
      { shop: scene.shop, product: one, quantity: 1, unitPrice: 100_000 },
      { shop: other, product: two, quantity: 1, unitPrice: 60_000 },
    ];
    const order = await heldOrder(paying, captureAt, { lines });
    return { ...order, parts: await partsOf(paying, order.id) };
  }

  ofOne('lets the order be packed, books nothing, and says until when', async () => {
    const order = await heldOrder(paying, 'shipping');

    expect(await standing(api, order.id)).toBe('processing/processing processing/processing');
    expect(await attemptOf(paying)).toMatchObject({ state: 'held', is_open: true, held: 2000, captured: 0 });
    expect(await accountBalance(api, 'provider_clearing')).toBe(0);
    expect(await movementsOf(paying)).toEqual([]);
    const chain = await api.request<OrderPayments>(
      scene.store_owner,
      'GET',
      `orders/${order.id + 1}/payments`,
    );
    expect(chain.body).toMatchObject({ is_payable: false, paid: 0 });
    expect(chain.body.attempts).toMatchObject([{ state: 'held', held: 2000, is_capturing: false }]);
    expect(chain.body.attempts[0]?.capture_until).toBeTruthy();
    expect((await ask(order.number)).status).toBe(400);
    await wait(2 * hour);
    await runNow('unpaid-orders');
    expect(await standing(api, order.id)).toBe('processing/processing processing/processing');
    await expectSound(api);
  });

  it('is taken once the parcel can no longer be called back', async () => {
    const order = await heldOrder(paying, 'shipping');
    expect((await move(paying, order.id, 'order-out-for-delivery')).status).toBe(200);
    await runJobs();
    expect(await captures()).toEqual([]);

    await wait(minute);
    await runJobs();

    expect(await standing(api, order.id)).toBe('out-for-delivery/success out-for-delivery/success');
    expect(await movementsOf(paying)).toEqual([['payment', 200_000]]);
    expect(await accountBalance(api, 'buyer_prepayment')).toBe(2000);
    expect(await attemptOf(paying)).toMatchObject({ state: 'paid', captured: 2000, is_open: false });
    expect((await move(paying, order.id, 'order-completed')).status).toBe(200);
    await expectSound(api);
  });

  ofOne('is not taken for a parcel that was called back', async () => {
    const order = await heldOrder(paying, 'shipping');
    await move(paying, order.id, 'order-out-for-delivery');
    await api.request(scene.super_admin, 'POST', `orders/${order.id}/undo`);

    await wait(minute);
    await runJobs();

    expect(await captures()).toEqual([]);
    expect(await attemptOf(paying)).toMatchObject({ state: 'held' });
  });

  ofOne(
    'is taken before goods are given to the buyer, and nobody completes the order until it is',
    async () => {
      const order = await heldOrder(paying, 'handover');
      const [part] = await partsOf(paying, order.id);
      await move(paying, order.id, 'order-at-local-facility');
      await wait(minute);
      await runJobs();
      expect(await captures()).toEqual([]);
      const refused = await move(paying, order.id, 'order-completed');
      expect(refused).toMatchObject({
        status: 400,
        body: { errors: { order_status: ['error-order-held'] } },
      });

      const asked = await api.request(scene.store_owner, 'POST', `orders/${part?.id}/capture`);
      expect(asked).toMatchObject({ status: 200, body: { asked: true } });
      expect((await move(paying, order.id, 'order-completed')).status).toBe(400);
      await runJobs();

      expect((await move(paying, order.id, 'order-completed')).status).toBe(200);
      expect(await accountBalance(api, 'buyer_prepayment')).toBe(0);
      await expectSound(api);
    },
  );

  it('is taken once, however many ask at the same time', async () => {
    const order = await heldOrder(paying, 'handover');

    const answers = await Promise.all(Array.from({ length: 20 }, () => captureOf(paying, order.id)));
    await Promise.all([runJobs(), runNow('payment-polls'), runNow('payment-sweep')]);

    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await captures()).toHaveLength(1);
    expect(await accountBalance(api, 'provider_clearing')).toBe(-2000);
    expect((await captureOf(paying, order.id)).status).toBe(400);
  });

  it('goes back to the buyer with a cancelled order, without a refund', async () => {
    const order = await heldOrder(paying, 'shipping');
    expect((await move(paying, order.id, 'order-cancelled')).status).toBe(200);

    await runJobs();

    expect(await standing(api, order.id)).toBe('cancelled/reversal cancelled/reversal');
    expect(await attemptOf(paying)).toMatchObject({ state: 'canceled', captured: 0 });
    expect(await movementsOf(paying)).toEqual([]);
    expect(await api.db.selectFrom('refunds').select('id').execute()).toEqual([]);
    expect(await stockLeft(api, order.product.id)).toBe(10);
    expect(paying.errors).toEqual([]);
  });

  it('is taken whole with the first part, without parts that were cancelled before', async () => {
    const { id, parts } = await twoShops('shipping');
    expect((await move(paying, parts[1]?.id ?? 0, 'order-cancelled')).status).toBe(200);
    await runJobs();
    expect(await attemptOf(paying)).toMatchObject({ state: 'held', is_open: true });

    await move(paying, parts[0]?.id ?? 0, 'order-out-for-delivery');
    await wait(minute);
    await runJobs();

    expect(await movementsOf(paying)).toEqual([['payment', 100_000]]);
    expect(await standing(api, id)).toContain('out-for-delivery/success');
    expect(await accountBalance(api, 'buyer_prepayment')).toBe(1000);
    expect(await tasks()).toEqual([]);
    expect(await api.db.selectFrom('refunds').select('id').execute()).toEqual([]);
  });

  ofOne('pays parts that are not ready, too, and what is cancelled later is refunded', async () => {
    const { parts } = await twoShops('shipping');
    await move(paying, parts[0]?.id ?? 0, 'order-out-for-delivery');
    await wait(minute);
    await runJobs();

    await move(paying, parts[1]?.id ?? 0, 'order-cancelled');

    expect(await movementsOf(paying)).toEqual([['payment', 160_000]]);
    const refunds = await api.db
      .selectFrom('refunds')
      .select(['amount', 'origin', 'from_suspense'])
      .execute();
    expect(refunds).toEqual([{ amount: 600, origin: 'cancellation', from_suspense: false }]);
  });

  ofOne('asks a person a day before the end, and is taken six hours before it', async () => {
    const order = await heldOrder(paying, 'handover');
    const { capture_until } = await attemptOf(paying);
    await wait((capture_until?.getTime() ?? 0) - api.now().getTime() - 23 * hour);
    await runNow('payment-polls');
    expect(await tasks()).toEqual([{ kind: 'hold_expiring', state: 'open', answer: null }]);
    expect(await captures()).toEqual([]);

    await wait(17 * hour + minute);
    await runNow('payment-polls');
    await runJobs();

    expect(await standing(api, order.id)).toBe('processing/success processing/success');
    expect(await captures()).toHaveLength(1);
    expect(await tasks()).toEqual([{ kind: 'hold_expiring', state: 'done', answer: 'settled' }]);
  });

  it('that ends by itself cancels the order and gives its stock back', async () => {
    const order = await heldOrder(paying, 'handover');

    await wait(8 * 24 * hour);
    await runNow('payment-polls');
    await runJobs();

    expect(await standing(api, order.id)).toBe('cancelled/reversal cancelled/reversal');
    expect(await stockLeft(api, order.product.id)).toBe(10);
    expect(await movementsOf(paying)).toEqual([]);
    expect(await captures()).toEqual([]);
  });

  ofOne('that ends while goods are on their way leaves an unpaid order and a question', async () => {
    const order = await heldOrder(paying, 'handover');
    await move(paying, order.id, 'order-out-for-delivery');

    await wait(8 * 24 * hour);
    await runNow('payment-polls');
    await runJobs();

    expect(await standing(api, order.id)).toBe('out-for-delivery/failed out-for-delivery/failed');
    expect(await tasks()).toEqual([{ kind: 'capture_failed', state: 'open', answer: null }]);
    expect((await move(paying, order.id, 'order-completed')).body.errors).toEqual({
      order_status: ['error-order-unpaid'],
    });
    const [task] = (
      await api.request<{ data: { id: number; version: number; answers: string[] }[] }>(
        scene.super_admin,
        'GET',
        'payment-tasks',
      )
    ).body.data;
    expect(task?.answers).toEqual(['cancel', 'done']);
    const answered = await api.request(scene.super_admin, 'POST', `payment-tasks/${task?.id}/answer`, {
      ...{ answer: 'cancel', version: task?.version },
    });
    expect(answered.status).toBe(200);
    expect(await standing(api, order.id)).toContain('cancelled');
    expect(await stockLeft(api, order.product.id)).toBe(10);
  });

  ofOne('is let go when it is not what the order waits for', async () => {
    await heldOrder(paying, 'shipping');
    const order = await unpaid();
    await ask(order.number);
    const attempt = (await attempts()).at(-1);
    await control({ do: 'pay', id: attempt?.payment_id, amount: 150_000 });
    await runJobs();

    expect((await attempts()).at(-1)).toMatchObject({ state: 'canceled', captured: 0 });
    expect(await standing(api, order.id)).toBe('pending/pending pending/pending');
    expect(await tasks()).toEqual([]);
  });

  it('is not asked for where the method cannot hold, nor when the setting takes money at once', async () => {
    const order = await unpaid();
    await ask(order.number);
    expect(await attemptOf(paying)).toMatchObject({ is_two_stage: false });
    await heldOrder(paying, 'shipping', { gateway: 'SBP' });
    expect((await attempts()).at(-1)).toMatchObject({ method: 'sbp', is_two_stage: false, state: 'paid' });
    expect((await captureOf(paying, order.id)).status).toBe(400);
  });

  ofOne('is shown to whoever has the link of the order', async () => {
    const order = await heldOrder(paying, 'shipping');
    await api.db
      .updateTable('orders')
      .set({ payment_status: 'payment-pending' })
      .where('id', '=', order.id)
      .execute();
    const link = await api.request<{ url: string }>(
      scene.super_admin,
      'POST',
      `orders/${order.id}/payment-links`,
      {},
    );
    await api.db
      .updateTable('orders')
      .set({ payment_status: 'payment-processing' })
      .where('id', '=', order.id)
      .execute();
    const secret = new URL(link.body.url).searchParams.get('secret');

    const view = await api.request<PayView>(null, 'GET', `payment-links/${secret}`);

    expect(view.body).toMatchObject({ state: 'held', amount: 2000, url: null, ways: [] });
  });
});
