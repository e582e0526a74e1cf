import { beforeEach, describe, expect, it } from 'vitest';
import type { ShopOrder, ShopOrderInfo, ShopOrderQuote } from '@/contract/orders/shop-order';
import type { TillCustomer, TillGoods } from '@/contract/orders/till';
import { setSettings } from '../../../support/checkout';
import { stockLeft } from '../../../support/order-life';
import { buildOrder } from '../../../support/orders';
import { buildProduct } from '../../../support/products';
import { setUpScene } from '../../../support/scene';
import type { Wire } from '../../../support/server';

/** Orders that a shop takes by phone: who may, what they write, and what they refuse. */
const { api, scene } = setUpScene();

let tea: { id: number };
let foreign: { id: number };
beforeEach(async () => {
  tea = await buildProduct(api.db, { shop: scene.shop, name: 'Иван-чай', price: 420, sku: 'TEA-1' });
  foreign = await buildProduct(api.db, { shop: scene.otherShop, sku: 'CUP-1' });
  await setSettings(api, { unpaidOnlineMinutes: 90, useSbp: true, useCashOnDelivery: true });
});

const address = {
  country: 'Россия',
  state: 'Нижегородская область',
  city: 'Нижний Новгород',
  zip: '603001',
  street_address: 'ул. Рождественская, 20, кв. 7',
};
const phone = '+7 (910) 882-47-66';
const path = (more = '', shop: { slug: string } = scene.shop) => `shop-orders/${shop.slug}${more}`;
const bodyOf = (more: object = {}) => ({
  products: [{ product_id: tea.id, order_quantity: 2 }],
  customer_contact: phone,
  customer_name: 'Елизавета Быкова',
  customer_email: 'e.bykova@demo.ru',
  shipping_address: address,
  payment_gateway: 'SBP',
  total: 840,
  ...more,
});
const place = (person: { id: number } | null, body: object = bodyOf(), key?: string) =>
  api.request<Wire & ShopOrder & { current: ShopOrderQuote & { wallet_amount: number } }>(
    person,
    'POST',
    path(),
    body,
    key ? { 'idempotency-key': key } : {},
  );
const rootOf = async (partId: number) => {
  const part = await api.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', partId)
    .executeTakeFirstOrThrow();
  const root = await api.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', part.parent_id ?? 0)
    .executeTakeFirstOrThrow();
  return { part, root };
};
const countOrders = async () =>
  (await api.db.selectFrom('orders').select('id').where('parent_id', 'is', null).execute()).length;

describe('access', () => {
  const calls = [
    ['GET', ''],
    ['POST', '/quote'],
    ['POST', ''],
  ] as const;

  it('needs a session and the right to handle orders', async () => {
    await api.db
      .updateTable('users')
      .set({ permissions: ['staff', 'customer', 'staff:catalogue'] })
      .where('id', '=', scene.staff.id)
      .execute();
    for (const [method, more] of calls) {
      const body = method === 'POST' ? bodyOf() : undefined;
      expect((await api.request(null, method, path(more), body)).status).toBe(401);
      for (const person of [scene.staff, scene.customer]) {
        expect((await api.request(person, method, path(more), body)).status).toBe(403);
      }
    }
    expect(await countOrders()).toBe(0);
  });

  it('is 404 in another shop, and for another shop’s product', async () => {
    for (const [method, more] of calls) {
      const body = method === 'POST' ? bodyOf() : undefined;
      expect((await api.request(scene.otherStaff, method, path(more), body)).status).toBe(404);
    }
    const products = [{ product_id: foreign.id, order_quantity: 1 }];
    const refused = await place(scene.staff, bodyOf({ products }));
    const quote = await api.request(scene.staff, 'POST', path('/quote'), bodyOf({ products }));
    expect([refused.status, quote.status, await countOrders()]).toEqual([404, 404, 0]);
    expect(await stockLeft(api, foreign.id)).toBe(10);
  });

  it('does not open the list of customers to staff, only an exact phone', async () => {
    await api.db.updateTable('users').set({ contact: phone }).where('id', '=', scene.customer.id).execute();
    const list = await api.request(scene.staff, 'GET', `users?search=contact:910`);
    expect(list.status).toBe(403);
    const find = (text: string) =>
      api.request<{ name: string | null }>(
        scene.staff,
        'GET',
        `till/${scene.shop.slug}/customers?phone=${encodeURIComponent(text)}`,
      );
    expect((await find(phone)).body.name).toBeNull();
    await buildOrder(api, { customer: scene.customer, lines: [{ shop: scene.shop }] });
    expect((await find('910')).body.name).toBeNull();
  });

  it('knows a guest of the shop by phone, and one of another shop not', async () => {
    await buildOrder(api, { lines: [{ shop: scene.shop }] });
    await api.db
      .updateTable('orders')
      .set({
        ...{ customer_id: null, customer_contact: '+7 (910) 882-47-66' },
        ...{ customer_name: 'Вера Гостева', customer_email: 'vera@test.ru' },
      })
      .execute();
    const find = (person: { id: number }, shop: string) =>
      api.request<TillCustomer>(person, 'GET', `till/${shop}/customers?phone=89108824766`);

    expect((await find(scene.staff, scene.shop.slug)).body).toEqual({
      name: null,
      guest: { name: 'Вера Гостева', email: 'vera@test.ru' },
    });
    expect((await find(scene.otherStaff, scene.otherShop.slug)).body).toEqual({ name: null });
  });
});

describe('before the order', () => {
  it('says what is hidden, and lists only goods in stock when asked', async () => {
    const out = await buildProduct(api.db, { shop: scene.shop, name: 'Мёд' });
    await api.db.updateTable('products').set({ quantity: 0 }).where('id', '=', out.id).execute();
    const info = await api.request<ShopOrderInfo>(scene.staff, 'GET', path());
    expect(info.body.out_of_stock).toBe(1);
    expect(info.body.gateways).toEqual(['SBP', 'CASH_ON_DELIVERY']);
    const goods = await api.request<TillGoods>(
      scene.staff,
      'GET',
      `till/${scene.shop.slug}/goods?in_stock=1`,
    );
    expect(goods.body.data.map(({ name }) => name)).toEqual(['Иван-чай']);
  });

  it('quotes the sum, the weight, the day of the parcel and how long the goods are held', async () => {
    await api.db.updateTable('products').set({ weight: 1.5 }).where('id', '=', tea.id).execute();
    await api.db
      .updateTable('shops')
      .set({ settings: JSON.stringify({ handling_days: 2 }) })
      .where('id', '=', scene.shop.id)
      .execute();
    const { status, body } = await api.request<ShopOrderQuote>(scene.staff, 'POST', path('/quote'), bodyOf());
    expect([status, body.amount, body.total, body.weight]).toEqual([200, 840, 840, 3]);
    const day = new Date(api.now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10);
    expect(body.parcels).toEqual([{ shop: { id: scene.shop.id, name: scene.shop.name }, ready_on: day }]);
    expect(body.held_until).toBe(new Date(api.now().getTime() + 90 * 60_000).toISOString());
  });
});

describe('the order', () => {
  it('waits for its payment, takes the stock, and sends the link where it was asked to', async () => {
    const { status, body } = await place(scene.staff, bodyOf({ sends_sms: true, note: 'Позвонить заранее' }));
    expect([status, body.total]).toEqual([201, 840]);
    expect(body.payment_url).toMatch(/^https:/);
    const { part, root } = await rootOf(body.id);
    expect(part.shop_id).toBe(scene.shop.id);
    expect(root.short_number).toBe(body.number);
    expect([root.order_status, root.payment_status, root.placed_by]).toEqual([
      'order-pending',
      'payment-pending',
      scene.staff.id,
    ]);
    expect([root.customer_id, root.customer_name, root.customer_contact, root.note]).toEqual([
      null,
      'Елизавета Быкова',
      phone,
      'Позвонить заранее',
    ]);
    expect(root.pay_until?.toISOString()).toBe(body.held_until);
    expect(await stockLeft(api, tea.id)).toBe(8);
    const links = await api.db
      .selectFrom('outbox')
      .select(['channel', 'recipient', 'body'])
      .where('template', '=', 'payment-link')
      .execute();
    expect(links.map(({ channel }) => channel)).toEqual(['sms']);
    expect(links[0]?.body).toContain(body.payment_url ?? 'no link');
  });

  it('has no link when it is paid on receipt', async () => {
    const { status, body } = await place(scene.staff, bodyOf({ payment_gateway: 'CASH_ON_DELIVERY' }));
    expect([status, body.payment_url]).toEqual([201, null]);
  });

  it('is refused without a phone, a name, a place, or with the gateways of a till', async () => {
    const fieldsOf = async (more: object) => (await place(scene.staff, bodyOf(more))).body.errors;
    expect(await fieldsOf({ customer_contact: '' })).toHaveProperty('customer_contact');
    expect(await fieldsOf({ customer_name: '' })).toHaveProperty('customer_name');
    expect(await fieldsOf({ shipping_address: null })).toHaveProperty('shipping_address');
    expect(await fieldsOf({ payment_gateway: 'CASH' })).toHaveProperty('payment_gateway');
    expect([await countOrders(), await stockLeft(api, tea.id)]).toEqual([0, 10]);
  });

  it('is refused at another sum and beyond the stock, and tells nothing of the customer’s points', async () => {
    const cheap = await place(scene.staff, bodyOf({ total: 10 }));
    expect([cheap.status, cheap.body.current.total]).toEqual([409, 840]);
    expect(cheap.body.current.wallet_amount).toBe(0);
    const products = [{ product_id: tea.id, order_quantity: 11 }];
    const many = await place(scene.staff, bodyOf({ products, total: 4620 }));
    expect([many.status, many.body.current.lines[0]?.problem]).toEqual([409, 'short']);
    expect([await countOrders(), await stockLeft(api, tea.id)]).toEqual([0, 10]);
  });

  it('is one order when it is sent twenty times at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => place(scene.staff, bodyOf(), 'one-order-of-the-shop')),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThan(0);
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
    expect([await countOrders(), await stockLeft(api, tea.id)]).toEqual([1, 8]);
  });
});
