import { describe, expect, it } from 'vitest';
import { cleanUp } from '@/server/core/jobs/cleanup';
import { accountBalance, expectSound, standing } from '../../support/order-life';
import { attemptOf, setUpPaying } from './paying';

/** Webhooks of acquirers: anybody may send one, each is stored, and what stands at the acquirer is applied once. */
describe.each(['yookassa', 'tbank'] as const)('webhooks of %s', (name) => {
  const paying = setUpPaying(name);
  const { api, scene, ask, control, runJobs, unpaid, webhook, webhooks } = paying;
  const answer = name === 'yookassa' ? '' : 'OK';
  const about = (id: string | null, status: 'paid' | 'canceled' = 'paid') =>
    name === 'yookassa'
      ? {
          type: 'notification',
          event: status === 'paid' ? 'payment.succeeded' : 'payment.canceled',
          object: { id, status: status === 'paid' ? 'succeeded' : 'canceled' },
        }
      : {
          TerminalKey: 'DemoTerm',
          PaymentId: Number(id),
          Status: status === 'paid' ? 'CONFIRMED' : 'REJECTED',
        };

  async function linked(more: object = {}) {
    const order = await unpaid(more);
    await ask(order.number);
    const attempt = await attemptOf(paying);
    return { ...order, paymentId: String(attempt.payment_id) };
  }
  const noMoney = async (id: number) => {
    expect(await standing(api, id)).toBe('pending/pending pending/pending');
    expect(await accountBalance(api, 'provider_clearing')).toBe(0);
  };

  it('need no session, are stored as they came up to 2 kB, and answered as the acquirer expects', async () => {
    const order = await linked();
    const sent = JSON.stringify({ ...about(order.paymentId), more: 'x'.repeat(5000) });
    for (const person of [null, scene.customer]) {
      const { status, body } = await api.request<string>(person, 'POST', `webhooks/${name}`, sent);
      expect([status, body]).toEqual([200, answer]);
    }

    expect(await webhooks()).toMatchObject([
      { provider: name, body: sent.slice(0, 2048), state: 'waiting', payment_id: order.paymentId },
    ]);
    await runJobs();
    expect(await webhooks()).toMatchObject([{ state: 'applied' }]);
  });

  it('of one payment are one row, one waiting job and six reads a minute, however many come', async () => {
    const order = await linked();
    const before = ((await control({ do: 'journal' })) as unknown[]).length;
    for (let round = 0; round < 10; round++) {
      await Promise.all(Array.from({ length: 20 }, () => webhook(about(order.paymentId))));
      const jobs = await api.db
        .selectFrom('jobs')
        .select('id')
        .where('name', '=', 'payment-webhook')
        .execute();
      expect(jobs).toHaveLength(1);
      await runJobs();
    }

    expect(await webhooks()).toHaveLength(1);
    const reads = ((await control({ do: 'journal' })) as unknown[]).length - before;
    expect(reads).toBeLessThanOrEqual(6);
    await control({ do: 'pay', id: order.paymentId });
    await webhook(about(order.paymentId));
    await paying.wait(61_000);
    await runJobs();
    expect(await standing(api, order.id)).toBe('processing/success processing/success');
  });

  it.each([
    ['no JSON', '<xml\0>'],
    ['nothing', ''],
    ['a list', '[1]'],
    ['a text', '"x"'],
  ])('change nothing when they are %s', async (_title, body) => {
    const sent = await webhook(body, { 'content-type': 'text/html; charset=x' });
    await runJobs();

    expect([sent.status, sent.body]).toEqual([200, answer]);
    expect(await webhooks()).toEqual([]);
    expect(paying.errors).toEqual([]);
  });

  it('are refused when they are larger than any of an acquirer', async () => {
    expect((await webhook(`"${'x'.repeat(8 * 1024)}"`)).status).toBe(413);
    expect(await webhooks()).toEqual([]);
  });

  it('are answered alike for a payment that nobody knows, and the acquirer is not asked', async () => {
    const order = await linked();
    const asked = (await control({ do: 'journal' })) as unknown[];

    const { status, body } = await webhook(about('700001'));
    await runJobs();

    expect([status, body]).toEqual([200, answer]);
    expect(await webhooks()).toEqual([]);
    expect((await control({ do: 'journal' })) as unknown[]).toHaveLength(asked.length);
    await noMoney(order.id);
  });

  it('that say what does not stand at the acquirer pay and cancel nothing', async () => {
    const order = await linked();

    await webhook(about(order.paymentId));
    await webhook(about(order.paymentId, 'canceled'));
    await runJobs();

    expect(await webhooks()).toMatchObject([{ state: 'applied' }]);
    await noMoney(order.id);
  });

  it('that come twice at once, and again later, pay once', async () => {
    const order = await linked();
    await control({ do: 'webhooks', mode: 'twice' });

    await control({ do: 'pay', id: order.paymentId });
    await Promise.all([runJobs(), runJobs()]);
    await webhook(about(order.paymentId));
    await webhook(about(order.paymentId, 'canceled'));
    await runJobs();

    expect(await standing(api, order.id)).toBe('processing/success processing/success');
    expect(await accountBalance(api, 'buyer_prepayment')).toBe(2000);
    expect(await api.db.selectFrom('payment_tasks').selectAll().execute()).toEqual([]);
    await expectSound(api);
  });

  it('that come before the answer to our request pay the order', async () => {
    const order = await unpaid();
    await control({ do: 'trouble', kind: 'drop-after', path: name === 'yookassa' ? 'payments' : 'Init' });
    await control({
      do: 'trouble',
      kind: 'fail',
      times: 9,
      path: name === 'yookassa' ? 'payments' : 'CheckOrder',
    });
    await ask(order.number);
    const attempt = await attemptOf(paying);
    expect([attempt.state, attempt.payment_id]).toEqual(['unknown', null]);
    await control({ do: 'calm' });
    const payment = (await control({ do: 'payments' })) as { id: string }[];
    expect(payment).toHaveLength(1);
    const id = String(payment[0]?.id);

    await control({ do: 'pay', id });
    await paying.runner(['payment-webhook']).runDue();

    expect(await standing(api, order.id)).toBe('processing/success processing/success');
    expect(await attemptOf(paying)).toMatchObject({ state: 'paid', payment_id: id });
  });

  it('wait while the acquirer does not answer, and are applied when it does', async () => {
    const order = await linked();
    await control({ do: 'webhooks', mode: 'lose' });
    await control({ do: 'pay', id: order.paymentId });
    await control({ do: 'trouble', kind: 'fail', times: 99 });
    await webhook(about(order.paymentId));
    await runJobs();
    expect(await webhooks()).toMatchObject([{ state: 'failed', note: 'broken 500' }]);
    await control({ do: 'calm' });
    await paying.wait(60_000);

    await runJobs();

    expect(await webhooks()).toMatchObject([{ state: 'applied', note: null }]);
    expect(await standing(api, order.id)).toBe('processing/success processing/success');
  });

  it('are kept for 90 days', async () => {
    await webhook(about((await linked()).paymentId));
    const day = 86_400_000;
    await cleanUp(api.db, new Date(api.now().getTime() + 90 * day));
    expect(await webhooks()).toHaveLength(1);

    await cleanUp(api.db, new Date(api.now().getTime() + 90 * day + 1));

    expect(await webhooks()).toEqual([]);
  });
});

describe('an installation without acquirers', () => {
  const paying = setUpPaying('yookassa');

  it('has no address for webhooks of one that it has no credentials of', async () => {
    expect((await paying.api.request(null, 'POST', 'webhooks/tbank', '{}')).status).toBe(404);
  });
});
