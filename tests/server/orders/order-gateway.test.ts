import { describe, expect, it } from 'vitest';
import { toMinor } from '@/contract/core/money';
import type { OrderDetails, PaymentIntent, PaymentState } from '@/contract/orders/wire';
import { signSbp } from '@/server/integrations/sbp/sbp-payments';
import { guestTokenHash } from '@/server/modules/orders/guest-orders';
import { setSettings } from '../../support/checkout';
import {
  accountBalance,
  expectSound,
  placedOrder,
  rowOf,
  standing,
  stockLeft,
} from '../../support/order-life';
import { buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';

/** `PUT orders/{number}/gateway`: changing the payment method of an unpaid order. */
const secret = 'a-secret-of-the-gateway';
const { api, scene } = setUpScene({ sbpSecret: secret });

type Person = 'super_admin' | 'store_owner' | 'staff' | 'customer' | 'otherOwner';

const change = (person: Person | null, number: string, payment_gateway: string, more: object = {}) =>
  api.request<OrderDetails & { message: string; errors?: object }>(
    person && scene[person],
    'PUT',
    `orders/${number}/gateway`,
    { payment_gateway, ...more },
  );
const move = (id: number, order_status: string) =>
  api.request(scene.super_admin, 'PUT', `orders/${id}`, { order_status });

let last = 0;
const tell = (intent: PaymentIntent, status: string) => {
  last += 1;
  const text = JSON.stringify({
    event_id: `event-${last}`,
    payment_id: intent.payment_intent_info.payment_id,
    status,
    amount: toMinor(intent.amount),
    at: api.now().toISOString(),
  });
  return api.request(null, 'POST', 'webhooks/sbp', text, { 'x-signature': signSbp(secret, text) });
};

async function placed(gateway: 'SBP' | 'CASH' | 'CASH_ON_DELIVERY', more: object = {}) {
  const product = await buildProduct(api.db, { shop: scene.shop });
  const order = await placedOrder(api, {
    customer: scene.customer,
    gateway,
    lines: [{ shop: scene.shop, product, quantity: 2 }],
    ...more,
  });
  return { ...order, root: order.id, number: order.tracking_number, product };
}
const intentOf = async (number: string, more = '') =>
  (await api.request<PaymentIntent>(scene.customer, 'GET', `payment-intent?tracking_number=${number}${more}`))
    .body;

describe('another payment method', () => {
  it('replaces a link by cash on delivery; a payment by the old link still counts', async () => {
    const { root, number } = await placed('SBP');
    const intent = await intentOf(number);

    const { status, body } = await change('customer', number, 'CASH_ON_DELIVERY');

    expect([status, body]).toMatchObject([
      200,
      {
        payment_gateway: 'CASH_ON_DELIVERY',
        altered_payment_gateway: 'SBP',
        payment_intent: null,
        children: [{ payment_gateway: 'CASH_ON_DELIVERY', altered_payment_gateway: 'SBP' }],
      },
    ]);
    const cash = 'processing/cash-on-delivery';
    expect(await standing(api, root)).toBe(`${cash} ${cash}`);
    await tell(intent, 'failed');
    expect(await standing(api, root)).toBe(`${cash} ${cash}`);
    await tell(intent, 'success');
    expect(await standing(api, root)).toBe('processing/success processing/success');
    await move(root, 'order-completed');
    expect(await accountBalance(api, 'outside')).toBe(-2000);
    await expectSound(api);
  });

  it('replaces cash by a link, also in the dialect’s way; it waits until it is paid', async () => {
    const { root, number } = await placed('CASH_ON_DELIVERY');

    const intent = await intentOf(number, '&payment_gateway=SBP&recall_gateway=1');

    expect(intent).toMatchObject({ payment_gateway: 'SBP', amount: 2000 });
    expect(await standing(api, root)).toBe('pending/pending pending/pending');
    expect((await rowOf(api, root)).altered_payment_gateway).toBe('CASH_ON_DELIVERY');
    await tell(intent, 'success');
    expect(await standing(api, root)).toBe('processing/success processing/success');
    expect(await accountBalance(api, 'platform')).toBe(2000);
    const other = await placed('CASH');
    const { body } = await change('super_admin', other.number, 'SBP');
    expect(body.payment_intent?.amount).toBe(2000);
    const told = await api.db
      .selectFrom('outbox')
      .select('template')
      .where('template', '=', 'gateway-changed')
      .execute();
    expect(told).toHaveLength(1);
  });

  it('revives a failed order, or reports that the goods are sold out', async () => {
    const { root, number, product } = await placed('SBP');
    await tell(await intentOf(number), 'failed');
    expect(await stockLeft(api, product.id)).toBe(10);

    await api.db.updateTable('products').set({ quantity: 1 }).where('id', '=', product.id).execute();
    const gone = await change('customer', number, 'CASH');
    expect([gone.status, gone.body.errors]).toEqual([422, { payment_gateway: ['error-stock-gone'] }]);
    await api.db.updateTable('products').set({ quantity: 10 }).where('id', '=', product.id).execute();
    expect((await change('customer', number, 'CASH')).status).toBe(200);

    expect(await standing(api, root)).toBe('processing/cash processing/cash');
    expect(await stockLeft(api, product.id)).toBe(8);
    await expectSound(api);
  });

  it('is chosen by the buyer and by administrators', async () => {
    const { number, root } = await placed('SBP');
    const token = 'x'.repeat(43);
    const guest = await placed('SBP', { customer: null, more: { guestTokenHash: guestTokenHash(token) } });

    for (const person of [null, 'store_owner', 'staff', 'otherOwner'] as const) {
      expect((await change(person, number, 'CASH')).status).toBe(404);
      expect((await api.request(person && scene[person], 'GET', `orders/${number}/payment`)).status).toBe(
        404,
      );
    }
    expect((await change(null, guest.number, 'CASH', { token: 'y' })).status).toBe(404);
    expect((await change(null, guest.number, 'CASH', { token })).status).toBe(200);
    expect((await change('customer', number, '')).status).toBe(422);
    expect((await change('customer', 'abc', 'CASH')).status).toBe(422);
    expect((await change('customer', number, 'CASH', { version: 99 })).status).toBe(409);
    const { body } = await api.request<PaymentState>(scene.customer, 'GET', `orders/${number}/payment`);
    expect(body).toEqual({
      order_id: root,
      version: (await rowOf(api, root)).version,
      due: 2000,
      awaiting_amount: null,
      preparing: false,
      gateways: ['CASH', 'CASH_ON_DELIVERY'],
    });
  });

  it('is refused for disabled methods and for orders that are paid, shipped, cancelled or paid by points', async () => {
    const one = await placed('SBP');
    await setSettings(api, { useCashOnDelivery: false });
    for (const gateway of ['CASH_ON_DELIVERY', 'FULL_WALLET_PAYMENT']) {
      expect((await change('customer', one.number, gateway)).body.errors).toEqual({
        payment_gateway: ['error-gateway-off'],
      });
    }
    await tell(await intentOf(one.number), 'success');
    const two = await placed('CASH');
    await move(two.root, 'order-out-for-delivery');
    const three = await placed('CASH');
    await move(three.root, 'order-cancelled');
    for (const { number, payment } of [
      { ...one, payment: 'CASH' },
      { ...two, payment: 'SBP' },
      { ...three, payment: 'SBP' },
    ]) {
      expect((await change('super_admin', number, payment)).body.message).toBe('ACTION_NOT_VALID');
    }
  });
});
