import { expect, it } from 'vitest';
import type { Page } from '@/contract/core/paging';
import type { Difference } from '@/contract/payments/reconciliation';
import { jobCtx } from '@/server/core/jobs/job';
import { compareDay } from '@/server/modules/payments/reconciliation/compare-day';
import { sendFile } from '../../../support/import-files';
import { accountBalance } from '../../../support/order-life';
import { expectReconciled } from '../../../support/refunds';
import { tasksOf } from '../paid-orders';
import { attemptOf, setUpPaying } from '../paying';
import { registry } from '../reconciliation/files';

/** A buyer's bank claims money of an order that is paid, and not handed over. */
const paying = setUpPaying('yookassa');
const { api, scene, ask, control, runNow, unpaid } = paying;

const day = '2026-03-10';

/** Paid 2,000 roubles, of which the bank chargebacks a half. */
async function claimed() {
  const order = await unpaid();
  await ask(order.number);
  const id = String((await attemptOf(paying)).payment_id);
  await control({ do: 'pay', id });
  await runNow('payment-sweep');
  const body = { order_id: order.id, amount: 1000, reason: 'Товар не получен' };
  expect((await api.request(scene.super_admin, 'POST', 'chargebacks', body)).status).toBe(201);
  return { order, id };
}

const move = (orderId: number, to: string) =>
  api.request(scene.super_admin, 'PUT', `orders/${orderId}`, { order_status: to });
async function decide(answer: 'won' | 'lost'): Promise<void> {
  const [task] = await tasksOf(api);
  const body = { answer, note: 'Ответ банка', version: 1 };
  const { status } = await api.request(scene.super_admin, 'POST', `payment-tasks/${task?.id}/answer`, body);
  expect(status).toBe(200);
}
const shop = () => accountBalance(api, 'shop', { shop: scene.shop.id });
const held = async () => [
  await accountBalance(api, 'buyer_prepayment'),
  await accountBalance(api, 'dispute'),
  await shop(),
];

it.each(['won', 'lost'] as const)(
  'holds the part of the shop once it is handed over, and is %s',
  async (end) => {
    const { order } = await claimed();
    expect(await held()).toEqual([1000, 1000, 0]);

    expect((await move(order.id, 'order-completed')).status).toBe(200);

    expect(await held()).toEqual([0, 1000, 900]);
    await decide(end);
    expect(await held()).toEqual([0, 0, end === 'won' ? 1800 : 900]);
    await expectReconciled(api);
  },
);

it('does not go back as a refund of the cancelled order as well', async () => {
  const { order } = await claimed();
  expect((await move(order.id, 'order-cancelled')).status).toBe(200);
  const [refund] = await api.db.selectFrom('refunds').select('id').execute();
  const approve = () =>
    api.request(scene.super_admin, 'PUT', `refunds/${refund?.id}`, {
      ...{ status: 'approved', decision_note: 'Отменён', method: 'wallet' },
    });

  expect((await approve()).body.message).toBe('REFUND_NOT_POSSIBLE');

  await decide('won');
  expect((await approve()).status).toBe(200);
  await expectReconciled(api);
});

const refunds = () =>
  api.db.selectFrom('refunds').select(['id', 'amount', 'status', 'decision_note']).orderBy('id').execute();
const approvePayment = (id = 0) =>
  api.request(scene.super_admin, 'PUT', `refunds/${id}`, {
    ...{ status: 'approved', decision_note: 'Отменён', method: 'payment' },
  });

it('that is granted ends the refund of the cancelled order: the rest goes back, what is gone is refused', async () => {
  const { order } = await claimed();
  expect((await move(order.id, 'order-cancelled')).status).toBe(200);

  await decide('lost');

  expect(await refunds()).toMatchObject([
    { amount: 1000, status: 'pending' },
    { amount: 1000, status: 'rejected', decision_note: expect.stringContaining('ваш банк') },
  ]);
  expect((await approvePayment((await refunds())[0]?.id)).status).toBe(200);
  await runNow('provider-refunds');
  expect(await held()).toEqual([0, 0, 0]);
  await expectReconciled(api);
});

it('that is granted before the order is cancelled leaves its rest to return', async () => {
  const { order } = await claimed();
  await decide('lost');

  expect((await move(order.id, 'order-cancelled')).status).toBe(200);

  expect(await refunds()).toMatchObject([{ amount: 1000, status: 'pending' }]);
  expect((await approvePayment((await refunds())[0]?.id)).status).toBe(200);
  expect(await held()).toEqual([0, 0, 0]);
  await expectReconciled(api);
});

it('that is granted is not a difference when the registry counts it', async () => {
  const { id } = await claimed();
  const paid = [id, '2000.00', '1931.68', '10.03.2026 12:00:00', 'Платёж'];
  const taken = [id, '-1000.00', '-1000.00', '10.03.2026 13:00:00', 'Опротестование'];
  const headings = ['Идентификатор платежа', 'Сумма', 'Сумма за вычетом комиссии', 'Дата', 'Операция'];
  const file = { name: 'registry.csv', content: registry([paid, taken], headings), field: 'file' };
  const sent = await sendFile<{ id: number }>(api, scene.super_admin, 'reconciliation/files', file, {
    provider: 'yookassa',
  });
  await api.request(scene.super_admin, 'POST', `reconciliation/files/${sent.body.id}/post`, {});
  const ctx = jobCtx(api.db, api.now(), 'https://shop.test');
  const compare = () => compareDay(ctx, 'yookassa', day, undefined);
  const differences = async (state: string) =>
    (
      await api.request<Page<Difference>>(
        scene.super_admin,
        'GET',
        `reconciliation/differences?state=${state}`,
      )
    ).body.data;
  await compare();
  const [found] = await differences('open');
  expect(found).toMatchObject({ kind: 'missing_here', subject: 'refund', theirs: 1000 });
  const path = `reconciliation/differences/${found?.id}/repair`;
  const body = { way: 'entry', reason: 'Сверено с кабинетом', version: found?.version };
  expect((await api.request(scene.super_admin, 'POST', path, body)).status).toBe(200);

  await decide('lost');

  // The repair gives way to the chargeback.
  expect(await differences('repaired')).toEqual([]);
  expect(await accountBalance(api, 'suspense')).toBe(0);
  expect(await compare()).toBe(true);
  await expectReconciled(api);
});
