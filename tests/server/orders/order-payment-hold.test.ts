import { describe, expect, it } from 'vitest';
import { fromMinor, toMinor } from '@/contract/core/money';
import type { PaymentIntent, PaymentState } from '@/contract/orders/wire';
import { signSbp } from '@/server/integrations/sbp/sbp-payments';
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

/** A payment of a different amount: held, shown, and decided by an administrator. */
const secret = 'a-secret-of-the-gateway';
const { api, scene } = setUpScene({ sbpSecret: secret });

type Person = 'super_admin' | 'store_owner' | 'staff' | 'customer';

let last = 0;
const tell = (intent: PaymentIntent, amount: number, event?: string) => {
  last += 1;
  const text = JSON.stringify({
    event_id: event ?? `event-${last}`,
    payment_id: intent.payment_intent_info.payment_id,
    status: 'success',
    amount,
    at: api.now().toISOString(),
  });
  return api.request(null, 'POST', 'webhooks/sbp', text, { 'x-signature': signSbp(secret, text) });
};
const move = (id: number, order_status: string) =>
  api.request(scene.super_admin, 'PUT', `orders/${id}`, { order_status });
const decide = (person: Person | null, id: number, decision: string, more: object = {}) =>
  api.request(person && scene[person], 'POST', `orders/${id}/payment-decision`, { decision, ...more });
const stateOf = (person: Person | null, number: string) =>
  api.request<PaymentState>(person && scene[person], 'GET', `orders/${number}/payment`);

async function unpaid() {
  const product = await buildProduct(api.db, { shop: scene.shop });
  const order = await placedOrder(api, {
    customer: scene.customer,
    gateway: 'SBP' as const,
    lines: [{ shop: scene.shop, product, quantity: 2 }],
    off: { delivery: 30_000 },
  });
  const query = `payment-intent?tracking_number=${order.tracking_number}`;
  const { body: intent } = await api.request<PaymentIntent>(scene.super_admin, 'GET', query);
  return { ...order, root: order.id, product, intent, due: toMinor(intent.amount) };
}

const refunds = () =>
  api.db.selectFrom('refunds').select(['amount', 'origin', 'order_id']).orderBy('id').execute();
const letters = async () =>
  (await api.db.selectFrom('outbox').select('template').orderBy('id').execute()).map(
    ({ template }) => template,
  );

describe('a different amount', () => {
  it('waits: it is in the ledger, the order does not move, the administrator sees it', async () => {
    const { root, tracking_number, intent, due } = await unpaid();

    expect((await tell(intent, 100)).body).toEqual({ applied: true });

    const awaiting = 'pending/awaiting-for-approval';
    expect(await standing(api, root)).toBe(`${awaiting} ${awaiting}`);
    expect([await accountBalance(api, 'outside'), await accountBalance(api, 'platform')]).toEqual([-1, 1]);
    expect(await letters()).toEqual(['payment-held']);
    expect((await stateOf('super_admin', tracking_number)).body).toMatchObject({
      awaiting_amount: 1,
      gateways: [],
    });
    for (const to of ['order-processing', 'order-completed', 'order-out-for-delivery']) {
      expect((await move(root, to)).body.message).toBe('ACTION_NOT_VALID');
    }
    const again = await api.request(
      scene.customer,
      'GET',
      `payment-intent?tracking_number=${tracking_number}`,
    );
    expect(again.body.message).toBe('ACTION_NOT_VALID');
    expect(due).toBe(230_000);
    await expectSound(api);
  });

  it('counts once however often the webhook is repeated', async () => {
    const { root, intent } = await unpaid();

    await Promise.all([1, 2, 3].map(() => tell(intent, 100, 'same')));
    await tell(intent, 100);

    expect((await rowOf(api, root)).awaiting_amount).toBe(1);
    expect(await accountBalance(api, 'platform')).toBe(1);
  });

  it('that is more than due is accepted: the order is paid, the surplus refunded', async () => {
    const { root, intent, due } = await unpaid();
    await tell(intent, due + 500);

    expect((await decide('super_admin', root, 'accept')).status).toBe(200);

    expect(await standing(api, root)).toBe('processing/success processing/success');
    expect(await refunds()).toEqual([{ amount: 5, origin: 'cancellation', order_id: root }]);
    expect(await accountBalance(api, 'platform')).toBe(2305);
    expect((await rowOf(api, root)).awaiting_amount).toBeNull();
    expect((await decide('super_admin', root, 'accept')).body.message).toBe('ACTION_NOT_VALID');
    await expectSound(api);
  });

  it('that is less is never accepted, but returned', async () => {
    const { root, intent, due, product, tracking_number } = await unpaid();
    await tell(intent, due - 1);

    const refused = await decide('super_admin', root, 'accept');
    expect([refused.status, refused.body.errors]).toEqual([400, { decision: ['error-payment-short'] }]);
    expect((await decide('super_admin', root, 'return')).status).toBe(200);

    expect(await standing(api, root)).toBe('failed/failed failed/failed');
    expect(await refunds()).toEqual([{ amount: 2299.99, origin: 'cancellation', order_id: root }]);
    expect(await letters()).toEqual(['payment-held', 'payment-sent-back']);
    expect(await stockLeft(api, product.id)).toBe(10);
    // The order can still be paid properly.
    const query = `payment-intent?tracking_number=${tracking_number}`;
    const { body: other } = await api.request<PaymentIntent>(scene.customer, 'GET', query);
    await tell(other, due);
    expect(await standing(api, root)).toBe('processing/success processing/success');
    expect(await refunds()).toHaveLength(1);
    await expectSound(api);
  });

  it('is returned when the order is cancelled, or paid by another link', async () => {
    const one = await unpaid();
    await tell(one.intent, 100);
    await move(one.root, 'order-cancelled');
    expect(await standing(api, one.root)).toBe('cancelled/success cancelled/success');
    expect(await refunds()).toEqual([{ amount: 1, origin: 'cancellation', order_id: one.root }]);

    const two = await unpaid();
    const { body: other } = await api.request<PaymentIntent>(
      scene.customer,
      'GET',
      `payment-intent?tracking_number=${two.tracking_number}&recall_gateway=1`,
    );
    await tell(two.intent, 100);
    await tell(other, two.due);
    expect(await standing(api, two.root)).toBe('processing/success processing/success');
    expect((await refunds()).at(-1)).toEqual({ amount: 1, origin: 'cancellation', order_id: two.root });
    expect((await rowOf(api, two.root)).awaiting_amount).toBeNull();
  });

  it('is decided only by administrators, once, for the version that was shown', async () => {
    const { root, intent, due, tracking_number, parts } = await unpaid();
    await tell(intent, due + 1);

    for (const [person, status] of [
      [null, 401],
      ['customer', 403],
      ['store_owner', 403],
      ['staff', 403],
    ] as const) {
      expect((await decide(person, root, 'accept')).status).toBe(status);
    }
    expect((await decide('super_admin', root, 'maybe')).status).toBe(422);
    expect((await decide('super_admin', 987_654, 'accept')).status).toBe(404);
    expect((await decide('super_admin', parts[0]?.id ?? 0, 'accept')).body.message).toBe('ACTION_NOT_VALID');
    expect((await decide('super_admin', root, 'accept', { version: 1 })).status).toBe(409);
    expect((await stateOf('customer', tracking_number)).body).toMatchObject({
      awaiting_amount: null,
      due: fromMinor(due),
    });
    const both = await Promise.all([
      decide('super_admin', root, 'accept'),
      decide('super_admin', root, 'return'),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    await expectSound(api);
  });
});
