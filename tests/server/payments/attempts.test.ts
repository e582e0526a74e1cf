import { describe, expect, it } from 'vitest';
import { accountBalance, expectSound, standing } from '../../support/order-life';
import { attemptOf, setUpPaying } from './paying';

/** An order is paid through an acquirer: opened, sent, read, paid. */
describe.each(['yookassa', 'tbank'] as const)('with %s', (name) => {
  const paying = setUpPaying(name);
  const { api, ask, control, received, runJobs, unpaid, attempts, webhooks, wait, runNow } = paying;
  const create = name === 'yookassa' ? '/v3/payments' : '/v2/Init';

  it('gives the buyer a link, and books what was paid once, with the acquirer', async () => {
    const order = await unpaid();

    const { status, body } = await ask(order.number);

    expect([status, body.preparing, body.payment_gateway]).toEqual([200, false, 'ONLINE_CARD']);
    expect(body.payment_intent_info.redirect_url).toContain('/pay/');
    const attempt = await attemptOf(paying);
    expect(attempt).toMatchObject({ provider: name, method: 'card', state: 'pending', amount: 2000 });

    await control({ do: 'pay', id: attempt.payment_id });
    await runJobs();

    expect(await standing(api, order.id)).toBe('processing/success processing/success');
    expect(await attemptOf(paying)).toMatchObject({ state: 'paid', captured: 2000, is_open: false });
    expect(await accountBalance(api, 'provider_clearing')).toBe(-2000);
    expect(await accountBalance(api, 'buyer_prepayment')).toBe(2000);
    const clearing = await api.db
      .selectFrom('ledger_accounts')
      .select('provider')
      .where('kind', '=', 'provider_clearing')
      .where('provider', '=', name)
      .execute();
    expect(clearing).toHaveLength(1);
    expect((await webhooks()).map(({ state }) => state)).not.toContain('waiting');
    await expectSound(api, 10);
    expect(paying.errors).toEqual([]);
  });

  it('is not asked any more once nobody could pay in time', async () => {
    const order = await unpaid();
    await ask(order.number);
    // Stored, and the process stood still before it was sent.
    await api.db
      .updateTable('payment_attempts')
      .set({
        ...{ state: 'new', payment_id: null, redirect_url: null },
        key: 'not-sent',
        next_read_at: api.now(),
      })
      .execute();
    await wait(10 * 24 * 3_600_000);

    await runNow('payment-polls');

    expect(await received(create)).toHaveLength(1);
    expect(await attemptOf(paying)).toMatchObject({ state: 'canceled', is_open: false, next_read_at: null });
    expect(paying.errors).toEqual([]);
  });

  it('asks once for one payment, however often and at once the link is asked for', async () => {
    const order = await unpaid();

    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(order.number)));
    await runJobs();

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await attempts()).toHaveLength(1);
    expect(await received(create)).toHaveLength(1);
    expect((await ask(order.number)).body.preparing).toBe(false);
  });
});
