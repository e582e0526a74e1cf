import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Reconciliation } from '@/contract/ledger/schema';
import type { EditPreview } from '@/contract/orders/change';
import type { OrderDetails } from '@/contract/orders/wire';
import { paymentCaptured } from '@/server/modules/ledger/entries';
import { postEntries } from '@/server/modules/ledger/ledger';
import { accountBalance, expectSound, placedOrder, rowOf, stockLeft } from '../../../support/order-life';
import { unsoundOrders } from '../../../support/orders';
import { lastCode, messagesTo } from '../../../support/outbox';
import { type BuiltProduct, buildProduct } from '../../../support/products';
import { setUpScene } from '../../../support/scene';

/** What a paid order costs more is paid in cash at once, at the till or to a courier, with the customer's code. */
const { api, scene } = setUpScene({ sbpSecret: 'a-secret-of-the-gateway', demo: true });

type Person = 'super_admin' | 'store_owner' | 'otherOwner' | 'staff' | 'customer';

const phone = '+7 (900) 123-45-67';

let cup: BuiltProduct;
let root: number;
let part: number;

async function paidOrder(more: object = {}) {
  const tea = await buildProduct(api.db, { shop: scene.shop });
  cup = await buildProduct(api.db, { shop: scene.shop, price: 250 });
  const made = await placedOrder(api, {
    customer: scene.customer,
    lines: [{ shop: scene.shop, product: tea, quantity: 2 }],
    off: { delivery: 30_000 },
    gateway: 'SBP',
    status: { order: 'order-processing', payment: 'payment-success' },
    ...more,
  });
  root = made.id;
  part = made.parts[0]?.id ?? 0;
  await api.db.updateTable('orders').set({ paid_at: api.now() }).execute();
  const { total } = await rowOf(api, root);
  const sum = Number(total) * 100;
  const from = { kind: 'provider_clearing', provider: 'manual' } as const;
  await api.db
    .transaction()
    .execute((db) =>
      postEntries(
        { ...{ db, user: null, now: api.now(), locale: 'ru', ip: '::1', requestId: 'test', publicUrl: '' } },
        paymentCaptured({ orderId: root, from, amount: sum, pays: sum }),
      ),
    );
}

beforeEach(() => paidOrder());

type Answer = OrderDetails & { message: string; errors: unknown };

const edit = (person: Person | null, id: number, body: object, headers?: Record<string, string>) =>
  api.request<Answer>(person && scene[person], 'PUT', `orders/${id}/lines`, body, headers);
const cups = (order_quantity = 2) => ({ added: [{ product_id: cup.id, order_quantity }] });
const inCash = (body: object = cups(), cash_held_by = 'shop') => ({ ...body, cash_held_by });

/** The customer's code for exactly this change. */
async function codeFor(person: Person, id: number, body: object): Promise<string> {
  const asked = await api.request(scene[person], 'POST', `orders/${id}/lines/code`, body);
  expect(asked.status).toBe(200);
  return lastCode(api.db, phone, 'lines-code');
}

async function expectExact() {
  expect(await unsoundOrders(api)).toEqual([]);
  await expectSound(api);
  const { body } = await api.request<Reconciliation>(scene.super_admin, 'GET', 'ledger/reconcile');
  expect(body.problems).toEqual([]);
}

const balances = async () => ({
  shop: await accountBalance(api, 'shop', { shop: scene.shop.id }),
  paidOut: await accountBalance(api, 'shop_paid_out', { shop: scene.shop.id }),
  desk: await accountBalance(api, 'cash_desk'),
});

const move = (order_status: string) =>
  api.request(scene.super_admin, 'PUT', `orders/${root}`, { order_status });

describe('a shop that takes the difference in cash', () => {
  it('makes the change with the customer’s code, and keeps the money against its balance', async () => {
    const code = await codeFor('staff', part, inCash());
    const { status, body } = await edit('staff', part, { ...inCash(), code });

    expect([status, body.message, body.total]).toEqual([200, undefined, 2800]);
    expect(await stockLeft(api, cup.id)).toBe(8);
    expect(await balances()).toEqual({ shop: -500, paidOut: 500, desk: 0 });
    const [event] = await api.db
      .selectFrom('order_events')
      .select(['from', 'to'])
      .where('kind', '=', 'change')
      .execute();
    expect(event).toEqual({ from: '500', to: 'cash' });
    const letters = await messagesTo(api.db, scene.customer.email);
    expect(letters.some(({ body: text }) => text.includes('Доплата наличными сейчас: 500'))).toBe(true);
    await expectExact();
  });

  it('is credited its share when the order is handed over', async () => {
    await edit('staff', part, { ...inCash(), code: await codeFor('staff', part, inCash()) });
    await move('order-out-for-delivery');
    await move('order-completed');

    const { credited_amount } = await rowOf(api, part);
    expect((await balances()).shop).toBe(Number(credited_amount) - 500);
    await expectExact();
  });

  it('puts it into the drawer of the person’s open shift', async () => {
    const opened = await api.request(scene.staff, 'POST', `till/${scene.shop.slug}/shifts`, {
      opening_cash: 100,
    });
    expect(opened.status).toBe(200);
    await edit('staff', part, { ...inCash(), code: await codeFor('staff', part, inCash()) });

    const moves = await api.db.selectFrom('till_moves').select(['amount', 'reason']).execute();
    expect(moves).toEqual([{ amount: 500, reason: expect.stringContaining('Доплата за изменение заказа') }]);
  });

  it('gives nothing back itself when the order is cancelled: the marketplace returns the whole sum', async () => {
    await edit('staff', part, { ...inCash(), code: await codeFor('staff', part, inCash()) });
    await move('order-cancelled');
    const refunds = await api.db.selectFrom('refunds').select(['id', 'amount']).execute();
    expect(refunds).toEqual([{ id: expect.anything(), amount: 2800 }]);

    const decided = await api.request(scene.super_admin, 'PUT', `refunds/${refunds[0]?.id}`, {
      status: 'approved',
    });

    expect(decided.status).toBe(200);
    expect((await balances()).shop).toBe(-500);
    await expectExact();
  });

  it('cannot say that the marketplace has it', async () => {
    const body = inCash(cups(), 'platform');
    await edit('store_owner', part, { ...body, code: await codeFor('store_owner', part, body) });

    expect(await balances()).toEqual({ shop: -500, paidOut: 500, desk: 0 });
    await expectExact();
  });
});

describe('an administrator who takes the difference in cash', () => {
  it('books it at the desk of the marketplace', async () => {
    const body = inCash(cups(), 'platform');
    const { status } = await edit('super_admin', root, {
      ...body,
      code: await codeFor('super_admin', root, body),
    });

    expect(status).toBe(200);
    expect(await balances()).toEqual({ shop: 0, paidOut: 0, desk: -500 });
    const told = await api.db
      .selectFrom('events')
      .select('record_id')
      .where('type', '=', 'surcharge-taken')
      .execute();
    expect(told).toEqual([{ record_id: root }]);
    await expectExact();
  });

  it('makes an order dearer that was paid on the spot, where no link can be paid', async () => {
    await paidOrder({ gateway: 'CASH' });
    const shown = await api.request<EditPreview>(
      scene.super_admin,
      'POST',
      `orders/${root}/lines/preview`,
      cups(),
    );
    expect(shown.body).toMatchObject({ settlement: 'cash', may_use_code: false, may_take_cash: true });
    const asked = await edit('super_admin', root, { ...cups(), asks: true });
    expect([asked.body.message, asked.body.errors]).toEqual([
      'ACTION_NOT_VALID',
      { asks: ['error-edit-no-link'] },
    ]);

    const body = inCash(cups(), 'platform');
    const { status } = await edit('super_admin', root, {
      ...body,
      code: await codeFor('super_admin', root, body),
    });

    expect([status, Number((await rowOf(api, root)).total)]).toEqual([200, 2800]);
    await expectExact();
  });

  it('names the part whose shop took it, when several shops send the order', async () => {
    const other = await buildProduct(api.db, { shop: scene.otherShop });
    const tea = await buildProduct(api.db, { shop: scene.shop });
    await paidOrder({
      lines: [
        { shop: scene.shop, product: tea },
        { shop: scene.otherShop, product: other },
      ],
    });
    const code = await codeFor('super_admin', root, inCash());
    expect((await edit('super_admin', root, { ...inCash(), code })).body.errors).toEqual({
      cash_held_by: ['error-wrong-value'],
    });
    expect((await edit('super_admin', part, { ...inCash(), code: await codeNext(part) })).status).toBe(200);
    expect((await balances()).shop).toBe(-500);
    await expectExact();
  });
});

/** A code a minute later. */
async function codeNext(id: number): Promise<string> {
  api.setNow(new Date(api.now().getTime() + 61_000));
  return codeFor('super_admin', id, inCash());
}

describe('cash for a change', () => {
  it('needs a right to the order, and the code for cash', async () => {
    expect((await edit(null, part, inCash())).status).toBe(401);
    expect((await edit('customer', part, inCash())).status).toBe(403);
    expect((await edit('otherOwner', part, inCash())).status).toBe(404);
    expect((await edit('staff', part, inCash())).body.errors).toEqual({ code: ['error-lines-code-needed'] });
    expect((await edit('super_admin', root, inCash())).body.errors).toEqual({
      code: ['error-lines-code-needed'],
    });
    expect((await edit('staff', part, inCash(cups(), 'nobody'))).status).toBe(422);
    const code = await codeFor('staff', part, inCash());
    expect((await edit('staff', part, { ...cups(), code })).body.errors).toEqual({
      code: ['error-lines-code-needed'],
    });
    expect((await edit('staff', part, { ...inCash(cups(3)), code })).body.message).toBe('INVALID_CODE');
    expect(Number((await rowOf(api, root)).total)).toBe(2300);
  });

  it('is refused where nothing is to be paid on the spot', async () => {
    const code = '123456';
    const less = { lines: [], customer_name: 'Анна' };
    expect((await edit('super_admin', root, { ...inCash(less), code })).body.errors).toEqual({
      code: ['error-lines-code-needed'],
    });
    expect((await balances()).paidOut).toBe(0);
  });

  it('is taken once, however often the request is repeated', async () => {
    const body = { ...inCash(), code: await codeFor('staff', part, inCash()) };
    const key = { 'idempotency-key': 'cash-once' };

    const answers = await Promise.all([edit('staff', part, body, key), edit('staff', part, body, key)]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await balances()).toEqual({ shop: -500, paidOut: 500, desk: 0 });
    await expectExact();
  });

  it('is taken once by two people who meet, and never for goods that are handed over meanwhile', async () => {
    const { version } = await rowOf(api, part);
    const body = { ...inCash(), version, code: await codeFor('staff', part, inCash()) };

    const answers = await Promise.all([
      edit('staff', part, body),
      edit('store_owner', part, body),
      move('order-out-for-delivery'),
    ]);

    const made = answers.slice(0, 2).filter(({ status }) => status === 200).length;
    expect(made).toBeLessThanOrEqual(1);
    expect(answers[2]?.status).toBe(200);
    const { rows } = await sql<{ taken: number }>`select count(*)::int as taken from ledger_entries
      where kind = 'cash-kept'`.execute(api.db);
    expect(rows[0]?.taken).toBe(made);
    expect(await stockLeft(api, cup.id)).toBe(10 - 2 * made);
    await expectExact();
  });
});
