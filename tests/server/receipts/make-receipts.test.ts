import { beforeEach, describe, expect, it } from 'vitest';
import { documentMissed } from '@/server/modules/receipts/check/document-missed';
import { documentOrder } from '@/server/modules/receipts/make-receipts';
import { ctxOf, setSettings } from '../../support/checkout';
import { lastCode } from '../../support/outbox';
import { readAllEvents } from '../../support/processes/read-events';
import { buildProduct } from '../../support/products';
import { expectReconciled, twoVariations } from '../../support/refunds';
import { setUpScene } from '../../support/scene';
import { receiptWorld, secret } from './documents';

const { api, scene } = setUpScene({ sbpSecret: secret, demo: true });
const world = receiptWorld({ api, scene });

beforeEach(() => setSettings(api, { receiptsFrom: '2020-01-01' }));

/** The equations hold once the last movement is older than the time that documents take. */
async function expectEqual() {
  api.setNow(new Date(api.now().getTime() + 3600_000));
  await expectReconciled(api);
}

const prepayment =
  'prepayment | cashless 2800 | Чай 2 2000 vat122 full_prepayment | Чашка 1 500 vat110 full_prepayment | Доставка 1 300 none full_prepayment';

describe('an order that is paid online', () => {
  it('has a receipt of the prepayment, and one of each part that is handed over', async () => {
    const order = await world.unpaid();
    await world.pay(order);
    expect(await world.said()).toEqual([prepayment]);

    for (const { id } of order.parts) await world.move(id, 'order-completed');
    expect(await world.said()).toEqual([
      prepayment,
      'settlement | prepaid 2240 | Чай 2 2000 vat22 full_payment | Доставка 1 240 none full_payment',
      'settlement | prepaid 560 | Чашка 1 500 vat10 full_payment | Доставка 1 60 none full_payment',
    ]);
    const [first] = await world.receipts();
    expect(first?.lines[0]?.supplier).toEqual({ inn: '7707083893', name: 'ООО «Лавка»', phone: null });
    expect(first?.lines.at(-1)?.supplier).toBeNull();
    const [attempt] = await api.db.selectFrom('payment_attempts').select('id').execute();
    expect([first?.attempt_id, first?.customer_email]).toEqual([attempt?.id, scene.customer.email]);
    await expectEqual();
  });

  it('has a receipt of each piece that comes back, at the rate of its sale', async () => {
    const order = await world.unpaid();
    await world.pay(order);
    for (const { id } of order.parts) await world.move(id, 'order-completed');
    await world.refund({ order_id: order.id, lines: [{ order_line_id: order.lineIds[0], quantity: 1 }] });

    expect((await world.said()).at(-1)).toBe('return | cashless 1000 | Чай 1 1000 vat22 full_payment');
    await expectEqual();
  });

  it('gives the prepayment of a cancelled part back as a prepayment', async () => {
    const order = await world.unpaid();
    await world.pay(order);
    await world.move(order.parts[1]?.id ?? 0, 'order-cancelled');
    const { id } = await api.db.selectFrom('refunds').select('id').executeTakeFirstOrThrow();
    await world.approve(id);
    await world.move(order.parts[0]?.id ?? 0, 'order-completed');

    expect((await world.said()).slice(1)).toEqual([
      'return | cashless 560 | Чашка 1 500 vat110 full_prepayment | Доставка 1 60 none full_prepayment',
      'settlement | prepaid 2240 | Чай 2 2000 vat22 full_payment | Доставка 1 240 none full_payment',
    ]);
    await expectEqual();
  });

  it('has an advance for money that arrives twice, which goes back as one', async () => {
    const order = await world.unpaid();
    await world.pay(order);
    const paid = await api.db.selectFrom('payment_attempts').selectAll().executeTakeFirstOrThrow();
    await world.report(String(paid.payment_id), 10_000);
    const { id } = await api.db.selectFrom('refunds').select('id').executeTakeFirstOrThrow();
    await world.approve(id);

    const [, advance, back] = await world.said();
    expect(advance).toMatch(/^prepayment \| cashless 100 \| Аванс по заказу № .* 1 100 none advance$/);
    expect(back).toMatch(/^return \| cashless 100 \| Возврат по заказу № .* 1 100 none advance$/);
    await expectEqual();
  });

  it('has no receipt for what points paid, and an excluded one when points are given for the money', async () => {
    const order = await world.unpaid({ points: 3000, off: { wallet: 100_000 } });
    await world.pay(order);
    for (const { id } of order.parts) await world.move(id, 'order-completed');
    const asked = await api.request(scene.super_admin, 'POST', 'refunds', {
      order_id: order.id,
      lines: [{ order_line_id: order.lineIds[1], quantity: 1 }],
    });
    await world.approve(Number(asked.body.id), 'wallet');

    const rows = await world.receipts();
    expect(rows.map(({ kind, amount, exclusion, state }) => [kind, amount, exclusion, state])).toEqual([
      ['prepayment', 1500, null, 'waiting'],
      ['settlement', 1200, null, 'waiting'],
      ['settlement', 300, null, 'waiting'],
      ['return', 300, 'points', 'excluded'],
    ]);
    await expectEqual();
  });
});

describe('money that is taken with the hand-over', () => {
  const openShift = async () => {
    const { id: shopId } = scene.shop;
    const shift = { shop_id: shopId, user_id: scene.staff.id, opened_at: api.now(), opening_cash: 0 };
    await api.db.insertInto('till_shifts').values(shift).execute();
  };

  it('at the door has one receipt with the goods', async () => {
    const order = await world.unpaid({ gateway: 'CASH_ON_DELIVERY' });
    await world.move(order.parts[0]?.id ?? 0, 'order-completed');

    expect(await world.said()).toEqual([
      'settlement | cash 2240 | Чай 2 2000 vat22 full_payment | Доставка 1 240 none full_payment',
    ]);
    await expectEqual();
  });

  it('at a till is left to the register of the shop, which took it', async () => {
    const tea = await buildProduct(api.db, { shop: scene.shop, name: 'Чай', price: 420 });
    await openShift();
    const sale = {
      products: [{ product_id: tea.id, order_quantity: 2 }],
      payment_gateway: 'CASH',
      total: 840,
    };
    await api.request(scene.staff, 'POST', `till/${scene.shop.slug}/sales`, sale);

    expect(await world.said()).toEqual(['settlement | (shop) | cash 840 | Чай 2 840 none full_payment']);
    await expectEqual();
  });

  it('at a till by a link goes through the acquirer, so the marketplace documents it', async () => {
    await setSettings(api, { receiptsFrom: '2020-01-01', useSbp: true });
    const tea = await buildProduct(api.db, { shop: scene.shop, name: 'Чай', price: 420 });
    const sale = {
      ...{ products: [{ product_id: tea.id, order_quantity: 2 }], total: 840 },
      payment_gateway: 'SBP',
    };
    await openShift();
    const sold = await api.request(scene.staff, 'POST', `till/${scene.shop.slug}/sales`, sale);
    expect(sold.status).toBe(201);
    const { payment_id } = await api.db
      .selectFrom('payment_attempts')
      .select('payment_id')
      .executeTakeFirstOrThrow();
    await world.report(String(payment_id), 84_000);

    expect(await world.said()).toEqual(['settlement | cashless 840 | Чай 2 840 none full_payment']);
    await expectEqual();
  });
});

describe('what changes after the payment', () => {
  const cup = () => buildProduct(api.db, { shop: scene.shop, name: 'Кружка', price: 250 });
  const paid = async () => {
    const order = await world.unpaid();
    await world.pay(order);
    return order;
  };
  const edit = (person: { id: number }, id: number, body: object) =>
    api.request(person, 'PUT', `orders/${id}/lines`, body);

  it('is an advance for the difference that a link brings, and is set off with the goods', async () => {
    const order = await paid();
    const added = [{ product_id: (await cup()).id, order_quantity: 2 }];
    await edit(scene.super_admin, order.parts[0]?.id ?? 0, { added, asks: true });
    const { body } = await api.db
      .selectFrom('outbox')
      .select('body')
      .where('template', '=', 'change-asked')
      .executeTakeFirstOrThrow();
    const secretOfChange = /secret=([\w-]{43})/.exec(body)?.[1];
    await api.request(null, 'POST', `order-changes/${secretOfChange}`, { answer: 'accept' });
    const { payment_id } = await api.db
      .selectFrom('payment_attempts')
      .select('payment_id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    await world.report(String(payment_id), 50_000);
    await world.move(order.parts[0]?.id ?? 0, 'order-completed');

    expect((await world.said()).slice(1)).toEqual([
      expect.stringMatching(/^prepayment \| cashless 500 \| Аванс по заказу № .* 1 500 none advance$/),
      'settlement | prepaid 2740 | Чай 2 2000 vat22 full_payment | Кружка 2 500 none full_payment | Доставка 1 240 none full_payment',
    ]);
    await expectEqual();
  });

  it('is left to the shop that takes the difference in cash', async () => {
    const order = await paid();
    const part = order.parts[0]?.id ?? 0;
    const body = { added: [{ product_id: (await cup()).id, order_quantity: 2 }], cash_held_by: 'shop' };
    await api.request(scene.staff, 'POST', `orders/${part}/lines/code`, body);
    const code = await lastCode(api.db, '+7 (900) 123-45-67', 'lines-code');
    expect((await edit(scene.staff, part, { ...body, code })).status).toBe(200);

    expect((await world.said()).slice(1)).toEqual([
      expect.stringMatching(
        /^prepayment \| \(shop\) \| cash 500 \| Аванс по заказу № .* 1 500 none advance$/,
      ),
    ]);
    await expectEqual();
  });

  it('is a return of delivery and of goodwill, as services', async () => {
    const order = await paid();
    for (const { id } of order.parts) await world.move(id, 'order-completed');
    const [part] = order.parts;
    for (const [kind, amount] of [
      ['delivery', 100],
      ['goodwill', 50.55],
    ] as const) {
      const body = { kind, amount, description: 'Опоздали' };
      const asked = await api.request(scene.super_admin, 'POST', `orders/${part?.id}/returns`, body);
      expect(asked.status).toBe(201);
      if (asked.body.status === 'pending') await world.approve(Number(asked.body.id));
    }

    expect((await world.said()).slice(3)).toEqual([
      'return | cashless 100 | Доставка 1 100 none full_payment',
      expect.stringMatching(/^return \| cashless 50.55 \| Возврат по заказу № .* 1 50.55 none full_payment$/),
    ]);
    await expectEqual();
  });

  it('is an exchange of the same price: goods come back and others are handed over', async () => {
    const { product, blue, red } = await twoVariations(api, scene, [1000, 1000]);
    const lines = [{ shop: scene.shop, product, variationId: blue.id, unitPrice: 100_000 }];
    const order = await world.unpaid({ off: { delivery: 0 } }, lines);
    await world.pay(order);
    await world.move(order.parts[0]?.id ?? 0, 'order-completed');
    const body = { order_line_id: order.lineIds[0], quantity: 1, variation_option_id: red.id, difference: 0 };
    const part = order.parts[0]?.id;
    expect((await api.request(scene.staff, 'POST', `orders/${part}/exchange`, body)).status).toBe(201);

    expect((await world.said()).slice(2)).toEqual([
      'return | cashless 1000 | Рубаха 1 1000 vat22 full_payment',
      'settlement | cashless 1000 | Рубаха, Красная 1 1000 none full_payment',
    ]);
    await expectEqual();
  });
});

describe('receipts', () => {
  it('are not issued without a day from which they are, nor for what was before it', async () => {
    await setSettings(api, { receiptsFrom: null });
    const order = await world.unpaid();
    await world.pay(order);
    expect(await world.said()).toEqual([]);

    const tomorrow = new Date(api.now().getTime() + 24 * 3600_000);
    await setSettings(api, { receiptsFrom: tomorrow.toISOString().slice(0, 10) });
    api.setNow(tomorrow);
    await world.move(order.parts[0]?.id ?? 0, 'order-completed');
    const rows = await world.receipts();
    expect(rows.map(({ kind, exclusion }) => [kind, exclusion])).toEqual([
      ['prepayment', 'before'],
      ['settlement', null],
    ]);
    await expectEqual();
  });

  it('are the same however often and in whatever order events come, also at the same time', async () => {
    const order = await world.unpaid();
    await world.pay(order);
    const document = () => api.db.transaction().execute((db) => documentOrder(ctxOf(api, db), order.id));
    await Promise.all([document(), document(), readAllEvents(api)]);

    expect(await world.said()).toEqual([prepayment]);
  });

  it('that an event has missed are written from the ledger', async () => {
    const order = await world.unpaid();
    await world.pay(order);
    await api.db.deleteFrom('event_deliveries').execute();
    await api.db.deleteFrom('events').execute();
    const ctx = { ...ctxOf(api), db: api.db };
    const run = {
      signal: new AbortController().signal,
      report: (error: unknown) => expect(error).toBeUndefined(),
    };
    await documentMissed(ctx, run);
    expect(await world.said()).toEqual([]);

    api.setNow(new Date(api.now().getTime() + 3600_000));
    await documentMissed({ ...ctx, now: api.now() }, run);
    expect(await world.said()).toEqual([prepayment]);
    await expectEqual();
  });
});

describe('a claim of the buyer’s bank', () => {
  const claim = async (orderId: number, answer: 'won' | 'lost') => {
    const body = { order_id: orderId, amount: 1000, reason: 'Товар не получен' };
    expect((await api.request(scene.super_admin, 'POST', 'chargebacks', body)).status).toBe(201);
    const { id } = await api.db
      .selectFrom('payment_tasks')
      .select('id')
      .where('chargeback_id', 'is not', null)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    await api.request(scene.super_admin, 'POST', `payment-tasks/${id}/answer`, {
      ...{ answer, note: 'Ответ банка', version: 1 },
    });
  };

  it('that is granted is excluded by name, before the hand-over and after it', async () => {
    const order = await world.unpaid();
    await world.pay(order);
    await claim(order.id, 'lost');
    for (const { id } of order.parts) await world.move(id, 'order-completed');

    const said = await world.said();
    expect(said).toHaveLength(4);
    expect(said[1]).toMatch(
      /^return \| \(chargeback\) \| cashless 1000 \| Возврат по заказу № .* 1 1000 none full_payment$/,
    );
    await expectEqual();
  });

  it('that is refused needs nothing', async () => {
    const order = await world.unpaid();
    await world.pay(order);
    await claim(order.id, 'won');
    expect(await world.said()).toEqual([prepayment]);
    await expectEqual();
  });
});
