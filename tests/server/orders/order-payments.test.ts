import { describe, expect, it } from 'vitest';
import { toMinor } from '@/contract/core/money';
import type { PaymentIntent } from '@/contract/orders/wire';
import { signSbp } from '@/server/integrations/sbp/sbp-payments';
import { guestTokenHash } from '@/server/modules/orders/guest-orders';
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

/** Payments by SBP: the gateway's word counts, once, and no money is lost. */
const secret = 'a-secret-of-the-gateway';
const { api, scene } = setUpScene({ sbpSecret: secret, demo: true });

type Person = 'super_admin' | 'store_owner' | 'staff' | 'customer' | 'otherOwner';

const ask = (person: Person | null, query: string) =>
  api.request<PaymentIntent & { message: string }>(person && scene[person], 'GET', `payment-intent?${query}`);
const webhook = (body: object, signature?: string) => {
  const text = JSON.stringify(body);
  return api.request(null, 'POST', 'webhooks/sbp', text, {
    'x-signature': signature ?? signSbp(secret, text),
  });
};
const move = (id: number, order_status: string) =>
  api.request(scene.super_admin, 'PUT', `orders/${id}`, { order_status });

let last = 0;
/** The bank's report about an intent. */
const tell = (intent: PaymentIntent, status: string, more: object = {}) => {
  last += 1;
  return webhook({
    event_id: `event-${last}`,
    payment_id: intent.payment_intent_info.payment_id,
    status,
    amount: toMinor(intent.amount),
    at: api.now().toISOString(),
    ...more,
  });
};

async function unpaid(more: object = {}) {
  const [first, second] = [
    await buildProduct(api.db, { shop: scene.shop }),
    await buildProduct(api.db, { shop: scene.otherShop }),
  ];
  const order = await placedOrder(api, {
    customer: scene.customer,
    gateway: 'SBP' as const,
    lines: [
      { shop: scene.shop, product: first, quantity: 2 },
      { shop: scene.otherShop, product: second, unitPrice: 50_000 },
    ],
    off: { delivery: 30_000 },
    ...more,
  });
  const { body: intent } = await ask('super_admin', `tracking_number=${order.tracking_number}`);
  const [part, otherPart] = order.parts.map(({ id }) => id) as [number, number];
  return { ...order, root: order.id, part, otherPart, intent, first, second };
}

const refunds = () => api.db.selectFrom('refunds').select(['amount', 'origin', 'order_id']).execute();
const letters = (template: string) =>
  api.db.selectFrom('outbox').select('recipient').where('template', '=', template).execute();

describe('the payment', () => {
  it('is one link for the amount without points, until another is requested', async () => {
    const { tracking_number, intent, root } = await unpaid({ off: { wallet: 30_000 }, points: 900 });

    expect(intent).toMatchObject({ order_id: root, payment_gateway: 'SBP', amount: 2200 });
    const { payment_id, redirect_url } = intent.payment_intent_info;
    expect(redirect_url).toBe(`https://qr.nspk.ru/${payment_id}?type=02&sum=220000&cur=RUB`);
    const again = await ask('customer', `tracking_number=${tracking_number}&payment_gateway=sbp`);
    expect(again.body.id).toBe(intent.id);
    const other = await ask('customer', `tracking_number=${tracking_number}&recall_gateway=1`);
    expect(other.body.id).not.toBe(intent.id);
    expect(other.body.amount).toBe(2200);
  });

  it('is visible to the buyer, to a guest with the secret, and to administrators only', async () => {
    const { tracking_number } = await unpaid();
    const token = 'x'.repeat(43);
    const guest = await unpaid({ customer: null, more: { guestTokenHash: guestTokenHash(token) } });
    const of = (number: string, more = '') => `tracking_number=${number}${more}`;

    expect((await ask('customer', of(tracking_number))).status).toBe(200);
    for (const person of [null, 'store_owner', 'staff'] as const) {
      expect((await ask(person, of(tracking_number))).status).toBe(404);
    }
    expect((await ask(null, of(guest.tracking_number, `&token=${token}`))).status).toBe(200);
    expect((await ask(null, of(guest.tracking_number, '&token=y'))).status).toBe(404);
    expect((await ask('customer', of(guest.tracking_number))).status).toBe(404);
    expect((await ask('super_admin', of(guest.tracking_number))).status).toBe(200);
  });

  it('is refused for other gateways, and for an invalid number', async () => {
    const cash = await placedOrder(api, { customer: scene.customer, lines: [{ shop: scene.shop }] });
    const { tracking_number, root } = await unpaid();
    await move(root, 'order-cancelled');

    expect((await ask('customer', `tracking_number=${cash.tracking_number}`)).body.message).toBe(
      'ACTION_NOT_VALID',
    );
    expect((await ask('customer', `tracking_number=${tracking_number}`)).body.message).toBe(
      'ACTION_NOT_VALID',
    );
    expect((await ask('customer', 'tracking_number=abc')).status).toBe(422);
    expect((await ask('customer', '')).status).toBe(422);
    expect((await ask('customer', `tracking_number=${tracking_number}&payment_gateway=STRIPE`)).status).toBe(
      422,
    );
  });

  it('ignores payment data from the client', async () => {
    const { tracking_number, root } = await unpaid();

    const { status, body } = await api.request(scene.customer, 'POST', 'orders/payment', {
      tracking_number,
      payment_gateway: 'SBP',
      paymentIntentInfo: { status: 'success' },
      payment_status: 'payment-success',
    });

    expect([status, body]).toMatchObject([200, { payment_status: 'payment-pending' }]);
    expect(await standing(api, root)).toBe('pending/pending pending/pending pending/pending');
    expect((await api.request(null, 'POST', 'orders/payment', { tracking_number })).status).toBe(404);
    expect((await api.request(scene.customer, 'POST', 'orders/payment', {})).status).toBe(422);
  });
});

describe('a success', () => {
  it('pays the order and all its parts, posts the money and notifies the receivers', async () => {
    const { root, intent, total } = await unpaid();

    expect((await tell(intent, 'success')).body).toEqual({ applied: true });

    expect(await standing(api, root)).toBe('processing/success processing/success processing/success');
    expect([await accountBalance(api, 'outside'), await accountBalance(api, 'platform')]).toEqual([
      -total,
      total,
    ]);
    expect(await letters('payment-received')).toEqual([{ recipient: scene.customer.email }]);
    expect(await letters('order-part-paid')).toHaveLength(2);
    expect(await refunds()).toEqual([]);
    await move(root, 'order-completed');
    expect(await accountBalance(api, 'outside')).toBe(-total);
    await expectSound(api);
  });

  it('counts once, however often it is reported, and no failure undoes it', {
    timeout: 120_000,
  }, async () => {
    const { root, intent, total } = await unpaid();
    const same = { event_id: 'same' };

    await Promise.all(Array.from({ length: 50 }, () => tell(intent, 'success', same)));
    await tell(intent, 'success');
    await tell(intent, 'failed', { at: '2026-03-01T00:00:00Z' });
    await tell(intent, 'failed', { at: '2026-04-01T00:00:00Z' });
    await tell(intent, 'pending');

    expect(await standing(api, root)).toBe('processing/success processing/success processing/success');
    expect(await accountBalance(api, 'platform')).toBe(total);
    expect(await letters('payment-received')).toHaveLength(1);
    expect(await refunds()).toEqual([]);
  });

  it('for a cancelled order opens a refund', async () => {
    const { root, intent, total, first } = await unpaid();
    await move(root, 'order-cancelled');

    await tell(intent, 'success');

    expect(await standing(api, root)).toBe('cancelled/success cancelled/success cancelled/success');
    expect(await refunds()).toEqual([{ amount: total, origin: 'cancellation', order_id: root }]);
    expect(await letters('payment-returned')).toHaveLength(1);
    expect(await stockLeft(api, first.id)).toBe(10);
  });

  it('racing with a cancellation ends as paid and refunded, or as cancelled', async () => {
    for (let times = 0; times < 4; times += 1) {
      const { root, intent } = await unpaid();
      await Promise.all([tell(intent, 'success'), move(root, 'order-cancelled')]);
      expect(await standing(api, root)).toBe('cancelled/success cancelled/success cancelled/success');
    }
    expect(await refunds()).toHaveLength(4);
    await expectSound(api);
  });

  it('for an order with a cancelled part returns that share', async () => {
    const { root, part, intent, total } = await unpaid();
    const { total: gone } = await rowOf(api, part);
    await move(part, 'order-cancelled');

    await tell(intent, 'success');

    expect(await standing(api, root)).toBe('processing/success cancelled/pending processing/success');
    expect(await refunds()).toEqual([{ amount: gone, origin: 'cancellation', order_id: root }]);
    expect(await accountBalance(api, 'platform')).toBe(total);
  });

  it('of a second link is refunded, because the order is already paid', async () => {
    const { root, intent, tracking_number, total } = await unpaid();
    const { body: other } = await ask('customer', `tracking_number=${tracking_number}&recall_gateway=1`);

    await tell(other, 'success');
    await tell(intent, 'success');

    expect(await refunds()).toEqual([{ amount: total, origin: 'cancellation', order_id: root }]);
    expect(await accountBalance(api, 'platform')).toBe(total * 2);
  });
});

describe('a failure', () => {
  it('returns pieces and points; a new payment takes them again', async () => {
    const { root, intent, first, tracking_number } = await unpaid({ off: { wallet: 30_000 }, points: 900 });
    const points = () => accountBalance(api, 'wallet', { user: scene.customer.id });

    await tell(intent, 'failed');
    await tell(intent, 'failed');

    expect(await standing(api, root)).toBe('failed/failed failed/failed failed/failed');
    expect([await stockLeft(api, first.id), await points()]).toEqual([10, 900]);
    expect(await letters('payment-failed')).toHaveLength(1);
    const { body: other } = await ask('customer', `tracking_number=${tracking_number}`);
    await tell(other, 'success');
    expect(await standing(api, root)).toBe('processing/success processing/success processing/success');
    expect([await stockLeft(api, first.id), await points()]).toEqual([8, 0]);
    expect(await refunds()).toEqual([]);
    await move(root, 'order-cancelled');
    expect([await stockLeft(api, first.id), await points()]).toEqual([10, 900]);
  });

  it('cannot be reversed when pieces are gone meanwhile: the money is returned', async () => {
    const { root, intent, first, second, tracking_number } = await unpaid();
    await tell(intent, 'failed');
    await api.db.updateTable('products').set({ quantity: 1 }).where('id', '=', first.id).execute();
    const { body: other } = await ask('customer', `tracking_number=${tracking_number}`);

    await tell(other, 'success');

    expect(await standing(api, root)).toBe('failed/failed failed/failed failed/failed');
    expect([await stockLeft(api, first.id), await stockLeft(api, second.id)]).toEqual([1, 10]);
    expect(await refunds()).toHaveLength(1);
  });

  it('of a superseded link changes nothing', async () => {
    const { root, intent, tracking_number } = await unpaid();
    await ask('customer', `tracking_number=${tracking_number}&recall_gateway=1`);

    await tell(intent, 'failed');

    expect(await standing(api, root)).toBe('pending/pending pending/pending pending/pending');
  });
});

describe('the gateway’s webhook', () => {
  it('accepts only its signature', async () => {
    const { intent, root } = await unpaid();
    const body = {
      event_id: 'e',
      payment_id: intent.payment_intent_info.payment_id,
      status: 'success',
      amount: toMinor(intent.amount),
      at: api.now().toISOString(),
    };

    expect((await webhook(body, 'f'.repeat(64))).status).toBe(403);
    expect((await webhook(body, '')).status).toBe(403);
    expect((await webhook(body, signSbp('another-secret-key', JSON.stringify(body)))).status).toBe(403);
    expect((await webhook({ ...body, status: 'maybe' })).status).toBe(422);
    expect((await webhook({ ...body, payment_id: 'AD0' })).status).toBe(404);
    expect(await standing(api, root)).toBe('pending/pending pending/pending pending/pending');
    expect((await webhook(body)).status).toBe(200);
  });

  it('is simulated by an administrator in a demo', async () => {
    const { intent, root } = await unpaid();
    const play = (person: Person | null, status: string) =>
      api.request(person && scene[person], 'POST', `dev/payments/${intent.payment_intent_info.payment_id}`, {
        status,
      });

    expect((await play(null, 'success')).status).toBe(401);
    expect((await play('store_owner', 'success')).status).toBe(403);
    expect((await play('super_admin', 'maybe')).status).toBe(422);
    expect((await play('super_admin', 'failed')).body).toEqual({ applied: true });
    expect(await standing(api, root)).toMatch(/^failed\/failed/);
  });
});
