import { beforeEach, describe, expect, it } from 'vitest';
import type { Page } from '@/contract/core/paging';
import type { BankLine, Difference, FilePreview } from '@/contract/payments/reconciliation';
import { reconcile } from '@/server/modules/ledger/reconcile';
import {
  booked,
  cp1251,
  documentLines,
  registry,
  statementLines,
} from '../../server/payments/reconciliation/files';
import { sendFile } from '../../support/import-files';
import { setUpScene } from '../../support/scene';

const byText = (one: unknown[], other: unknown[]) => (String(one) < String(other) ? -1 : 1);

/** An acquirer may transfer the whole sum of a day and take its fee by a line of its own. */
const { api, scene } = setUpScene();
const send = (content: string | Buffer, name: string, provider = 'yookassa') =>
  sendFile<FilePreview>(
    api,
    scene.super_admin,
    'reconciliation/files',
    { name, content, field: 'file' },
    { provider },
  );
async function post(content: string | Buffer, name: string, provider?: string) {
  const { status, body } = await send(content, name, provider);
  expect([200, 201]).toContain(status);
  const answer = await api.request<FilePreview>(
    scene.super_admin,
    'POST',
    `reconciliation/files/${body.id}/post`,
    {},
  );
  expect(answer.status).toBe(200);
  return body;
}
const day = (id: string, at: string) => registry([[id, '1000.00', 'RUB', '35.00', '7.70', '957.30', at, '']]);
const line = (sum: string, direction: 'in' | 'out' = 'in') =>
  documentLines({
    sum,
    direction,
    purpose: direction === 'in' ? 'Перевод по реестру' : 'Комиссия по договору',
  });
const statement = (
  income: string,
  outgo: string,
  closing: string,
  documents: string[][],
  on = '27.11.2026',
) => cp1251(statementLines({ income, outgo, closing, documents, day: on }));
const matches = async () =>
  (await api.request<Page<BankLine>>(scene.super_admin, 'GET', 'reconciliation/lines')).body.data.map(
    ({ match, direction, amount }) => [match, direction, amount],
  );
const open = async () =>
  (await api.request<Page<Difference>>(scene.super_admin, 'GET', 'reconciliation/differences?state=open'))
    .body.data;
const clearing = () => booked(api, 'provider_clearing');

async function expectSettled() {
  expect(await open()).toEqual([]);
  // The registry counts no payment of ours: what the acquirer owes is exactly what it has not transferred.
  expect((await reconcile({ db: api.db, now: api.now() })).problems).toEqual([]);
}

describe('a transfer of the whole sum', () => {
  beforeEach(() => post(day('pay-1', '26.11.2026'), 'day.csv'));

  it('settles its day, and the fee in the same statement, too', async () => {
    const shown = await post(
      statement('1000.00', '42.70', '1957.30', [line('1000.00'), line('42.70', 'out')]),
      'a.txt',
      '',
    );

    expect(shown.entries).toEqual([
      { account: 'bank', amount: -957.3 },
      { account: 'provider_clearing', amount: 957.3 },
    ]);
    expect((await matches()).toSorted(byText)).toEqual([
      ['settlement', 'in', 1000],
      ['settlement', 'out', 42.7],
    ]);
    expect([await booked(api, 'bank'), await clearing()]).toEqual([-957.3, 1000]);
    await expectSettled();
  });

  it('settles its day, and the fee of two days is taken by one line of a later statement', async () => {
    await post(day('pay-2', '27.11.2026'), 'next.csv');
    await post(statement('2000.00', '0', '3000.00', [line('2000.00')], '28.11.2026'), 'b.txt', '');
    await post(
      cp1251(
        statementLines({
          opening: '3000.00',
          outgo: '85.40',
          closing: '2914.60',
          documents: [line('85.40', 'out')],
          day: '05.12.2026',
        }),
      ),
      'c.txt',
      '',
    );

    expect(await booked(api, 'bank')).toBe(-1914.6);
    await expectSettled();
  });

  it('takes no fee twice, and another sum to the acquirer is not explained', async () => {
    await post(
      statement('1000.00', '128.10', '1871.90', [
        line('1000.00'),
        line('42.70', 'out'),
        line('42.70', 'out'),
        line('42.70', 'out'),
      ]),
      'd.txt',
      '',
    );

    expect((await matches()).filter(([match]) => match === 'settlement')).toHaveLength(2);
  });

  it('without the fee is settled as before, and no fee is awaited', async () => {
    await post(statement('957.30', '42.70', '1914.60', [line('957.30'), line('42.70', 'out')]), 'e.txt', '');

    expect((await matches()).toSorted(byText)).toEqual([
      ['settlement', 'in', 957.3],
      ['unknown', 'out', 42.7],
    ]);
  });
});

describe('a fee that was taken before its registry came', () => {
  const both = () =>
    post(statement('1000.00', '42.70', '1957.30', [line('1000.00'), line('42.70', 'out')]), 'g.txt', '');

  it('is settled by it, together with the whole sum', async () => {
    await both();
    expect((await open()).map(({ kind }) => kind).sort()).toEqual(['bank_differs', 'outgoing_unknown']);

    await post(day('pay-1', '26.11.2026'), 'day.csv');

    expect((await matches()).toSorted(byText)).toEqual([
      ['settlement', 'in', 1000],
      ['settlement', 'out', 42.7],
    ]);
    expect([await booked(api, 'bank'), await booked(api, 'suspense')]).toEqual([-957.3, 0]);
    await expectSettled();
  });

  it('leaves suspense, where a person has put it meanwhile', async () => {
    await both();
    const asked = (await open()).find(({ kind }) => kind === 'outgoing_unknown');
    const body = { way: 'entry', reason: 'Разберём позже', version: asked?.version };
    const path = `reconciliation/differences/${asked?.id}/repair`;
    expect((await api.request(scene.super_admin, 'POST', path, body)).status).toBe(200);

    await post(day('pay-1', '26.11.2026'), 'day.csv');

    expect([await booked(api, 'bank'), await booked(api, 'suspense')]).toEqual([-957.3, 0]);
    expect((await matches()).map(([match]) => match)).toEqual(['settlement', 'settlement']);
    await expectSettled();
  });

  it('of another sum stays a question', async () => {
    await post(
      statement('1000.00', '42.71', '1957.29', [line('1000.00'), line('42.71', 'out')]),
      'h.txt',
      '',
    );
    await post(day('pay-1', '26.11.2026'), 'day.csv');

    expect((await open()).map(({ kind }) => kind)).toEqual(['outgoing_unknown']);
  });
});

it('a transfer of the whole sum that came before its registry is settled by it', async () => {
  await post(statement('1000.00', '0', '2000.00', [line('1000.00')]), 'f.txt', '');
  expect(await open()).toHaveLength(1);

  await post(day('pay-1', '26.11.2026'), 'day.csv');

  expect([await booked(api, 'suspense'), await matches()]).toEqual([0, [['settlement', 'in', 1000]]]);
  expect(await open()).toEqual([]);
});
