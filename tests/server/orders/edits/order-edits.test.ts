import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { toMinor } from '@/contract/core/money';
import type { Reconciliation } from '@/contract/ledger/schema';
import type { CustomerChange, EditPreview } from '@/contract/orders/change';
import type { OrderDetails } from '@/contract/orders/wire';
import type { Ctx } from '@/server/core/context';
import { jobCtx } from '@/server/core/jobs/job';
import { signSbp } from '@/server/integrations/sbp/sbp-payments';
import { paymentCaptured } from '@/server/modules/ledger/entries';
import { postEntries } from '@/server/modules/ledger/ledger';
import { expireChanges } from '@/server/modules/orders/edits/answer-change';
import { setSettings } from '../../../support/checkout';
import { expectSound, placedOrder, rowOf, standing, stockLeft } from '../../../support/order-life';
import { unsoundOrders } from '../../../support/orders';
import { lastCode, messagesTo } from '../../../support/outbox';
import { type BuiltProduct, buildProduct } from '../../../support/products';
import { setUpScene } from '../../../support/scene';

/** A placed order takes further goods, another address and another contact until it is shipped. */
const secret = 'a-secret-of-the-gateway';
const { api, scene } = setUpScene({ sbpSecret: secret, demo: true });

type Person = 'super_admin' | 'store_owner' | 'otherOwner' | 'staff' | 'customer';

const phone = '+7 (900) 123-45-67';
const address = {
  country: 'Россия',
  state: 'Москва',
  city: 'Москва',
  zip: '125009',
  street_address: 'Тверская, 7',
};
const paid = { gateway: 'SBP', status: { order: 'order-processing', payment: 'payment-success' } } as const;

let tea: BuiltProduct;
let cup: BuiltProduct;
let root: number;
let part: number;
let line: number;

async function order(more: object = {}) {
  const made = await placedOrder(api, {
    customer: scene.customer,
    lines: [{ shop: scene.shop, product: tea, quantity: 2 }],
    off: { delivery: 30_000 },
    ...more,
  });
  root = made.id;
  part = made.parts[0]?.id ?? 0;
  line = made.lineIds[0] ?? 0;
}

const ctxOf = (db: Ctx['db']): Ctx => ({
  ...{ db, user: null, now: api.now(), locale: 'ru', ip: '::1', requestId: 'test', publicUrl: '' },
});

/** A paid order brought its money in. */
async function paidOrder() {
  await order(paid);
  await api.db.updateTable('orders').set({ paid_at: api.now() }).execute();
}

beforeEach(async () => {
  tea = await buildProduct(api.db, { shop: scene.shop });
  cup = await buildProduct(api.db, { shop: scene.shop, price: 250 });
  await order();
});

const edit = (person: Person | null, id: number, body: object) =>
  api.request<OrderDetails & { message: string; errors: unknown }>(
    person && scene[person],
    'PUT',
    `orders/${id}/lines`,
    body,
  );
const preview = (person: Person | null, id: number, body: object) =>
  api.request<EditPreview>(person && scene[person], 'POST', `orders/${id}/lines/preview`, body);
const withCup = (order_quantity = 1) => ({ added: [{ product_id: cup.id, order_quantity }] });
const ship = () =>
  api.request(scene.super_admin, 'PUT', `orders/${part}`, { order_status: 'order-out-for-delivery' });

/** The secret of the latest question that the customer got. */
async function secretOf(): Promise<string> {
  const sent = await api.db
    .selectFrom('outbox')
    .select('body')
    .where('template', '=', 'change-asked')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return /secret=([\w-]{43})/.exec(sent.body)?.[1] ?? '';
}
const answer = (key: string, said: unknown) =>
  api.request<CustomerChange & { message: string }>(null, 'POST', `order-changes/${key}`, { answer: said });
const readChange = (key: string) => api.request<CustomerChange>(null, 'GET', `order-changes/${key}`);

let events = 0;
async function bankPays(status = 'success', more: object = {}) {
  const attempt = await api.db
    .selectFrom('payment_attempts')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  events += 1;
  const text = JSON.stringify({
    event_id: `edit-${events}`,
    payment_id: attempt.payment_id,
    status,
    amount: toMinor(attempt.amount),
    at: api.now().toISOString(),
    ...more,
  });
  return api.request(null, 'POST', 'webhooks/sbp', text, { 'x-signature': signSbp(secret, text) });
}

async function expectExact() {
  expect(await unsoundOrders(api)).toEqual([]);
  await expectSound(api);
  const { body } = await api.request<Reconciliation>(scene.super_admin, 'GET', 'ledger/reconcile');
  expect(body.problems).toEqual([]);
}

const linesOf = () =>
  api.db
    .selectFrom('order_lines')
    .select(['name', 'quantity', 'unit_price', 'order_id'])
    .where('parent_id', '=', root)
    .orderBy('position')
    .execute();
const eventsOf = async (kind: string) =>
  (
    await api.db
      .selectFrom('order_events')
      .select(['from', 'to', 'order_id'])
      .where('kind', '=', kind)
      .where('root_id', '=', root)
      .orderBy('id')
      .execute()
  ).map(({ to }) => to);

describe('goods that are added', () => {
  it('get the price of today, leave the stock, and keep the delivery', async () => {
    const { status, body } = await edit('super_admin', root, withCup(3));

    expect([status, body.message]).toEqual([200, undefined]);
    expect(body).toMatchObject({ amount: 2750, delivery_fee: 300, total: 3050 });
    expect((await linesOf()).at(-1)).toEqual({
      name: cup.name,
      quantity: 3,
      unit_price: 250,
      order_id: part,
    });
    expect(await stockLeft(api, cup.id)).toBe(7);
    expect(await eventsOf('lines')).toEqual([`${cup.name} × 3`]);
    const [letter] = await messagesTo(api.db, scene.customer.email);
    expect(letter?.body).toContain(`• ${cup.name}: добавлен, 3`);
    await expectExact();
  });

  it('are taxed at the rate of the order’s address', async () => {
    await setSettings(api, { pricesIncludeTax: false });
    await api.db.updateTable('products').set({ is_taxable: true }).where('id', '=', cup.id).execute();
    await api.db
      .insertInto('taxes')
      .values({ name: 'НДС', rate: 20, is_global: true, on_shipping: false, country: '', priority: 1 })
      .execute();

    // Taxable goods without tax would say that the order was placed without any.
    const untaxed = { shop: scene.shop, product: tea, quantity: 2, more: { isTaxable: false } };
    await order({ lines: [untaxed] });

    const { body } = await edit('super_admin', root, withCup(2));

    expect(body).toMatchObject({ amount: 2500, sales_tax: 100, total: 2900 });
    await expectExact();
  });

  it('are credited to the shop with the commission of the placement', async () => {
    await edit('super_admin', root, withCup(4));
    await api.request(scene.super_admin, 'PUT', `orders/${root}`, { order_status: 'order-out-for-delivery' });
    await api.request(scene.super_admin, 'PUT', `orders/${root}`, { order_status: 'order-completed' });

    expect((await rowOf(api, part)).credited_amount).toBe(2700);
    await expectExact();
  });

  it('are refused when they are of another shop, too many, or gone, and nothing changes', async () => {
    const foreign = await buildProduct(api.db, { shop: scene.otherShop });
    const gone = await buildProduct(api.db, { shop: scene.shop, status: 'draft' });
    for (const [added, text] of [
      [[{ product_id: foreign.id, order_quantity: 1 }], 'error-wrong-value'],
      [[{ product_id: 999_999, order_quantity: 1 }], 'error-wrong-value'],
      [[{ product_id: cup.id, order_quantity: 11 }], 'error-stock-short'],
      [[{ product_id: gone.id, order_quantity: 1 }], 'error-stock-gone'],
    ] as const) {
      const { status, body } = await edit('super_admin', root, { added });
      expect([status, body.errors]).toEqual([422, { added: [text] }]);
    }
    expect((await edit('super_admin', root, { added: [{ product_id: cup.id }] })).status).toBe(422);
    expect((await edit('super_admin', root, { added: 'x' })).status).toBe(422);
    expect((await rowOf(api, root)).version).toBe(1);
  });

  it('need a right to the order', async () => {
    expect((await edit(null, part, withCup())).status).toBe(401);
    expect((await edit('customer', root, withCup())).status).toBe(403);
    expect((await edit('otherOwner', part, withCup())).status).toBe(404);
    expect((await edit('staff', part, withCup())).body.errors).toEqual({ code: ['error-lines-code-needed'] });
  });

  it('are added by a shop with the customer’s code for exactly them', async () => {
    const asked = await api.request(scene.staff, 'POST', `orders/${part}/lines/code`, withCup(2));
    expect(asked.status).toBe(200);
    const code = await lastCode(api.db, phone, 'lines-code');

    expect((await edit('staff', part, { ...withCup(3), code })).body.message).toBe('INVALID_CODE');
    expect((await edit('staff', part, { ...withCup(2), code })).status).toBe(200);
    expect(await stockLeft(api, cup.id)).toBe(8);
    await expectExact();
  });

  it('are counted once when two people add the last ones', async () => {
    await sql`update products set quantity = 1 where id = ${cup.id}`.execute(api.db);

    const answers = await Promise.all([
      edit('super_admin', root, { ...withCup(), version: 1 }),
      edit('super_admin', root, { ...withCup(), version: 1 }),
    ]);

    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    expect(await stockLeft(api, cup.id)).toBe(0);
    expect(await linesOf()).toHaveLength(2);
    expect(await unsoundOrders(api)).toEqual([]);
  });

  it('meet the handover: they are in the parcel, or refused', async () => {
    const [added] = await Promise.all([edit('super_admin', root, withCup()), ship()]);

    const { order_status } = await rowOf(api, part);
    expect(order_status).toBe('order-out-for-delivery');
    expect(await linesOf()).toHaveLength(added.status === 200 ? 2 : 1);
    expect((await edit('super_admin', root, withCup())).body.message).toBe('ACTION_NOT_VALID');
    await expectExact();
  });
});

describe('the preview', () => {
  it('tells the difference and writes nothing', async () => {
    const { status, body } = await preview('staff', part, {
      ...withCup(2),
      lines: [{ id: line, quantity: 1 }],
    });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      total_before: 2300,
      total: 1800,
      difference: -500,
      settlement: 'on-receipt',
      needs_consent: true,
      may_use_code: true,
    });
    expect(body.lines).toEqual([
      { name: tea.name, variation: null, unit_price: 1000, from: 2, to: 1 },
      { name: cup.name, variation: null, unit_price: 250, from: 0, to: 2 },
    ]);
    expect((await rowOf(api, root)).version).toBe(1);
    expect(await stockLeft(api, cup.id)).toBe(10);
  });

  it('needs a right to the order and something that changes', async () => {
    expect((await preview(null, part, withCup())).status).toBe(401);
    expect((await preview('customer', root, withCup())).status).toBe(403);
    expect((await preview('otherOwner', part, withCup())).status).toBe(404);
    expect((await preview('staff', part, {})).status).toBe(422);
  });
});

describe('address and contact', () => {
  it('change on the order and its parts; the customer hears of it at both contacts', async () => {
    const { status, body } = await edit('super_admin', root, {
      shipping_address: address,
      customer_name: 'Анна',
      customer_contact: '+79005556677',
      customer_email: 'Anna@example.ru',
    });

    expect([status, body.shipping_address]).toEqual([200, address]);
    for (const id of [root, part]) {
      expect(await rowOf(api, id)).toMatchObject({
        customer_name: 'Анна',
        customer_email: 'anna@example.ru',
        shipping_address: address,
        version: 2,
      });
    }
    expect(await eventsOf('address')).toEqual(['125009, Москва, Тверская, 7']);
    expect((await eventsOf('contact'))[0]).toContain('anna@example.ru');
    for (const email of [scene.customer.email, 'anna@example.ru']) {
      expect((await messagesTo(api.db, email)).at(-1)?.body).toContain('Тверская, 7');
    }
  });

  it('change by the only shop, which does not replace the contact by itself', async () => {
    expect((await edit('staff', part, { shipping_address: address })).status).toBe(200);
    const { status, body } = await edit('staff', part, { customer_contact: '+79005556677' });

    expect([status, body.errors]).toEqual([422, { code: ['error-lines-code-needed'] }]);
    expect((await rowOf(api, root)).customer_contact).toBe(phone);
  });

  it('are not changed by one of two shops', async () => {
    const other = await buildProduct(api.db, { shop: scene.otherShop });
    await order({
      lines: [
        { shop: scene.shop, product: tea },
        { shop: scene.otherShop, product: other },
      ],
    });

    const { body } = await edit('staff', part, { shipping_address: address });

    expect([body.message, body.errors]).toEqual([
      'ACTION_NOT_VALID',
      { shipping_address: ['error-edit-shared'] },
    ]);
  });

  it('need a whole address and a phone', async () => {
    const { body } = await edit('super_admin', root, { shipping_address: { city: 'Москва' } });
    expect(Object.keys(body.errors as object)).toContain('shipping_address.street_address');
    expect((await edit('super_admin', root, { customer_contact: 'x' })).status).toBe(422);
  });

  it('change of an order that points paid, too', async () => {
    await order({ gateway: 'SBP', off: { wallet: 5_000 }, points: 150 });

    expect((await edit('super_admin', root, { shipping_address: address })).status).toBe(200);
    expect((await edit('super_admin', root, withCup())).status).toBe(200);
    expect((await rowOf(api, root)).wallet_amount).toBe(50);
    await expectExact();
  });
});

describe('a question to the customer', () => {
  const ask = (body: object = withCup(2), person: Person = 'staff') =>
    edit(person, part, { ...body, asks: true });

  it('holds the goods, shows on the order, and changes it on consent', async () => {
    const { status, body } = await ask();

    expect([status, body.total]).toEqual([200, 2300]);
    expect(body.change).toMatchObject({ state: 'asked', difference: 500, total: 2800 });
    expect(await stockLeft(api, cup.id)).toBe(8);
    const key = await secretOf();
    const read = await readChange(key);
    expect([read.status, read.body.state, read.body.lines.length]).toEqual([200, 'asked', 1]);

    const agreed = await answer(key, 'accept');

    expect([agreed.status, agreed.body.state]).toEqual([200, 'applied']);
    expect((await rowOf(api, root)).total).toBe(2800);
    expect(await eventsOf('change')).toEqual(['asked', 'applied']);
    expect((await answer(key, 'accept')).body.message).toBe('ACTION_NOT_VALID');
    await expectExact();
  });

  it('is read and answered by its secret alone', async () => {
    await ask();

    expect((await readChange('a'.repeat(43))).status).toBe(404);
    expect((await answer('x', 'accept')).status).toBe(404);
    expect((await answer(await secretOf(), 'perhaps')).status).toBe(422);
    expect((await rowOf(api, root)).version).toBe(1);
  });

  it('gives the goods back when it is declined, withdrawn, or not answered in time', async () => {
    await ask();
    expect((await answer(await secretOf(), 'decline')).body.state).toBe('declined');
    expect(await stockLeft(api, cup.id)).toBe(10);

    await ask();
    expect((await ask()).body.errors).toEqual({ lines: ['error-change-open'] });
    const withdraw = (person: Person | null) =>
      api.request(person && scene[person], 'DELETE', `orders/${part}/change`);
    expect((await withdraw(null)).status).toBe(401);
    expect((await withdraw('customer')).status).toBe(403);
    expect((await withdraw('otherOwner')).status).toBe(404);
    expect((await withdraw('staff')).status).toBe(200);
    expect((await withdraw('staff')).status).toBe(404);
    expect(await stockLeft(api, cup.id)).toBe(10);

    await ask();
    const key = await secretOf();
    api.setNow(new Date(api.now().getTime() + 25 * 3_600_000));
    expect((await readChange(key)).body.state).toBe('expired');
    expect((await answer(key, 'accept')).body.message).toBe('ACTION_NOT_VALID');
    await expireChanges(jobCtx(api.db, api.now(), 'https://shop.test'), (error) => {
      throw error;
    });
    expect(await eventsOf('change')).toEqual([
      ...['asked', 'declined', 'asked', 'withdrawn', 'asked', 'expired'],
    ]);
    expect(await stockLeft(api, cup.id)).toBe(10);
    await expectExact();
  });

  it('ends when the parcel is handed over, whichever comes first', async () => {
    await ask();
    const key = await secretOf();

    const [agreed] = await Promise.all([answer(key, 'accept'), ship()]);

    expect((await rowOf(api, part)).order_status).toBe('order-out-for-delivery');
    const isChanged = agreed.status === 200 && agreed.body.state === 'applied';
    expect(await linesOf()).toHaveLength(isChanged ? 2 : 1);
    expect(await stockLeft(api, cup.id)).toBe(isChanged ? 8 : 10);
    await expectExact();
  });

  it('ends when the order is cancelled, and all pieces come back once', async () => {
    await ask();
    await api.request(scene.super_admin, 'PUT', `orders/${root}`, { order_status: 'order-cancelled' });

    expect([await stockLeft(api, tea.id), await stockLeft(api, cup.id)]).toEqual([10, 10]);
    expect(await eventsOf('change')).toEqual(['asked', 'withdrawn']);
    await expectExact();
  });

  it('lets the customer pay an unpaid order at the new sum', async () => {
    await order({ gateway: 'SBP' });
    await ask();

    const { body } = await answer(await secretOf(), 'accept');

    expect(body.payment_url).toContain('sum=280000');
    await bankPays();
    expect(await standing(api, root)).toBe('processing/success processing/success');
    await expectExact();
  });
});

describe('a paid order', () => {
  beforeEach(paidOrder);

  it('takes further goods when the difference is paid', async () => {
    expect((await edit('super_admin', root, withCup(2))).body.errors).toEqual({
      code: ['error-lines-code-needed'],
    });
    expect((await edit('super_admin', root, { ...withCup(2), asks: true })).status).toBe(200);
    const key = await secretOf();

    const { body } = await answer(key, 'accept');

    expect([body.state, body.difference, body.settlement]).toEqual(['accepted', 500, 'link']);
    expect(body.payment_url).toContain('sum=50000');
    expect((await rowOf(api, root)).total).toBe(2300);
    await bankPays();
    expect((await rowOf(api, root)).total).toBe(2800);
    expect((await readChange(key)).body).toMatchObject({ state: 'applied', payment_url: null });
    const outside = await sql<{ sum: number }>`select sum(l.amount)::float8 as sum from ledger_lines l
      join ledger_accounts a on a.id = l.account_id where a.kind = 'provider_clearing'`.execute(api.db);
    expect(outside.rows[0]?.sum).toBe(-500);
    await expectExact();
  });

  it('keeps its goods when the payment comes after the question has ended, and the money goes back', async () => {
    await edit('super_admin', root, { ...withCup(2), asks: true });
    await answer(await secretOf(), 'accept');
    await ship();

    await bankPays();

    expect(await linesOf()).toHaveLength(1);
    expect(await stockLeft(api, cup.id)).toBe(10);
    const refunds = await api.db.selectFrom('refunds').select(['amount', 'origin', 'order_id']).execute();
    expect(refunds).toEqual([{ amount: 500, origin: 'cancellation', order_id: root }]);
    await expectExact();
  });

  it('gets another link after the bank declined the payment', async () => {
    await edit('super_admin', root, { ...withCup(2), asks: true });
    const key = await secretOf();
    const first = await answer(key, 'accept');
    await bankPays('failed');
    expect((await readChange(key)).body.payment_url).toBeNull();

    const second = await answer(key, 'accept');

    expect(second.body.payment_url).toContain('sum=50000');
    expect(second.body.payment_url).not.toBe(first.body.payment_url);
    expect(await standing(api, root)).toBe('processing/success processing/success');
  });

  it('returns the difference of goods that are taken out, the way it was paid', async () => {
    await api.db.transaction().execute((db) =>
      postEntries(
        ctxOf(db),
        paymentCaptured({
          orderId: root,
          from: { kind: 'provider_clearing', provider: 'manual' },
          amount: 230_000,
          pays: 230_000,
        }),
      ),
    );
    const { status, body } = await edit('staff', part, { lines: [{ id: line, quantity: 1 }] });

    expect([status, body.total]).toEqual([200, 1300]);
    const refunds = await api.db.selectFrom('refunds').select(['amount', 'origin', 'status']).execute();
    expect(refunds).toEqual([{ amount: 1000, origin: 'cancellation', status: 'pending' }]);
    const [letter] = await messagesTo(api.db, scene.customer.email);
    expect(letter?.body).toContain('тем же способом, которым вы платили');
    const { id } = await api.db.selectFrom('refunds').select('id').executeTakeFirstOrThrow();
    await api.request(scene.super_admin, 'PUT', `refunds/${id}`, { status: 'approved' });
    await expectExact();
  });

  it('is changed once by two that meet', async () => {
    const answers = await Promise.all(
      [1, 0].map((quantity) =>
        edit('super_admin', root, { ...withCup(3), lines: [{ id: line, quantity }], version: 1 }),
      ),
    );

    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    await expectExact();
  });
});
