import { describe, expect, it } from 'vitest';
import type { Page } from '@/contract/core/paging';
import type { PaymentTask } from '@/contract/payments/tasks';
import { openPaymentTask } from '@/server/modules/payments/open-tasks/open-task';
import { settleDecided } from '@/server/modules/payments/open-tasks/settle-tasks';
import { accountBalance } from '../../support/order-life';
import { buildOrder } from '../../support/orders';
import { expectReconciled } from '../../support/refunds';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';
import { buildMember } from '../../support/team';
import { setUpAcquirer } from './acquirers';
import {
  inTransactionOf,
  jobCtxOf,
  payBy,
  refundsOf,
  runRefunds,
  soldBy,
  tasksOf,
  underWay,
} from './paid-orders';

/** Money that a person decides about. */
const { api, scene } = setUpScene();
const acquirer = setUpAcquirer('yookassa');

const sold = () => soldBy(api, scene, acquirer, { name: 'yookassa' });
type Sold = Awaited<ReturnType<typeof sold>>;
type Person = { id: number } | null;

const answer = (person: Person, id: number, body: object) =>
  api.request<Wire & PaymentTask>(person, 'POST', `payment-tasks/${id}/answer`, body);
const list = (person: Person, query = '') =>
  api.request<Wire & Page<PaymentTask>>(person, 'GET', `payment-tasks${query}`);

/** A refund of one piece that the provider has refused. */
async function refused(order: Sold): Promise<number> {
  await approvedRefund(order);
  await acquirer.control({ do: 'refunds', end: 'pending' });
  await runRefunds(api, acquirer);
  const [row] = await refundsOf(api);
  const settled = { end: 'canceled', reason: 'rejected_by_payee' };
  await acquirer.control({ do: 'settle', id: row?.provider_refund_id, ...settled });
  await runRefunds(api, acquirer);
  await acquirer.control({ do: 'refunds', end: 'succeeded' });
  return (await onlyTask()).id;
}

async function approvedRefund({ id, lineIds }: Sold): Promise<void> {
  const lines = [{ order_line_id: lineIds[0], quantity: 1 }];
  const asked = await api.request(scene.super_admin, 'POST', 'refunds', { order_id: id, lines });
  await api.request(scene.super_admin, 'PUT', `refunds/${asked.body.id}`, {
    ...{ status: 'approved', decision_note: 'Проверили', method: 'payment' },
  });
}

async function onlyTask() {
  const [task] = await tasksOf(api);
  if (!task) throw new Error('No task');
  return task;
}

/** Money that the paid order does not need, with the refund that waits for its decision. */
async function double(order: { id: number }) {
  const attempt = await payBy(api, acquirer, {
    ...{ orderId: order.id, name: 'yookassa', amount: 200_000, pays: 0 },
  });
  await api.db
    .insertInto('refunds')
    .values({
      ...{ order_id: order.id, customer_id: scene.customer.id, origin: 'cancellation', method: 'payment' },
      ...{ status: 'pending', amount: 2000, from_suspense: true, created_at: api.now() },
    })
    .execute();
  const about = { orderId: order.id, attemptId: attempt.id, amount: 200_000 };
  const id = await inTransactionOf(api, (ctx) => openPaymentTask(ctx, { kind: 'double', ...about }));
  return { id: id ?? 0, attempt, about };
}

describe('a question about money', () => {
  it('is seen and answered by finance only', async () => {
    const id = await refused(await sold());
    const body = { answer: 'retry', version: 1 };
    const reader = await buildMember(api.db, { finance: 'read' });

    expect((await list(null)).status).toBe(401);
    expect((await list(scene.store_owner)).status).toBe(403);
    expect((await list(scene.customer)).status).toBe(403);
    expect((await answer(null, id, body)).status).toBe(401);
    expect((await answer(scene.store_owner, id, body)).status).toBe(403);
    expect((await answer(reader, id, body)).status).toBe(403);
    expect((await list(reader)).body.data).toMatchObject([{ id, answers: [] }]);
    expect(await refundsOf(api)).toHaveLength(1);
  });

  it('is listed with its order, attempt and ready answers, by state, kind and order', async () => {
    const order = await sold();
    const id = await refused(order);

    const { body } = await list(scene.super_admin, `?state=open&kind=refund_refused&order_id=${order.id}`);

    expect(body.data).toMatchObject([
      {
        ...{ id, kind: 'refund_refused', state: 'open', amount: 1000, note: 'rejected_by_payee' },
        order: { id: order.id, tracking_number: order.tracking_number },
        payment: { id: order.attempt.id, provider: 'yookassa', payment_id: order.attempt.paymentId },
        answers: ['retry', 'bank', 'points'],
      },
    ]);
    for (const query of ['?state=done', '?kind=late', '?order_id=999999'])
      expect((await list(scene.super_admin, query)).body.data).toEqual([]);
    for (const query of ['?state=x', '?kind=x', '?order_id=x'])
      expect((await list(scene.super_admin, query)).status).toBe(422);
  });

  it.each([
    [{ answer: 'sell', version: 1 }, 'answer'],
    [{ answer: 'bank', version: 1 }, 'note'],
    [{ answer: 'retry' }, 'version'],
  ])('refuses %j at its field', async (body, field) => {
    const id = await refused(await sold());

    const refusal = await answer(scene.super_admin, id, body);

    expect(refusal.status).toBe(422);
    expect(JSON.stringify(refusal.body)).toContain(field);
    expect(await onlyTask()).toMatchObject({ state: 'open' });
  });

  it('refuses an answer of another kind, and one about nothing', async () => {
    const id = await refused(await sold());

    expect((await answer(scene.super_admin, id, { answer: 'won', note: 'да', version: 1 })).status).toBe(400);
    expect((await answer(scene.super_admin, 999, { answer: 'retry', version: 1 })).status).toBe(404);
  });

  it('is asked once for each attempt, also after its answer', async () => {
    const { id, about } = await double(await sold());
    await answer(scene.super_admin, id, { answer: 'return', version: 1 });

    const again = await inTransactionOf(api, (ctx) => openPaymentTask(ctx, { kind: 'double', ...about }));

    expect(again).toBeNull();
    expect(await tasksOf(api)).toHaveLength(1);
  });

  it('is answered once, by twenty people at the same time', async () => {
    const { id } = await double(await sold());

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => answer(scene.super_admin, id, { answer: 'return', version: 1 })),
    );

    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, ...Array(19).fill(409)]);
    const late = answers.find(({ status }) => status === 409);
    expect(late?.body).toMatchObject({ message: 'CONFLICT', current: { state: 'done', answer: 'return' } });
    expect(await refundsOf(api)).toHaveLength(1);
    await runRefunds(api, acquirer);
    expect(await accountBalance(api, 'suspense')).toBe(0);
    await expectReconciled(api);
  });

  it('of an older version is refused with what stands there now', async () => {
    const { id } = await double(await sold());

    const { status, body } = await answer(scene.super_admin, id, { answer: 'return', version: 7 });

    expect([status, body.current]).toMatchObject([409, { version: 1, state: 'open' }]);
  });

  it('above the sum of the rules is carried out by a second person', async () => {
    await api.db.insertInto('approval_rules').values({ mode: 'auto', refunds_from: 1500 }).execute();
    const second = await buildMember(api.db, { finance: 'decide' });
    const { id } = await double(await sold());

    const asked = await answer(scene.super_admin, id, { answer: 'return', version: 1 });

    expect(asked.status).toBe(202);
    expect(await onlyTask()).toMatchObject({ state: 'open' });
    const { approval } = asked.body as unknown as { approval: { id: number; hash: string } };
    const confirmed = await api.request(second, 'POST', `approvals/${approval.id}/confirm`, {
      hash: approval.hash,
    });
    expect(confirmed.status).toBe(200);
    expect(await onlyTask()).toMatchObject({ state: 'done', answer: 'return', answered_by: second.id });
    expect(await refundsOf(api)).toHaveLength(1);
  });
});

describe('double money', () => {
  it('goes back by the attempt that brought it', async () => {
    const { id, attempt } = await double(await sold());

    expect((await answer(scene.super_admin, id, { answer: 'return', version: 1 })).status).toBe(200);
    await runRefunds(api, acquirer);

    expect(await refundsOf(api)).toMatchObject([
      { attempt_id: attempt.id, amount: 2000, state: 'succeeded' },
    ]);
    await expectReconciled(api);
  });

  it('becomes points of the buyer', async () => {
    const { id } = await double(await sold());

    expect((await answer(scene.super_admin, id, { answer: 'points', version: 1 })).status).toBe(200);

    expect(await refundsOf(api)).toEqual([]);
    expect(await accountBalance(api, 'wallet', { user: scene.customer.id })).toBeGreaterThan(0);
    expect(await accountBalance(api, 'suspense')).toBe(0);
    await expectReconciled(api);
  });

  it('that was decided on the page of its refund asks nobody any more', async () => {
    await double(await sold());
    const [refund] = await api.db.selectFrom('refunds').select('id').execute();
    await api.request(scene.super_admin, 'PUT', `refunds/${refund?.id}`, {
      ...{ status: 'approved', method: 'payment', decision_note: 'Вернуть' },
    });

    await settleDecided(jobCtxOf(api));

    expect(await onlyTask()).toMatchObject({ state: 'done', answer: 'settled' });
  });
});

describe('money of another sum', () => {
  /** An order of 1,000 roubles that waits with what came for it. */
  async function held(came: number) {
    const order = await buildOrder(api, {
      ...{ lines: [{ shop: scene.shop, unitPrice: 100_000 }], customer: scene.customer, gateway: 'SBP' },
      status: { order: 'order-pending', payment: 'payment-awaiting-for-approval' },
    });
    const attempt = await payBy(api, acquirer, {
      ...{ orderId: order.id, name: 'yookassa', amount: came * 100, pays: 0 },
    });
    await api.db.updateTable('orders').set({ awaiting_amount: came }).where('id', '=', order.id).execute();
    await api.db.updateTable('payment_attempts').set({ amount: 1000 }).where('id', '=', attempt.id).execute();
    const id = await inTransactionOf(api, (ctx) =>
      openPaymentTask(ctx, {
        ...{ kind: 'wrong_sum', orderId: order.id, attemptId: attempt.id, amount: came * 100 },
      }),
    );
    return { id: id ?? 0, order };
  }

  it.each([
    [1500, ['split', 'return'], []],
    [1000, ['accept', 'return'], []],
    [700, ['return'], ['too-little']],
  ])('of %i roubles has the answers %j, and reasons %j why not others', async (came, answers, missing) => {
    await held(came);

    expect((await list(scene.super_admin)).body.data).toMatchObject([
      { kind: 'wrong_sum', amount: came, expected: 1000, answers, missing },
    ]);
  });

  it('is split: what is due pays the order, the rest goes back', async () => {
    const { id, order } = await held(1500);

    expect((await answer(scene.super_admin, id, { answer: 'split', version: 1 })).status).toBe(200);
    await runRefunds(api, acquirer);

    const root = await api.db.selectFrom('orders').selectAll().where('id', '=', order.id).executeTakeFirst();
    expect(root).toMatchObject({ payment_status: 'payment-success', awaiting_amount: null });
    expect(await refundsOf(api)).toMatchObject([{ amount: 500, state: 'succeeded' }]);
    expect(await accountBalance(api, 'suspense')).toBe(0);
    expect(await accountBalance(api, 'buyer_prepayment')).toBe(1000);
    await expectReconciled(api);
  });

  it('goes back whole, and the order is unpaid', async () => {
    const { id, order } = await held(700);

    expect((await answer(scene.super_admin, id, { answer: 'return', version: 1 })).status).toBe(200);
    await runRefunds(api, acquirer);

    const root = await api.db.selectFrom('orders').selectAll().where('id', '=', order.id).executeTakeFirst();
    expect(root).toMatchObject({ payment_status: 'payment-failed', awaiting_amount: null });
    expect(await refundsOf(api)).toMatchObject([{ amount: 700, state: 'succeeded' }]);
    expect(await accountBalance(api, 'suspense')).toBe(0);
    await expectReconciled(api);
  });
});

describe('late money that is more than the order waits for', () => {
  it('is split once two persons agree: what is due pays the order, the rest goes back', async () => {
    await api.db.insertInto('approval_rules').values({ mode: 'auto', refunds_from: 1000 }).execute();
    const second = await buildMember(api.db, { finance: 'decide' });
    const order = await buildOrder(api, {
      ...{ lines: [{ shop: scene.shop, unitPrice: 100_000 }], customer: scene.customer, gateway: 'SBP' },
      status: { order: 'order-pending', payment: 'payment-pending' },
    });
    const { id } = await double(order);
    expect((await list(scene.super_admin)).body.data).toMatchObject([
      { answers: ['split', 'return', 'points'], missing: [] },
    ]);

    const asked = await answer(scene.super_admin, id, { answer: 'split', version: 1 });

    expect([asked.status, await accountBalance(api, 'suspense')]).toEqual([202, 2000]);
    const { approval } = asked.body as unknown as { approval: { id: number; hash: string } };
    const { hash } = approval;
    const clicks = Array.from({ length: 5 }, () =>
      api.request(second, 'POST', `approvals/${approval.id}/confirm`, { hash }),
    );
    await Promise.all(clicks);
    await runRefunds(api, acquirer);
    const root = await api.db.selectFrom('orders').selectAll().where('id', '=', order.id).executeTakeFirst();
    expect(root).toMatchObject({ payment_status: 'payment-success', awaiting_amount: null });
    expect(await refundsOf(api)).toMatchObject([{ amount: 1000, state: 'succeeded' }]);
    expect(await accountBalance(api, 'suspense')).toBe(0);
    expect(await accountBalance(api, 'buyer_prepayment')).toBe(1000);
    await expectReconciled(api);
  });
});

describe('a refund that the provider refused', () => {
  it('is asked for anew with another key', async () => {
    const id = await refused(await sold());

    expect((await answer(scene.super_admin, id, { answer: 'retry', version: 1 })).status).toBe(200);
    await runRefunds(api, acquirer);

    const [first, second] = await refundsOf(api);
    expect([first, second]).toMatchObject([
      { state: 'canceled', is_replaced: true },
      { state: 'succeeded', amount: 1000 },
    ]);
    expect(second?.key).not.toBe(first?.key);
    expect(await underWay(api)).toBe(0);
    await expectReconciled(api);
  });

  it('is paid by bank order', async () => {
    const id = await refused(await sold());

    await answer(scene.super_admin, id, { answer: 'bank', note: 'П/п 17', version: 1 });
    await runRefunds(api, acquirer);

    expect(await refundsOf(api)).toMatchObject([{ state: 'by_hand' }]);
    expect(await accountBalance(api, 'bank')).toBe(1000);
    expect(await underWay(api)).toBe(0);
    await expectReconciled(api);
  });

  it('becomes points of the buyer', async () => {
    const id = await refused(await sold());

    await answer(scene.super_admin, id, { answer: 'points', version: 1 });

    expect(await refundsOf(api)).toMatchObject([{ state: 'canceled', is_replaced: true }]);
    expect(await accountBalance(api, 'wallet', { user: scene.customer.id })).toBeGreaterThan(0);
    expect(await underWay(api)).toBe(0);
    await expectReconciled(api);
  });
});

describe('a refund without an answer', () => {
  async function lost() {
    await approvedRefund(await sold());
    await acquirer.control({ do: 'trouble', kind: 'fail', times: 3, path: '/refunds' });
    await runRefunds(api, acquirer);
    api.setNow(new Date(api.now().getTime() + 25 * 3600_000));
    for (let turn = 0; turn < 3; turn += 1) await runRefunds(api, acquirer);
    return (await onlyTask()).id;
  }

  it('that a person has seen in the cabinet is paid', async () => {
    const id = await lost();

    await answer(scene.super_admin, id, { answer: 'sent', note: 'Видно в кабинете', version: 1 });

    expect(await refundsOf(api)).toMatchObject([{ state: 'succeeded' }]);
    expect(await onlyTask()).toMatchObject({ state: 'done', answer: 'sent' });
    await expectReconciled(api);
  });

  it('that was not made is asked for with another key', async () => {
    const id = await lost();

    await answer(scene.super_admin, id, { answer: 'retry', version: 1 });
    await runRefunds(api, acquirer);

    expect(await refundsOf(api)).toMatchObject([
      { state: 'canceled', is_replaced: true },
      { state: 'succeeded' },
    ]);
    await expectReconciled(api);
  });
});
