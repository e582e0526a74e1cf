import { describe, expect, it } from 'vitest';
import type { ShopOrder, ShopOrderQuote } from '@/contract/orders/shop-order';
import type { TillInfo } from '@/contract/orders/till';
import type { PaymentState } from '@/contract/orders/wire';
import type { Settings } from '@/contract/settings';
import type { OutsideState } from '@/contract/settings/outside';
import { setSettings } from '../../support/checkout';
import { moscow, orderOf } from '../../support/order-body';
import { standing } from '../../support/order-life';
import { buildProduct } from '../../support/products';
import { attemptOf, setUpPaying } from './paying';

/** Orders that wait for a payment at an acquirer: what is offered, what is sent, and how long they wait. */
const minute = 60_000;

describe('an installation with YooKassa', () => {
  const paying = setUpPaying('yookassa');
  const { api, scene, ask, attempts, control, runJobs, runNow, unpaid, wait } = paying;
  const placed = (gateway: string, price = 1000) =>
    buildProduct(api.db, { shop: scene.shop, price }).then(({ id }) =>
      api.request(
        scene.customer,
        'POST',
        'orders',
        orderOf([{ product_id: id, order_quantity: 1 }], { payment_gateway: gateway }),
      ),
    );

  it('offers what the acquirer takes, everywhere alike', async () => {
    const { body: settings } = await api.request<Settings>(null, 'GET', 'settings');
    expect(settings.options.onlineGateways).toEqual(['SBP', 'ONLINE_CARD', 'SBERPAY']);
    const till = await api.request<TillInfo>(scene.store_owner, 'GET', `till/${scene.shop.slug}`);
    expect(till.body.gateways).toEqual(['CASH', 'SBP', 'CARD']);
    const order = await unpaid();
    const state = await api.request<PaymentState>(scene.customer, 'GET', `orders/${order.number}/payment`);
    expect(state.body.gateways).toEqual(['CASH', 'CASH_ON_DELIVERY', 'SBP', 'SBERPAY']);
    const { body: outside } = await api.request<OutsideState>(scene.super_admin, 'GET', 'outside');
    const states = outside.services.map(({ name, state: connected }) => [name, connected]);
    expect(states).toEqual(
      expect.arrayContaining([
        ['yookassa', 'connected'],
        ['tbank', 'off'],
      ]),
    );
    expect(JSON.stringify(outside)).not.toContain('live_secret');
  });

  it('takes no order by a method that is switched off, that nobody takes, or whose limits the sum exceeds', async () => {
    await setSettings(api, { useOnlineCard: false });
    expect((await placed('ONLINE_CARD')).body.errors).toEqual({ payment_gateway: ['error-gateway-off'] });
    expect((await placed('TPAY')).body.errors).toEqual({ payment_gateway: ['error-gateway-off'] });
    await setSettings(api, {});
    expect((await placed('ONLINE_CARD', 400_000)).body.errors).toEqual({
      payment_gateway: ['error-gateway-sum'],
    });
    expect(await attempts()).toEqual([]);
  });

  it('stores the attempt with the order, and asks for its link after the commit', async () => {
    const { status } = await placed('SBERPAY');

    expect(status).toBe(201);
    expect(await attemptOf(paying)).toMatchObject({ state: 'new', method: 'sberpay', payment_id: null });
    expect((await attemptOf(paying)).key).toMatch(/^[0-9a-f-]{36}$/);
    await runJobs();
    expect(await attemptOf(paying)).toMatchObject({ state: 'pending' });
    expect((await attemptOf(paying)).redirect_url).toContain('/pay/');
  });

  it('lets the buyer change to another method, whose link is another attempt', async () => {
    const order = await unpaid();
    await ask(order.number);

    const changed = await ask(order.number, '&payment_gateway=sbp&recall_gateway=1');

    expect(changed.body).toMatchObject({ payment_gateway: 'SBP', preparing: false });
    expect((await attempts()).map(({ method, is_open }) => [method, is_open])).toEqual([
      ['card', false],
      ['sbp', true],
    ]);
  });

  it('sends the link of an order by phone once there is one', async () => {
    const tea = await buildProduct(api.db, { shop: scene.shop, price: 420 });
    const body = {
      ...{ products: [{ product_id: tea.id, order_quantity: 1 }], payment_gateway: 'ONLINE_CARD' },
      ...{ shipping_address: moscow, customer_contact: '+7 (910) 882-47-66', customer_name: 'Анна' },
      ...{ delivery_point: null, sends_sms: true },
    };
    const path = `shop-orders/${scene.shop.slug}`;
    const quote = await api.request<ShopOrderQuote>(scene.store_owner, 'POST', `${path}/quote`, body);
    const { total } = quote.body;
    const { status } = await api.request<ShopOrder>(scene.store_owner, 'POST', path, { ...body, total });
    expect(status).toBe(201);
    const letters = () =>
      api.db.selectFrom('outbox').select(['channel', 'body']).where('channel', '=', 'sms').execute();
    expect(await letters()).toEqual([]);

    await runJobs();
    await wait(minute);
    await runJobs();

    const { redirect_url } = await attemptOf(paying);
    expect(await letters()).toHaveLength(1);
    expect((await letters())[0]?.body).toContain(redirect_url ?? 'no link');
  });

  it('does not cancel an order at its deadline while somebody may be paying, and does so afterwards', async () => {
    const order = await unpaid();
    await ask(order.number);
    await api.db
      .updateTable('orders')
      .set({ pay_until: new Date(api.now().getTime() + 30 * minute) })
      .where('id', '=', order.id)
      .execute();
    await wait(31 * minute);
    await runNow('unpaid-orders');
    expect(await standing(api, order.id)).toBe('pending/pending pending/pending');
    // A new link after the deadline does not hold the goods any longer.
    await ask(order.number, '&recall_gateway=1');

    await runNow('unpaid-orders');

    expect(await standing(api, order.id)).toBe('cancelled/pending cancelled/pending');
    expect((await attempts()).map(({ is_open }) => is_open)).toEqual([false, false]);
  });

  it('keeps other people out of an order and refuses unknown methods', async () => {
    const order = await unpaid();
    const path = `payment-intent?tracking_number=${order.number}`;
    expect((await api.request(null, 'GET', path)).status).toBe(404);
    expect((await api.request(scene.store_owner, 'GET', path)).status).toBe(404);
    expect((await api.request(scene.customer, 'GET', `${path}&payment_gateway=stripe`)).status).toBe(422);
    expect(await attempts()).toEqual([]);
    expect((await control({ do: 'payments' })) as unknown[]).toEqual([]);
  });
});

describe('an installation with T-Bank', () => {
  const paying = setUpPaying('tbank');
  const { api, scene, ask, attempts, control, runJobs, unpaid } = paying;

  it('cancels the payment of an order that was cancelled, so that nobody pays it', async () => {
    const order = await unpaid();
    await ask(order.number);
    await api.request(scene.super_admin, 'PUT', `orders/${order.id}`, { order_status: 'order-cancelled' });

    await runJobs();

    expect(await attemptOf(paying)).toMatchObject({ state: 'canceled', is_open: false });
    const id = (await attempts())[0]?.payment_id;
    expect(await control({ do: 'pay', id })).toBeUndefined();
    expect(await standing(api, order.id)).toBe('cancelled/pending cancelled/pending');
  });
});
