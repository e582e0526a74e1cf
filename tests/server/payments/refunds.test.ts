import { describe, expect, it } from 'vitest';
import { runRefund } from '@/server/modules/payments/refunds/run-refund';
import { readAllEvents } from '../../support/processes/read-events';
import { expectReconciled } from '../../support/refunds';
import { setUpScene } from '../../support/scene';
import { setUpAcquirer } from './acquirers';
import { jobCtxOf, payBy, refundsOf, runRefunds, soldBy, tasksOf, underWay } from './paid-orders';

/** Refunds go back through the acquirer that took the money, and are paid when it says so. */
const { api, scene } = setUpScene();
const acquirer = setUpAcquirer('yookassa');

const sold = (more: Partial<Parameters<typeof soldBy>[3]> = {}) =>
  soldBy(api, scene, acquirer, { name: 'yookassa', ...more });

type Sold = Awaited<ReturnType<typeof sold>>;

/** Requests pieces of the first line. */
async function requested({ id, lineIds }: Sold, quantity: number): Promise<number> {
  const lines = [{ order_line_id: lineIds[0], quantity }];
  const { body } = await api.request(scene.super_admin, 'POST', 'refunds', { order_id: id, lines });
  return body.id;
}

const approve = (id: number, more: object = {}) =>
  api.request(scene.super_admin, 'PUT', `refunds/${id}`, {
    ...{ status: 'approved', decision_note: 'Проверили', method: 'payment' },
    ...more,
  });

async function approved(order: Sold, quantity = 1): Promise<number> {
  const id = await requested(order, quantity);
  expect((await approve(id)).status).toBe(200);
  return id;
}

const payment = async (id: string) => {
  const read = await acquirer.provider.read(id);
  return read.kind === 'done' ? read.value : null;
};

const clearing = async () => {
  const { rows } = await import('kysely').then(({ sql }) =>
    sql<{ sum: number }>`select coalesce(sum(l.amount), 0) as sum from ledger_lines l
      join ledger_accounts a on a.id = l.account_id
      where a.kind = 'provider_clearing' and a.provider = 'yookassa'`.execute(api.db),
  );
  return Number(rows[0]?.sum);
};

describe('an approved refund', () => {
  it('is on its way until the provider confirms it', async () => {
    const order = await sold();

    await approved(order);

    expect(await underWay(api)).toBe(1000);
    expect(await clearing()).toBe(-2000);
    expect(await refundsOf(api)).toMatchObject([
      { state: 'new', amount: 1000, attempt_id: order.attempt.id },
    ]);
    await expectReconciled(api);

    await runRefunds(api, acquirer);

    expect(await refundsOf(api)).toMatchObject([{ state: 'succeeded', amount: 1000, next_read_at: null }]);
    expect(await underWay(api)).toBe(0);
    expect(await clearing()).toBe(-1000);
    expect(await payment(order.attempt.paymentId)).toMatchObject({ refunded: 100_000 });
    await expectReconciled(api);
  });

  it('is asked for by the queue after the commit', async () => {
    await approved(await sold());

    await readAllEvents(api);

    const jobs = await api.db.selectFrom('jobs').select(['name', 'payload']).execute();
    const [row] = await refundsOf(api);
    expect(jobs).toContainEqual({ name: 'provider-refund', payload: { id: row?.id } });
  });

  it('is split over the attempts that paid, each up to what it took', async () => {
    const order = await sold({ sums: [120_000, 80_000] });

    await approved(order, 2);
    await runRefunds(api, acquirer);

    expect(await refundsOf(api)).toMatchObject([
      { attempt_id: order.attempts[0]?.id, amount: 1200, state: 'succeeded' },
      { attempt_id: order.attempts[1]?.id, amount: 800, state: 'succeeded' },
    ]);
    await expectReconciled(api);
  });

  it('gives points without asking the provider', async () => {
    const id = await requested(await sold(), 1);

    expect((await approve(id, { method: 'wallet' })).status).toBe(200);

    expect(await refundsOf(api)).toEqual([]);
    expect(await underWay(api)).toBe(0);
    await expectReconciled(api);
  });

  it('is refused when its attempts have less than it needs, and nobody else took money', async () => {
    const order = await sold();
    await api.db.updateTable('payment_attempts').set({ captured: 500 }).execute();
    const id = await requested(order, 1);

    const { status, body } = await approve(id);

    expect([status, body.message]).toEqual([409, 'REFUND_NOT_POSSIBLE']);
    expect(await refundsOf(api)).toEqual([]);
    expect(await underWay(api)).toBe(0);
  });

  it('of double money goes back by the attempt that was too much', async () => {
    const order = await sold();
    const second = await payBy(api, acquirer, {
      ...{ orderId: order.id, name: 'yookassa', amount: 200_000, pays: 0 },
    });
    const { id } = await api.db
      .insertInto('refunds')
      .values({
        ...{ order_id: order.id, customer_id: scene.customer.id, origin: 'cancellation', method: 'payment' },
        ...{ status: 'pending', amount: 2000, from_suspense: true },
      })
      .returning('id')
      .executeTakeFirstOrThrow();

    expect((await approve(id)).status).toBe(200);
    await runRefunds(api, acquirer);

    expect(await refundsOf(api)).toMatchObject([{ attempt_id: second.id, amount: 2000, state: 'succeeded' }]);
    await expectReconciled(api);
  });
});

describe('the page of a refund', () => {
  const shown = async (id: number, person: { id: number } = scene.super_admin) =>
    (await api.request(person, 'GET', `refunds/${id}`)).body;

  it('says where the money is: on its way, refused, gone', async () => {
    const id = await approved(await sold());
    const ends = async () => {
      const { money_state, transfers } = await shown(id);
      return [money_state, (transfers as { state: string }[]).map(({ state }) => state)];
    };

    expect(await ends()).toEqual(['sending', ['new']]);
    await acquirer.control({ do: 'refunds', end: 'canceled' });
    await runRefunds(api, acquirer);
    expect(await ends()).toEqual(['refused', ['canceled']]);
    const [task] = await tasksOf(api);
    await acquirer.control({ do: 'refunds', end: 'succeeded' });
    await api.request(scene.super_admin, 'POST', `payment-tasks/${task?.id}/answer`, {
      ...{ answer: 'retry', version: 1 },
    });
    await runRefunds(api, acquirer);
    expect(await ends()).toEqual(['sent', ['canceled', 'succeeded']]);
  });

  it('tells the customer the state, and not what the provider said', async () => {
    const id = await approved(await sold());

    const body = await shown(id, scene.customer);

    expect(body).toMatchObject({ money_state: 'sending' });
    expect(body).not.toHaveProperty('transfers');
  });

  it('of money that people return says nothing', async () => {
    const order = await sold();
    await api.db.updateTable('payment_attempts').set({ captured: 0 }).execute();
    const { body } = await api.request(scene.super_admin, 'POST', 'refunds', { order_id: order.id });

    expect(await shown(body.id)).toMatchObject({ money_state: null, transfers: [] });
  });
});

describe('two refunds of one payment', () => {
  it('never return more than was captured, decided at once', async () => {
    const order = await sold();
    const ids = [await approvedCancellation(order, 1500), await approvedCancellation(order, 1500)];

    const answers = await Promise.all(ids.map((id) => approve(id)));

    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    expect(await refundsOf(api)).toMatchObject([{ amount: 1500 }]);
  });

  /** Money of a cancellation; what it is for does not matter here. */
  async function approvedCancellation(order: Sold, amount: number): Promise<number> {
    const { id } = await api.db
      .insertInto('refunds')
      .values({
        ...{ order_id: order.id, customer_id: scene.customer.id, origin: 'cancellation', method: 'payment' },
        ...{ status: 'pending', amount },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }
});

describe('a refund whose answer was lost', () => {
  it.each(['drop-after', 'fail-after', 'silent-after', 'page-after', 'processing-after', 'half-after'])(
    'by «%s» stays unknown, and the same key makes it once',
    async (kind) => {
      const order = await sold();
      await approved(order);
      await acquirer.control({ do: 'trouble', kind, times: 3, path: '/refunds' });

      await runRefunds(api, acquirer);

      expect(await refundsOf(api)).toMatchObject([{ state: 'unknown' }]);
      expect(await underWay(api)).toBe(1000);
      await expectReconciled(api);

      await acquirer.control({ do: 'calm' });
      await runRefunds(api, acquirer);

      expect(await refundsOf(api)).toMatchObject([{ state: 'succeeded' }]);
      expect(await payment(order.attempt.paymentId)).toMatchObject({ refunded: 100_000 });
      const keys = (await acquirer.received('/refunds')).map(({ key }) => key);
      expect(new Set(keys).size).toBe(1);
      await expectReconciled(api);
    },
  );

  it('is not sent with a key that the provider has forgotten: a person looks', async () => {
    await approved(await sold());
    await acquirer.control({ do: 'trouble', kind: 'drop-after', times: 3, path: '/refunds' });
    await runRefunds(api, acquirer);
    const sent = (await acquirer.received('/refunds')).length;
    api.setNow(new Date(api.now().getTime() + 25 * 3600_000));

    for (let turn = 0; turn < 3; turn += 1) await runRefunds(api, acquirer);

    expect(await acquirer.received('/refunds')).toHaveLength(sent);
    expect(await refundsOf(api)).toMatchObject([{ state: 'unknown' }]);
    expect(await tasksOf(api)).toMatchObject([{ kind: 'refund_unknown', amount: 1000, state: 'open' }]);
  });

  it('after a process that ended before it asked is asked for with the stored key', async () => {
    await approved(await sold());
    const [row] = await refundsOf(api);
    await api.db.updateTable('provider_refunds').set({ state: 'unknown', sent_at: api.now() }).execute();

    await runRefunds(api, acquirer);

    expect(await refundsOf(api)).toMatchObject([{ state: 'succeeded', key: row?.key }]);
    expect((await acquirer.received('/refunds')).map(({ key }) => key)).toEqual([row?.key]);
    await expectReconciled(api);
  });
});

describe('a refund', () => {
  it('is paid once, however many confirmations come at the same time', async () => {
    const order = await sold();
    await approved(order);
    const [row] = await refundsOf(api);

    await Promise.all(
      Array.from({ length: 20 }, () => runRefund(jobCtxOf(api), [acquirer.provider], row?.id ?? 0)),
    );

    expect(await clearing()).toBe(-1000);
    expect(await payment(order.attempt.paymentId)).toMatchObject({ refunded: 100_000 });
    const attempts = await api.db.selectFrom('payment_attempts').select('refunded').execute();
    expect(attempts).toEqual([{ refunded: 1000 }]);
    await expectReconciled(api);
  });

  it('that is pending for long is read, and a person is told after three days', async () => {
    await approved(await sold());
    await acquirer.control({ do: 'refunds', end: 'pending' });
    await runRefunds(api, acquirer);
    const [row] = await refundsOf(api);
    expect(row).toMatchObject({ state: 'pending' });
    expect(row?.provider_refund_id).not.toBeNull();

    api.setNow(new Date(api.now().getTime() + 73 * 3600_000));
    await runRefunds(api, acquirer);
    expect(await tasksOf(api)).toMatchObject([{ kind: 'refund_stuck', amount: 1000, state: 'open' }]);
    await expectReconciled(api);

    await acquirer.control({ do: 'settle', id: row?.provider_refund_id, end: 'succeeded' });
    await runRefunds(api, acquirer);
    expect(await refundsOf(api)).toMatchObject([{ state: 'succeeded' }]);
    // The question has answered itself.
    expect(await tasksOf(api)).toMatchObject([{ state: 'done', answer: 'settled', answered_by: null }]);
    await expectReconciled(api);
  });

  it.each(['insufficient_funds', 'rejected_by_payee', 'rejected_by_timeout', 'payment_expired'])(
    'canceled by the provider for %s leaves the money on its way, and a person chooses',
    async (reason) => {
      await approved(await sold());
      await acquirer.control({ do: 'refunds', end: 'pending' });
      await runRefunds(api, acquirer);
      const [row] = await refundsOf(api);
      await acquirer.control({ do: 'settle', id: row?.provider_refund_id, end: 'canceled', reason });

      await runRefunds(api, acquirer);

      expect(await refundsOf(api)).toMatchObject([{ state: 'canceled', failure: reason }]);
      expect(await underWay(api)).toBe(1000);
      expect(await tasksOf(api)).toMatchObject([{ kind: 'refund_refused', note: reason, amount: 1000 }]);
      await expectReconciled(api);
    },
  );

  it('is asked for later with the same key while the provider lets nobody in', async () => {
    await approved(await sold());
    await acquirer.control({ do: 'trouble', kind: 'limit', times: 3, path: '/refunds' });

    await runRefunds(api, acquirer);
    expect(await refundsOf(api)).toMatchObject([{ state: 'new' }]);
    await runRefunds(api, acquirer);

    expect(await refundsOf(api)).toMatchObject([{ state: 'succeeded' }]);
    expect(await tasksOf(api)).toEqual([]);
  });
});
