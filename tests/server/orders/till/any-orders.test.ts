import { beforeEach, describe, expect, it } from 'vitest';
import type { Reconciliation } from '@/contract/ledger/schema';
import type { ShopOrder, ShopOrderInfo, ShopOrderQuote } from '@/contract/orders/shop-order';
import type { TillGood, TillGoods } from '@/contract/orders/till';
import { setSettings } from '../../../support/checkout';
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
