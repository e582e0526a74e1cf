import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { toMinor } from '@/contract/core/money';
import type { OrderDetails, PaymentIntent } from '@/contract/orders/wire';
import { jobCtx } from '@/server/core/jobs/job';
import { signSbp } from '@/server/integrations/sbp/sbp-payments';
import { releaseUnpaid } from '@/server/modules/orders/payments/release-unpaid';
import { addPoints, place, setSettings } from '../../support/checkout';
import { orderOf } from '../../support/order-body';
import { accountBalance, expectSound, rowOf, standing, stockLeft } from '../../support/order-life';
import { buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';

/** Orders not paid in time are cancelled automatically, and their goods can be sold again. */
const secret = 'a-secret-of-the-gateway';
const { api, scene } = setUpScene({ sbpSecret: secret });

let tea: { id: number };
let cup: { id: number };
beforeEach(async () => {
  tea = await buildProduct(api.db, { shop: scene.shop, price: 1000 });
  cup = await buildProduct(api.db, { shop: scene.otherShop, price: 500 });
});

const minute = 60_000;
const hour = 60 * minute;
const pass = (milliseconds: number) => api.setNow(new Date(api.now().getTime() + milliseconds));
const later = (milliseconds: number) => new Date(api.now().getTime() + milliseconds).toISOString();

/** One run of the job; an error in it fails the test. */
const round = () =>
  releaseUnpaid(jobCtx(api.db, api.now(), 'https://shop.test'), (error) => {
    throw error;
  });

const point = {
  delivery_point: { code: 'MSK1', carrier: 'cdek', name: 'На Тверской', address: 'Тверская, 1' },
};
const online = { payment_gateway: 'SBP' };

/** A tea, and with `both` a cup of another shop. */
async function order(more: object = online, by: { id: number } = scene.customer, both = false) {
  const products = [tea, ...(both ? [cup] : [])].map(({ id }) => ({ product_id: id, order_quantity: 1 }));
  const { status, body } = await place(api, by, orderOf(products, more));
  expect([status, body.message]).toEqual([201, undefined]);
  return body;
}

const see = async (person: keyof typeof scene, id: number) =>
  (await api.request<OrderDetails>(scene[person] as { id: number }, 'GET', `orders/${id}`)).body;
const put = async (path: string, body: object, by: { id: number } = scene.super_admin) =>
  expect((await api.request(by, 'PUT', path, body)).status).toBe(200);
const move = (id: number, order_status: string) => put(`orders/${id}`, { order_status });
const switchTo = (number: string, payment_gateway: string) =>
  put(`orders/${number}/gateway`, { payment_gateway }, scene.customer);

let last = 0;
const pay = async (number: string, more: object = {}, attempt?: PaymentIntent | null) => {
  last += 1;
  const path = `payment-intent?tracking_number=${number}`;
  const open = attempt ?? (await api.request<PaymentIntent>(scene.customer, 'GET', path)).body;
  const text = JSON.stringify({
    event_id: `event-${last}`,
    payment_id: open.payment_intent_info.payment_id,
    status: 'success',
    amount: toMinor(open.amount),
    at: api.now().toISOString(),
    ...more,
  });
  return api.request(null, 'POST', 'webhooks/sbp', text, { 'x-signature': signSbp(secret, text) });
};

const letters = async (template: string) =>
  (
    await api.db.selectFrom('outbox').select(['recipient', 'body']).where('template', '=', template).execute()
  ).map(({ recipient, body }) => ({ recipient, hasReason: body.includes('не оплачен вовремя') }));
const refunds = () => api.db.selectFrom('refunds').select(['order_id', 'amount', 'origin']).execute();

describe('an online order', () => {
  it('is cancelled after half an hour: stock, coupon and points are restored, customer and shops are notified', async () => {
    const coupon = {
      code: 'VESNA',
      type: 'fixed',
      amount: 100,
      usage_limit: 1,
      active_from: '2026-03-01T00:00:00.000Z',
      expire_at: '2026-03-31T20:59:59.000Z',
    };
    await api.request(scene.super_admin, 'POST', 'coupons', coupon);
    await addPoints(api, scene.customer, 900);
    const { id } = await order({ ...online, coupon_code: 'VESNA', use_wallet_points: true }, undefined, true);
    const points = () => accountBalance(api, 'wallet', { user: scene.customer.id });
    expect([await stockLeft(api, tea.id), await stockLeft(api, cup.id), await points()]).toEqual([9, 9, 0]);

    pass(30 * minute - 1000);
    expect(await round()).toBe(0);
    expect(await standing(api, id)).toBe('pending/pending pending/pending pending/pending');
    pass(1000);
    expect(await round()).toBe(1);

    expect(await standing(api, id)).toBe('cancelled/pending cancelled/pending cancelled/pending');
    expect([await stockLeft(api, tea.id), await stockLeft(api, cup.id), await points()]).toEqual([
      10, 10, 900,
    ]);
    const usage = await api.db.selectFrom('coupon_usages').select('released_at').executeTakeFirstOrThrow();
    expect(usage.released_at).not.toBeNull();
    const { events, pay_until, payment_intent } = await see('super_admin', id);
    expect([pay_until, payment_intent]).toEqual([null, null]);
    const cancelled = events.filter(({ to, note }) => to === 'order-cancelled' && note !== null);
    expect(cancelled.map(({ note, user }) => ({ note, user }))).toEqual([
      { note: 'не оплачен вовремя', user: null },
      { note: 'не оплачен вовремя', user: null },
    ]);
    expect(await letters('order-cancelled')).toEqual([{ recipient: scene.customer.email, hasReason: true }]);
    expect(await letters('order-part-cancelled')).toEqual([
      { recipient: scene.store_owner.email, hasReason: true },
      { recipient: scene.otherOwner.email, hasReason: true },
    ]);
    expect(await round()).toBe(0);
    await expectSound(api);
  });

  it('shows the payment deadline to the customer, administrators and its shop until it is paid', async () => {
    const { id, children, pay_until, tracking_number } = await order();
    const deadline = later(30 * minute);
    const part = children[0]?.id ?? 0;

    expect([pay_until, (await see('customer', id)).pay_until]).toEqual([deadline, deadline]);
    expect((await see('super_admin', id)).pay_until).toBe(deadline);
    expect((await see('store_owner', part)).pay_until).toBe(deadline);
    const [letter] = await api.db
      .selectFrom('outbox')
      .select('body')
      .where('template', '=', 'order-placed')
      .execute();
    expect(letter?.body).toContain('Оплатите его до 10 марта');
    await pay(tracking_number);

    expect((await see('customer', id)).pay_until).toBeNull();
    expect((await see('store_owner', part)).pay_until).toBeNull();
  });

  it('paid after its cancellation opens a refund', async () => {
    const { id, tracking_number, payment_intent } = await order();
    pass(31 * minute);
    await round();

    await pay(tracking_number, {}, payment_intent);

    expect(await refunds()).toEqual([{ order_id: id, amount: 1000, origin: 'cancellation' }]);
    expect(await standing(api, id)).toBe('cancelled/success cancelled/success');
    expect(await stockLeft(api, tea.id)).toBe(10);
  });

  it('and its concurrent payment: one of them wins, twenty times', { timeout: 60_000 }, async () => {
    await sql`update products set quantity = 30`.execute(api.db);
    const ends: string[] = [];
    for (let times = 0; times < 20; times += 1) {
      api.setNow(new Date('2026-03-10T09:00:00.000Z'));
      const { id, tracking_number, payment_intent } = await order();
      pass(30 * minute);
      const both = [() => round(), () => pay(tracking_number, {}, payment_intent)];

      await Promise.all((times % 2 ? both : both.toReversed()).map((one) => one()));
      await round();

      const { events } = await see('super_admin', id);
      const moves = events.filter(({ kind, shop }) => kind === 'status' && shop !== null).map(({ to }) => to);
      const back = (await refunds()).filter((row) => row.order_id === id);
      ends.push(`${await standing(api, id)} ${moves.join()} ${back.length}`);
    }
    const legal = [
      'processing/success processing/success order-processing 0',
      'cancelled/success cancelled/success order-cancelled 1',
    ];
    expect(ends.filter((end) => !legal.includes(end))).toEqual([]);
    expect(await accountBalance(api, 'platform')).toBe(20_000);
    await expectSound(api, 30);
  });

  it('is cancelled once by several processes', async () => {
    for (let count = 0; count < 5; count += 1) await order();
    pass(31 * minute);

    const counts = await Promise.all([round(), round(), round()]);

    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5);
    expect(await letters('order-cancelled')).toHaveLength(5);
    expect(await stockLeft(api, tea.id)).toBe(10);
    await expectSound(api);
  });
});

describe('an order that is not cancelled', () => {
  const stays = async (id: number) => {
    const before = await standing(api, id);
    pass(400 * hour);
    expect(await round()).toBe(0);
    expect(await standing(api, id)).toBe(before);
    expect((await see('super_admin', id)).pay_until).toBeNull();
  };

  it('when it was paid', async () => {
    const { id, tracking_number } = await order();
    await pay(tracking_number);

    await stays(id);
  });

  it('when its payment awaits an administrator’s decision', async () => {
    const { id, tracking_number } = await order();
    await pay(tracking_number, { amount: 100 });

    await stays(id);
  });

  it('when its payment failed: its goods are back already', async () => {
    const { id, tracking_number } = await order();
    await pay(tracking_number, { status: 'failed' });

    await stays(id);
    expect(await stockLeft(api, tea.id)).toBe(10);
  });

  it('when an administrator released it unpaid', async () => {
    const { id } = await order();
    await move(id, 'order-processing');

    await stays(id);
  });

  it('when one of its shops has started to ship', async () => {
    const { id, children } = await order({ ...point }, undefined, true);
    await move(children[1]?.id ?? 0, 'order-at-local-facility');

    await stays(id);
  });

  it('when it is for cash and a shop has agreed a day with the customer', async () => {
    const { id, children } = await order({ ...point }, undefined, true);
    const { status } = await api.request(
      ...[scene.super_admin, 'POST' as const, `orders/${children[0]?.id}/delivery-date`],
      { delivery_date: '2026-03-20' },
    );
    expect(status).toBe(200);

    await stays(id);
  });

  it.each(['CASH', 'CASH_ON_DELIVERY'])('when a courier delivers it, by %s', async (payment_gateway) => {
    await stays((await order({ payment_gateway })).id);
  });

  it('when it was made at the till, also when its payment method changes', async () => {
    const till = { ...online, ...point, customer_id: scene.customer.id };
    const { id, tracking_number } = await order(till, scene.super_admin);
    expect((await rowOf(api, id)).pay_until).toBeNull();
    await switchTo(tracking_number, 'CASH');

    await stays(id);
  });

  it('when it was paid with points', async () => {
    await addPoints(api, scene.customer, 3000);

    await stays((await order({ payment_gateway: 'FULL_WALLET_PAYMENT' })).id);
  });
});

describe('cash at a pickup point', () => {
  it.each(['CASH', 'CASH_ON_DELIVERY'])('has three days, by %s', async (payment_gateway) => {
    const { id, pay_until } = await order({ payment_gateway, ...point });
    expect(pay_until).toBe(later(72 * hour));

    pass(72 * hour - 1000);
    expect(await round()).toBe(0);
    pass(1000);
    expect(await round()).toBe(1);

    expect(await standing(api, id)).toMatch(/^cancelled/);
    expect(await stockLeft(api, tea.id)).toBe(10);
    await expectSound(api);
  });

  it('is cancelled for the remaining shops when one has cancelled its part', async () => {
    const { id, children } = await order({ ...point }, undefined, true);
    await move(children[0]?.id ?? 0, 'order-cancelled');
    pass(73 * hour);

    expect(await round()).toBe(1);
    expect(await standing(api, id)).toMatch(/^cancelled\S* cancelled\S* cancelled/);
    await expectSound(api);
  });
});

describe('another payment method', () => {
  it('has its own period, but never more than the longest since placement', async () => {
    const { id, tracking_number, pay_until: first } = await order({ ...point });
    pass(hour);
    await switchTo(tracking_number, 'SBP');
    expect((await see('customer', id)).pay_until).toBe(later(30 * minute));

    await switchTo(tracking_number, 'CASH');
    expect((await see('customer', id)).pay_until).toBe(first);
    pass(71 * hour - 5 * minute);
    await switchTo(tracking_number, 'SBP');

    expect((await see('customer', id)).pay_until).toBe(later(5 * minute));
  });

  it('starts a deadline for an order without one, and ends it for cash to a courier', async () => {
    const { id, tracking_number } = await order({});
    pass(200 * hour);
    await switchTo(tracking_number, 'SBP');
    expect((await see('customer', id)).pay_until).toBe(later(30 * minute));

    await switchTo(tracking_number, 'CASH');

    expect((await see('customer', id)).pay_until).toBeNull();
  });

  it('gives an order whose payment failed the full period again', async () => {
    const { id, tracking_number } = await order({ ...online, ...point });
    await pay(tracking_number, { status: 'failed' });
    pass(100 * hour);

    await switchTo(tracking_number, 'CASH');

    expect((await see('customer', id)).pay_until).toBe(later(72 * hour));
  });
});

describe('the settings', () => {
  it('change the periods of new orders, but not of existing ones', async () => {
    const old = await order();
    await setSettings(api, { unpaidOnlineMinutes: 5, unpaidPickupHours: 1 });

    expect((await order()).pay_until).toBe(later(5 * minute));
    expect((await order({ ...point })).pay_until).toBe(later(hour));
    expect((await see('customer', old.id)).pay_until).toBe(old.pay_until);
  });

  it('with 0 let orders wait forever, also existing ones', async () => {
    const old = await order();
    const pickup = await order({ ...point });
    await setSettings(api, { unpaidOnlineMinutes: 0 });
    expect((await order()).pay_until).toBeNull();
    expect((await see('customer', old.id)).pay_until).toBeNull();
    pass(100 * hour);

    expect(await round()).toBe(1);
    expect(await standing(api, old.id)).toMatch(/^pending/);
    expect(await standing(api, pickup.id)).toMatch(/^cancelled/);
    // Switched on again, they are not cancelled all at once.
    await setSettings(api, {});
    expect(await round()).toBe(0);
  });
});
