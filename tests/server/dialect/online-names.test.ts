import { describe, expect, it } from 'vitest';
import { orderOf } from '../../support/order-body';
import { buildProduct } from '../../support/products';
import type { Wire } from '../../support/server';
import { setUpPaying } from '../payments/paying';

/** Shop fronts of the dialect have a table of payment names and break on others: online payment has one of them. */
const others = { accept: 'application/json' };
type Order = Wire & { tracking_number: string; payment_gateway: string; payment_intent: Intent };
interface Intent {
  payment_gateway: string;
  payment_intent_info: { is_redirect: boolean; redirect_url: string };
}

describe.each(['yookassa', 'tbank'] as const)('with %s', (acquirer) => {
  const { api, scene, control, runJobs } = setUpPaying(acquirer);
  const send = <Body = Order>(method: 'GET' | 'POST', path: string, body?: object, headers = others) =>
    api.request<Body>(scene.customer, method, path, body, headers);

  it('the name is offered, taken, shown and taken back until the money arrives', async () => {
    const { body: settings } = await send<{ options: { paymentGateway: { name: string }[] } }>(
      'GET',
      'settings',
    );
    expect(settings.options.paymentGateway).toEqual([{ name: 'stripe', title: 'Stripe' }]);
    const { id } = await buildProduct(api.db, { shop: scene.shop, price: 1000 });
    const placed = await send(
      'POST',
      'orders',
      orderOf([{ product_id: id, order_quantity: 1 }], { payment_gateway: 'STRIPE' }),
    );

    expect([placed.status, placed.body.payment_gateway]).toEqual([201, 'STRIPE']);
    const number = placed.body.tracking_number;
    const { body: intent } = await send<Intent>(
      'GET',
      `payment-intent?tracking_number=${number}&payment_gateway=stripe&recall_gateway=false`,
    );
    expect(intent).toMatchObject({ payment_gateway: 'STRIPE', payment_intent_info: { is_redirect: true } });
    const paymentId = (
      await api.db.selectFrom('payment_attempts').select('payment_id').executeTakeFirstOrThrow()
    ).payment_id;
    await control({ do: 'pay', id: paymentId });
    await runJobs();
    const asked = await send('POST', 'orders/payment', {
      tracking_number: number,
      payment_gateway: 'stripe',
    });
    expect(asked.body).toMatchObject({ payment_status: 'payment-success' });
    const list = await send<{ data: Order[] }>('GET', 'orders?limit=5');
    expect(list.body.data.map((order) => order.payment_gateway)).toEqual(['STRIPE']);
  });

  it('the setting chooses another one, and the former one is still taken', async () => {
    const set = { options: { onlineName: 'PAYPAL' } };
    expect((await api.request(scene.super_admin, 'POST', 'settings', set)).status).toBe(200);
    const { body: settings } = await send<{ options: object }>('GET', 'settings');
    expect(settings.options).toMatchObject({ paymentGateway: [{ name: 'paypal', title: 'Paypal' }] });
    const { id } = await buildProduct(api.db, { shop: scene.shop, price: 1000 });
    const lines = [{ product_id: id, order_quantity: 1 }];

    const placed = await send('POST', 'orders', orderOf(lines, { payment_gateway: 'STRIPE' }));

    expect([placed.status, placed.body.payment_gateway]).toEqual([201, 'PAYPAL']);
    const wrong = { options: { onlineName: 'YOOKASSA' } };
    const refused = await api.request(scene.super_admin, 'POST', 'settings', wrong);
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['onlineName']]);
  });

  it('our own panel reads which way takes the money', async () => {
    const { id } = await buildProduct(api.db, { shop: scene.shop, price: 1000 });
    const body = orderOf([{ product_id: id, order_quantity: 1 }], { payment_gateway: 'PAYPAL' });
    const placed = await send('POST', 'orders', body);
    const own = await api.request<Order>(scene.customer, 'GET', `orders/${placed.body.id}`);

    expect([placed.body.payment_gateway, own.body.payment_gateway]).toEqual(['STRIPE', 'ONLINE_CARD']);
    expect((await api.request(scene.customer, 'POST', 'orders', body)).status).toBe(422);
  });
});
