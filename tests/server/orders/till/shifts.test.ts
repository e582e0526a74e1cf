import { beforeEach, describe, expect, it } from 'vitest';
import type { Page } from '@/contract/core/paging';
import type { ShiftReport, TillInfo, TillSale, TillShift } from '@/contract/orders/till';
import { signSbp } from '@/server/integrations/sbp/sbp-payments';
import { reconcile } from '@/server/modules/ledger/reconcile';
import { ctxOf, place, setSettings } from '../../../support/checkout';
import { accountBalance, standing, stockLeft } from '../../../support/order-life';
import { buildProduct } from '../../../support/products';
import { setUpScene } from '../../../support/scene';
import type { Wire } from '../../../support/server';

/** A cashier's shift: what it counts, who sees and closes it, and the sales that need one. */
const { api, scene } = setUpScene();

type Person = { id: number } | null;

let tea: { id: number };
beforeEach(async () => {
  tea = await buildProduct(api.db, { shop: scene.shop, name: 'Иван-чай', price: 420 });
  await api.db.updateTable('shops').set({ admin_commission_rate: 10 }).execute();
});

const till = (path = '') => `till/${scene.shop.slug}${path}`;
const call = <Body = ShiftReport>(person: Person, method: 'GET' | 'POST', path: string, body?: object) =>
  api.request<Wire & Body>(person, method, till(path), body);
const open = async (person: Person, opening_cash = 1000) =>
  (await call(person, 'POST', '/shifts', { opening_cash })).body;
const sell = (person: Person, payment_gateway: string, more: object = {}) =>
  api.request<Wire & TillSale>(person, 'POST', till('/sales'), {
    products: [{ product_id: tea.id, order_quantity: 1 }],
    payment_gateway,
    total: 420,
    ...more,
  });
const rootOf = async (partId: number) =>
  (await api.db.selectFrom('orders').select('parent_id').where('id', '=', partId).executeTakeFirstOrThrow())
    .parent_id ?? 0;
const isSound = async () => expect((await reconcile(ctxOf(api))).problems).toEqual([]);

describe('a shift', () => {
  it('is needed to sell, and is the cashier’s own', async () => {
    await open(scene.store_owner);

    const { status, body } = await sell(scene.staff, 'CASH');

    expect([status, body.errors]).toEqual([422, { shift: ['error-shift-closed'] }]);
    expect(await stockLeft(api, tea.id)).toBe(10);
    const info = async () => (await call<TillInfo>(scene.staff, 'GET', '')).body.shift;
    expect(await info()).toBeNull();
    await open(scene.staff, 500);
    expect(await info()).toMatchObject({ cashier: scene.staff.name, opening_cash: 500, expected_cash: 500 });
    expect((await sell(scene.staff, 'CASH')).status).toBe(201);
  });

  it('opened twice is one', async () => {
    const [one, other] = await Promise.all([open(scene.staff, 500), open(scene.staff, 500)]);

    expect(other.id).toBe(one.id);
    const { body } = await call<Page<TillShift>>(scene.staff, 'GET', '/shifts');
    expect(body.total).toBe(1);
  });

  it('counts receipts by payment method since opening, and the expected cash in the drawer', async () => {
    const { id } = await open(scene.staff);
    await setSettings(api, { useSbp: true });
    await sell(scene.staff, 'CASH');
    await sell(scene.staff, 'CASH', { discount: { type: 'sum', value: 20 }, total: 400 });
    await sell(scene.staff, 'CARD');
    const waiting = await sell(scene.staff, 'SBP');
    expect(waiting.body.status).toBe('waiting');
    await open(scene.store_owner);
    await sell(scene.store_owner, 'CASH');

    const { body } = await call(scene.staff, 'GET', `/shifts/${id}`);

    expect(body.payments).toEqual([
      { gateway: 'CASH', sales: 2, sum: 820 },
      { gateway: 'CARD', sales: 1, sum: 420 },
    ]);
    expect([body.sales, body.revenue, body.discounts]).toEqual([3, 1240, 20]);
    expect(body.expected_cash).toBe(1820);
  });

  it('moves cash with a reason, never more out than there is', async () => {
    const { id } = await open(scene.staff);
    const move = (amount: number, reason = 'Размен') =>
      call(scene.staff, 'POST', `/shifts/${id}/moves`, { amount, reason });

    expect((await move(500)).body.expected_cash).toBe(1500);
    expect((await move(-1200, 'В банк')).body.expected_cash).toBe(300);
    expect((await move(-300.01)).body.errors).toEqual({ amount: ['error-till-short'] });
    expect((await move(0)).body.errors).toEqual({ amount: ['error-amount-zero'] });
    expect((await move(10, '')).body.errors).toEqual({ reason: ['error-reason-required'] });
    const { body } = await call(scene.staff, 'GET', `/shifts/${id}`);
    expect(body.moves.map(({ amount, reason }) => [amount, reason])).toEqual([
      [500, 'Размен'],
      [-1200, 'В банк'],
    ]);
  });

  it('is closed with the counted cash, and keeps the expected amount', async () => {
    const { id } = await open(scene.staff);
    await sell(scene.staff, 'CASH');

    const { status, body } = await call(scene.staff, 'POST', `/shifts/${id}/close`, {
      counted_cash: 1400,
      note: 'Сдача без мелочи',
    });

    expect([status, body.expected_cash, body.counted_cash, body.note]).toEqual([
      200,
      1420,
      1400,
      'Сдача без мелочи',
    ]);
    expect([body.closed_at, body.closed_by]).toEqual([api.now().toISOString(), null]);
    const row = await api.db.selectFrom('till_shifts').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ expected_cash: 1420, counted_cash: 1400, closed_by: scene.staff.id });
    expect((await sell(scene.staff, 'CASH')).body.errors).toEqual({ shift: ['error-shift-closed'] });
    for (const path of ['close', 'moves']) {
      const again = { counted_cash: 1, amount: 1, reason: 'Размен' };
      const refused = await call(scene.staff, 'POST', `/shifts/${id}/${path}`, again);
      expect([path, refused.status, refused.body.errors]).toEqual([
        path,
        400,
        { shift: ['error-shift-closed'] },
      ]);
    }
    expect((await open(scene.staff)).id).not.toBe(id);
  });

  it('is not closed while a sale awaits its payment', async () => {
    const { id } = await open(scene.staff);
    await setSettings(api, { useSbp: true });
    const { body: sale } = await sell(scene.staff, 'SBP');
    const close = () => call(scene.staff, 'POST', `/shifts/${id}/close`, { counted_cash: 1000 });

    expect((await close()).body.errors).toEqual({ shift: ['error-shift-waiting'] });
    const attempt = await api.db
      .selectFrom('payment_attempts')
      .select(['payment_id'])
      .where('order_id', '=', await rootOf(sale.id))
      .executeTakeFirstOrThrow();
    const at = api.now().toISOString();
    const text = JSON.stringify({ event_id: 'e', ...attempt, status: 'success', amount: 42_000, at });
    await api.request(null, 'POST', 'webhooks/sbp', text, {
      'x-signature': signSbp('secret-of-the-test-bank', text),
    });

    const { status, body } = await close();
    expect([status, body.expected_cash]).toEqual([200, 1000]);
    expect(body.payments).toEqual([{ gateway: 'SBP', sales: 1, sum: 420 }]);
  });

  it('names wrong fields', async () => {
    const refused = async (path: string, body: object) =>
      (await call(scene.staff, 'POST', path, body)).body.errors;
    expect(await refused('/shifts', {})).toEqual({ opening_cash: ['error-sum-required'] });
    expect(await refused('/shifts', { opening_cash: -1 })).toEqual({
      opening_cash: ['error-must-not-be-negative'],
    });
    const { id } = await open(scene.staff);
    expect(await refused(`/shifts/${id}/close`, { counted_cash: 0.005 })).toEqual({
      counted_cash: ['error-amount-kopecks'],
    });
  });
});

describe('access', () => {
  it('needs a session and the right to handle orders', async () => {
    const { id } = await open(scene.staff);
    await api.db
      .updateTable('users')
      .set({ permissions: ['staff', 'customer', 'staff:catalogue'] })
      .where('id', '=', scene.staff.id)
      .execute();
    const calls = [
      ['GET', '/shifts'],
      ['POST', '/shifts'],
      ['GET', `/shifts/${id}`],
      ['POST', `/shifts/${id}/moves`],
      ['POST', `/shifts/${id}/close`],
    ] as const;
    const body = { opening_cash: 0, counted_cash: 0, amount: 1, reason: 'Размен' };
    for (const [method, path] of calls) {
      const status = async (person: Person) =>
        (await call(person, method, path, method === 'POST' ? body : undefined)).status;
      expect([path, await status(null), await status(scene.staff)]).toEqual([path, 401, 403]);
      expect([path, await status(scene.otherOwner)]).toEqual([path, 404]);
    }
  });

  it('the owner sees and closes all shifts, a cashier their own', async () => {
    const own = await open(scene.staff);
    const owners = await open(scene.store_owner);
    const ids = async (person: Person) =>
      (await call<Page<TillShift>>(person, 'GET', '/shifts')).body.data.map(({ id }) => id);

    expect(await ids(scene.store_owner)).toEqual([owners.id, own.id]);
    expect(await ids(scene.super_admin)).toEqual([owners.id, own.id]);
    expect(await ids(scene.staff)).toEqual([own.id]);
    expect((await call(scene.staff, 'GET', `/shifts/${owners.id}`)).status).toBe(404);
    const close = (person: Person, id: number) =>
      call(person, 'POST', `/shifts/${id}/close`, { counted_cash: 1000 });
    expect((await close(scene.staff, owners.id)).status).toBe(404);
    const { status, body } = await close(scene.store_owner, own.id);
    expect([status, body.closed_by]).toEqual([200, scene.store_owner.name]);
    expect((await call(scene.store_owner, 'GET', '/shifts/none')).status).toBe(404);
  });
});

describe('a sale by card', () => {
  it('is paid immediately, and its money stays with the shop, which owes the commission', async () => {
    await open(scene.staff);

    const { status, body } = await sell(scene.staff, 'CARD');

    expect([status, body.status, body.payment_gateway]).toEqual([201, 'paid', 'CARD']);
    expect(await standing(api, await rootOf(body.id))).toBe('completed/success completed/success');
    expect(await accountBalance(api, 'shop', { shop: scene.shop.id })).toBe(-42);
    expect(await accountBalance(api, 'shop_paid_out', { shop: scene.shop.id })).toBe(420);
    const kinds = await api.db.selectFrom('ledger_entries').select('kind').orderBy('kind').execute();
    expect(new Set(kinds.map(({ kind }) => kind))).toEqual(new Set(['card-kept', 'order']));
    await isSound();
  });

  it('is found by its payment method', async () => {
    await open(scene.staff);
    await sell(scene.staff, 'CASH');
    const { body: sale } = await sell(scene.staff, 'CARD');

    const { body } = await api.request<Wire & Page<{ id: number }>>(
      scene.store_owner,
      'GET',
      `orders?shop_id=${scene.shop.id}&search=payment_gateway:CARD`,
    );

    expect(body.data.map(({ id }) => id)).toEqual([sale.id]);
  });

  it('is no payment method outside of a till', async () => {
    const { status, body } = await place(api, scene.super_admin, {
      products: [{ product_id: tea.id, order_quantity: 1 }],
      customer_contact: '+7 (912) 345-67-89',
      payment_gateway: 'CARD',
    });
    expect([status, body.errors?.payment_gateway]).toEqual([422, ['error-wrong-value']]);
  });
});

describe('a return of a till sale', () => {
  it.each(['CASH', 'CARD'])('is paid by the shop itself: %s', async (gateway) => {
    await open(scene.staff);
    const { body: sale } = await sell(scene.staff, gateway);
    const root = await rootOf(sale.id);
    const line = await api.db
      .selectFrom('order_lines')
      .select('id')
      .where('order_id', '=', sale.id)
      .executeTakeFirstOrThrow();
    const { body: refund } = await api.request<Wire>(scene.super_admin, 'POST', 'refunds', {
      order_id: root,
      lines: [{ order_line_id: line.id, quantity: 1 }],
    });

    const { status } = await api.request(scene.super_admin, 'PUT', `refunds/${refund.id}`, {
      status: 'approved',
      method: 'payment',
    });

    expect(status).toBe(200);
    expect(await accountBalance(api, 'shop', { shop: scene.shop.id })).toBe(0);
    expect(await accountBalance(api, 'shop_paid_out', { shop: scene.shop.id })).toBe(0);
    expect(await accountBalance(api, 'platform')).toBe(0);
    await isSound();
  });
});
