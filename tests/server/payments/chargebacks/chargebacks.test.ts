import { describe, expect, it } from 'vitest';
import type { Page } from '@/contract/core/paging';
import type { Chargeback, PaymentTask } from '@/contract/payments/tasks';
import type { OrderPayments } from '@/contract/payments/views';
import { accountBalance } from '../../../support/order-life';
import { buildCompleted, expectReconciled } from '../../../support/refunds';
import { setUpScene } from '../../../support/scene';
import type { Wire } from '../../../support/server';
import { buildMember } from '../../../support/team';
import { setUpAcquirer } from '../acquirers';
import { runRefunds, soldBy, tasksOf } from '../paid-orders';

/** Payments that a buyer's bank claims back. */
const { api, scene } = setUpScene();
const acquirer = setUpAcquirer('yookassa');

const sold = () => soldBy(api, scene, acquirer, { name: 'yookassa' });
type Person = { id: number } | null;

const open = (person: Person, body: object) =>
  api.request<Wire & Chargeback>(person, 'POST', 'chargebacks', body);
const list = (person: Person, query = '') =>
  api.request<Wire & Page<Chargeback>>(person, 'GET', `chargebacks${query}`);
const decide = (id: number, answer: 'won' | 'lost') =>
  api.request<Wire & PaymentTask>(scene.super_admin, 'POST', `payment-tasks/${id}/answer`, {
    ...{ answer, note: 'Ответ банка', version: 1 },
  });

const chargeback = (orderId: number, more: object = {}) => ({
  ...{ order_id: orderId, amount: 1000, respond_by: '2026-03-20', reason: 'Товар не получен' },
  ...more,
});

async function opened() {
  const order = await sold();
  expect((await open(scene.super_admin, chargeback(order.id))).status).toBe(201);
  const [task] = await tasksOf(api);
  return { order, taskId: task?.id ?? 0 };
}

const shopBalance = () => accountBalance(api, 'shop', { shop: scene.shop.id });

describe('a chargeback', () => {
  it('is made and seen by finance only', async () => {
    const order = await sold();
    const reader = await buildMember(api.db, { finance: 'read' });

    for (const [person, status] of [
      [null, 401],
      [scene.store_owner, 403],
      [scene.customer, 403],
      [reader, 403],
    ] as const)
      expect((await open(person, chargeback(order.id))).status).toBe(status);
    expect((await list(null)).status).toBe(401);
    expect((await list(scene.store_owner)).status).toBe(403);
    expect((await list(reader)).body.data).toEqual([]);
    expect(await accountBalance(api, 'dispute')).toBe(0);
  });

  it.each([
    [{ amount: 0 }, 'amount'],
    [{ amount: 10.001 }, 'amount'],
    [{ amount: 2000.01 }, 'amount'],
    [{ reason: '' }, 'reason'],
    [{ respond_by: 'завтра' }, 'respond_by'],
    [{ payment_id: 999_999 }, 'payment_id'],
    [{ order_id: null }, 'order_id'],
  ])('refuses %j at its field', async (more, field) => {
    const order = await sold();

    const { status, body } = await open(scene.super_admin, chargeback(order.id, more));

    expect([status, Object.keys(body.errors ?? body)]).toEqual([422, [field]]);
    expect(await tasksOf(api)).toEqual([]);
  });

  it('is refused for a part, and for an order that does not exist', async () => {
    const { parts } = await sold();

    expect((await open(scene.super_admin, chargeback(parts[0]?.id ?? 0))).status).toBe(404);
    expect((await open(scene.super_admin, chargeback(999_999))).status).toBe(404);
  });

  it('holds the part of the shop and that of the marketplace, and asks a person in time', async () => {
    const { order } = await opened();

    // Half of the order: the shop was credited 1,800 of 2,000.
    expect(await accountBalance(api, 'dispute')).toBe(1000);
    expect(await shopBalance()).toBe(900);
    expect(await tasksOf(api)).toMatchObject([
      {
        ...{ kind: 'chargeback', amount: 1000, note: 'Товар не получен', attempt_id: order.attempt.id },
        due_at: new Date('2026-03-20T21:00:00Z'),
      },
    ]);
    expect((await list(scene.super_admin, `?order_id=${order.id}`)).body.data).toMatchObject([
      { amount: 1000, respond_by: '2026-03-20', state: 'open', payment_id: order.attempt.id },
    ]);
    await expectReconciled(api);
  });

  it('leaves nothing to refund of what it holds', async () => {
    const { order } = await opened();
    const asked = await api.request(scene.super_admin, 'POST', 'refunds', { order_id: order.id });

    const { status, body } = await api.request(scene.super_admin, 'PUT', `refunds/${asked.body.id}`, {
      ...{ status: 'approved', decision_note: 'Проверили', method: 'payment' },
    });

    expect([status, body.message]).toEqual([409, 'REFUND_NOT_POSSIBLE']);
    await runRefunds(api, acquirer);
    expect((await open(scene.super_admin, chargeback(order.id, { amount: 1500 }))).status).toBe(422);
  });

  /** Both pieces, given back as points. */
  async function pointsFor(order: { id: number }) {
    const asked = await api.request(scene.super_admin, 'POST', 'refunds', { order_id: order.id });
    return () =>
      api.request<Wire>(scene.super_admin, 'PUT', `refunds/${asked.body.id}`, {
        ...{ status: 'approved', decision_note: 'Баллами', method: 'wallet' },
      });
  }

  it('stands in the chain of the order, and takes from it what is lost', async () => {
    const { order, taskId } = await opened();
    const chain = async () =>
      (await api.request<OrderPayments>(scene.store_owner, 'GET', `orders/${order.parts[0]?.id}/payments`))
        .body;
    expect(await chain()).toMatchObject({
      chargebacks: [{ state: 'open', amount: 1000 }],
      returned: 0,
      left: 2000,
    });

    await decide(taskId, 'lost');

    expect(await chain()).toMatchObject({ chargebacks: [{ state: 'lost' }], returned: 1000, left: 1000 });
  });

  it('is not given as points as well, before its decision or after it', async () => {
    const { order, taskId } = await opened();
    const approve = await pointsFor(order);

    expect((await approve()).body.message).toBe('REFUND_NOT_POSSIBLE');
    await decide(taskId, 'lost');
    expect((await approve()).body.message).toBe('REFUND_NOT_POSSIBLE');

    expect(await accountBalance(api, 'points')).toBe(0);
    await expectReconciled(api);
  });

  it('and points for the same goods: one of them, when both come at once', async () => {
    const order = await sold();
    const approve = await pointsFor(order);

    const [points, claimed] = await Promise.all([approve(), open(scene.super_admin, chargeback(order.id))]);

    expect([
      [200, 422],
      [409, 201],
    ]).toContainEqual([points.status, claimed.status]);
    await expectReconciled(api);
  });

  it('is not made twice for the same money, whoever took it', async () => {
    const order = await buildCompleted(api, { lines: [{ shop: scene.shop }], gateway: 'CASH' });
    expect((await open(scene.super_admin, chargeback(order.id, { amount: 600 }))).status).toBe(201);

    const { status, body } = await open(scene.super_admin, chargeback(order.id, { amount: 600 }));

    expect([status, Object.keys(body.errors)]).toEqual([422, ['amount']]);
    expect((await open(scene.super_admin, chargeback(order.id, { amount: 400 }))).status).toBe(201);
    expect(await shopBalance()).toBe(0);
  });

  it('that is refused gives everybody their part back', async () => {
    const { taskId } = await opened();

    expect((await decide(taskId, 'won')).status).toBe(200);

    expect(await accountBalance(api, 'dispute')).toBe(0);
    expect(await shopBalance()).toBe(1800);
    expect((await list(scene.super_admin)).body.data).toMatchObject([{ state: 'won' }]);
    await expectReconciled(api);
  });

  it('that is granted leaves with the provider', async () => {
    const { taskId } = await opened();

    expect((await decide(taskId, 'lost')).status).toBe(200);

    expect(await accountBalance(api, 'dispute')).toBe(0);
    expect(await shopBalance()).toBe(900);
    expect(await accountBalance(api, 'provider_clearing')).toBe(-1000);
    expect((await decide(taskId, 'won')).status).toBe(409);
    await expectReconciled(api);
  });

  it('is decided once, by twenty people at the same time', async () => {
    const { taskId } = await opened();

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, place) => decide(taskId, place % 2 ? 'won' : 'lost')),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await accountBalance(api, 'dispute')).toBe(0);
    await expectReconciled(api);
  });
});
