import { describe, expect, it } from 'vitest';
import { buildShop, buildUser } from '../../support/factories';
import { buildOrder } from '../../support/orders';
import { setUpScene } from '../../support/scene';

const { api, scene } = setUpScene();

const idsOf = async (user: { id: number }, query: string) => {
  const { status, body } = await api.request(user, 'GET', `orders?limit=100&${query}`);
  expect([status, body.errors]).toEqual([200, undefined]);
  return body.data.map(({ id }) => id);
};

/** Orders of two shops by the scene's customer; and one of a guest in the other shop. */
async function twoOrders() {
  const both = await buildOrder(api, {
    customer: scene.customer,
    contact: '+7 (912) 345-67-89',
    lines: [
      { shop: scene.shop, unitPrice: 500_00, quantity: 2 },
      { shop: scene.otherShop, unitPrice: 300_00 },
    ],
  });
  const guests = await buildOrder(api, {
    customer: null,
    contact: '+7 (900) 111-22-33',
    gateway: 'SBP',
    lines: [{ shop: scene.otherShop, unitPrice: 99_00 }],
    at: new Date('2026-02-28T22:30:00Z'),
  });
  const partIn = (order: typeof both, shop: { id: number }) =>
    order.parts.find(({ shopId }) => shopId === shop.id)?.id ?? 0;
  return { both, guests, own: partIn(both, scene.shop), others: partIn(both, scene.otherShop), partIn };
}

describe('visible orders', () => {
  it('an administrator lists whole orders, or the parts of a requested shop', async () => {
    const { both, guests, own } = await twoOrders();

    expect(await idsOf(scene.super_admin, '')).toEqual([both.id, guests.id]);
    expect(await idsOf(scene.super_admin, `shop_id=${scene.shop.id}`)).toEqual([own]);
    expect(await idsOf(scene.super_admin, `search=shop.slug:${scene.shop.slug}`)).toEqual([own]);
  });

  it('owners and staff have the parts of their shop, customers what they bought', async () => {
    const { both, own, others, guests, partIn } = await twoOrders();

    expect(await idsOf(scene.store_owner, '')).toEqual([own]);
    expect(await idsOf(scene.staff, '')).toEqual([own]);
    expect(await idsOf(scene.store_owner, `shop_id=${scene.otherShop.id}`)).toEqual([]);
    expect(await idsOf(scene.customer, '')).toEqual([both.id]);
    for (const id of [both.id, others, guests.id, partIn(guests, scene.otherShop)]) {
      expect((await api.request(scene.store_owner, 'GET', `orders/${id}`)).status).toBe(404);
      expect((await api.request(scene.staff, 'GET', `orders/${id}`)).status).toBe(404);
    }
    expect((await api.request(scene.customer, 'GET', `orders/${guests.id}`)).status).toBe(404);
    expect((await api.request(scene.customer, 'GET', `orders/${own}`)).status).toBe(404);
    expect((await api.request(null, 'GET', `orders/${guests.tracking_number}`)).status).toBe(404);
  });

  it('staff find their own purchases by filtering for themselves', async () => {
    const { both, own } = await twoOrders();
    const { id, tracking_number, parts } = await buildOrder(api, {
      customer: scene.store_owner,
      lines: [{ shop: scene.otherShop, unitPrice: 500_00 }],
    });

    for (const query of [
      `customer_id=${scene.store_owner.id}`,
      `search=customer_id:${scene.store_owner.id}`,
    ]) {
      expect(await idsOf(scene.store_owner, query)).toEqual([id]);
      expect(await idsOf(scene.super_admin, query)).toEqual([id]);
    }
    expect(await idsOf(scene.store_owner, '')).toEqual([own]);
    expect(await idsOf(scene.store_owner, `customer_id=${scene.customer.id}`)).toEqual([own]);
    for (const path of [`orders/${id}`, `orders/${tracking_number}`]) {
      const { status, body } = await api.request(scene.store_owner, 'GET', path);
      expect([status, body]).toMatchObject([200, { id, moves: [] }]);
    }
    expect((await api.request(scene.store_owner, 'GET', `orders/${id}/invoice`)).status).toBe(200);
    for (const hidden of [both.id, parts[0]?.id]) {
      expect((await api.request(scene.store_owner, 'GET', `orders/${hidden}`)).status).toBe(404);
    }
    const cancel = { order_status: 'order-cancelled' };
    expect((await api.request(scene.store_owner, 'PUT', `orders/${id}`, cancel)).status).toBe(404);
  });

  it('staff without that scope see none of the shop', async () => {
    const { own } = await twoOrders();
    await api.db
      .updateTable('users')
      .set({ permissions: ['staff', 'customer', 'staff:catalogue'] })
      .where('id', '=', scene.staff.id)
      .execute();

    expect(await idsOf(scene.staff, '')).toEqual([]);
    expect((await api.request(scene.staff, 'GET', `orders/${own}`)).status).toBe(404);
  });

  it('an order is found by its number, at either address', async () => {
    const { both, own } = await twoOrders();
    const number = both.tracking_number;

    for (const path of [`orders/${number}`, `orders/tracking-number/${number}`]) {
      expect((await api.request(scene.customer, 'GET', path)).body.id).toBe(both.id);
      expect((await api.request(scene.store_owner, 'GET', path)).status).toBe(404);
    }
    expect((await api.request(scene.customer, 'GET', 'orders/tracking-number/x')).status).toBe(404);
    expect((await api.request(scene.store_owner, 'GET', `orders/${own}`)).body.id).toBe(own);
  });
});

describe('details', () => {
  it('show an administrator the lines, the parts, the history and the possible moves', async () => {
    const { both, own } = await twoOrders();

    const { body } = await api.request(scene.super_admin, 'GET', `orders/${both.id}`);

    expect(body).toMatchObject({
      total: 1300,
      parent_order: null,
      coupon: null,
      payment_intent: null,
      products_count: 2,
      customer: { id: scene.customer.id, email: scene.customer.email },
      children: [
        { id: own, total: 1000, shop: { slug: scene.shop.slug }, products_count: 1 },
        { total: 300 },
      ],
      products: [{ order_quantity: 2, unit_price: 500, subtotal: 1000, vat_rate: '22' }, { subtotal: 300 }],
      events: [{ kind: 'placed', shop: null }, { shop: { id: scene.shop.id } }, {}],
      moves: ['order-at-local-facility', 'order-out-for-delivery', 'order-completed', 'order-cancelled'],
    });
    expect(JSON.stringify(body)).not.toMatch(/guest_token|vendor_share|credited/);
  });

  it('show the vendor share to the owner, not to staff, and never of another shop', async () => {
    const { both, own } = await twoOrders();

    const owners = (await api.request(scene.store_owner, 'GET', `orders/${own}`)).body;
    const staffs = (await api.request(scene.staff, 'GET', `orders/${own}`)).body;

    expect(owners).toMatchObject({
      vendor_share: 900,
      commission_rate: 10,
      customer: null,
      children: [],
      parent_order: { id: both.id, tracking_number: both.tracking_number },
    });
    expect(owners.products).toHaveLength(1);
    expect(owners.events).toHaveLength(1);
    expect(staffs).toMatchObject({ total: 1000, moves: owners.moves });
    expect(Object.keys(staffs)).not.toEqual(expect.arrayContaining(['vendor_share']));
    expect(Object.keys(staffs)).not.toEqual(expect.arrayContaining(['commission_rate']));
  });

  it('offer moves that every part may make, and none that require payment first', async () => {
    const { both, own, guests } = await twoOrders();
    const movesOf = async (user: { id: number }, id: number) =>
      (await api.request(user, 'GET', `orders/${id}`)).body.moves;
    await api.request(scene.store_owner, 'PUT', `orders/${own}`, { order_status: 'order-out-for-delivery' });

    expect(await movesOf(scene.super_admin, both.id)).toEqual([
      'order-out-for-delivery',
      'order-completed',
      'order-cancelled',
    ]);
    expect(await movesOf(scene.store_owner, own)).toEqual(['order-completed', 'order-cancelled']);
    expect(await movesOf(scene.super_admin, guests.id)).toEqual(['order-processing', 'order-cancelled']);
    const { id } = guests.parts[0] ?? { id: 0 };
    expect(await movesOf(scene.otherOwner, id)).toEqual(['order-cancelled']);
  });

  it('offer no moves to a customer', async () => {
    const { both } = await twoOrders();

    expect((await api.request(scene.customer, 'GET', `orders/${both.id}`)).body.moves).toEqual([]);
  });
});

describe('the list', () => {
  it('takes three queries for every role', async () => {
    await twoOrders();
    for (const user of [scene.super_admin, scene.store_owner, scene.staff, scene.customer]) {
      const before = api.queries();
      await idsOf(user, 'with=customer;children');
      expect(api.queries() - before - 1).toBeLessThanOrEqual(3);
    }
  });

  it('is filtered by status, payment, payment method and business days', async () => {
    const { both, guests } = await twoOrders();
    const admin = scene.super_admin;

    expect(await idsOf(admin, 'search=order_status:order-pending')).toEqual([guests.id]);
    expect(await idsOf(admin, 'search=payment_status:payment-cash,payment-success')).toEqual([both.id]);
    expect(await idsOf(admin, 'payment_gateway=SBP')).toEqual([guests.id]);
    // Half past one on the first of March in Moscow.
    expect(await idsOf(admin, 'created_from=2026-03-01&created_to=2026-03-01')).toEqual([guests.id]);
    expect(await idsOf(admin, 'created_to=2026-02-28')).toEqual([]);
    expect(await idsOf(admin, 'created_from=2026-03-02')).toEqual([both.id]);
  });

  it.each(['created_from=2026-02-30', 'created_to=x', 'orderBy=customer_contact', 'nothing=1'])(
    'refuses %s',
    async (query) => {
      const { status } = await api.request(scene.super_admin, 'GET', `orders?${query}`);
      expect(status).toBe(422);
    },
  );

  it('is sorted by its columns', async () => {
    const { both, guests } = await twoOrders();

    for (const key of ['total', 'customer_name', 'order_status', 'created_at', 'updated_at', 'id']) {
      const up = await idsOf(scene.super_admin, `orderBy=${key}&sortedBy=asc`);
      const down = await idsOf(scene.super_admin, `orderBy=${key}&sortedBy=desc`);
      expect(new Set(up)).toEqual(new Set([both.id, guests.id]));
      expect(down).toEqual(up.toReversed());
    }
  });

  it('is exported with its filters', async () => {
    const { both, guests } = await twoOrders();

    const { status, body } = await api.request<string>(
      scene.super_admin,
      'GET',
      'orders/export?payment_gateway=SBP',
    );

    expect(status).toBe(200);
    expect(body).toContain(guests.tracking_number);
    expect(body).not.toContain(both.tracking_number);
  });

  it('has no bulk removal', async () => {
    const { both } = await twoOrders();

    const bulk = await api.request(scene.super_admin, 'POST', 'orders/bulk/remove', { ids: [both.id] });

    expect(bulk.body.message).toBe('ACTION_NOT_VALID');
  });
});

it('an owner without orders has none', async () => {
  const stranger = await buildUser(api.db, { role: 'store_owner' });
  await buildShop(api.db, { owner: stranger });
  await twoOrders();

  expect(await idsOf(stranger, '')).toEqual([]);
});
