import { describe, expect, it } from 'vitest';
import type { OrderDetails, OrderEvent } from '@/contract/orders/wire';
import { buildUser } from '../../support/factories';
import { buildOrder } from '../../support/orders';
import { buildCompleted } from '../../support/refunds';
import { setUpScene } from '../../support/scene';

const { api, scene } = setUpScene();

const read = async (user: { id: number } | null, id: number) =>
  (await api.request<OrderDetails>(user, 'GET', `orders/${id}`)).body;

const kindsOf = (events: readonly OrderEvent[]) => events.map(({ kind }) => kind);

/** An order of both shops of the scene, its part in the scene's shop and the other part. */
async function orderOfTwoShops(more: Partial<Parameters<typeof buildOrder>[1]> = {}) {
  const order = await buildOrder(api, {
    customer: scene.customer,
    lines: [
      { shop: scene.shop, unitPrice: 500_00, quantity: 2 },
      { shop: scene.otherShop, unitPrice: 300_00 },
    ],
    ...more,
  });
  const partIn = (shop: { id: number }) => order.parts.find(({ shopId }) => shopId === shop.id)?.id ?? 0;
  return { id: order.id, own: partIn(scene.shop), other: partIn(scene.otherShop) };
}

describe('a note', () => {
  it('of a shop is read by its people and administrators, not by the customer or another shop', async () => {
    const { id, own, other } = await orderOfTwoShops();
    const text = 'Позвонить перед выездом!\n2-й подъезд';

    const added = await api.request<OrderDetails>(scene.staff, 'POST', `orders/${own}/notes`, { note: text });
    expect(added.status).toBe(200);
    expect(added.body.events.at(-1)).toMatchObject({
      kind: 'note',
      note: text,
      user: { id: scene.staff.id },
    });
    for (const user of [scene.store_owner, scene.super_admin])
      expect(kindsOf((await read(user, own)).events)).toContain('note');
    expect((await read(scene.super_admin, id)).events.at(-1)).toMatchObject({
      kind: 'note',
      shop: { id: scene.shop.id },
    });
    expect(kindsOf((await read(scene.customer, id)).events)).not.toContain('note');
    expect(kindsOf((await read(scene.super_admin, other)).events)).not.toContain('note');
  });

  it('of an administrator about the whole order is visible to administrators only', async () => {
    const { id, own } = await orderOfTwoShops();
    const note = 'Постоянный покупатель';
    expect((await api.request(scene.super_admin, 'POST', `orders/${id}/notes`, { note })).status).toBe(200);
    expect(kindsOf((await read(scene.store_owner, own)).events)).not.toContain('note');
    expect(kindsOf((await read(scene.customer, id)).events)).not.toContain('note');
  });

  it('is refused without a session, permission or text', async () => {
    const { id, own, other } = await orderOfTwoShops();
    const add = async (user: { id: number } | null, order: number, note: unknown = 'Текст') => {
      const { status, body } = await api.request(user, 'POST', `orders/${order}/notes`, { note });
      return [status, body.errors?.note];
    };
    expect(await add(null, own)).toEqual([401, undefined]);
    expect(await add(scene.customer, id)).toEqual([403, undefined]);
    expect(await add(scene.store_owner, other)).toEqual([404, undefined]);
    expect(await add(scene.store_owner, id)).toEqual([404, undefined]);
    expect((await add(scene.staff, own, '   '))[0]).toBe(422);
    expect((await add(scene.staff, own, 'я'.repeat(2001)))[0]).toBe(422);
    const stored = await api.db.selectFrom('order_events').selectAll().where('kind', '=', 'note').execute();
    expect(stored).toEqual([]);
  });
});

describe('the parcel of a part', () => {
  it('gets a carrier and a number, which the customer receives once', async () => {
    const { own } = await orderOfTwoShops();
    const parcel = { parcel_carrier: 'СДЭК', parcel_number: '1300 6182 441' };

    const first = await api.request<OrderDetails>(scene.store_owner, 'PUT', `orders/${own}/parcel`, parcel);
    expect([first.status, first.body]).toMatchObject([200, parcel]);
    const again = { ...parcel, version: first.body.version };
    expect((await api.request(scene.staff, 'PUT', `orders/${own}/parcel`, again)).status).toBe(200);

    const { events } = await read(scene.super_admin, own);
    expect(events.filter(({ kind }) => kind === 'parcel')).toMatchObject([
      { from: null, to: 'СДЭК 1300 6182 441', user: { id: scene.store_owner.id } },
    ]);
    const letters = await api.db
      .selectFrom('outbox')
      .selectAll()
      .where('template', '=', 'parcel-sent')
      .execute();
    expect(letters).toHaveLength(1);
    expect(letters[0]).toMatchObject({ recipient: scene.customer.email });
    expect(letters[0]?.body).toContain('1300 6182 441');
  });

  it('is removed with empty fields', async () => {
    const { own } = await orderOfTwoShops();
    await api.request(scene.staff, 'PUT', `orders/${own}/parcel`, {
      parcel_carrier: 'Почта России',
      parcel_number: 'ra644000001ru',
    });
    const taken = await api.request(scene.staff, 'PUT', `orders/${own}/parcel`, {
      parcel_carrier: '',
      parcel_number: '',
    });
    expect(taken.body).toMatchObject({ parcel_carrier: null, parcel_number: null });
    expect((await read(scene.staff, own)).events.at(-1)).toMatchObject({
      kind: 'parcel',
      from: 'Почта России RA644000001RU',
      to: null,
    });
  });

  it('is refused without a session, a right, a number, or with a stale version', async () => {
    const { id, own, other } = await orderOfTwoShops();
    const put = async (user: { id: number } | null, order: number, more: object = {}) => {
      const body = { parcel_carrier: 'СДЭК', parcel_number: '1', ...more };
      return (await api.request(user, 'PUT', `orders/${order}/parcel`, body)).status;
    };
    expect(await put(null, own)).toBe(401);
    expect(await put(scene.customer, id)).toBe(403);
    expect(await put(scene.store_owner, other)).toBe(404);
    expect(await put(scene.super_admin, id)).toBe(400);
    expect(await put(scene.staff, own, { parcel_number: '' })).toBe(422);
    expect(await put(scene.staff, own, { parcel_number: '<b>' })).toBe(422);
    expect(await put(scene.staff, own, { version: 99 })).toBe(409);
    expect((await read(scene.staff, own)).parcel_number).toBeNull();
  });

  it('of a cancelled part cannot change', async () => {
    const { own } = await orderOfTwoShops();
    await api.request(scene.super_admin, 'PUT', `orders/${own}`, { order_status: 'order-cancelled' });
    const { status } = await api.request(scene.staff, 'PUT', `orders/${own}/parcel`, { parcel_number: '1' });
    expect(status).toBe(400);
  });
});

describe('the lines', () => {
  it('have a return deadline, once they are delivered and until it ends', async () => {
    const lines = [{ shop: scene.shop, unitPrice: 500_00 }];
    const { id, parts } = await buildCompleted(api, { customer: scene.customer, lines });
    const { id: waiting } = await orderOfTwoShops();
    const until = async (order: number) =>
      (await read(scene.super_admin, order)).products.map((line) => line.refundable_until);
    const day = 86_400_000;

    expect(await until(id)).toEqual([new Date(api.now().getTime() + 14 * day).toISOString()]);
    expect(await until(parts[0]?.id ?? 0)).toEqual(await until(id));
    expect(await until(waiting)).toEqual([null, null]);

    await api.request(scene.super_admin, 'POST', 'settings', { options: { refundDays: 3 } });
    expect(await until(id)).toEqual([new Date(api.now().getTime() + 3 * day).toISOString()]);
    const long = new Date(api.now().getTime() - 4 * day);
    await api.db
      .updateTable('orders')
      .set({ completed_at: long })
      .where('id', '=', parts[0]?.id ?? 0)
      .execute();
    expect(await until(id)).toEqual([null]);
  });
});

describe('the timeline', () => {
  it('lists messages to the customer for administrators, to the shop for its people, none for the customer', async () => {
    const { id, own } = await orderOfTwoShops();
    const to = 'order-out-for-delivery';
    await api.request(scene.super_admin, 'PUT', `orders/${id}`, { order_status: to });
    const mails = ({ events }: OrderDetails) => events.filter(({ kind }) => kind === 'mail');

    expect(mails(await read(scene.super_admin, id))).toMatchObject([
      { from: scene.customer.email, to: 'waiting', note: expect.stringContaining('едет к вам') },
    ]);
    await api.db.updateTable('outbox').set({ sent_at: api.now() }).execute();
    expect(mails(await read(scene.super_admin, id))[0]?.to).toBe('sent');
    expect(mails(await read(scene.store_owner, own))).toEqual([]);
    expect(mails(await read(scene.customer, id))).toEqual([]);

    await api.request(scene.super_admin, 'PUT', `orders/${own}`, { order_status: 'order-cancelled' });
    const toShop = mails(await read(scene.store_owner, own));
    expect(toShop).toMatchObject([{ from: null, note: expect.stringContaining('отменён') }]);
  });

  it('sends an e-mail again, unchanged and to the same address, a few times an hour', async () => {
    const { id, own, other } = await orderOfTwoShops();
    await api.request(scene.super_admin, 'PUT', `orders/${id}`, { order_status: 'order-out-for-delivery' });
    const [letter] = (await read(scene.super_admin, id)).events.filter(({ kind }) => kind === 'mail');
    const again = (
      user: { id: number } | null,
      order: number | string,
      what: number | string | undefined = letter?.id,
    ) =>
      api.request<OrderDetails & { message: string }>(user, 'POST', `orders/${order}/letters/${what}/resend`);
    const sent = () =>
      api.db
        .selectFrom('outbox')
        .select(['recipient', 'template', 'subject', 'body', 'order_id'])
        .where('order_id', '=', id)
        .execute();
    const [first] = await sent();

    expect((await again(null, id)).status).toBe(401);
    expect((await again(scene.customer, id)).status).toBe(403);
    expect((await again(scene.store_owner, other)).status).toBe(404);
    // An e-mail of the whole order, or of no order.
    expect((await again(scene.store_owner, own)).status).toBe(404);
    expect((await again(scene.super_admin, id, 999_999)).status).toBe(404);
    expect((await again(scene.super_admin, id, 'x')).status).toBe(404);
    expect((await again(scene.super_admin, id)).body.message).toBe('ACTION_NOT_VALID');
    expect(await sent()).toEqual([first]);

    await api.db.updateTable('outbox').set({ sent_at: api.now() }).execute();
    const { status, body } = await again(scene.super_admin, id);
    expect([status, body.events.filter(({ kind }) => kind === 'mail').map(({ to }) => to)]).toEqual([
      200,
      expect.arrayContaining(['sent', 'waiting']),
    ]);
    expect(await sent()).toEqual([first, first]);

    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => again(scene.super_admin, id)));
    expect(answers.some((one) => one.status === 429)).toBe(true);
  });

  it('shows an administrator a change of the payment method', async () => {
    const { id } = await orderOfTwoShops();
    const { tracking_number, version } = await read(scene.super_admin, id);
    const change = { payment_gateway: 'CASH_ON_DELIVERY', version };
    const path = `orders/${tracking_number}/gateway`;
    expect((await api.request(scene.super_admin, 'PUT', path, change)).status).toBe(200);

    const gateway = { kind: 'gateway', from: 'CASH', to: 'CASH_ON_DELIVERY' };
    expect((await read(scene.super_admin, id)).events).toContainEqual(expect.objectContaining(gateway));
    expect(kindsOf((await read(scene.customer, id)).events)).not.toContain('gateway');
  });
});

describe('the money of an order', () => {
  it('is divided between shops, marketplace and delivery, to the kopeck', async () => {
    const { id, own } = await orderOfTwoShops({ off: { delivery: 250_00 } });
    const { shares, total } = await read(scene.super_admin, id);
    expect(shares).toEqual({ shops: 1170, marketplace: 130, delivery: 250, tax: 0 });
    expect(total).toBe(1550);

    const part = await read(scene.store_owner, own);
    expect(part.shares).toMatchObject({ shops: 900, marketplace: 100 });
    expect(part.vendor_share).toBe(900);
    for (const [user, order] of [
      [scene.staff, own],
      [scene.customer, id],
    ] as const)
      expect((await read(user, order)).shares).toBeUndefined();
  });

  it('is not divided for a cancelled order', async () => {
    const { id } = await orderOfTwoShops();
    await api.request(scene.super_admin, 'PUT', `orders/${id}`, { order_status: 'order-cancelled' });
    expect((await read(scene.super_admin, id)).shares).toBeUndefined();
  });
});

describe("the customer's history", () => {
  it('covers all orders for administrators and the own shop for its people', async () => {
    const { id, own } = await orderOfTwoShops();
    await orderOfTwoShops();
    await buildOrder(api, {
      customer: scene.customer,
      lines: [{ shop: scene.otherShop, unitPrice: 100_00 }],
    });
    const cancelled = await orderOfTwoShops();
    await api.request(scene.super_admin, 'PUT', `orders/${cancelled.id}`, {
      order_status: 'order-cancelled',
    });

    expect((await read(scene.super_admin, id)).customer_history).toEqual({
      orders: 3,
      total: 2700,
      refunded: 0,
    });
    for (const user of [scene.store_owner, scene.staff])
      expect((await read(user, own)).customer_history).toEqual({ orders: 2, total: 2000, refunded: 0 });
    expect((await read(scene.customer, id)).customer_history).toBeUndefined();
  });

  it('is empty for a guest', async () => {
    const { id } = await orderOfTwoShops({ customer: null });
    expect((await read(scene.super_admin, id)).customer_history).toBeUndefined();
  });
});

describe('the counts of the tabs', () => {
  const counts = async (user: { id: number } | null, query = '') =>
    (await api.request<Record<string, number>>(user, 'GET', `orders/counts${query}`)).body;

  it('count whole orders for administrators and own parts for shops', async () => {
    const { id } = await orderOfTwoShops();
    const second = await orderOfTwoShops();
    await api.request(scene.super_admin, 'PUT', `orders/${second.own}`, { order_status: 'order-completed' });
    const third = await orderOfTwoShops();
    await api.request(scene.super_admin, 'PUT', `orders/${third.id}`, { order_status: 'order-completed' });
    await buildOrder(api, { gateway: 'SBP', lines: [{ shop: scene.otherShop }] });
    await api.request(scene.super_admin, 'PUT', `orders/${id}`, { order_status: 'order-out-for-delivery' });

    expect(await counts(scene.super_admin)).toEqual({
      all: 4,
      unpaid: 1,
      processing: 1,
      'on-the-way': 1,
      completed: 1,
      cancelled: 0,
    });
    const ofShop = { all: 3, unpaid: 0, processing: 0, 'on-the-way': 1, completed: 2, cancelled: 0 };
    expect(await counts(scene.store_owner)).toEqual(ofShop);
    expect(await counts(scene.staff, `?shop_id=${scene.shop.id}`)).toEqual(ofShop);
    expect(await counts(scene.super_admin, `?search=shop_id:${scene.shop.id}`)).toEqual(ofShop);
    expect((await counts(scene.store_owner, `?shop_id=${scene.otherShop.id}`)).all).toBe(0);
    expect((await counts(scene.customer)).all).toBe(3);
    expect((await counts(await buildUser(api.db))).all).toBe(0);
  });

  it('equal the lists of the tabs', async () => {
    const { id } = await orderOfTwoShops();
    await api.request(scene.super_admin, 'PUT', `orders/${id}`, { order_status: 'order-at-local-facility' });
    await orderOfTwoShops();
    const listed = async (statuses: string) =>
      (await api.request(scene.super_admin, 'GET', `orders?search=order_status:${statuses}`)).body.total;
    const { processing, 'on-the-way': onTheWay } = await counts(scene.super_admin);
    expect(await listed('order-processing')).toBe(processing);
    expect(await listed('order-at-local-facility,order-out-for-delivery')).toBe(onTheWay);
  });

  it('read the daily counts, not two hundred thousand parts of a shop, and reflect removals immediately', async () => {
    const { id } = await orderOfTwoShops();
    const long = { day: '2025-01-01', status: 'order-completed', orders: 200_000, paid: 0 };
    await api.db
      .insertInto('order_days')
      .values({ ...long, shop_id: scene.shop.id })
      .execute();

    const own = { all: 200_001, processing: 1, completed: 200_000 };
    expect(await counts(scene.store_owner)).toMatchObject(own);
    expect(await counts(scene.super_admin, `?shop_id=${scene.shop.id}`)).toMatchObject(own);
    expect((await counts(scene.super_admin, '?shop_id=x')).all).toBe(0);

    await api.request(scene.super_admin, 'PUT', `orders/${id}`, { order_status: 'order-cancelled' });
    expect((await api.request(scene.super_admin, 'DELETE', `orders/${id}`)).status).toBeLessThan(300);
    expect(await counts(scene.store_owner)).toMatchObject({ all: 200_000, cancelled: 0 });
    expect((await counts(scene.super_admin)).all).toBe(0);
  });

  it('take at most two queries, and one for the session', async () => {
    await orderOfTwoShops();
    await counts(scene.super_admin);
    const before = api.queries();
    await counts(scene.super_admin);
    const whole = api.queries() - before;
    await api.request(scene.super_admin, 'GET', 'orders/x');
    const base = api.queries() - before - whole;
    expect(whole - base).toBeLessThanOrEqual(2);
    expect((await api.request(null, 'GET', 'orders/counts')).status).toBe(401);
  });
});
