import { beforeEach, describe, expect, it } from 'vitest';
import type { CashRefund, ShiftReport, TillSale } from '@/contract/orders/till';
import { reconcile } from '@/server/modules/ledger/reconcile';
import { ctxOf } from '../../../support/checkout';
import { buildProduct } from '../../../support/products';
import { setUpScene } from '../../../support/scene';
import type { Wire } from '../../../support/server';

/** The cash of refunds in the shifts of a till: opening + cash sales − cash refunds ± moves is what lies in the drawer. */
const { api, scene } = setUpScene();

type Person = { id: number } | null;

let tea: { id: number };
beforeEach(async () => {
  tea = await buildProduct(api.db, { shop: scene.shop, name: 'Иван-чай', price: 420 });
  await api.db.updateTable('shops').set({ admin_commission_rate: 10 }).execute();
});

const call = <Body = ShiftReport>(person: Person, method: 'GET' | 'POST', path: string, body?: object) =>
  api.request<Wire & Body>(person, method, `till/${scene.shop.slug}${path}`, body);
const open = async (person: Person, opening_cash = 1000) =>
  (await call(person, 'POST', '/shifts', { opening_cash })).body;
const report = async (id: number) => (await call(scene.store_owner, 'GET', `/shifts/${id}`)).body;
const outside = async () => (await call<CashRefund[]>(scene.store_owner, 'GET', '/refunds')).body;
const close = (person: Person, id: number, counted_cash: number) =>
  call(person, 'POST', `/shifts/${id}/close`, { counted_cash });
const move = (person: Person, id: number, amount: number) =>
  call(person, 'POST', `/shifts/${id}/moves`, { amount, reason: 'В банк' });
const handOut = (person: Person, id: number, refund_id: number) =>
  call(person, 'POST', `/shifts/${id}/refunds`, { refund_id });

const sell = (person: Person, payment_gateway = 'CASH', pieces = 1) =>
  call<TillSale>(person, 'POST', '/sales', {
    products: [{ product_id: tea.id, order_quantity: pieces }],
    payment_gateway,
    total: 420 * pieces,
  });

/** Requests the return of pieces of a till sale; undecided. */
async function askRefund(partId: number, quantity = 1): Promise<{ id: number }> {
  const line = await api.db
    .selectFrom('order_lines')
    .select(['id', 'parent_id'])
    .where('order_id', '=', partId)
    .executeTakeFirstOrThrow();
  const { status, body } = await api.request<Wire & { id: number }>(scene.super_admin, 'POST', 'refunds', {
    order_id: line.parent_id,
    lines: [{ order_line_id: line.id, quantity }],
  });
  expect([status, body.message]).toEqual([201, undefined]);
  return body;
}

const approve = (id: number, method = 'payment') =>
  api.request(scene.super_admin, 'PUT', `refunds/${id}`, { status: 'approved', method });

async function refund(partId: number, { quantity = 1, method = 'payment' } = {}): Promise<number> {
  const { id } = await askRefund(partId, quantity);
  expect((await approve(id, method)).status).toBe(200);
  return id;
}

const isSound = async () => expect((await reconcile(ctxOf(api))).problems).toEqual([]);

describe('the cash of a refund', () => {
  it('leaves the shift of its sale, with number, time and person', async () => {
    const { id } = await open(scene.staff);
    const { body: sale } = await sell(scene.staff, 'CASH', 2);
    await open(scene.store_owner, 9000);

    const refundId = await refund(sale.id);
    await move(scene.staff, id, -100);

    const shift = await report(id);
    expect(shift).toMatchObject({ expected_cash: 1000 + 840 - 420 - 100, refunded_cash: 420, revenue: 840 });
    const root = await api.db
      .selectFrom('refunds')
      .innerJoin('orders', 'orders.id', 'refunds.order_id')
      .select('short_number')
      .where('refunds.id', '=', refundId)
      .executeTakeFirstOrThrow();
    expect(shift.refunds).toEqual([
      {
        id: refundId,
        at: api.now().toISOString(),
        amount: 420,
        gateway: 'CASH',
        order_number: root.short_number,
        by: scene.super_admin.name,
      },
    ]);
    expect(shift.moves).toMatchObject([{ amount: -100, reason: 'В банк', by: scene.staff.name }]);
    expect(await outside()).toEqual([]);
    await isSound();
  });

  it('leaves the shift of the person who approves it and runs the till', async () => {
    const sold = await open(scene.staff);
    const { body: sale } = await sell(scene.staff);
    const own = await open(scene.super_admin);

    await refund(sale.id);

    expect([(await report(sold.id)).expected_cash, (await report(own.id)).expected_cash]).toEqual([
      1420, 580,
    ]);
  });

  it('leaves another open shift of the shop when that of the sale is closed', async () => {
    const first = await open(scene.staff);
    const { body: sale } = await sell(scene.staff);
    await close(scene.staff, first.id, 1420);
    const next = await open(scene.store_owner, 500);

    await refund(sale.id);

    expect((await report(next.id)).expected_cash).toBe(80);
    expect(await report(first.id)).toMatchObject({ expected_cash: 1420, refunded_cash: 0 });
  });

  it.each(['closed', 'without the sum'])(
    'waits outside while every shift is %s, until handed out',
    async (how) => {
      const first = await open(scene.staff);
      const { body: sale } = await sell(scene.staff);
      if (how === 'closed') await close(scene.staff, first.id, 1420);
      else await move(scene.staff, first.id, -1100);

      const refundId = await refund(sale.id);

      expect(await outside()).toMatchObject([{ id: refundId, amount: 420, by: scene.super_admin.name }]);
      if (how === 'closed') await open(scene.staff, 100);
      const { id } = how === 'closed' ? await open(scene.staff) : first;
      expect((await handOut(scene.staff, id, refundId)).body.errors).toEqual({
        refund_id: ['error-till-short'],
      });
      await move(scene.staff, id, 1000);
      const before = (await report(id)).expected_cash;
      const { status, body } = await handOut(scene.staff, id, refundId);
      expect([status, body.expected_cash]).toEqual([200, before - 420]);
      expect(body.refunds).toMatchObject([{ id: refundId, by: scene.staff.name }]);
      expect(await outside()).toEqual([]);
      expect((await handOut(scene.staff, id, refundId)).status).toBe(404);
      await isSound();
    },
  );

  it('is handed out once by two cashiers at the same moment', async () => {
    const first = await open(scene.staff);
    const { body: sale } = await sell(scene.staff);
    await close(scene.staff, first.id, 1420);
    const refundId = await refund(sale.id);
    const [one, other] = [await open(scene.staff), await open(scene.store_owner)];

    const answers = await Promise.all([
      handOut(scene.staff, one.id, refundId),
      handOut(scene.store_owner, other.id, refundId),
    ]);

    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 404]);
    const left = (await report(one.id)).expected_cash + (await report(other.id)).expected_cash;
    expect(left).toBe(2000 - 420);
  });

  it.each([
    ['paid by card', 'CARD', 'payment'],
    ['returned as points', 'CASH', 'wallet'],
  ])('stays in the drawer of a sale %s', async (_what, gateway, method) => {
    const { id } = await open(scene.staff);
    const { body: sale } = await sell(scene.staff, gateway);
    const before = (await report(id)).expected_cash;
    if (method === 'wallet') {
      await api.db
        .updateTable('orders')
        .set({ customer_id: scene.customer.id })
        .where((eb) => eb.or([eb('id', '=', sale.id), eb('at_till', '=', true)]))
        .execute();
    }

    await refund(sale.id, { method });

    expect((await report(id)).expected_cash).toBe(before);
    expect(await outside()).toEqual([]);
  });

  it('is seen and handed out only at its own till', async () => {
    const first = await open(scene.staff);
    const { body: sale } = await sell(scene.staff);
    await close(scene.staff, first.id, 1420);
    const refundId = await refund(sale.id);
    const owners = await open(scene.store_owner);
    const of = (person: Person, method: 'GET' | 'POST', path: string, body?: object) =>
      api.request(person, method, `till/${scene.otherShop.slug}${path}`, body);
    const { body: foreign } = await of(scene.otherOwner, 'POST', '/shifts', { opening_cash: 1000 });

    expect((await of(scene.otherOwner, 'GET', '/refunds')).body).toEqual([]);
    expect(
      (await of(scene.otherOwner, 'POST', `/shifts/${foreign.id}/refunds`, { refund_id: refundId })).status,
    ).toBe(404);
    expect((await call(scene.otherOwner, 'GET', '/refunds')).status).toBe(404);
    expect((await handOut(scene.otherOwner, owners.id, refundId)).status).toBe(404);
    expect((await handOut(scene.staff, owners.id, refundId)).status).toBe(404);
    expect((await handOut(scene.staff, first.id, refundId)).body.errors).toEqual({
      shift: ['error-shift-closed'],
    });
    expect((await call(null, 'GET', '/refunds')).status).toBe(401);
    expect((await call(scene.customer, 'GET', '/refunds')).status).toBe(403);
    for (const wrong of [1e300, -1, 0.5, 'x', null, [refundId, 1], { id: refundId }]) {
      const { status } = await call(scene.store_owner, 'POST', `/shifts/${owners.id}/refunds`, {
        refund_id: wrong,
      });
      expect([wrong, status]).toEqual([wrong, 422]);
    }
    expect(await outside()).toHaveLength(1);
  });
});

describe('sales, refunds, moves and the closing of a shift at the same moment', () => {
  it.each([1, 2, 3])('leave the closed shift with exactly what it took, run %i', async (run) => {
    const { id } = await open(scene.staff);
    const asked = [];
    for (let sale = 0; sale < 3; sale += 1) {
      const { body } = await sell(scene.staff);
      asked.push(await askRefund(body.id));
    }

    const closing = async () => {
      await new Promise((resolve) => setTimeout(resolve, run * 15));
      return close(scene.staff, id, 1000);
    };
    const [closed, ...others] = await Promise.all([
      closing(),
      ...asked.map((one) => approve(one.id)),
      ...[1, 2, 3].map(() => sell(scene.staff)),
      move(scene.staff, id, 50),
      move(scene.staff, id, -30),
    ]);

    expect(closed.status).toBe(200);
    expect(others.filter(({ status }) => status >= 500)).toEqual([]);
    expect(others.slice(0, 3).map(({ status }) => status)).toEqual([200, 200, 200]);
    const shift = await report(id);
    const cash = shift.payments.find(({ gateway }) => gateway === 'CASH')?.sum ?? 0;
    const moved = shift.moves.reduce((sum, { amount }) => sum + amount, 0);
    const returned = shift.refunds.reduce((sum, { amount }) => sum + amount, 0);
    expect(shift.expected_cash).toBe(1000 + cash - returned + moved);
    expect(shift.refunds.length + (await outside()).length).toBe(3);
    const row = await api.db
      .selectFrom('till_shifts')
      .select(['expected_cash', 'counted_cash'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ expected_cash: shift.expected_cash, counted_cash: 1000 });
    await isSound();
  });
});
