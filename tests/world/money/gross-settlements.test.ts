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
import { byText } from '../by-text';

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

describe('a registry', () => {
  const heads = [
    ...[
      'Тип операции',
      'Идентификатор платежа',
      'Идентификатор возврата',
      'Сумма операции',
      'Сумма комиссии',
    ],
    ...['НДС с комиссии', 'Сумма за вычетом комиссии', 'Дата операции'],
  ];
  const rows = (...all: string[][]) => [heads, ...all].map((cells) => cells.join(';')).join('\r\n');
  const paid = ['Оплата', 'pay-1', '', '1000.00', '35.00', '7.70', '957.30', '26.11.2026'];

  it.each([
    ['gives its fee back', '17.50', '3.85', '-478.65', [-17.5, -3.85, 478.65]],
    ['gives its fee back, written with a minus', '-17.50', '-3.85', '-478.65', [-17.5, -3.85, 478.65]],
    ['takes a fee of its own', '17.50', '3.85', '-521.35', [-52.5, -11.55, 435.95]],
    ['keeps the fee', '0.00', '0.00', '-500.00', [-35, -7.7, 457.3]],
  ])('whose refund %s is posted by what is transferred', async (_title, fee, vat, net, [kept, ofIt, due]) => {
    await post(
      rows(paid, ['Возврат', 'pay-1', 'ref-1', '500.00', fee, vat, net, '26.11.2026']),
      'refund.csv',
    );

    expect([await booked(api, 'provider_fee'), await booked(api, 'provider_fee_vat')]).toEqual([kept, ofIt]);
    await post(
      statement(String(due), '0', (1000 + Number(due)).toFixed(2), [line(String(due))]),
      'net.txt',
      '',
    );
    expect((await matches())[0]).toEqual(['settlement', 'in', due]);
    expect((await reconcile({ db: api.db, now: api.now() })).problems).toEqual([]);
  });

  it('whose refund leads to neither is refused with what was expected', async () => {
    const { status, body } = await send(
      rows(paid, ['Возврат', 'pay-1', 'ref-1', '500.00', '17.50', '3.85', '-470.00', '26.11.2026']),
      'wrong.csv',
    );
    expect([status, (body as unknown as { errors: object }).errors]).toEqual([
      422,
      { file: ['error-registry-net'] },
    ]);
  });

  it('of an empty day is posted once, moves nothing, and its day is compared', async () => {
    const text = [
      'РЕЕСТР ПЛАТЕЖЕЙ ПО ДОГОВОРУ НЭК.000000.01 (100500)',
      'Дата платежей: 2026-11-22',
      'Идентификатор платежа;Сумма платежа;Сумма комиссии;НДС с комиссии;Сумма за вычетом комиссии;Дата платежа',
      '',
      'Сумма принятых платежей: 0.00 RUB',
      'Число платежей: 0',
    ].join('\r\n');
    const shown = await post(text, 'empty.csv');
    expect([shown.days, shown.entries]).toEqual([
      [expect.objectContaining({ day: '2026-11-22', net: 0 })],
      [],
    ]);
    expect((await send(text, 'empty.csv')).body).toMatchObject({ id: shown.id, state: 'posted' });

    const settled = await api.db.selectFrom('provider_settlements').select(['day', 'net']).execute();
    expect(settled).toEqual([{ day: '2026-11-22', net: 0 }]);
    expect([await booked(api, 'provider_fee'), await clearing(), await open()]).toEqual([0, 0, []]);
    // Nothing is awaited from the bank for it.
    await post(statement('5.00', '0', '1005.00', [line('5.00')]), 'five.txt', '');
    expect(await matches()).toEqual([['acquirer', 'in', 5]]);
  });
});

it('a transfer of the whole sum that came before its registry is settled by it', async () => {
  await post(statement('1000.00', '0', '2000.00', [line('1000.00')]), 'f.txt', '');
  expect(await open()).toHaveLength(1);

  await post(day('pay-1', '26.11.2026'), 'day.csv');

  expect([await booked(api, 'suspense'), await matches()]).toEqual([0, [['settlement', 'in', 1000]]]);
  expect(await open()).toEqual([]);
});
