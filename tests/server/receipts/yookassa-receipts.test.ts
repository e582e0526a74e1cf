import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { TroubleKind } from '@/fakes/core';
import { readDays } from '@/server/modules/receipts/queue/register-days';
import { ctxOf } from '../../support/checkout';
import { setUpRegistering } from './registering';

/** Receipts through YooKassa: of its own payments and refunds, with a key that it forgets after a day. */
const register = setUpRegistering('yookassa');
const { add, api, control, receipt, received, run, runFor, wait } = register;
const hour = 3_600_000;

/** A payment that YooKassa has taken for an order, as the product stored it. */
async function paidOrder(): Promise<number> {
  const orderId = await register.order();
  const { base } = register.fake();
  const answer = await fetch(`${base}/v3/payments`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('100500:live_secret').toString('base64')}`,
      'idempotence-key': `p-${orderId}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      amount: { value: '300.00', currency: 'RUB' },
      capture: true,
      confirmation: { type: 'redirect', return_url: 'https://shop.test' },
      description: 'Order',
    }),
  });
  const { id } = (await answer.json()) as { id: string };
  await control({ do: 'pay', id });
  const now = api.now();
  await api.db
    .insertInto('payment_attempts')
    .values({
      order_id: orderId,
      payment_gateway: 'ONLINE_CARD',
      provider: 'yookassa',
      payment_id: id,
      key: randomUUID(),
      amount: 300,
      captured: 300,
      state: 'paid',
      is_open: false,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return orderId;
}

const list = async () => (await control({ do: 'receipt-list' })) as { type: string; settlements: object[] }[];

describe('a receipt of a payment', () => {
  it('is registered after it, and its settlement is set off against it', async () => {
    const orderId = await paidOrder();
    const ids = [await add({ orderId }), await add({ orderId, kind: 'settlement' })];
    await runFor(10, 1);

    for (const id of ids)
      expect(await receipt(id)).toMatchObject({ state: 'done', drive_number: '9288000100115785' });
    expect(await list()).toMatchObject([
      { type: 'payment', settlements: [{ type: 'cashless' }] },
      { type: 'payment', settlements: [{ type: 'prepayment' }] },
    ]);
  });

  it.each<TroubleKind>(['drop-after', 'fail-after', 'processing-after', 'limit'])(
    'is registered once after the trouble %s',
    async (kind) => {
      const id = await add({ orderId: await paidOrder() });
      await control({ do: 'trouble', kind, times: 1, path: 'receipts', method: 'POST' });
      await run();
      expect((await receipt(id)).state).toBe('unknown');

      await runFor(10, 1);

      expect((await receipt(id)).state).toBe('done');
      expect(await list()).toHaveLength(1);
    },
  );

  it('is found by its content when its answer was lost for longer than the key lives', async () => {
    const orderId = await paidOrder();
    const id = await add({ orderId });
    await control({ do: 'trouble', kind: 'drop-after', times: 1, path: 'receipts', method: 'POST' });
    await run();
    await wait(30 * hour);

    await runFor(10, 1);

    expect((await receipt(id)).state).toBe('done');
    expect(await list()).toHaveLength(1);
    expect((await received('/v3/receipts')).filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('that it cancels is tried again as another one', async () => {
    await control({ do: 'receipts', end: 'canceled' });
    const id = await add({ orderId: await paidOrder() });
    await runFor(1, 1);
    expect(await receipt(id)).toMatchObject({ state: 'waiting', attempt: 2, error_code: 'register' });

    await control({ do: 'receipts' });
    await runFor(10, 1);
    expect(await receipt(id)).toMatchObject({ state: 'done', attempt: 2 });
  });

  it('of money that did not go through it waits for a person', async () => {
    const id = await add();
    await run();

    expect(await receipt(id)).toMatchObject({ state: 'blocked', error_code: 'payment' });
    expect(await received('/v3/receipts')).toEqual([]);
  });
});

it('says what it has registered on a day', async () => {
  await add({ orderId: await paidOrder() });
  await runFor(5, 1);

  await readDays(ctxOf(api), register.registers());

  const { body } = await api.request<object[]>(register.scene.super_admin, 'GET', 'receipts/days');
  expect(body).toMatchObject([
    { register: 'yookassa', receipts: 1, sales: 300, theirs: { receipts: 1, sales: 300, returns: 0 } },
    {},
    {},
  ]);
});
