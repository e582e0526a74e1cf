import { describe, expect, it } from 'vitest';
import type { Page } from '@/contract/core/paging';
import type { PaymentTask, TaskAnswer } from '@/contract/payments/tasks';
import { accountBalance, expectSound, standing } from '../../support/order-life';
import { buildProduct } from '../../support/products';
import type { Wire } from '../../support/server';
import { tasksOf } from './paid-orders';
import { setUpPaying } from './paying';

/** Money that came when the order did not wait for it, and what people answer. */
const paying = setUpPaying('yookassa');
const { api, scene, ask, attempts, control, runJobs, unpaid } = paying;

/** Of a product in `expectSound`. */
const stockAtFirst = 10;

const byAdmin = (method: 'POST' | 'PUT', path: string, body: object) =>
  api.request<Wire & PaymentTask>(scene.super_admin, method, path, body);
async function question() {
  const { body } = await api.request<Page<PaymentTask>>(scene.super_admin, 'GET', 'payment-tasks?state=open');
  const [task] = body.data;
  if (!task) throw new Error('No question');
  return task;
}
const answer = (answered: TaskAnswer, { id, version } = { id: 0, version: 1 }) =>
  byAdmin('POST', `payment-tasks/${id}/answer`, { answer: answered, version });
const suspense = () => accountBalance(api, 'suspense');
const stock = (id: number, quantity: number) =>
  api.db.updateTable('products').set({ quantity }).where('id', '=', id).execute();
const refunds = () => api.db.selectFrom('refunds').select(['id', 'status', 'amount']).orderBy('id').execute();

async function linked() {
  const order = await unpaid();
  await ask(order.number);
  await runJobs();
  return { ...order, paymentId: (await attempts()).at(-1)?.payment_id };
}

/** The order has failed, somebody else has bought its goods, and then a second attempt is paid. */
async function paidWithoutStock() {
  const order = await linked();
  await control({ do: 'end', id: order.paymentId });
  await runJobs();
  await stock(order.product.id, 0);
  await ask(order.number);
  await control({ do: 'pay', id: (await attempts()).at(-1)?.payment_id });
  await runJobs();
  return order;
}

describe('late money', () => {
  it('is not offered to an order whose goods are gone, and pays it once they are there again', async () => {
    const order = await paidWithoutStock();
    expect(await question()).toMatchObject({
      ...{ kind: 'late', answers: ['return', 'points'], missing: ['out-of-stock'] },
    });
    expect((await answer('accept', await question())).status).toBe(400);

    await stock(order.product.id, stockAtFirst);
    const task = await question();
    expect(task).toMatchObject({ answers: ['accept', 'return', 'points'], missing: [] });
    const answers = await Promise.all(Array.from({ length: 20 }, () => answer('accept', task)));

    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, ...Array(19).fill(409)]);
    expect(await standing(api, order.id)).toBe('processing/success processing/success');
    expect([await suspense(), await accountBalance(api, 'buyer_prepayment')]).toEqual([0, 2000]);
    expect(await refunds()).toMatchObject([{ status: 'rejected', amount: 2000 }]);
    await expectSound(api);
  });

  it('is accepted or returned, when two people answer at the same time', async () => {
    const order = await paidWithoutStock();
    await stock(order.product.id, stockAtFirst);
    const task = await question();

    const answers = await Promise.all([answer('accept', task), answer('return', task)]);
    await runJobs();

    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    expect(await suspense()).toBe(0);
    await expectSound(api);
  });

  it('of a cancelled order has a reason why it is not accepted', async () => {
    const order = await linked();
    await control({ do: 'webhooks', mode: 'hold' });
    await control({ do: 'pay', id: order.paymentId });
    await byAdmin('PUT', `orders/${order.id}`, { order_status: 'order-cancelled' });
    await control({ do: 'release' });
    await runJobs();

    const task = await question();
    expect(task).toMatchObject({ kind: 'late', answers: ['return', 'points'], missing: ['order-over'] });
    expect((await answer('accept', task)).status).toBe(400);
    expect(await suspense()).toBe(2000);
  });

  it('goes back once, when its refund was approved on its own page a moment ago', async () => {
    const order = await paidWithoutStock();
    await stock(order.product.id, stockAtFirst);
    const [refund] = await refunds();
    const task = await question();
    const decision = { status: 'approved', method: 'payment', decision_note: 'Вернуть' };
    expect((await byAdmin('PUT', `refunds/${refund?.id}`, decision)).status).toBe(200);

    const { status, body } = await answer('return', task);

    expect([status, body.current]).toMatchObject([409, { answer: 'settled' }]);
    expect(await refunds()).toHaveLength(1);
    await runJobs();
    expect(await suspense()).toBe(0);
    await expectSound(api);
  });

  it('stays a question when its refund was refused on its own page', async () => {
    const order = await paidWithoutStock();
    await stock(order.product.id, stockAtFirst);
    const [refund] = await refunds();
    const decision = { status: 'rejected', decision_note: 'Покупатель ждёт товар' };
    await byAdmin('PUT', `refunds/${refund?.id}`, decision);
    await paying.runNow('provider-refunds');

    expect((await answer('return', await question())).status).toBe(200);
    await runJobs();

    expect(await refunds()).toMatchObject([{ status: 'rejected' }, { status: 'approved', amount: 2000 }]);
    expect(await suspense()).toBe(0);
    await expectSound(api);
  });
});

describe('double money', () => {
  /** The first attempt pays, and then the second. */
  async function paidTwice(prepare: (order: { id: number; lineIds: number[] }) => Promise<void>) {
    const order = await linked();
    await ask(order.number, '&recall_gateway=1');
    const second = (await attempts()).at(-1)?.payment_id;
    await control({ do: 'pay', id: order.paymentId });
    await runJobs();
    await prepare(order);
    await control({ do: 'pay', id: second });
    await runJobs();
    return order;
  }

  it('has a reason why a paid order does not take it', async () => {
    await paidTwice(async () => {});

    expect(await question()).toMatchObject({
      ...{ kind: 'double', answers: ['return', 'points'], missing: ['order-paid'] },
    });
  });

  it('pays the difference that the customer has agreed to', async () => {
    const order = await paidTwice(async ({ id, lineIds: [line] }) => {
      await byAdmin('PUT', `orders/${id}/lines`, { lines: [{ id: line, quantity: 4 }], asks: true });
      const { body } = await api.db
        .selectFrom('outbox')
        .select('body')
        .where('template', '=', 'change-asked')
        .limit(1)
        .executeTakeFirstOrThrow();
      const secret = /secret=(\S+)/.exec(body ?? '')?.[1];
      await api.request(null, 'POST', `order-changes/${secret}`, { answer: 'accept' });
    });
    const task = await question();
    expect(task).toMatchObject({ kind: 'double', answers: ['accept', 'return', 'points'], missing: [] });

    expect((await answer('accept', task)).status).toBe(200);

    const root = await api.db
      .selectFrom('orders')
      .select('paid_total')
      .where('id', '=', order.id)
      .executeTakeFirst();
    expect(root).toMatchObject({ paid_total: 4000 });
    expect([await suspense(), await accountBalance(api, 'buyer_prepayment')]).toEqual([0, 4000]);
    await expectSound(api);
  });

  it('is not asked for a difference that no acquirer takes', async () => {
    const { id } = await buildProduct(api.db, { shop: scene.shop, price: 0.5 });
    const order = await paidTwice(async () => {});
    const added = [{ product_id: id, order_quantity: 1 }];

    const { status, body } = await byAdmin('PUT', `orders/${order.id}/lines`, { added, asks: true });

    expect([status, body.errors]).toEqual([400, { asks: ['error-edit-link-sum'] }]);
    const asked = await api.db
      .selectFrom('outbox')
      .select('id')
      .where('template', '=', 'change-asked')
      .execute();
    expect(asked).toEqual([]);
  });

  it('has a reason when the bank took what the order was paid with', async () => {
    const order = await paidTwice(async () => {});
    const [paid] = await attempts();
    const body = { order_id: order.id, payment_id: paid?.id, amount: 2000, reason: 'Не получен' };
    expect((await byAdmin('POST', 'chargebacks', body)).status).toBe(201);
    const chargeback = (await tasksOf(api)).find(({ kind }) => kind === 'chargeback');
    await byAdmin('POST', `payment-tasks/${chargeback?.id}/answer`, {
      answer: 'lost',
      note: 'Да',
      version: 1,
    });

    expect(await question()).toMatchObject({ kind: 'double', missing: ['bank-took'] });
  });
});
