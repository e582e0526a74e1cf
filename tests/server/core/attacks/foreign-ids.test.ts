import { beforeEach, describe, expect, it } from 'vitest';
import { buildAttachment, buildUser } from '../../../support/factories';
import { buildOrder } from '../../../support/orders';
import { buildAttribute, buildGroup, buildProduct, buildVariation } from '../../../support/products';
import { setUpScene } from '../../../support/scene';

/** Ids of another shop, wherever a request may name one: in bodies, lists, searches, exports, reports, undoing. */
const { api, scene } = setUpScene();

let theirs: {
  product: number;
  variation: number;
  attribute: number;
  value: number;
  order: number;
  file: number;
  sold: number;
  group: number;
  category: number;
};
const secret = 'Тайный чайник';

beforeEach(async () => {
  const shop = scene.otherShop;
  const product = await buildProduct(api.db, { shop, name: secret, range: [100, 200], status: 'draft' });
  const { id: attribute, values } = await buildAttribute(api.db, {
    shop,
    name: 'Тайный цвет',
    values: ['Тайный красный'],
  });
  const variation = await buildVariation(api.db, { product, title: 'Тайный вариант', sku: 'TAYNA-1' });
  const order = await buildOrder(api, {
    lines: [{ shop, product }],
    customer: await buildUser(api.db, { name: 'Тайный Покупатель' }),
  });
  const file = await buildAttachment(api.db, { user: scene.otherOwner });
  const sold = await buildAttachment(api.db, { user: scene.otherOwner, kind: 'pdf' });
  await api.db.updateTable('attachments').set({ visibility: 'private' }).where('id', '=', sold.id).execute();
  await api.db
    .updateTable('products')
    .set({ digital_file_id: sold.id })
    .where('id', '=', product.id)
    .execute();
  const group = (await buildGroup(api.db)).id;
  theirs = {
    product: product.id,
    variation: variation.id,
    attribute,
    value: values[0] ?? 0,
    order: order.id,
    file: file.id,
    sold: sold.id,
    group,
    category: await buildCategory(group),
  };
});

const buildCategory = async (type_id: number) =>
  (
    await api.db
      .insertInto('categories')
      .values({ name: 'Посуда', slug: 'posuda', type_id })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
const people = () => [scene.store_owner, scene.staff, scene.customer] as const;
/** Attributes are a dictionary that shop fronts read; links of a page repeat what was asked. */
const leaks = (body: unknown) =>
  /Тайн(?!ый цвет|ый красный)|TAYNA/.test((JSON.stringify(body) ?? '').replace(/"\w+_url":"[^"]*"/g, ''));
const body = (more: object) => ({
  name: 'Мой товар',
  type_id: theirs.group,
  shop_id: scene.shop.id,
  product_type: 'simple',
  price: 100,
  quantity: 1,
  unit: 'шт.',
  status: 'draft',
  ...more,
});

describe('a record of another shop', () => {
  it.each([
    ['image of a product', () => ['products', body({ image: { id: theirs.file } })]],
    ['gallery of a product', () => ['products', body({ gallery: [{ id: theirs.file }] })]],
    [
      'picture for search engines',
      () => ['products', body({ seo: { metaTitle: 'x', ogImage: { id: theirs.file } } })],
    ],
    [
      'sold file',
      () => ['products', body({ is_digital: true, digital_file: { attachment_id: theirs.sold } })],
    ],
    ['sold file as a picture', () => ['products', body({ image: { id: theirs.sold } })]],
    [
      'values of attributes',
      () => [
        'products',
        body({ product_type: 'variable', variations: [{ attribute_value_id: theirs.value }] }),
      ],
    ],
    [
      'variation by its id',
      () => [
        'products',
        body({
          product_type: 'variable',
          variation_options: {
            upsert: [{ id: theirs.variation, price: 1, quantity: 5, title: 'x', options: [] }],
            delete: [],
          },
        }),
      ],
    ],
    [
      'variation to remove',
      () => [
        'products',
        body({ product_type: 'variable', variation_options: { upsert: [], delete: [theirs.variation] } }),
      ],
    ],
    [
      'coupon',
      () => [
        'coupons',
        {
          code: 'X1',
          type: 'fixed',
          amount: 5,
          shop_id: scene.otherShop.id,
          active_from: '2026-03-01',
          expire_at: '2026-04-01',
        },
      ],
    ],
    ['author', () => ['authors', { name: 'Автор', shop_id: scene.otherShop.id }]],
    [
      'attribute',
      () => ['attributes', { name: 'Цвет', shop_id: scene.otherShop.id, values: [{ value: 'Синий' }] }],
    ],
    ['value', () => ['attribute-values', { value: 'Синий', attribute_id: theirs.attribute }]],
    [
      'notice',
      () => [
        'store-notices',
        {
          priority: 'high',
          notice: 'Н',
          description: 'Д',
          effective_from: '2026-03-01',
          expired_at: '2026-03-31',
          type: 'specific_shop',
          received_by: [scene.otherShop.id],
        },
      ],
    ],
    ['payout', () => ['withdraws', { shop_id: scene.otherShop.id, amount: 1, payment_method: 'Банк' }]],
    ['message to the customer', () => ['conversations', { order_id: theirs.order }]],
    ['link for payment', () => [`orders/${theirs.order}/payment-links`, { channel: 'mail' }]],
    ['note', () => [`orders/${theirs.order}/notes`, { note: 'Моя' }]],
    ['return', () => [`orders/${theirs.order}/returns`, { lines: [] }]],
    [
      'exchange',
      () => [
        `orders/${theirs.order}/exchange`,
        { order_line_id: 1, quantity: 1, variation_option_id: theirs.variation, difference: 0 },
      ],
    ],
    [
      'till',
      () => [
        `till/${scene.otherShop.id}/quote`,
        { products: [{ product_id: theirs.product, order_quantity: 1 }] },
      ],
    ],
    [
      'goods of another shop at the own till',
      () => [
        `till/${scene.shop.id}/quote`,
        {
          products: [
            { product_id: theirs.product, variation_option_id: theirs.variation, order_quantity: 1 },
          ],
        },
      ],
    ],
    [
      'goods of another shop in an order of the own',
      () => [
        `shop-orders/${scene.shop.id}/quote`,
        {
          products: [
            { product_id: theirs.product, variation_option_id: theirs.variation, order_quantity: 1 },
          ],
        },
      ],
    ],
    ['import', () => [`product-imports/${999}/run`, {}]],
    ['export', () => ['export-order-url', { shop_id: scene.otherShop.id }]],
    ['invoice', () => ['download-invoice-url', { order_id: theirs.order }]],
    ['picklist', () => ['orders/picklist', { ids: [theirs.order] }]],
    [
      'transfer',
      () => ['transfer-shop-ownership', { shop_id: scene.otherShop.id, vendor_id: scene.store_owner.id }],
    ],
    [
      'staff',
      () => ['staffs', { name: 'Я', email: 'me@test.ru', shop_id: scene.otherShop.id, scopes: ['orders'] }],
    ],
    ['answer to a question', () => ['questions/bulk/answer', { ids: [1, 2, 3], answer: 'Да' }]],
    [
      'report',
      () => [
        'saved-reports',
        {
          name: 'О',
          family: `shop-${scene.otherShop.id}`,
          shop_id: scene.otherShop.id,
          list: { query: {}, columns: ['name'], address: '/x', language: 'ru' },
          period: null,
          period_key: null,
          format: 'csv',
          schedule: null,
          hour: 9,
          receivers: [],
        },
      ],
    ],
    [
      'saved view',
      () => ['saved-views', { family: 'products', shop_id: scene.otherShop.id, name: 'В', query: {} }],
    ],
    [
      'contact',
      () => ['personal-data/reveal', { family: 'orders', id: theirs.order, field: 'customer_contact' }],
    ],
  ] as const)('is not reached by the %s', async (_name, make) => {
    const before = await counted();
    for (const person of people()) {
      const [path, sent] = make() as unknown as [string, object];
      const answer = await api.request(person, 'POST', path, sent);
      expect([path, person.id, leaks(answer.body)]).toEqual([path, person.id, false]);
      if (path === 'orders/picklist' || path.startsWith('questions')) continue;
      expect([
        path,
        answer.status >= 400 || !JSON.stringify(answer.body).includes(String(scene.otherShop.id)),
      ]).toEqual([path, true]);
    }
    expect(await counted()).toEqual(before);
  });

  const entriesOfOthers = () =>
    api.db.selectFrom('audit_log').select('id').where('user_id', '=', scene.otherOwner.id).execute();

  /** Rows of the other shop. */
  async function counted() {
    const product = await api.db
      .selectFrom('products')
      .selectAll()
      .where('shop_id', '=', scene.otherShop.id)
      .execute();
    const variations = await api.db
      .selectFrom('variation_options')
      .selectAll()
      .where('shop_id', '=', scene.otherShop.id)
      .execute();
    const values = await api.db
      .selectFrom('attribute_values')
      .selectAll()
      .where('attribute_id', '=', theirs.attribute)
      .execute();
    const files = await api.db
      .selectFrom('attachments')
      .select(['id', 'visibility'])
      .where('user_id', '=', scene.otherOwner.id)
      .orderBy('id')
      .execute();
    const orders = await api.db
      .selectFrom('orders')
      .select(['id', 'version', 'order_status'])
      .orderBy('id')
      .execute();
    const coupons = await api.db
      .selectFrom('coupons')
      .select('id')
      .where('shop_id', '=', scene.otherShop.id)
      .execute();
    return { product, variations, values, files, orders, coupons };
  }

  it('is in no list, search, filter, sort, export, history, counter or presence', async () => {
    const paths = [
      'products?search=name:Тайный',
      `products?search=shop_id:${scene.otherShop.id}`,
      `products?shop_id=${scene.otherShop.id}&status=draft`,
      'products?search=sku:TAYNA-1&searchJoin=or',
      `draft-products?shop_id=${scene.otherShop.id}`,
      `low-stock-products?shop_id=${scene.otherShop.id}`,
      `products-stock?shop_id=${scene.otherShop.id}`,
      `products?with=shop;orders;categories&search=status:draft`,
      `products/${theirs.product}`,
      `products/${theirs.product}/variations`,
      `products/${theirs.product}/digital-file`,
      `products/tovar-${theirs.product}`,
      `attributes/${theirs.attribute}`,
      `attributes?shop_id=${scene.otherShop.id}`,
      'attributes?search=name:Тайный',
      `attribute-values?attribute_id=${theirs.attribute}`,
      `orders/${theirs.order}`,
      `orders?shop_id=${scene.otherShop.id}`,
      'orders?search=customer_name:Тайный',
      `orders?search=shop_id:${scene.otherShop.id};id:${theirs.order}&searchJoin=or`,
      'orders?orderBy=customer_name&sortedBy=asc',
      `orders/${theirs.order}/payments`,
      `orders/${theirs.order}/receipts`,
      `orders/${theirs.order}/marks`,
      `orders/${theirs.order}/refundable`,
      `orders/${theirs.order}/exchange?line=1`,
      `orders/${theirs.order}/invoice`,
      `orders/${theirs.order}/picklist`,
      `orders/lines/export?shop_id=${scene.otherShop.id}`,
      `orders/export?shop_id=${scene.otherShop.id}`,
      `products/export?shop_id=${scene.otherShop.id}`,
      'products/export?search=name:Тайный',
      `export-products/${scene.otherShop.id}`,
      `export-variation-options/${scene.otherShop.id}`,
      `export-attributes/${scene.otherShop.id}`,
      `stock-movements?shop_id=${scene.otherShop.id}`,
      `stock-movements?product_id=${theirs.product}`,
      `audit?family=products&id=${theirs.product}`,
      `audit?family=orders&id=${theirs.order}`,
      `audit/as-of?family=products&id=${theirs.product}&at=2026-03-10`,
      `shops/${scene.otherShop.id}/ledger`,
      `shops/${scene.otherShop.id}/ledger/summary`,
      `shops/${scene.otherShop.id}/ledger/export`,
      `shops/${scene.otherShop.id}/statement`,
      `shops/${scene.otherShop.id}/commissions`,
      `shops/${scene.otherShop.id}/file`,
      `shops/${scene.otherShop.id}/register`,
      `shops/${scene.otherShop.id}/receipts`,
      `shops/${scene.otherShop.id}/views`,
      `shops/${scene.otherShop.id}/transfer-conditions`,
      `shops/${scene.otherShop.id}/twins`,
      `analytics?shop_id=${scene.otherShop.id}`,
      `analytics/statuses?shop_id=${scene.otherShop.id}`,
      `analytics/hours?shop_id=${scene.otherShop.id}`,
      `analytics/ending?shop_id=${scene.otherShop.id}`,
      `analytics/goods/export?shop_id=${scene.otherShop.id}`,
      'search?q=Тайный',
      'search?text=Тайный&limit=50',
      `product-characteristics?product_id=${theirs.product}`,
      `product-characteristics/values?name=Тайный`,
      `product-imports?shop_id=${scene.otherShop.id}`,
      `attachments/${theirs.file}`,
      `attachments/${theirs.sold}`,
      `files/2026-03/file-1.png`,
      `till/${scene.otherShop.id}`,
      `till/${scene.otherShop.id}/goods?search=Тайный`,
      `till/${scene.shop.id}/goods?search=Тайный`,
      `till/${scene.otherShop.id}/customers?phone=79001234567`,
      `till/${scene.otherShop.id}/refunds`,
      `till/${scene.otherShop.id}/shifts`,
      `shop-orders/${scene.otherShop.id}`,
      `menu-counts?shop_id=${scene.otherShop.id}`,
      'trash?family=products',
      `trash/products/${theirs.product}`,
      'translations?family=products',
      `withdraws?shop_id=${scene.otherShop.id}`,
      `refunds?shop_id=${scene.otherShop.id}`,
      `conversations?shop_id=${scene.otherShop.id}`,
      `staffs?shop_id=${scene.otherShop.id}`,
      `coupons?shop_id=${scene.otherShop.id}`,
      'activity',
      'activity/bulk',
      'analytics/waiting',
      'report-runs/1',
      'report-runs/1/file',
      'saved-reports/1',
      'saved-reports/1/runs',
      'saved-reports/1/receivers',
    ];
    const found: unknown[] = [];
    for (const person of people())
      for (const path of paths) {
        const answer = await api.request(person, 'GET', encodeURI(path));
        if (answer.status >= 500) found.push([path, answer.status]);
        if (leaks(answer.body)) found.push([path, person.name, JSON.stringify(answer.body).slice(0, 200)]);
      }
    expect(found).toEqual([]);
  });

  it('is changed by no bulk action, by ids or by a query, nor by undoing what another did', async () => {
    const before = await counted();
    const done: unknown[] = [];
    const actions: [string, object][] = [
      ['bulk/remove', {}],
      ['bulk/price', { target: 'price', by: 'percent', value: 50 }],
      ['bulk/status', { status: 'publish' }],
      ['bulk/stock', { mode: 'set', quantity: 1 }],
      ['bulk/categories', { mode: 'add', categories: [theirs.category] }],
    ];
    const mine = await buildProduct(api.db, { shop: scene.shop, status: 'draft' });
    const control: unknown[] = [];
    for (const [action, more] of actions.toReversed()) {
      const { body: own } = await api.request<{ done?: number }>(
        scene.store_owner,
        'POST',
        `products/${action}`,
        {
          ids: [mine.id],
          ...more,
        },
      );
      control.push(own.done);
    }
    // A vendor's publication waits for a review.
    expect(control).toEqual([1, 1, undefined, 1, 1]);
    for (const person of people())
      for (const [action, more] of actions)
        for (const target of [
          { ids: [theirs.product] },
          { query: { search: 'name:Тайный' } },
          { query: { shop_id: String(scene.otherShop.id) } },
        ]) {
          const answer = await api.request<{ done?: number }>(person, 'POST', `products/${action}`, {
            ...target,
            ...more,
          });
          if (answer.status < 300 && answer.body.done) done.push([person.name, action, answer.body]);
        }
    expect(done).toEqual([]);
    const removed = await api.request<{ id: number }>(scene.otherOwner, 'POST', 'products/bulk/price', {
      ids: [theirs.product],
      change: 'percent',
      value: 50,
    });
    for (const person of people())
      for (const id of [removed.body.id ?? 0])
        expect((await api.request(person, 'POST', `products/bulk/${id}/undo`)).status).toBeGreaterThanOrEqual(
          403,
        );
    for (const person of people())
      for (const { id } of await entriesOfOthers()) {
        const answer = await api.request(person, 'GET', `audit/${id}/undo`);
        expect([403, 404]).toContain(answer.status);
      }
    const { product: _same, ...rest } = await counted();
    const { product: _was, ...was } = before;
    expect({ ...rest, variations: rest.variations.length }).toEqual({
      ...was,
      variations: was.variations.length,
    });
  });
});
