import { describe, expect, it } from 'vitest';
import { expectReconciled } from '../../support/refunds';
import { setUpScene } from '../../support/scene';
import { setUpAcquirer } from './acquirers';
import { refundsOf, runRefunds, soldBy, tasksOf, underWay } from './paid-orders';

/** T-Bank's refunds have no id: they are read by the payment, and those of СБП have no key. */
const { api, scene } = setUpScene();
const acquirer = setUpAcquirer('tbank');

async function approved(method: 'card' | 'sbp', quantity: number) {
  const order = await soldBy(api, scene, acquirer, { name: 'tbank', method });
  const asked = await api.request(scene.super_admin, 'POST', 'refunds', {
    order_id: order.id,
    lines: [{ order_line_id: order.lineIds[0], quantity }],
  });
  await api.request(scene.super_admin, 'PUT', `refunds/${asked.body.id}`, {
    ...{ status: 'approved', decision_note: 'Проверили', method: 'payment' },
  });
  return order;
}

const asked = async () => (await acquirer.received('/Cancel')).length;

describe('a refund at T-Bank', () => {
  it.each(['card', 'sbp'] as const)('of a payment by %s is paid when the bank says so', async (method) => {
    await approved(method, 1);

    await runRefunds(api, acquirer);

    expect(await refundsOf(api)).toMatchObject([{ state: 'succeeded', provider_refund_id: null }]);
    expect(await underWay(api)).toBe(0);
    await expectReconciled(api);
  });

  it('whose answer is lost is asked for with the same key by card', async () => {
    await approved('card', 1);
    await acquirer.control({ do: 'trouble', kind: 'drop-after', times: 3, path: '/Cancel' });

    await runRefunds(api, acquirer);
    expect(await refundsOf(api)).toMatchObject([{ state: 'unknown' }]);
    await runRefunds(api, acquirer);

    expect(await refundsOf(api)).toMatchObject([{ state: 'succeeded' }]);
    expect(new Set((await acquirer.received('/Cancel')).map(({ key }) => key)).size).toBe(1);
    await expectReconciled(api);
  });

  it.each([
    ['is lost', 'drop-after'],
    ['is not of this protocol', 'processing-after'],
  ])('of the whole payment whose answer %s is found by the state of the payment', async (_how, kind) => {
    await approved('sbp', 2);
    await acquirer.control({ do: 'trouble', kind, times: 1, path: '/Cancel' });

    await runRefunds(api, acquirer);
    await runRefunds(api, acquirer);

    expect(await refundsOf(api)).toMatchObject([{ state: 'succeeded', amount: 2000 }]);
    expect(await asked()).toBe(1);
    await expectReconciled(api);
  });

  it('of a part by СБП whose answer is lost is never sent again: a person looks', async () => {
    await approved('sbp', 1);
    await acquirer.control({ do: 'trouble', kind: 'drop-after', times: 1, path: '/Cancel' });

    for (let turn = 0; turn < 4; turn += 1) await runRefunds(api, acquirer);

    expect(await asked()).toBe(1);
    expect(await refundsOf(api)).toMatchObject([{ state: 'unknown' }]);
    expect(await underWay(api)).toBe(1000);
    expect(await tasksOf(api)).toMatchObject([{ kind: 'refund_unknown', state: 'open', amount: 1000 }]);
    await expectReconciled(api);
  });
});
