import { expect, it } from 'vitest';
import type { Page } from '@/contract/core/paging';
import type { Difference, FilePreview } from '@/contract/payments/reconciliation';
import { jobCtx } from '@/server/core/jobs/job';
import { compareDay } from '@/server/modules/payments/reconciliation/compare-day';
import { sendFile } from '../../../support/import-files';
import { expectReconciled } from '../../../support/refunds';
import { attemptOf, setUpPaying } from '../paying';
import { booked, registry } from './files';

/** A payment whose webhook is lost stands in the registry first: it is repaired as missing, and found as well. */
const paying = setUpPaying('yookassa');
const { api, scene, ask, control, runNow, unpaid, wait } = paying;

const day = '2026-03-10';
const compare = () => compareDay(jobCtx(api.db, api.now(), 'https://shop.test'), 'yookassa', day, undefined);
const differences = async (state = 'open') =>
  (await api.request<Page<Difference>>(scene.super_admin, 'GET', `reconciliation/differences?state=${state}`))
    .body.data;
const books = async () => [
  await booked(api, 'provider_clearing'),
  await booked(api, 'suspense'),
  await booked(api, 'buyer_prepayment'),
];

async function repair(): Promise<number> {
  const [first] = await differences();
  const path = `reconciliation/differences/${first?.id}/repair`;
  const body = { way: 'entry', reason: 'Сверено с кабинетом', version: first?.version };
  return (await api.request(scene.super_admin, 'POST', path, body)).status;
}

async function postRegistry(rows: string[][], headings?: string[]): Promise<void> {
  const file = { name: 'registry.csv', content: registry(rows, headings), field: 'file' };
  const { body } = await sendFile<FilePreview>(api, scene.super_admin, 'reconciliation/files', file, {
    provider: 'yookassa',
  });
  expect(
    (await api.request(scene.super_admin, 'POST', `reconciliation/files/${body.id}/post`, {})).status,
  ).toBe(200);
}

/** Paid 2,000 roubles at the acquirer, which no webhook told; compared with the registry of the day. */
async function missing(): Promise<string> {
  const order = await unpaid();
  await ask(order.number);
  const id = String((await attemptOf(paying)).payment_id);
  await control({ do: 'webhooks', mode: 'lose' });
  await control({ do: 'pay', id });
  await postRegistry([[id, '2000.00', 'RUB', '56.00', '12.32', '1931.68', '10.03.2026 12:00:00', '']]);
  await compare();
  expect(await differences()).toMatchObject([{ kind: 'missing_here', object_id: id, theirs: 2000 }]);
  return id;
}

async function poll(): Promise<void> {
  await wait(60_000);
  await runNow('payment-polls');
}

it('takes the repair back when it is booked after it', async () => {
  await missing();
  expect(await repair()).toBe(200);
  expect(await books()).toEqual([-1931.68, 2000, 0]);

  await poll();

  expect(await books()).toEqual([-1931.68, 0, 2000]);
  expect(await differences('repaired')).toEqual([]);
  expect(await compare()).toBe(true);
  await expectReconciled(api);
});

it('is not repaired when it was booked before', async () => {
  await missing();
  await poll();

  expect(await repair()).toBe(409);

  expect(await books()).toEqual([-1931.68, 0, 2000]);
  expect(await compare()).toBe(true);
  expect(await differences()).toEqual([]);
});

it('counts once when it is repaired and booked at the same time', async () => {
  await missing();

  const [status] = await Promise.all([repair(), poll()]);

  expect([200, 409]).toContain(status);
  expect(await books()).toEqual([-1931.68, 0, 2000]);
  await expectReconciled(api);
});

it('gives way with its refunds, too', async () => {
  const id = await missing();
  await poll();
  await control({ do: 'refund', id, amount: 50_000 });
  const headings = ['Идентификатор платежа', 'Идентификатор возврата', 'Сумма', 'Дата'];
  await postRegistry([[id, 'back-1', '-500.00', day]], headings);
  await compare();
  expect(await repair()).toBe(200);
  expect(await books()).toEqual([-1431.68, -500, 2000]);

  await runNow('payment-sweep');

  // Booked as a refund of the cabinet, which a person explains.
  expect(await books()).toEqual([-1431.68, -500, 2000]);
  expect(await differences('repaired')).toEqual([]);
  expect(await compare()).toBe(true);
  await expectReconciled(api);
});

it('is taken back when the registry that it was missing in is completed', async () => {
  const order = await unpaid();
  await ask(order.number);
  const id = String((await attemptOf(paying)).payment_id);
  await control({ do: 'pay', id });
  await runNow('payment-sweep');
  const row = (of: string) => [of, '2000.00', 'RUB', '56.00', '12.32', '1931.68', '10.03.2026 12:00:00', ''];
  await postRegistry([row('of-another-system')]);
  await compare();
  const repairs = (await differences()).filter(({ kind }) => kind === 'missing_there');
  expect(repairs).toMatchObject([{ object_id: id, ours: 2000 }]);
  const [{ id: difference, version }] = repairs as [Difference];
  const path = `reconciliation/differences/${difference}/repair`;
  await api.request(scene.super_admin, 'POST', path, { way: 'entry', reason: 'Нет в реестре', version });
  expect(await books()).toEqual([68.32, -2000, 2000]);

  await postRegistry([row('of-another-system'), row(id)]);
  await compare();

  // The provider owes it as before, less the fee of both payments.
  expect(await books()).toEqual([-1863.36, 0, 2000]);
  expect(await differences('repaired')).toEqual([]);
  await expectReconciled(api);
});
