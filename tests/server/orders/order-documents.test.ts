import { describe, expect, it } from 'vitest';
import { place } from '../../support/checkout';
import { orderOf } from '../../support/order-body';
import { buildOrder } from '../../support/orders';
import { buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';

/** Documents of orders: only one's own; a link works once and only for its purpose. */
const { api, scene } = setUpScene({ publicUrl: 'https://shop.test' });

type Person = 'super_admin' | 'store_owner' | 'otherOwner' | 'staff' | 'customer';

const ask = (person: Person | null, method: 'GET' | 'POST', path: string, body?: object) =>
  api.request(person && scene[person], method, path, body);
const tokenIn = (body: unknown) => String(body).replace('https://shop.test/admin/rest/', '');

/** An order of both shops by the scene's customer. */
async function anOrder() {
  const { id, name, email } = scene.customer;
  const order = await buildOrder(api, {
    customer: { id, name, email },
    lines: [
      { shop: scene.shop, quantity: 2, more: { sku: 'ЧАЙ-1', barcode: '4600000000017' } },
      { shop: scene.otherShop },
    ],
  });
  const [own, other] = order.parts;
  if (!own || !other) throw new Error('An order of two shops');
  return { order, own, other };
}

async function whole(path: string, person: Person | null = null) {
  const { status, headers, body } = await ask(person, 'GET', path);
  return { status, type: headers['content-type'], begin: String(body).slice(0, 2) };
}

describe('an invoice', () => {
  it('is a PDF for the customer, the administrator and the shop of the part', async () => {
    const { order, own } = await anOrder();
    for (const [person, id] of [
      ['super_admin', order.id],
      ['customer', order.id],
      ['store_owner', own.id],
      ['staff', own.id],
    ] as const) {
      const { status, type, begin } = await whole(`orders/${id}/invoice`, person);

      expect([person, status, type, begin]).toEqual([person, 200, 'application/pdf', '%P']);
    }
  });

  it("is 404 for others' orders and parts, and 401 without a session", async () => {
    const { order, own, other } = await anOrder();

    const answers = [
      await ask('store_owner', 'GET', `orders/${order.id}/invoice`),
      await ask('store_owner', 'GET', `orders/${other.id}/invoice`),
      await ask('otherOwner', 'GET', `orders/${own.id}/invoice`),
      await ask('customer', 'GET', `orders/${own.id}/invoice`),
      await ask('super_admin', 'GET', 'orders/999999/invoice'),
      await ask(null, 'GET', `orders/${order.id}/invoice`),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 401]);
  });

  it('is downloaded once by a link without a session', async () => {
    const { own } = await anOrder();
    const { status, body } = await ask('store_owner', 'POST', 'download-invoice-url', {
      order_id: own.id,
      shop_id: scene.shop.id,
      translated_text: { total: 'Всего', hidden: 'x' },
    });
    expect([status, body]).toEqual([
      200,
      expect.stringMatching(/^https:\/\/shop\.test\/admin\/rest\/download-invoice\/token\/[\w-]{43}$/),
    ]);

    expect((await whole(tokenIn(body))).status).toBe(200);
    expect((await whole(tokenIn(body))).status).toBe(404);

    const kept = await api.db.selectFrom('paper_links').selectAll().executeTakeFirstOrThrow();
    expect(kept).toMatchObject({ order_id: own.id, labels: { total: 'Всего' } });
    expect(String(body)).not.toContain(kept.secret_hash);
  });

  it('is served to one of many concurrent requests with the link', async () => {
    const { order } = await anOrder();
    const { body } = await ask('customer', 'POST', 'download-invoice-url', { order_id: order.id });

    const answers = await Promise.all(Array.from({ length: 5 }, () => whole(tokenIn(body))));

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404, 404]);
  });

  it('is refused for a link older than ten minutes or made for something else', async () => {
    const { order } = await anOrder();
    const { body } = await ask('customer', 'POST', 'download-invoice-url', { order_id: order.id });
    const secret = tokenIn(body).split('/').at(-1);

    expect((await whole(`export-order/token/${secret}`)).status).toBe(404);
    expect((await whole('download-invoice/token/nothing')).status).toBe(404);
    api.setNow(new Date(api.now().getTime() + 601_000));
    expect((await whole(tokenIn(body))).status).toBe(404);
  });

  it('is served by the link of an e-mail for a month, without a session', async () => {
    const product = await buildProduct(api.db, { shop: scene.shop });
    const { status } = await place(
      api,
      scene.customer,
      orderOf([{ product_id: product.id, order_quantity: 1 }]),
    );
    expect(status).toBe(201);
    const letter = await api.db
      .selectFrom('outbox')
      .select('body')
      .where('template', '=', 'order-placed')
      .executeTakeFirstOrThrow();
    const [link] = letter.body.match(/https:\S+download-invoice\/token\/[\w-]{43}/) ?? [];

    for (let times = 0; times < 2; times += 1) {
      expect(await whole(tokenIn(String(link)))).toMatchObject({ status: 200, type: 'application/pdf' });
    }
    api.setNow(new Date(api.now().getTime() + 31 * 24 * 3600_000));
    expect((await whole(tokenIn(String(link)))).status).toBe(404);
  });

  it('gets no link for a shop that has no part in the order', async () => {
    const { order, own, other } = await anOrder();
    const link = (person: Person | null, body: object) => ask(person, 'POST', 'download-invoice-url', body);

    const answers = [
      await link('super_admin', { order_id: own.id, shop_id: scene.otherShop.id }),
      await link('store_owner', { order_id: other.id, shop_id: scene.shop.id }),
      await link('store_owner', { order_id: order.id, shop_id: scene.shop.id }),
      await link('super_admin', {}),
      await link('super_admin', { order_id: own.id, shop_id: 'x' }),
      await link(null, { order_id: order.id }),
      await link('super_admin', { order_id: order.id, shop_id: scene.otherShop.id }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 422, 401, 200]);
  });
});

describe('the workbook of orders', () => {
  it('contains whole orders for an administrator and parts for a shop, and is served once', async () => {
    await anOrder();
    for (const [person, path] of [
      ['super_admin', 'export-order-url'],
      ['store_owner', `export-order-url/${scene.shop.id}`],
    ] as const) {
      const { body } = await ask(person, 'GET', path);
      const { status, type, begin } = await whole(tokenIn(body));

      expect([status, type, begin]).toEqual([200, expect.stringContaining('spreadsheetml'), 'PK']);
      expect((await whole(tokenIn(body))).status).toBe(404);
    }
  });

  it('is refused to vendors for all orders or other shops, and to customers', async () => {
    const answers = [
      await ask('store_owner', 'GET', 'export-order-url'),
      await ask('store_owner', 'GET', `export-order-url/${scene.otherShop.id}`),
      await ask('super_admin', 'GET', 'export-order-url/x'),
      await ask('customer', 'GET', 'export-order-url'),
      await ask(null, 'GET', 'export-order-url'),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 404, 404, 403, 401]);
  });
});

describe('a pick list', () => {
  it('contains own orders only, all or nothing', async () => {
    const { order, own, other } = await anOrder();

    expect((await whole(`orders/${order.id}/picklist`, 'super_admin')).type).toBe('application/pdf');
    expect((await whole(`orders/${own.id}/picklist`, 'staff')).type).toBe('application/pdf');
    const answers = [
      await ask('store_owner', 'GET', `orders/${other.id}/picklist`),
      await ask('customer', 'GET', `orders/${order.id}/picklist`),
      await ask('store_owner', 'POST', 'orders/picklist', { ids: [own.id, other.id] }),
      await ask('store_owner', 'POST', 'orders/picklist', { ids: [] }),
      await ask('store_owner', 'POST', 'orders/picklist', { ids: ['x'] }),
      await ask('customer', 'POST', 'orders/picklist', { ids: [order.id] }),
      await ask(null, 'POST', 'orders/picklist', { ids: [own.id] }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 403, 404, 422, 422, 403, 401]);
    expect((await ask('store_owner', 'POST', 'orders/picklist', { ids: [own.id] })).status).toBe(200);
  });
});
