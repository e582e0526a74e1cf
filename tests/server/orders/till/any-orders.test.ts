import { beforeEach, describe, expect, it } from 'vitest';
import type { Reconciliation } from '@/contract/ledger/schema';
import type { ShopOrder, ShopOrderInfo, ShopOrderQuote } from '@/contract/orders/shop-order';
import type { TillGood, TillGoods } from '@/contract/orders/till';
import { loadBalance } from '@/server/modules/ledger/ledger';
import { addPoints, ctxOf, setSettings } from '../../../support/checkout';
import { moscow } from '../../../support/order-body';
import { rowOf, stockLeft } from '../../../support/order-life';
import { buildProduct } from '../../../support/products';
import { setUpScene } from '../../../support/scene';
import type { Wire } from '../../../support/server';

/** Administrators take an order by phone with goods of any open shop. */
const { api, scene } = setUpScene();

let tea: { id: number };
let cup: { id: number };
beforeEach(async () => {
  tea = await buildProduct(api.db, { shop: scene.shop, name: 'Иван-чай', price: 420, sku: 'TEA-1' });
  cup = await buildProduct(api.db, { shop: scene.otherShop, name: 'Чашка', price: 250, sku: 'CUP-1' });
  await setSettings(api, { useSbp: true, useCashOnDelivery: true });
});

const bodyOf = (more: object = {}) => ({
  products: [tea, cup].map(({ id }) => ({ product_id: id, order_quantity: 1 })),
  customer_contact: '+7 (910) 882-47-66',
  customer_name: 'Елизавета Быкова',
  shipping_address: moscow,
  payment_gateway: 'CASH_ON_DELIVERY',
  total: 670,
  ...more,
});
const place = (person: { id: number } | null, body: object = bodyOf()) =>
  api.request<Wire & ShopOrder>(person, 'POST', 'shop-orders/_all', body);

describe('an order of all shops', () => {
  it('is for administrators: to others there is no such shop', async () => {
    expect((await place(null)).status).toBe(401);
    expect((await place(scene.customer)).status).toBe(403);
    for (const person of [scene.store_owner, scene.staff]) {
      expect((await place(person)).status).toBe(404);
      expect((await api.request(person, 'GET', 'shop-orders/_all')).status).toBe(404);
      expect((await api.request(person, 'GET', 'till/_all/goods')).status).toBe(404);
      expect((await api.request(person, 'GET', 'till/_all/scan?code=TEA-1')).status).toBe(404);
      expect((await api.request(person, 'GET', 'till/_all/customers?phone=79108824766')).status).toBe(404);
    }
  });

  it('refuses a wrong body, and names what is missing', async () => {
    const { status, body } = await place(scene.super_admin, bodyOf({ customer_name: '', products: [] }));

    expect([status, Object.keys(body.errors as object).sort()]).toEqual([422, ['customer_name', 'products']]);
  });

  it('offers goods of open shops with their shop', async () => {
    const info = await api.request<ShopOrderInfo>(scene.super_admin, 'GET', 'shop-orders/_all');
    expect([info.body.shop, info.body.out_of_stock]).toEqual([null, 0]);
    const goods = () => api.request<TillGoods>(scene.super_admin, 'GET', 'till/_all/goods?in_stock=1');
    expect((await goods()).body.data.map(({ name, shop }) => [name, shop?.id])).toEqual([
      ['Иван-чай', scene.shop.id],
      ['Чашка', scene.otherShop.id],
    ]);
    const found = await api.request<TillGood[]>(scene.super_admin, 'GET', 'till/_all/scan?code=CUP-1');
    expect(found.body.map(({ name }) => name)).toEqual(['Чашка']);

    await api.db
      .updateTable('shops')
      .set({ is_active: false })
      .where('id', '=', scene.otherShop.id)
      .execute();
    expect((await goods()).body.data.map(({ name }) => name)).toEqual(['Иван-чай']);
  });

  it('quotes a parcel for each shop', async () => {
    const { total: _total, customer_contact: _c, customer_name: _n, ...asked } = bodyOf();
    const { body } = await api.request<ShopOrderQuote>(
      scene.super_admin,
      'POST',
      'shop-orders/_all/quote',
      asked,
    );

    expect([body.total, body.parcels.map(({ shop }) => shop.id)]).toEqual([
      670,
      [scene.shop.id, scene.otherShop.id],
    ]);
  });

  it('has a part for each shop, takes the stock, and belongs to the account of the phone', async () => {
    await api.db
      .updateTable('users')
      .set({ contact: '+7 (910) 882-47-66' })
      .where('id', '=', scene.customer.id)
      .execute();

    const { status, body } = await place(scene.super_admin);

    expect([status, body.total]).toEqual([201, 670]);
    expect(await rowOf(api, body.id)).toMatchObject({ parent_id: null, customer_id: scene.customer.id });
    const parts = await api.db
      .selectFrom('orders')
      .select('shop_id')
      .where('parent_id', '=', body.id)
      .orderBy('id')
      .execute();
    expect(parts.map(({ shop_id }) => shop_id)).toEqual([scene.shop.id, scene.otherShop.id]);
    expect([await stockLeft(api, tea.id), await stockLeft(api, cup.id)]).toEqual([9, 9]);
    const { body: books } = await api.request<Reconciliation>(scene.super_admin, 'GET', 'ledger/reconcile');
    expect(books.problems).toEqual([]);
  });
});

describe('coupon and points', () => {
  const phoneOf = (contact: string | null) =>
    api.db.updateTable('users').set({ contact }).where('id', '=', scene.customer.id).execute();
  const quote = (person: { id: number }, more: object = {}, shop = '_all') => {
    const { total: _total, customer_name: _name, ...asked } = bodyOf(more);
    return api.request<Wire & ShopOrderQuote>(person, 'POST', `shop-orders/${shop}/quote`, asked);
  };
  const wallet = () => loadBalance(ctxOf(api), { kind: 'wallet', userId: scene.customer.id });
  beforeEach(async () => {
    await phoneOf('+7 (910) 882-47-66');
    const [active_from, expire_at] = [new Date('2026-01-01'), new Date('2036-01-01')];
    await api.db
      .insertInto('coupons')
      .values({ code: 'TEA70', type: 'fixed', amount: 70, is_approve: true, active_from, expire_at })
      .execute();
    await addPoints(api, scene.customer, 500);
    await setSettings(api, { enableCoupons: true, currencyToWalletRatio: 1 });
  });

  it('takes the coupon and the points of the phone’s account', async () => {
    const reduced = { coupon_code: 'tea70', use_wallet_points: true };
    const { body: shown } = await quote(scene.super_admin, reduced);
    expect(shown).toMatchObject({
      ...{ amount: 670, discount: 70, total: 600, wallet: 500, coupon_refusal: null },
      points: { count: 500, worth: 500 },
    });

    const { status, body } = await place(
      scene.super_admin,
      bodyOf({ ...reduced, total: 600, wallet_amount: 500 }),
    );

    expect([status, body.total, body.wallet]).toEqual([201, 600, 500]);
    expect(await rowOf(api, body.id)).toMatchObject({ discount: 70, wallet_amount: 500 });
    expect(await wallet()).toBe(0);
    const { body: books } = await api.request<Reconciliation>(scene.super_admin, 'GET', 'ledger/reconcile');
    expect(books.problems).toEqual([]);
  });

  it('is paid at once where the points cover it, without a link', async () => {
    await addPoints(api, scene.customer, 500);
    const { body } = await place(
      scene.super_admin,
      bodyOf({ payment_gateway: 'SBP', use_wallet_points: true, wallet_amount: 670, sends_sms: true }),
    );

    expect([body.wallet, body.payment_url]).toEqual([670, null]);
    expect(await rowOf(api, body.id)).toMatchObject({ payment_status: 'payment-wallet' });
  });

  it('says why a coupon takes nothing off, and places no order with it', async () => {
    expect((await quote(scene.super_admin, { coupon_code: 'NONE' })).body).toMatchObject({
      ...{ discount: 0, total: 670, coupon_refusal: 'INVALID_COUPON_CODE' },
    });
    const { status, body } = await place(scene.super_admin, bodyOf({ coupon_code: 'NONE' }));
    expect([status, Object.keys(body.errors as object)]).toEqual([422, ['coupon_code']]);
    await setSettings(api, { enableCoupons: false });
    expect((await quote(scene.super_admin, { coupon_code: 'TEA70' })).body.coupon_refusal).toBe(
      'COUPON_CODE_IS_NOT_APPLICABLE',
    );
    const info = await api.request<ShopOrderInfo>(scene.super_admin, 'GET', 'shop-orders/_all');
    expect(info.body.has_coupons).toBe(false);
  });

  it('spends points once: of two orders at the same time one is told of the new sum', async () => {
    const order = bodyOf({ use_wallet_points: true, wallet_amount: 500 });

    const answers = await Promise.all([place(scene.super_admin, order), place(scene.super_admin, order)]);

    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([201, 409]);
    expect(await wallet()).toBe(0);
  });

  it('has no points for a phone that nobody or two accounts have', async () => {
    await phoneOf(null);
    expect((await quote(scene.super_admin, { use_wallet_points: true })).body).toMatchObject({
      ...{ points: { count: 0, worth: 0 }, wallet: 0, total: 670 },
    });
  });

  it('is not for shops, and tells them nothing', async () => {
    const products = [{ product_id: tea.id, order_quantity: 1 }];
    const { slug } = scene.shop;
    expect((await quote(scene.store_owner, { products }, slug)).body.points).toBeNull();
    for (const more of [{ coupon_code: 'TEA70' }, { use_wallet_points: true }]) {
      const asked = await quote(scene.store_owner, { products, ...more }, slug);
      expect([asked.status, Object.keys(asked.body.errors as object)]).toEqual([422, Object.keys(more)]);
      const body = bodyOf({ products, total: 420, ...more });
      const placed = await api.request<Wire>(scene.store_owner, 'POST', `shop-orders/${slug}`, body);
      expect(placed.status).toBe(422);
    }
  });
});
