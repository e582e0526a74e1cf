import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TillGood, TillGoods, TillInfo, TillQuote, TillSale } from '@/contract/orders/till';
import { signSbp } from '@/server/integrations/sbp/sbp-payments';
import { reconcile } from '@/server/modules/ledger/reconcile';
import { countsOf, ctxOf, setSettings } from '../../../support/checkout';
import { accountBalance, standing, stockLeft } from '../../../support/order-life';
import { buildOrder } from '../../../support/orders';
import { buildGroup, buildProduct, buildVariation } from '../../../support/products';
import { setUpScene } from '../../../support/scene';
import type { Wire } from '../../../support/server';

/** The till of a shop: who may sell there, what a sale writes, and what it refuses. */
const { api, scene } = setUpScene();

/** Inserted directly into the table, with 1000 ₽ in the drawer. */
async function openShift(person: { id: number }, shop: { id: number } = scene.shop): Promise<number> {
  const { id } = await api.db
    .insertInto('till_shifts')
    .values({ shop_id: shop.id, user_id: person.id, opened_at: api.now(), opening_cash: 1000 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

let tea: { id: number };
let foreign: { id: number };
beforeEach(async () => {
  tea = await buildProduct(api.db, { shop: scene.shop, name: 'Иван-чай', price: 420, sku: 'TEA-1' });
  foreign = await buildProduct(api.db, { shop: scene.otherShop, sku: 'CUP-1' });
  await api.db.updateTable('shops').set({ admin_commission_rate: 10 }).execute();
  for (const person of [scene.super_admin, scene.store_owner, scene.staff]) await openShift(person);
});

const some = (order_quantity: number, more: object = {}) => ({ product_id: tea.id, order_quantity, ...more });
const till = (path = '', shop: { slug: string } = scene.shop) => `till/${shop.slug}${path}`;
const saleOf = (total: number, more: object = {}) => ({
  products: [some(2)],
  payment_gateway: 'CASH',
  total,
  ...more,
});
const sell = (person: { id: number } | null, body: object, key?: string) =>
  api.request<Wire & TillSale & { current: Wire & TillQuote }>(
    person,
    'POST',
    till('/sales'),
    body,
    key ? { 'idempotency-key': key } : {},
  );
const rootOf = async (partId: number) =>
  (await api.db.selectFrom('orders').select('parent_id').where('id', '=', partId).executeTakeFirstOrThrow())
    .parent_id ?? 0;

describe('access', () => {
  const calls = [
    ['GET', ''],
    ['GET', '/goods'],
    ['GET', '/scan?code=TEA-1'],
    ['GET', '/customers?phone=%2B79001234567'],
    ['GET', '/sales/1'],
    ['POST', '/quote'],
    ['POST', '/sales'],
  ] as const;

  it('needs a session and the right to handle orders', async () => {
    await api.db
      .updateTable('users')
      .set({ permissions: ['staff', 'customer', 'staff:catalogue'] })
      .where('id', '=', scene.staff.id)
      .execute();
    for (const [method, path] of calls) {
      const body = method === 'POST' ? saleOf(840) : undefined;
      expect([path, (await api.request(null, method, till(path), body)).status]).toEqual([path, 401]);
      for (const person of [scene.staff, scene.customer]) {
        expect([path, (await api.request(person, method, till(path), body)).status]).toEqual([path, 403]);
      }
    }
  });

  it('is 404 for the till of another shop, or of a closed one', async () => {
    for (const [method, path] of calls) {
      const body = method === 'POST' ? saleOf(840) : undefined;
      for (const person of [scene.otherOwner, scene.otherStaff]) {
        expect([path, (await api.request(person, method, till(path), body)).status]).toEqual([path, 404]);
      }
    }
    await api.db.updateTable('shops').set({ is_active: false }).execute();
    expect((await api.request(scene.super_admin, 'GET', till())).status).toBe(404);
  });

  it('is given to an administrator, the owner and staff', async () => {
    for (const person of [scene.super_admin, scene.store_owner, scene.staff]) {
      const { status, body } = await sell(person, saleOf(840));
      expect([status, body.status, body.cashier]).toEqual([201, 'paid', person.name]);
    }
    expect(await stockLeft(api, tea.id)).toBe(4);
  });

  it('is 404 for another shop’s product', async () => {
    const products = [some(1), { product_id: foreign.id, order_quantity: 1 }];
    const sale = await sell(scene.staff, saleOf(1420, { products }));
    const quote = await api.request(scene.staff, 'POST', till('/quote'), { products });
    expect([sale.status, quote.status]).toEqual([404, 404]);
    expect((await api.request(scene.staff, 'GET', till('/scan?code=CUP-1'))).body).toEqual([]);
    expect(await stockLeft(api, tea.id)).toBe(10);
  });
});

describe('goods', () => {
  const goods = async (query = '') =>
    (await api.request<TillGoods>(scene.staff, 'GET', till(`/goods${query}`))).body;

  it('are those of the shop, bestsellers first and out of stock last', async () => {
    const out = await buildProduct(api.db, { shop: scene.shop, name: 'Мёд' });
    const often = await buildProduct(api.db, { shop: scene.shop, name: 'Сбор' });
    await buildProduct(api.db, { shop: scene.shop, status: 'draft' });
    await api.db
      .updateTable('products')
      .set({ quantity: 0, sold_quantity: 90 })
      .where('id', '=', out.id)
      .execute();
    await api.db.updateTable('products').set({ sold_quantity: 5 }).where('id', '=', often.id).execute();

    const { data, has_more } = await goods();

    expect(data.map(({ name, left }) => [name, left])).toEqual([
      ['Сбор', 10],
      ['Иван-чай', 10],
      ['Мёд', 0],
    ]);
    expect(has_more).toBe(false);
  });

  it('are searchable by name, by category and page by page', async () => {
    const group = await buildGroup(api.db);
    await api.db
      .insertInto('products')
      .values(
        Array.from({ length: 61 }, (_one, place) => ({
          name: `Чай № ${place}`,
          slug: `chay-${place}`,
          shop_id: scene.shop.id,
          type_id: group.id,
          product_type: 'simple',
          price: 100,
          quantity: 1,
          unit: 'шт.',
          status: 'publish',
        })),
      )
      .execute();
    const category = await api.db
      .insertInto('categories')
      .values({ name: 'Травы', slug: 'travy' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await api.db
      .insertInto('category_product')
      .values({ category_id: category.id, product_id: tea.id })
      .execute();

    const first = await goods('?search=чай');
    const second = await goods('?search=чай&page=2');

    expect([first.data.length, first.has_more, second.data.length, second.has_more]).toEqual([
      60,
      true,
      2,
      false,
    ]);
    expect((await goods('?search=иван')).data.map(({ name }) => name)).toEqual(['Иван-чай']);
    expect((await goods(`?category=${category.id}`)).data.map(({ name }) => name)).toEqual(['Иван-чай']);
    const { body } = await api.request<TillInfo>(scene.staff, 'GET', till());
    expect(body.categories).toEqual([{ id: category.id, name: 'Травы' }]);
    expect((await api.request(scene.staff, 'GET', till('/goods?page=0'))).status).toBe(422);
    expect((await api.request(scene.staff, 'GET', till('/goods?category=x'))).status).toBe(422);
  });

  it('of one product stay together, and a page is full of products', async () => {
    const cup = await buildProduct(api.db, { shop: scene.shop, name: 'Кружка', range: [600, 700] });
    for (const [title, price, quantity] of [
      ['Синяя', 690, 0],
      ['Белая', 600, 3],
    ] as const) {
      await buildVariation(api.db, { product: cup, title, price, quantity });
    }
    await api.db.updateTable('products').set({ sold_quantity: 9 }).where('id', '=', cup.id).execute();

    const named = async (query = '') =>
      (await goods(query)).data.map(({ name, variation, left }) => [name, variation, left]);

    const white = ['Кружка', 'Белая', 3];
    expect(await named()).toEqual([['Кружка', 'Синяя', 0], white, ['Иван-чай', null, 10]]);
    expect(await named('?in_stock=1')).toEqual([white, ['Иван-чай', null, 10]]);
  });

  it('of a thousand variations fill a page, and the next one follows without a gap', async () => {
    const cup = await buildProduct(api.db, { shop: scene.shop, name: 'Кружка', range: [100, 100] });
    await sql`insert into variation_options (product_id, shop_id, title, options, value_ids, position, price, quantity, sku)
      select ${cup.id}, ${scene.shop.id}, n, '[]', array[n], n, 100, 1, 'CUP-' || n from generate_series(1, 2100) n`.execute(
      api.db,
    );
    await api.db.updateTable('products').set({ sold_quantity: 9 }).where('id', '=', cup.id).execute();

    const [first, second, third] = [await goods(), await goods('?page=2'), await goods('?page=3')];

    expect(first).toMatchObject({ data: { length: 2100 }, has_more: true });
    expect(second).toMatchObject({ data: [{ name: 'Иван-чай' }], has_more: false });
    expect(third).toEqual({ data: [], has_more: false });
  });

  it('are scanned by barcode and SKU, a variation by its own', async () => {
    const cup = await buildProduct(api.db, { shop: scene.shop, name: 'Кружка', range: [600, 700] });
    const blue = await buildVariation(api.db, { product: cup, title: 'Синяя', price: 690, sku: 'CUP-BLUE' });
    await buildVariation(api.db, { product: cup, title: 'Белая', price: 600, sku: 'CUP-WHITE' });
    await api.db.updateTable('products').set({ barcode: '012345678905' }).where('id', '=', tea.id).execute();
    const scan = async (code: string) =>
      (await api.request<TillGood[]>(scene.staff, 'GET', till(`/scan?code=${code}`))).body;

    expect(await scan('0012345678905')).toMatchObject([{ product_id: tea.id, price: 420, left: 10 }]);
    for (const code of ['cup-blue', 'CUP-%20Blue', ' cup -blue'])
      expect(await scan(code)).toMatchObject([
        { variation_option_id: blue.id, name: 'Кружка', variation: 'Синяя', price: 690 },
      ]);
    expect(await scan('4600000000000')).toEqual([]);
    expect((await api.request(scene.staff, 'GET', till('/scan?code='))).status).toBe(422);
  });
});

describe('a quote', () => {
  const quote = async (body: object, person = scene.staff) =>
    (await api.request<Wire & TillQuote>(person, 'POST', till('/quote'), body)).body;

  it('returns the sum, its VAT and unavailable lines', async () => {
    await api.db.updateTable('products').set({ vat_rate: '22' }).where('id', '=', tea.id).execute();

    const { total, vat, lines } = await quote({ products: [some(3)] });
    const short = await quote({ products: [some(11)] });

    expect([total, vat]).toEqual([1260, [{ rate: 22, sum: 227.21 }]]);
    expect(lines).toMatchObject([{ left: 10, problem: null }]);
    expect(short.lines).toMatchObject([{ left: 10, problem: 'short' }]);
    expect(short.total).toBe(0);
  });

  it('applies a discount in per cent or roubles, never more than the goods', async () => {
    const products = [some(1)];
    const off = async (discount: object) => (await quote({ products, discount })).total;

    expect(await off({ type: 'percent', value: 10 })).toBe(378);
    expect(await off({ type: 'sum', value: 20.5 })).toBe(399.5);
    expect(await off({ type: 'sum', value: 9999 })).toBe(0);
    const wrong = await quote({ products, discount: { type: 'percent', value: 101 } });
    expect(wrong.errors).toEqual({ 'discount.value': ['error-too-big'] });
  });

  it('explains why a coupon does not apply, and limits guesses', async () => {
    const products = [some(1)];
    const asked = await quote({ products, coupon_code: 'NOPE' });
    expect([asked.coupon_refusal, asked.total]).toEqual(['INVALID_COUPON_CODE', 420]);
    for (let miss = 0; miss < 19; miss += 1) await quote({ products, coupon_code: 'NOPE' });
    const { status } = await api.request(scene.staff, 'POST', till('/quote'), {
      products,
      coupon_code: 'NOPE',
    });
    expect(status).toBe(429);
  });

  it('names wrong fields', async () => {
    expect((await quote({ products: [] })).errors).toEqual({ products: ['error-cart-empty'] });
  });
});

describe('a cash sale', () => {
  it('is paid and completed immediately, without an address or a customer', async () => {
    const { status, body } = await sell(scene.staff, saleOf(840));

    const rootId = await rootOf(body.id);
    expect([status, body.status, body.total, body.payment_gateway]).toEqual([201, 'paid', 840, 'CASH']);
    expect(body.lines).toEqual([
      { name: 'Иван-чай', variation: null, quantity: 2, unit_price: 420, subtotal: 840 },
    ]);
    expect(await standing(api, rootId)).toBe('completed/success completed/success');
    expect(await stockLeft(api, tea.id)).toBe(8);
    const row = await api.db
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', rootId)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      at_till: true,
      customer_id: null,
      customer_contact: '',
      billing_address: null,
    });
    expect(row).toMatchObject({ placed_by: scene.staff.id, delivery_fee: 0 });
    expect((await countsOf(api)).outbox).toBe(0);
  });

  it('leaves the cash with the shop, which owes the commission', async () => {
    await sell(scene.store_owner, saleOf(840));

    expect(await accountBalance(api, 'shop', { shop: scene.shop.id })).toBe(-84);
    expect(await accountBalance(api, 'shop_paid_out', { shop: scene.shop.id })).toBe(840);
    expect(await accountBalance(api, 'platform')).toBe(84);
    expect((await reconcile(ctxOf(api))).problems).toEqual([]);
  });

  it('deducts the cashier’s discount at the cost of the shop', async () => {
    const discount = { type: 'percent', value: 50 };
    const { status, body } = await sell(scene.staff, saleOf(420, { discount }));

    expect([status, body.discount, body.total]).toEqual([201, 420, 420]);
    expect(await accountBalance(api, 'shop', { shop: scene.shop.id })).toBe(-42);
    expect((await reconcile(ctxOf(api))).problems).toEqual([]);
  });

  it('with a total of zero is completed, too', async () => {
    const discount = { type: 'percent', value: 100 };
    const { status, body } = await sell(scene.staff, saleOf(0, { discount, payment_gateway: 'CASH' }));
    expect([status, body.status]).toEqual([201, 'paid']);
    expect((await reconcile(ctxOf(api))).problems).toEqual([]);
  });

  it('is made once per key, however often Enter is pressed', async () => {
    const [one, other] = await Promise.all([
      sell(scene.staff, saleOf(840), 'enter-enter'),
      sell(scene.staff, saleOf(840), 'enter-enter'),
    ]);

    expect([one.status, other.status, one.body.id === other.body.id]).toEqual([201, 201, true]);
    expect(await stockLeft(api, tea.id)).toBe(8);
  });

  it('goes to the account of a phone that has ordered from the shop, and of others has the phone only', async () => {
    await api.db
      .updateTable('users')
      .set({ contact: '+7 (912) 345-67-89' })
      .where('id', '=', scene.customer.id)
      .execute();
    const find = (phone: string) =>
      api.request<{ name: string }>(
        scene.staff,
        'GET',
        till(`/customers?phone=${encodeURIComponent(phone)}`),
      );

    // A phone alone does not tell whether there is an account, nor does a sale to it.
    expect((await find('89123456789')).body).toEqual({ name: null });
    const stranger = await sell(scene.staff, saleOf(840, { customer_contact: '+7 (912) 345-67-89' }));
    expect((await find('89123456789')).body).toEqual({ name: null });
    await buildOrder(api, { customer: scene.customer, lines: [{ shop: scene.shop }] });
    await api.db
      .updateTable('orders')
      .set({ placed_by: scene.customer.id })
      .where('customer_id', '=', scene.customer.id)
      .execute();

    expect((await find('89123456789')).body).toEqual({ name: scene.customer.name });
    expect((await find('+7 (912) 345')).body).toEqual({ name: null });
    const known = await sell(scene.staff, saleOf(840, { customer_contact: '+7 (912) 345-67-89' }));
    const unknown = await sell(scene.staff, saleOf(840, { customer_contact: '+7 (999) 000-00-00' }));

    const rows = await api.db
      .selectFrom('orders')
      .select(['customer_id', 'customer_contact'])
      .where('id', 'in', [stranger.body.id, known.body.id, unknown.body.id])
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { customer_id: null, customer_contact: '+7 (912) 345-67-89' },
      { customer_id: scene.customer.id, customer_contact: '+7 (912) 345-67-89' },
      { customer_id: null, customer_contact: '+7 (999) 000-00-00' },
    ]);
  });
});

describe('a sale is refused', () => {
  it('when somebody took the last piece meanwhile, and the line shows what is left', async () => {
    await api.db.updateTable('products').set({ quantity: 1 }).where('id', '=', tea.id).execute();

    const { status, body } = await sell(scene.staff, saleOf(840));

    expect([status, body.message]).toEqual([409, 'ORDER_CHANGED']);
    expect(body.current.lines).toMatchObject([{ product_id: tea.id, left: 1, problem: 'short' }]);
    expect(await stockLeft(api, tea.id)).toBe(1);
    expect((await countsOf(api)).orders).toBe(0);
  });

  it('when the price differs from the one that the cashier saw', async () => {
    const { status, body } = await sell(scene.staff, saleOf(700));
    expect([status, body.current.total]).toEqual([409, 840]);
    expect(await stockLeft(api, tea.id)).toBe(10);
  });

  it('with wrong fields, a disabled payment method, and two reductions', async () => {
    const refused = async (more: object) => (await sell(scene.staff, saleOf(840, more))).body.errors;

    expect(await refused({ payment_gateway: 'CASH_ON_DELIVERY' })).toEqual({
      payment_gateway: ['error-wrong-value'],
    });
    expect(await refused({ customer_contact: 'позвони мне' })).toEqual({
      customer_contact: ['error-phone-format'],
    });
    await setSettings(api, { enableCoupons: true, useSbp: false });
    expect(await refused({ payment_gateway: 'SBP' })).toEqual({ payment_gateway: ['error-gateway-off'] });
    expect(await refused({ coupon_code: 'A', discount: { type: 'sum', value: 1 } })).toEqual({
      discount: ['error-one-discount'],
    });
    expect(await refused({ coupon_code: 'NOPE' })).toEqual({ coupon_code: ['error-coupon-unknown'] });
    expect(await stockLeft(api, tea.id)).toBe(10);
  });
});

describe('an SBP sale', () => {
  const paid = async (sale: TillSale) => {
    const attempt = await api.db
      .selectFrom('payment_attempts')
      .select(['payment_id', 'amount'])
      .where('order_id', '=', await rootOf(sale.id))
      .executeTakeFirstOrThrow();
    const event = {
      event_id: `event-${sale.id}`,
      payment_id: attempt.payment_id,
      status: 'success',
      amount: Math.round(attempt.amount * 100),
      at: api.now().toISOString(),
    };
    const text = JSON.stringify(event);
    return api.request(null, 'POST', 'webhooks/sbp', text, {
      'x-signature': signSbp('secret-of-the-test-bank', text),
    });
  };
  const read = async (id: number) =>
    (await api.request<TillSale>(scene.staff, 'GET', till(`/sales/${id}`))).body;

  it('waits with a link, and is completed when the payment arrives', async () => {
    await setSettings(api, { useSbp: true });
    const { status, body } = await sell(scene.staff, saleOf(840, { payment_gateway: 'SBP' }));
    expect([status, body.status, body.payment_url]).toEqual([
      201,
      'waiting',
      expect.stringContaining('http'),
    ]);
    expect(await stockLeft(api, tea.id)).toBe(8);

    expect((await paid(body)).status).toBe(200);

    expect(await read(body.id)).toMatchObject({ status: 'paid', payment_url: null });
    expect(await standing(api, await rootOf(body.id))).toBe('completed/success completed/success');
    expect(await accountBalance(api, 'shop', { shop: scene.shop.id })).toBe(756);
    expect(await accountBalance(api, 'platform')).toBe(84);
    expect((await reconcile(ctxOf(api))).problems).toEqual([]);
  });

  it('is cancelled by the cashier, and the goods are returned', async () => {
    await setSettings(api, { useSbp: true });
    const { body } = await sell(scene.staff, saleOf(840, { payment_gateway: 'SBP' }));

    const cancelled = await api.request(scene.staff, 'PUT', `orders/${body.id}`, {
      order_status: 'order-cancelled',
    });

    expect(cancelled.status).toBe(200);
    expect((await read(body.id)).status).toBe('cancelled');
    expect(await stockLeft(api, tea.id)).toBe(10);
  });

  it('is visible only at its own till', async () => {
    const { body } = await sell(scene.staff, saleOf(840));
    const other = till(`/sales/${body.id}`, scene.otherShop);
    expect((await api.request(scene.super_admin, 'GET', other)).status).toBe(404);
    expect((await api.request(scene.staff, 'GET', till('/sales/none'))).status).toBe(404);
  });
});
