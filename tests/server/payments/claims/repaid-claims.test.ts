import { describe, expect, it } from 'vitest';
import type { PaymentLink, PayView } from '@/contract/payments/links';
import type { OrderPayments } from '@/contract/payments/views';
import { sendFile } from '../../../support/import-files';
import { accountBalance } from '../../../support/order-life';
import { expectReconciled } from '../../../support/refunds';
import { tasksOf } from '../paid-orders';
import { setUpPaying } from '../paying';
import { cp1251, settledStatement } from '../reconciliation/files';

/** The buyer's bank has taken money of an order, and the buyer pays it again. */
const paying = setUpPaying('yookassa');
const { api, scene, ask, attempts, control, runJobs, unpaid } = paying;

const byAdmin = <Answer = Record<string, unknown>>(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
) => api.request<Answer & { message?: string }>(scene.super_admin, method, path, body);

async function decide(kind: string, answer: string): Promise<number> {
  const task = (await tasksOf(api)).find((one) => one.kind === kind && one.state === 'open');
  const body = { answer, note: 'Ответ банка', version: task?.version };
  return (await byAdmin('POST', `payment-tasks/${task?.id}/answer`, body)).status;
}

/** Claims a sum in roubles, and the bank wins. */
async function taken(orderId: number, amount: number): Promise<void> {
  const body = { order_id: orderId, amount, reason: 'Не получен' };
  expect((await byAdmin('POST', 'disputes', body)).status).toBe(201);
  expect(await decide('chargeback', 'lost')).toBe(200);
}

/** Two pieces of 1,000 roubles, paid and handed over; the bank has taken 1,000. */
async function lost() {
  const order = await unpaid();
  await ask(order.number);
  await control({ do: 'pay', id: String((await attempts())[0]?.payment_id) });
  await runJobs();
  expect((await byAdmin('PUT', `orders/${order.id}`, { order_status: 'order-completed' })).status).toBe(200);
  await taken(order.id, 1000);
  return order;
}

const shop = () => accountBalance(api, 'shop', { shop: scene.shop.id });
const chain = async (id: number) => (await byAdmin<OrderPayments>('GET', `orders/${id}/payments`)).body;
const states = async () =>
  (await api.db.selectFrom('disputes').select('state').orderBy('id').execute()).map(({ state }) => state);

async function expectRepaid(orderId: number): Promise<void> {
  expect(await states()).toEqual(['repaid']);
  expect([await shop(), await accountBalance(api, 'suspense')]).toEqual([1800, 0]);
  expect(await chain(orderId)).toMatchObject({
    ...{ is_payable: false, paid: 3000, returned: 1000, left: 2000 },
    claims: [{ state: 'repaid', amount: 1000 }],
  });
  await expectReconciled(api);
}

async function makeLink(orderId: number): Promise<string> {
  const { status, body } = await byAdmin<PaymentLink>('POST', `orders/${orderId}/payment-links`, {
    channels: [],
  });
  expect(status).toBe(200);
  return body.url.replace(/^.*secret=/, '');
}

describe('what the bank took', () => {
  it('is paid again by a link, and everybody has their part again', async () => {
    const order = await lost();
    expect([await shop(), (await chain(order.id)).is_payable]).toEqual([900, true]);
    const secret = await makeLink(order.id);
    const { body } = await api.request<PayView>(null, 'POST', `payment-links/${secret}`, {});
    expect(body).toMatchObject({ state: 'due', amount: 1000, until: null, ways: ['ONLINE_CARD'] });

    const second = (await attempts()).at(-1);
    expect(second).toMatchObject({ amount: 1000, is_two_stage: false });
    await control({ do: 'pay', id: String(second?.payment_id) });
    await runJobs();

    expect((await api.request<PayView>(null, 'GET', `payment-links/${secret}`)).body).toMatchObject({
      state: 'paid',
      url: null,
    });
    expect((await tasksOf(api)).map(({ kind }) => kind)).toEqual(['chargeback']);
    expect((await byAdmin('POST', `orders/${order.id}/payment-links`, {})).body.message).toBe(
      'ACTION_NOT_VALID',
    );
    await expectRepaid(order.id);
  });

  it('is one link for those who ask at once, and paid twice it is a question', async () => {
    const order = await lost();
    const secret = await makeLink(order.id);
    await Promise.all(
      Array.from({ length: 8 }, () => api.request(null, 'POST', `payment-links/${secret}`, {})),
    );
    const [, again, ...others] = await attempts();
    expect(others).toEqual([]);
    await ask(order.number, '&recall_gateway=1');
    const third = (await attempts()).at(-1);

    await control({ do: 'pay', id: String(again?.payment_id) });
    await control({ do: 'pay', id: String(third?.payment_id) });
    await runJobs();

    expect((await tasksOf(api)).at(-1)).toMatchObject({ kind: 'double', amount: 1000, state: 'open' });
    expect(await states()).toEqual(['repaid']);
    expect([await shop(), await accountBalance(api, 'suspense')]).toEqual([1800, 1000]);
    await expectReconciled(api);
  });

  it('can be refunded once it is paid again, by the payment that has it', async () => {
    const order = await lost();
    const refund = await byAdmin<{ id: number }>('POST', 'refunds', { order_id: order.id });
    const approve = () =>
      byAdmin('PUT', `refunds/${refund.body.id}`, {
        ...{ status: 'approved', decision_note: 'Вернули товар', method: 'payment' },
      });
    expect((await approve()).body.message).toBe('REFUND_NOT_POSSIBLE');
    await api.request(null, 'POST', `payment-links/${await makeLink(order.id)}`, {});
    await control({ do: 'pay', id: String((await attempts()).at(-1)?.payment_id) });
    await runJobs();

    expect((await approve()).status).toBe(200);
    await runJobs();

    expect((await attempts()).map(({ refunded }) => refunded)).toEqual([1000, 1000]);
    expect([await shop(), await accountBalance(api, 'provider_clearing')]).toEqual([0, 0]);
    await expectReconciled(api);
  });

  it('is paid again by a transfer that names the order and the sum', async () => {
    const order = await lost();
    const purpose = `Оплата заказа ${order.number}, повторно`;
    const party = { inn: '500100732259', name: 'Иванов Иван', account: '40817810438000000014' };
    const file = {
      name: 'kl_to_1c.txt',
      content: cp1251(settledStatement('1000.00', { purpose, party })),
      field: 'file',
    };
    const sent = await sendFile<{ id: number }>(api, scene.super_admin, 'reconciliation/files', file, {
      provider: '',
    });
    await byAdmin('POST', `reconciliation/files/${sent.body.id}/post`, {});
    const [line] = await api.db.selectFrom('bank_lines').selectAll().execute();
    expect(line).toMatchObject({ match: 'buyer', order_id: order.id });

    const answers = await Promise.all(
      Array.from({ length: 4 }, () => byAdmin('POST', `reconciliation/lines/${line?.id}/apply`, {})),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await expectRepaid(order.id);
  });

  it('is not paid by a sum that is less, which is a question', async () => {
    const order = await lost();
    await api.request(null, 'POST', `payment-links/${await makeLink(order.id)}`, {});
    await control({ do: 'pay', id: String((await attempts()).at(-1)?.payment_id), amount: 90_000 });
    await runJobs();

    const { body } = await byAdmin<{ data: object[] }>('GET', 'payment-tasks?kind=double');
    expect(body.data).toMatchObject([{ answers: ['return', 'points'], missing: ['too-little'] }]);
    expect([await states(), await shop()]).toEqual([['lost'], 900]);
    await expectReconciled(api);
  });

  it('has a reason why money does not pay it once a part of the order was cancelled', async () => {
    const line = (shopOf: typeof scene.shop) => ({ shop: shopOf, quantity: 1, unitPrice: 100_000 });
    const order = await unpaid({ lines: [line(scene.shop), line(scene.otherShop)] });
    await ask(order.number);
    await ask(order.number, '&recall_gateway=1');
    const [first, second] = await attempts();
    await control({ do: 'pay', id: String(first?.payment_id) });
    await runJobs();
    await taken(order.id, 1000);
    await byAdmin('PUT', `orders/${order.parts[0]?.id}`, { order_status: 'order-cancelled' });

    await control({ do: 'pay', id: String(second?.payment_id) });
    await runJobs();

    const { body } = await byAdmin<{ data: object[] }>('GET', 'payment-tasks?kind=double');
    expect(body.data).toMatchObject([{ answers: ['return', 'points'], missing: ['bank-took'] }]);
    expect(await states()).toEqual(['lost']);
    await expectReconciled(api);
  });

  it('cannot be paid again for goods that were cancelled', async () => {
    const order = await unpaid();
    await ask(order.number);
    await control({ do: 'pay', id: String((await attempts())[0]?.payment_id) });
    await runJobs();
    await taken(order.id, 1000);
    expect((await chain(order.id)).is_payable).toBe(true);

    await byAdmin('PUT', `orders/${order.id}`, { order_status: 'order-cancelled' });

    expect((await chain(order.id)).is_payable).toBe(false);
    expect((await byAdmin('POST', `orders/${order.id}/payment-links`, {})).body.message).toBe(
      'ACTION_NOT_VALID',
    );
  });

  it('of goods that were not handed over is a prepayment again', async () => {
    const order = await unpaid();
    await ask(order.number);
    await control({ do: 'pay', id: String((await attempts())[0]?.payment_id) });
    await runJobs();
    await taken(order.id, 1000);
    await api.request(null, 'POST', `payment-links/${await makeLink(order.id)}`, {});
    await control({ do: 'pay', id: String((await attempts()).at(-1)?.payment_id) });
    await runJobs();
    expect(await accountBalance(api, 'buyer_prepayment')).toBe(2000);

    await byAdmin('PUT', `orders/${order.id}`, { order_status: 'order-completed' });

    expect(await accountBalance(api, 'buyer_prepayment')).toBe(0);
    await expectRepaid(order.id);
  });
});
