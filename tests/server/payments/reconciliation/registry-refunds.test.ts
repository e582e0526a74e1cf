import { beforeEach, expect, it } from 'vitest';
import type { Page } from '@/contract/core/paging';
import type { Difference, FilePreview } from '@/contract/payments/reconciliation';
import { jobCtx } from '@/server/core/jobs/job';
import { compareDay } from '@/server/modules/payments/reconciliation/compare-day';
import { sendFile } from '../../../support/import-files';
import { buildOrder } from '../../../support/orders';
import { setUpScene } from '../../../support/scene';
import { buildPayment, registry } from './files';

/** Refunds in a provider's registry, found by their ids. */
const { api, scene } = setUpScene();

const day = '2026-11-26';
const headings = ['Операция', 'Идентификатор платежа', 'Идентификатор возврата', 'Сумма', 'Дата'];
const paid = ['Платёж', 'pay-1', '', '1000.00', day];
const back = (id: string, sum: number, paymentId = 'pay-1') => ['Возврат', paymentId, id, `-${sum}.00`, day];

interface Booked {
  id: string | null;
  amount: number;
  on?: string;
}

/** A payment of 1,000 roubles, of which the books know these refunds. */
async function given(refunds: readonly Booked[], provider = 'yookassa'): Promise<void> {
  const { id: orderId } = await buildOrder(api, { lines: [{ shop: scene.shop }] });
  await buildPayment(api, orderId, { fee: null, provider });
  const { id: attempt } = await api.db
    .selectFrom('payment_attempts')
    .select('id')
    .where('payment_id', '=', 'pay-1')
    .executeTakeFirstOrThrow();
  for (const [place, { id, amount, on = day }] of refunds.entries()) {
    const at = new Date(`${on}T12:00:00Z`);
    await api.db
      .insertInto('provider_refunds')
      .values({
        ...{ attempt_id: attempt, key: `back-${place}`, provider_refund_id: id, amount, state: 'succeeded' },
        ...{ ended_at: at, created_at: at, updated_at: at },
      })
      .execute();
  }
  const refunded = refunds.reduce((sum, { amount }) => sum + amount, 0);
  await api.db.updateTable('payment_attempts').set({ refunded }).where('id', '=', attempt).execute();
}

async function compare(rows: string[][], provider = 'yookassa', named = headings): Promise<Difference[]> {
  const file = { name: 'registry.csv', content: registry(rows, named), field: 'file' };
  const sent = await sendFile<FilePreview>(api, scene.super_admin, 'reconciliation/files', file, {
    provider,
  });
  const path = `reconciliation/files/${sent.body.id}/post`;
  expect((await api.request(scene.super_admin, 'POST', path, {})).status).toBe(200);
  await compareDay(jobCtx(api.db, api.now(), 'https://shop.test'), 'yookassa', day, undefined);
  return (await api.request<Page<Difference>>(scene.super_admin, 'GET', 'reconciliation/differences')).body
    .data;
}

beforeEach(() => api.setNow(new Date('2026-11-27T09:00:00Z')));

const both = [
  { id: 'back-1', amount: 100 },
  { id: 'back-2', amount: 50 },
];

it.each<[string, Booked[], string[][]]>([
  ['that both sides have', both, [paid, back('back-1', 100), back('back-2', 50)]],
  // Its registry comes tomorrow.
  [
    'of the next day',
    [...both, { id: 'back-3', amount: 70, on: '2026-11-27' }],
    [paid, back('back-1', 100), back('back-2', 50)],
  ],
  [
    'of the cabinet, whose id nobody told',
    [{ id: null, amount: 150 }],
    [paid, back('back-1', 100), back('back-2', 50)],
  ],
  ['that is named by its own id only', [{ id: 'back-1', amount: 100 }], [paid, back('back-1', 100, '')]],
])('a refund %s is no difference', async (_which, refunds, rows) => {
  await given(refunds);

  expect(await compare(rows)).toEqual([]);
});

it.each<[string, Booked[], string[][], object]>([
  [
    'is another one of the same sum',
    [{ id: 'back-1', amount: 100 }],
    [paid, back('back-2', 100)],
    {
      ...{ kind: 'different', ours: 100, theirs: 100, repair: null },
      refund_ids: { here: ['back-1'], there: ['back-2'] },
    },
  ],
  [
    'is one that the books do not know',
    [{ id: 'back-1', amount: 100 }],
    [paid, back('back-1', 100), back('back-2', 50)],
    {
      ...{ kind: 'different', ours: 100, theirs: 150, repair: -50 },
      refund_ids: { here: [], there: ['back-2'] },
    },
  ],
  [
    'is not in the registry of its day',
    [{ id: 'back-1', amount: 100 }],
    [paid],
    {
      ...{ kind: 'missing_there', ours: 100, theirs: null, repair: 100 },
      refund_ids: { here: ['back-1'], there: [] },
    },
  ],
  [
    'has another sum',
    [{ id: 'back-1', amount: 100 }],
    [paid, back('back-1', 90)],
    {
      ...{ kind: 'different', ours: 100, theirs: 90, repair: 10 },
      refund_ids: { here: ['back-1'], there: ['back-1'] },
    },
  ],
])('a refund that %s is a difference with its id', async (_how, refunds, rows, expected) => {
  await given(refunds);

  expect(await compare(rows)).toMatchObject([{ subject: 'refund', object_id: 'pay-1', day, ...expected }]);
});

it('a refund of an earlier payment that the registry lacks is missed, too', async () => {
  await given([{ id: 'back-1', amount: 100 }]);
  await api.db
    .updateTable('payment_attempts')
    .set({ captured_at: new Date('2026-11-20T12:00:00Z') })
    .execute();

  expect(await compare([['Платёж', 'of-another-shop', '', '10.00', day]])).toMatchObject(
    [
      { kind: 'missing_here', subject: 'payment', object_id: 'of-another-shop' },
      { kind: 'missing_there', subject: 'refund', object_id: 'pay-1', ours: 100 },
    ].toReversed(),
  );
});
