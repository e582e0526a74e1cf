import { beforeEach, describe, expect, it } from 'vitest';
import type { ReceiptLine } from '@/contract/receipts/receipt';
import { documentOrder } from '@/server/modules/receipts/make-receipts';
import { documentsOf } from '@/server/modules/receipts/receipt-lines';
import { receiptWorld, secret } from '../../server/receipts/documents';
import { ctxOf, setSettings } from '../../support/checkout';
import { placedOrder } from '../../support/order-life';
import { buildProduct } from '../../support/products';
import { expectReconciled } from '../../support/refunds';
import { setUpScene } from '../../support/scene';

/** A document of a register holds a hundred lines, and an order of a wholesaler has two hundred. */
const { api, scene } = setUpScene({ sbpSecret: secret, demo: true });
const world = receiptWorld({ api, scene });

beforeEach(() => setSettings(api, { receiptsFrom: '2020-01-01' }));

/** Of one shop, each of another price, with 1,000 ₽ off that does not divide evenly. */
async function orderOf(lines: number, discount = 100_000) {
  const product = await buildProduct(api.db, { shop: scene.shop, name: 'Чай' });
  await api.db.updateTable('products').set({ quantity: 1000 }).where('id', '=', product.id).execute();
  return placedOrder(api, {
    customer: scene.customer,
    gateway: 'SBP' as const,
    lines: Array.from({ length: lines }, (_, at) => ({
      shop: scene.shop,
      product,
      unitPrice: 10_000 + at * 7,
      quantity: 1,
    })),
    off: { delivery: 30_000, discount },
  });
}

const kopecks = (sum: number) => Math.round(sum * 100);

async function documents(kind: string) {
  const rows = (await world.receipts()).filter((one) => one.kind === kind);
  return {
    places: rows.map(({ place }) => place),
    lines: rows.map(({ lines }) => lines.length),
    sum: rows.reduce((all, { amount }) => all + kopecks(amount), 0),
    entries: new Set(rows.map(({ entry_id }) => entry_id)).size,
    rows,
  };
}

async function expectEqual() {
  api.setNow(new Date(api.now().getTime() + 3600_000));
  await expectReconciled(api);
}

describe('an order of more lines than a document holds', () => {
  it.each([
    [99, [100]],
    [100, [100, 1]],
    [101, [100, 2]],
    [200, [100, 100, 1]],
    [250, [100, 100, 51]],
  ])('of %i lines and a delivery has documents of %j lines that sum to its money', async (lines, each) => {
    const order = await orderOf(lines);
    await world.pay(order);

    const paid = await documents('prepayment');
    expect([paid.lines, paid.places, paid.entries]).toEqual([each, each.map((_, at) => at + 1), 1]);
    const { total } = await api.db
      .selectFrom('orders')
      .select('total')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow();
    expect(paid.sum).toBe(kopecks(total));
    for (const row of paid.rows)
      expect(row.lines.reduce((sum, line) => sum + line.sum, 0)).toBe(kopecks(row.amount));

    await world.move(order.parts[0]?.id ?? 0, 'order-completed');
    const given = await documents('settlement');
    expect([given.lines, given.sum]).toEqual([each, paid.sum]);
    expect(given.rows.every(({ prepaid, amount }) => prepaid === amount)).toBe(true);
    await expectEqual();
  });

  it('gives back all of them, or some, in documents of a hundred lines', async () => {
    const order = await orderOf(230, 0);
    await world.pay(order);
    await world.move(order.parts[0]?.id ?? 0, 'order-completed');

    await world.refund({
      order_id: order.id,
      lines: order.lineIds.slice(0, 120).map((id) => ({ order_line_id: id, quantity: 1 })),
    });
    const back = await documents('return');
    expect([back.lines, back.places, back.entries]).toEqual([[100, 20], [1, 2], 1]);
    await world.refund({
      order_id: order.id,
      lines: order.lineIds.slice(120, 125).map((id) => ({ order_line_id: id, quantity: 1 })),
    });

    expect((await documents('return')).lines).toEqual([100, 20, 5]);
    await expectEqual();
  });

  it('has the same documents when two write them at once', async () => {
    const order = await orderOf(150);
    await world.pay(order);
    const document = () => api.db.transaction().execute((db) => documentOrder(ctxOf(api, db), order.id));
    await Promise.all([document(), document(), document()]);

    expect((await documents('prepayment')).places).toEqual([1, 2]);
    await expectEqual();
  });

  it('corrects the second document alone', async () => {
    const order = await orderOf(150);
    await world.pay(order);
    const [, second] = (await documents('prepayment')).rows;
    await api.db
      .updateTable('receipts')
      .set({ state: 'blocked', error_code: 'document' })
      .where('id', '=', second?.id ?? 0)
      .execute();

    const { status } = await api.request(scene.super_admin, 'POST', `receipts/${second?.id}/correct`, {
      reason: 'Касса не приняла',
    });

    expect(status).toBe(201);
    const corrections = await documents('correction');
    expect([corrections.lines, corrections.sum]).toEqual([[51], kopecks(second?.amount ?? 0)]);
    await expectEqual();
  });
});

it('documents of a receipt share out how it is paid', () => {
  const line = (sum: number): ReceiptLine => ({
    orderLineId: 1,
    name: 'Чай',
    price: sum,
    quantity: 1,
    sum,
    subject: 'goods',
    mode: 'full_payment',
    vat: 'none',
    supplier: null,
    markCode: null,
  });
  const lines = Array.from({ length: 101 }, () => line(100));

  expect(
    documentsOf(lines, { cash: 10_050, cashless: 50, prepaid: 0 }).map(({ amount, paid }) => [amount, paid]),
  ).toEqual([
    [10_000, { cash: 10_000, cashless: 0, prepaid: 0 }],
    [100, { cash: 50, cashless: 50, prepaid: 0 }],
  ]);
  expect(documentsOf([], { cash: 0, cashless: 0, prepaid: 0 })).toEqual([]);
});
