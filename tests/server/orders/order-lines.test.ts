import { beforeEach, describe, expect, it } from 'vitest';
import { expectSound, placedOrder, rowOf, standing, stockLeft } from '../../support/order-life';
import { unsoundOrders } from '../../support/orders';
import { lastCode, messagesTo, otherThan } from '../../support/outbox';
import { type BuiltProduct, buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';

/** Quantities of an order can change while it is unpaid and unpacked; sums and stock follow to the kopeck. */
const { api, scene } = setUpScene();

type Person = 'super_admin' | 'store_owner' | 'otherOwner' | 'staff' | 'customer';
type Edit = { id: number | undefined; quantity: unknown }[];

let first: BuiltProduct;
let second: BuiltProduct;
let root: number;
let part: number;
let lineIds: number[];

const edit = (person: Person | null, id: number, lines: Edit | string, more: object = {}) =>
  api.request(person && scene[person], 'PUT', `orders/${id}/lines`, { lines, ...more });

async function order(more: object = {}) {
  const made = await placedOrder(api, {
    customer: scene.customer,
    lines: [
      { shop: scene.shop, product: first, quantity: 2, unitPrice: 33_333 },
      { shop: scene.otherShop, product: second, quantity: 3, unitPrice: 10_001 },
    ],
    off: { discount: 9_667, tax: 8_700, delivery: 30_001 },
    ...more,
  });
  root = made.id;
  part = made.parts[0]?.id ?? 0;
  lineIds = made.lineIds;
}

beforeEach(async () => {
  first = await buildProduct(api.db, { shop: scene.shop });
  second = await buildProduct(api.db, { shop: scene.otherShop });
  await order();
});

describe('a new quantity', () => {
  it('changes sums, tax and stock; the delivery stays', async () => {
    const { status, body } = await edit('super_admin', root, [
      { id: lineIds[0], quantity: 5 },
      { id: lineIds[1], quantity: 1 },
    ]);

    expect(status).toBe(200);
    // 5 × 333.33 + 100.01; the tax is a tenth of what the goods cost
    expect(body).toMatchObject({ amount: 1766.66, discount: 96.67, delivery_fee: 300.01 });
    expect(Number(body.total)).toBeCloseTo(1766.66 - 96.67 + 300.01 + Number(body.sales_tax), 2);
    expect(Number(body.sales_tax)).toBeCloseTo(167, 0);
    expect([await stockLeft(api, first.id), await stockLeft(api, second.id)]).toEqual([5, 9]);
    expect(await unsoundOrders(api)).toEqual([]);
    await expectSound(api);
    const [event] = await api.db
      .selectFrom('order_events')
      .select(['from', 'to', 'order_id'])
      .where('kind', '=', 'lines')
      .execute();
    expect(event).toEqual({
      order_id: root,
      from: `${first.name} × 2, ${second.name} × 3`,
      to: `${first.name} × 5, ${second.name} × 1`,
    });
  });

  it('of zero removes the line; a discount never exceeds the goods', async () => {
    const third = await buildProduct(api.db, { shop: scene.shop });
    await order({
      lines: [
        { shop: scene.shop, product: first, quantity: 2, unitPrice: 33_333 },
        { shop: scene.shop, product: third, quantity: 1, unitPrice: 5_000 },
      ],
      off: { discount: 60_000, discountShopId: scene.shop.id },
    });

    const { body } = await edit('store_owner', part, [{ id: lineIds[0], quantity: 0 }]);

    expect(body).toMatchObject({ amount: 50, discount: 50, total: 0 });
    expect(await unsoundOrders(api)).toEqual([]);
  });

  it('is refused where there are fewer pieces, and nothing changes', async () => {
    const { status, body } = await edit('super_admin', part, [{ id: lineIds[0], quantity: 11 }]);

    expect([status, body.errors]).toEqual([422, { lines: ['error-stock-short'] }]);
    expect(await stockLeft(api, first.id)).toBe(8);
  });

  it.each([
    [() => [{ id: 999_999, quantity: 1 }], 'error-wrong-value'],
    [() => [{ id: lineIds[1], quantity: 1 }], 'error-wrong-value'],
    [() => [{ id: lineIds[0], quantity: 0 }], 'error-cart-empty'],
    [() => [], 'error-wrong-value'],
  ] as [() => Edit, string][])('%# is refused to a shop', async (lines, text) => {
    const { status, body } = await edit('store_owner', part, lines());

    expect([status, body.errors]).toEqual([422, { lines: [text] }]);
  });

  it('cannot be a fraction or negative', async () => {
    for (const quantity of [1.5, -1, 'x', null, 1e9]) {
      expect((await edit('store_owner', part, [{ id: lineIds[0], quantity }])).status).toBe(422);
    }
  });

  it('requires permission for the order and its current version', async () => {
    const lines = [{ id: lineIds[0], quantity: 1 }];

    expect((await edit(null, part, lines)).status).toBe(401);
    expect((await edit('customer', root, lines)).status).toBe(403);
    expect((await edit('otherOwner', part, lines)).status).toBe(404);
    expect((await edit('store_owner', root, lines)).status).toBe(404);
    expect((await edit('staff', part, lines, { version: 99 })).status).toBe(409);
    expect((await edit('staff', part, lines, { version: 1 })).status).toBe(200);
  });
});

describe('a shop', () => {
  const phone = '+7 (900) 123-45-67';
  const more = (quantity: number) => [{ id: lineIds[0], quantity }];
  const askCode = (person: Person | null, lines: Edit, id = part) =>
    api.request(person && scene[person], 'POST', `orders/${id}/lines/code`, { lines });
  const codeFor = async (lines: Edit) => {
    expect((await askCode('staff', lines)).body).toMatchObject({ success: true, retry_after: 60 });
    return lastCode(api.db, phone, 'lines-code');
  };

  it('lowers quantities, but raises none without the customer’s code', async () => {
    const lines = [{ id: lineIds[0], quantity: 1 }];
    expect((await edit('store_owner', part, lines)).status).toBe(200);

    const { status, body } = await edit('store_owner', part, more(5));

    expect([status, body.errors]).toEqual([422, { code: ['error-lines-code-needed'] }]);
    expect(await stockLeft(api, first.id)).toBe(9);
  });

  it('raises them by a code for exactly these quantities, once', async () => {
    const code = await codeFor(more(5));
    const sent = await messagesTo(api.db, phone);
    expect(sent.at(-1)?.body).toContain(`${first.name}: было 2, стало 5`);

    for (const quantity of [4, 6]) {
      expect((await edit('store_owner', part, more(quantity), { code })).body.message).toBe('INVALID_CODE');
    }
    expect(await stockLeft(api, first.id)).toBe(8);
    const answers = await Promise.all(
      [1, 2, 3].map(() => edit('staff', part, more(5), { code, version: 1 })),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(await stockLeft(api, first.id)).toBe(5);
    await edit('staff', part, more(1));
    expect((await edit('staff', part, more(5), { code })).body.message).toBe('INVALID_CODE');
    await expectSound(api);
  });

  it('has five attempts, which count', async () => {
    const code = await codeFor(more(5));
    for (const left of [4, 3, 2, 1, 0]) {
      const { status, body } = await edit('staff', part, more(5), { code: otherThan(code) });
      expect([status, body.message, body.attempts_left]).toEqual([422, 'INVALID_CODE', left]);
    }
    expect((await edit('staff', part, more(5), { code })).body.message).toBe('INVALID_CODE');
  });

  it('cannot use the code of a handover, or of another order', async () => {
    await api.request(scene.staff, 'POST', `orders/${part}/code`);
    const handover = await lastCode(api.db, phone, 'completion-code');
    expect((await edit('staff', part, more(5), { code: handover })).body.message).toBe('INVALID_CODE');
    const code = await codeFor(more(5));
    await order();
    expect((await edit('staff', part, more(5), { code })).body.message).toBe('INVALID_CODE');
  });

  it('asks for a code for its own orders, once a minute, and only to raise', async () => {
    expect((await askCode(null, more(5))).status).toBe(401);
    expect((await askCode('customer', more(5), root)).status).toBe(403);
    expect((await askCode('otherOwner', more(5))).status).toBe(404);
    expect((await askCode('staff', more(1))).body.message).toBe('ACTION_NOT_VALID');
    expect((await askCode('staff', [{ id: lineIds[1], quantity: 9 }])).status).toBe(422);
    expect((await askCode('staff', more(5))).status).toBe(200);
    expect((await askCode('staff', more(6))).status).toBe(429);
  });
});

describe('the customer', () => {
  it('gets an e-mail for every change, with old and new quantities and the new total', async () => {
    await edit('store_owner', part, [{ id: lineIds[0], quantity: 1 }]);
    await edit('super_admin', root, [{ id: lineIds[1], quantity: 4 }]);

    const { total } = await rowOf(api, root);
    const emails = (await messagesTo(api.db, scene.customer.email)).map(({ body }) => body);
    expect(emails).toHaveLength(2);
    expect(emails[0]).toContain(`• ${first.name}: было 2, стало 1`);
    expect(emails[1]).toContain(`• ${second.name}: было 3, стало 4`);
    expect(emails[1]?.replace(/\s/g, ' ')).toContain(
      new Intl.NumberFormat('ru-RU', { style: 'currency', currency: 'RUB' })
        .format(total)
        .replace(/\s/g, ' '),
    );
  });

  it('gets none when nothing changes, and the order keeps its version', async () => {
    const { status } = await edit('store_owner', part, [{ id: lineIds[0], quantity: 2 }]);

    expect([status, (await rowOf(api, part)).version]).toEqual([200, 1]);
    expect(await messagesTo(api.db, scene.customer.email)).toEqual([]);
  });
});

describe('an order', () => {
  it.each([
    ['is on its way', { status: { order: 'order-out-for-delivery', payment: 'payment-cash' } }],
    ['is cancelled', { status: { order: 'order-cancelled', payment: 'payment-cash' } }],
  ])('that %s is not changed', async (_what, more) => {
    await order(more);

    expect((await edit('super_admin', root, [{ id: lineIds[0], quantity: 1 }])).body.message).toBe(
      'ACTION_NOT_VALID',
    );
    expect((await rowOf(api, root)).version).toBe(1);
  });

  it('with a cancelled part changes in the others', async () => {
    await api.request(scene.super_admin, 'PUT', `orders/${part}`, { order_status: 'order-cancelled' });

    expect((await edit('super_admin', root, [{ id: lineIds[0], quantity: 1 }])).status).toBe(422);
    expect((await edit('super_admin', root, [{ id: lineIds[1], quantity: 7 }])).status).toBe(200);
    expect(await standing(api, root)).toBe('processing/cash cancelled/cash processing/cash');
    await expectSound(api);
  });

  it('requests payment of the new total', async () => {
    await order({ gateway: 'SBP' });
    const { tracking_number } = await rowOf(api, root);
    const ask = () => api.request(scene.customer, 'GET', `payment-intent?tracking_number=${tracking_number}`);
    const before = await ask();

    await edit('super_admin', root, [{ id: lineIds[0], quantity: 1 }]);

    const after = await ask();
    expect(after.body.id).not.toBe(before.body.id);
    expect(after.body.amount).toBe((await rowOf(api, root)).total);
  });
});
