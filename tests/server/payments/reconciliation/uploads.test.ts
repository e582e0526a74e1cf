import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Page } from '@/contract/core/paging';
import type {
  BankLine,
  Difference,
  FilePreview,
  ReconciliationFile,
} from '@/contract/payments/reconciliation';
import { writeSheet } from '@/server/core/documents/xlsx/write';
import { reconcile } from '@/server/modules/ledger/reconcile';
import { sendFile } from '../../../support/import-files';
import { buildOrder } from '../../../support/orders';
import { setUpScene } from '../../../support/scene';
import { buildApproved } from '../../../support/shops';
import { buildMember } from '../../../support/team';
import {
  account,
  booked,
  cp1251,
  crlf,
  documentLines,
  registry,
  settledStatement,
  statementLines,
  yookassaHeadings,
} from './files';

/** Registries and statements: what is uploaded, shown and posted. */
const { api, scene } = setUpScene();

type Person = { id: number } | null;
interface Refused {
  message: string;
  errors: Record<string, string[]>;
  current: { line: number; column: string; text: string };
}

const send = <Body = FilePreview>(
  content: string | Buffer,
  name = 'registry.csv',
  provider = 'yookassa',
  person: Person = scene.super_admin,
) => sendFile<Body>(api, person, 'reconciliation/files', { name, content, field: 'file' }, { provider });
const sendBank = (lines: string[], person: Person = scene.super_admin) =>
  send(cp1251(lines), 'kl_to_1c.txt', '', person);
const post = (id: number, person: Person = scene.super_admin) =>
  api.request<FilePreview>(person, 'POST', `reconciliation/files/${id}/post`, {});
const postSent = async (sent: { body: FilePreview }) => {
  const answer = await post(sent.body.id);
  expect(answer.status).toBe(200);
  return answer.body;
};
const lines = async () =>
  (await api.request<Page<BankLine>>(scene.super_admin, 'GET', 'reconciliation/lines')).body.data;
const differences = async (state = 'open') =>
  (await api.request<Page<Difference>>(scene.super_admin, 'GET', `reconciliation/differences?state=${state}`))
    .body.data;
const isSound = async () => expect((await reconcile({ db: api.db, now: api.now() })).problems).toEqual([]);
const payee = { inn: '7700000000', name: 'ООО Ромашка', account: '40702810500000000777' };

const buildPayout = (amount: number) => buildApproved(api, scene, { amount, requisites: payee });

beforeEach(() => api.setNow(new Date('2026-11-27T09:00:00Z')));

describe('uploading a file', () => {
  it('is for people who write finance', async () => {
    const [reader, support] = [await buildMember(api.db, 'auditor'), await buildMember(api.db, 'support')];
    for (const [person, status] of [
      [null, 401],
      [scene.customer, 403],
      [scene.store_owner, 403],
      [support, 403],
      [reader, 403],
    ] as const)
      expect((await send(registry(), 'r.csv', 'yookassa', person)).status).toBe(status);
    expect((await send(registry(), 'r.csv', 'yookassa', await buildMember(api.db, 'finance'))).status).toBe(
      201,
    );
  });

  it('refuses no file, no provider and an unknown one', async () => {
    const path = 'reconciliation/files';
    const without = await sendFile<Refused>(api, scene.super_admin, path, undefined, {
      provider: 'yookassa',
    });
    expect([without.status, without.body.errors]).toEqual([422, { file: ['error-file-missing'] }]);
    for (const provider of ['', 'stripe', 'manual'])
      expect((await send<Refused>(registry(), 'r.csv', provider)).body.errors).toEqual({
        provider: ['error-registry-provider'],
      });
  });

  it('shows what will be posted, and posts nothing', async () => {
    const { status, body } = await send(registry());

    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ kind: 'registry', provider: 'yookassa', state: 'waiting', lines: 1, known: 0 },
      days: [{ day: '2026-11-26', payments: 1000, refunds: 0, fee: 35, fee_vat: 7.7, net: 957.3 }],
      entries: [
        { account: 'provider_fee', amount: -35 },
        { account: 'provider_fee_vat', amount: -7.7 },
        { account: 'provider_clearing', amount: 42.7 },
      ],
    });
    expect(await booked(api, 'provider_clearing')).toBe(0);
  });

  it('of somebody else that is not posted is not found, and everybody of finance sees it once it is', async () => {
    const { body } = await send(registry());
    const other = await buildMember(api.db, 'finance');
    const path = `reconciliation/files/${body.id}`;
    for (const [method, where] of [
      ['GET', path],
      ['DELETE', path],
      ['POST', `${path}/post`],
    ] as const)
      expect([
        where,
        (await api.request(other, method, where, method === 'POST' ? {} : undefined)).status,
      ]).toEqual([where, 404]);
    expect(
      (await api.request<Page<ReconciliationFile>>(other, 'GET', 'reconciliation/files')).body.total,
    ).toBe(0);

    await post(body.id);

    expect((await api.request(other, 'GET', path)).status).toBe(200);
    expect((await api.request(scene.super_admin, 'GET', 'reconciliation/files/999')).status).toBe(404);
  });

  it('can be taken back until it is posted', async () => {
    const { body } = await send(registry());
    const path = `reconciliation/files/${body.id}`;
    expect((await api.request(scene.super_admin, 'DELETE', path)).status).toBe(200);
    expect((await post(body.id)).status).toBe(404);

    const again = await postSent(await send(registry()));

    expect((await api.request(scene.super_admin, 'DELETE', `reconciliation/files/${again.id}`)).status).toBe(
      400,
    );
  });
});

describe('a registry', () => {
  it('books the fee of the provider and its VAT', async () => {
    await postSent(await send(registry()));

    expect([
      await booked(api, 'provider_fee'),
      await booked(api, 'provider_fee_vat'),
      await booked(api, 'provider_clearing'),
    ]).toEqual([-35, -7.7, 42.7]);
    await isSound();
  });

  it('is recognised by its headings in any order, as a workbook, and in the form of T-Bank', async () => {
    const rows = [
      ['Реестр операций', '', '', '', ''],
      ['Дата операции', 'Тип операции', 'ID операции', 'Сумма операции', 'Сумма к перечислению'],
      ['2026-11-26 23:59:59', 'Оплата', '900001', '1 000,00', '970.72'],
      ['2026-11-27 00:00:00', 'Возврат', '900001', '100.00', '-100.00'],
      ['Итого', '', '', '900.00', '870.72'],
    ];
    const parts: Buffer[] = [];
    const sheet = async function* () {
      yield rows;
    };
    for await (const part of writeSheet(sheet(), 'Реестр')) parts.push(part);

    const { status, body } = await send(Buffer.concat(parts), 'registry.xlsx', 'tbank');

    expect(status).toBe(201);
    // The fee of 29.28 holds 22 % VAT, and the day ends at midnight in Moscow.
    expect(body.days).toMatchObject([
      { day: '2026-11-26', payments: 1000, fee: 24, fee_vat: 5.28, net: 970.72 },
      { day: '2026-11-27', refunds: 100, net: -100 },
    ]);
  });

  it('counts a moment in UTC as its day in Moscow', async () => {
    const row = ['pay-1', '10.00', 'RUB', '0', '0', '10.00', '2026-11-26T21:00:00Z', ''];

    expect((await send(registry([row]))).body.days).toMatchObject([{ day: '2026-11-27' }]);
  });

  const usual = ['pay-1', '1000.00', 'RUB', '35.00', '7.70', '957.30', '26.11.2026', ''];
  const changed = (place: number, text: string) => usual.map((cell, at) => (at === place ? text : cell));
  it.each<[string, string[][], string, object]>([
    [
      'a sum of three decimals',
      [changed(1, '1000.001')],
      'error-registry-sum',
      { line: 2, column: 'Сумма платежа' },
    ],
    ['no sum', [usual, changed(1, '')], 'error-registry-sum', { line: 3, column: 'Сумма платежа' }],
    ['a sum in words', [changed(3, 'много')], 'error-registry-sum', { column: 'Комиссия', text: 'много' }],
    ['one kopeck too many', [changed(5, '957.31')], 'error-registry-net', { column: 'Сумма к зачислению' }],
    ['an impossible day', [changed(6, '31.02.2026')], 'error-registry-day', { column: 'Дата платежа' }],
    ['another currency', [changed(2, 'USD')], 'error-registry-currency', { column: 'Валюта платежа' }],
    ['no id', [changed(0, '')], 'error-registry-id', { column: 'Идентификатор платежа' }],
    ['a payment that stands twice', [usual, usual], 'error-registry-twice', { line: 3 }],
  ])('with %s is refused with line and column, and stores nothing', async (_title, rows, error, current) => {
    const { status, body } = await send<Refused>(registry(rows));

    expect([status, body.errors]).toEqual([422, { file: [error] }]);
    expect(body.current).toMatchObject(current);
    expect(await api.db.selectFrom('reconciliation_files').selectAll().execute()).toEqual([]);
  });

  it.each([
    ['Платёж', '-2000.00', 'error-registry-sum'],
    ['Debit', '-2000.00', 'error-registry-sum'],
    ['CancelRefund', '2000.00', 'error-registry-kind'],
    ['Отмена возврата', '2000.00', 'error-registry-kind'],
    ['Chargeback_Reversal', '2000.00', 'error-registry-kind'],
  ])('with «%s» of %s is refused instead of guessed about', async (kind, sum, error) => {
    const content = registry(
      [[kind, 'pay-1', sum, '26.11.2026']],
      ['Тип операции', 'PaymentId', 'Сумма', 'Дата'],
    );

    expect((await send<Refused>(content)).body.errors).toEqual({ file: [error] });
  });

  it.each([
    ['a text', 'Здравствуйте', 'error-registry-headings'],
    ['nothing', '', 'error-import-empty'],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), 'error-import-foreign'],
    ['headings only', yookassaHeadings.join(';'), 'error-import-empty'],
    ['products', 'Название;Цена\nЧай;10', 'error-registry-headings'],
  ])('is not %s', async (_title, content, error) => {
    expect((await send<Refused>(content)).body.errors).toEqual({ file: [error] });
  });

  it('posts nothing twice: neither the same file, nor its payments in another one', async () => {
    const first = await send(registry());
    const again = await send(registry());
    expect([again.status, again.body.id]).toEqual([200, first.body.id]);
    await post(first.body.id);
    await post(first.body.id);
    const month = await send(registry([usual, changed(0, 'pay-2')]), 'month.csv');
    expect(month.body).toMatchObject({ known: 1, days: [{ payments: 1000, net: 957.3 }] });

    await postSent(month);

    expect(await booked(api, 'provider_fee')).toBe(-70);
    await isSound();
  });

  it('is one file when two uploads of it come at once, and is posted once when two posts do', async () => {
    const sent = await Promise.all([send(registry()), send(registry()), send(registry())]);
    expect(sent.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 200, 201]);
    const [id = 0, ...others] = sent.map(({ body }) => body.id);
    expect(others).toEqual([id, id]);

    await Promise.all([post(id), post(id), post(id)]);

    expect(await booked(api, 'provider_fee')).toBe(-35);
  });

  it('is one file when it is uploaded again while its lines are being stored', async () => {
    const first = await send(registry());
    const isBeing = (state: string) =>
      api.db.updateTable('reconciliation_files').set({ state }).where('id', '=', first.body.id).execute();
    await isBeing('reading');

    const again = send(registry());
    await setTimeout(400);
    await isBeing('waiting');

    expect([(await again).status, (await again).body.id]).toEqual([200, first.body.id]);
  });

  it('with a thousand lines tells the database how many there are, so that no plan compares each with each', async () => {
    await send(registry(Array.from({ length: 1000 }, (_, at) => changed(0, `pay-${at}`))));

    const { rows } = await sql<{ lines: number }>`select reltuples::int as lines from pg_class
      where oid = 'provider_registry_lines'::regclass`.execute(api.db);
    expect(rows).toEqual([{ lines: 1000 }]);
  });

  it('posts a payment once when two files with it are posted at once', async () => {
    const one = await send(registry([usual]), 'day.csv');
    const two = await send(registry([usual, changed(0, 'pay-2')]), 'month.csv');

    await Promise.all([post(one.body.id), post(two.body.id)]);

    expect(await booked(api, 'provider_fee')).toBe(-70);
  });

  it('that says another sum of a payment than before is refused', async () => {
    await postSent(await send(registry()));
    const other = ['pay-1', '1000.01', 'RUB', '35.00', '7.70', '957.31', '26.11.2026', ''];

    const { body } = await send<Refused>(registry([other]), 'other.csv');

    expect(body).toMatchObject({
      errors: { file: ['error-registry-changed'] },
      current: { line: 2, text: 'pay-1' },
    });
  });

  it('of 30,000 lines is read and posted', { timeout: 60_000 }, async () => {
    const rows = Array.from({ length: 30_000 }, (_, place) => changed(0, `pay-${place}`));
    const sent = await send(registry(rows));
    expect(sent.body).toMatchObject({ lines: 30_000, days: [{ payments: 30_000_000 }] });

    await postSent(sent);

    expect(await booked(api, 'provider_fee')).toBe(-1_050_000);
  });
});

describe('a statement', () => {
  it('settles the registry that its line pays, to the kopeck', async () => {
    await postSent(await send(registry()));
    const sent = await sendBank(settledStatement());
    expect(sent.body).toMatchObject({
      ...{ kind: 'statement', state: 'waiting' },
      accounts: [{ account, opening: 1000, income: 957.3, outgo: 0, closing: 1957.3 }],
      groups: [{ match: 'settlement', direction: 'in', lines: 1, sum: 957.3 }],
      entries: [
        { account: 'bank', amount: -957.3 },
        { account: 'provider_clearing', amount: 957.3 },
      ],
    });
    expect(await booked(api, 'bank')).toBe(0);

    await postSent(sent);

    expect([await booked(api, 'bank'), await booked(api, 'provider_clearing')]).toEqual([-957.3, 1000]);
    expect(await lines()).toMatchObject([{ match: 'settlement', amount: 957.3, day: '2026-11-27' }]);
    expect(await differences()).toEqual([]);
    await isSound();
  });

  it('settles neighbouring days with one line, as banks do after a weekend', async () => {
    const row = (id: string, day: string) => [id, '1000.00', 'RUB', '35.00', '7.70', '957.30', day, ''];
    await postSent(await send(registry([row('a', '24.11.2026'), row('b', '25.11.2026')])));

    await postSent(await sendBank(settledStatement('1914.60')));

    expect(await booked(api, 'bank')).toBe(-1914.6);
    expect(await differences()).toEqual([]);
  });

  it('that is one kopeck off leaves the line in suspense with a difference', async () => {
    await postSent(await send(registry()));

    await postSent(await sendBank(settledStatement('957.29')));

    expect([await booked(api, 'suspense'), await booked(api, 'provider_clearing')]).toEqual([957.29, 42.7]);
    expect(await differences()).toMatchObject([
      { kind: 'bank_differs', provider: 'yookassa', ours: 957.3, theirs: 957.29, repair: -957.29 },
    ]);
    await isSound();
  });

  it('does not choose between two registries of the same sum', async () => {
    const row = (id: string, day: string) => [id, '1000.00', 'RUB', '35.00', '7.70', '957.30', day, ''];
    await postSent(await send(registry([row('a', '24.11.2026'), row('b', '26.11.2026')])));

    await postSent(await sendBank(settledStatement()));

    expect((await differences()).map(({ kind }) => kind)).toEqual(['bank_differs']);
  });

  it('that came before the registry is settled by it', async () => {
    await postSent(await sendBank(settledStatement()));
    expect((await differences()).map(({ kind, ours }) => [kind, ours])).toEqual([['bank_differs', null]]);

    await postSent(await send(registry()));

    expect([await booked(api, 'suspense'), await booked(api, 'provider_clearing')]).toEqual([0, 1000]);
    expect(await differences()).toEqual([]);
    expect(await differences('repaired')).toHaveLength(1);
    expect((await lines()).map(({ match }) => match)).toEqual(['settlement']);
    await isSound();
  });

  it('posts nothing twice: neither the same file, nor its lines in another encoding or a longer period', async () => {
    const unknown = documentLines({ sum: '10', party: payee });
    const day = { income: '20', closing: '1020', documents: [unknown, unknown] };
    const first = await sendBank(statementLines(day));
    await post(first.body.id);
    expect((await sendBank(statementLines(day))).body).toMatchObject({ id: first.body.id, state: 'posted' });
    const utf = await send(Buffer.from(crlf(statementLines(day))), 'utf.txt', '');
    expect(utf.body).toMatchObject({ known: 2, groups: [] });

    await post(utf.body.id);

    expect([await booked(api, 'bank'), (await lines()).length]).toEqual([-20, 2]);
  });

  it('debits payouts that it finds by their token or by account, ИНН and sum, and nothing that nobody has explained', async () => {
    const [named, likely] = [await buildPayout(300), await buildPayout(500)];
    const out = (sum: string, purpose: string) =>
      documentLines({ sum, purpose, direction: 'out', party: payee });

    await postSent(
      await sendBank(
        statementLines({
          ...{ outgo: '900', closing: '100' },
          documents: [
            out('300', `Выплата V-${String(named).padStart(6, '0')}. Без НДС`),
            out('500', 'Оплата по договору'),
            out('100', 'Комиссия банка'),
          ],
        }),
      ),
    );

    const found = Object.fromEntries((await lines()).map(({ amount, ...line }) => [amount, line]));
    expect(found[300]).toMatchObject({ match: 'payout', withdraw_ids: [named] });
    expect(found[500]).toMatchObject({ match: 'payout', withdraw_ids: [likely] });
    expect(found[100]).toMatchObject({ match: 'unknown', withdraw_ids: [], is_waiting: true });
    expect([await booked(api, 'bank'), await booked(api, 'suspense')]).toEqual([800, 0]);
    expect(await differences()).toMatchObject([{ kind: 'outgoing_unknown', theirs: 100 }]);
    await isSound();
  });

  it('does not take one payout for two lines, nor one of another sum', async () => {
    await buildPayout(300);
    const out = (sum: string) => documentLines({ sum, direction: 'out', party: payee });

    await postSent(
      await sendBank(
        statementLines({
          outgo: '900.01',
          closing: '99.99',
          documents: [out('300'), out('300'), out('300.01')],
        }),
      ),
    );

    expect((await lines()).map(({ match }) => match)).toEqual(['unknown', 'unknown', 'unknown']);
    expect([await booked(api, 'bank'), await booked(api, 'payout_in_transit')]).toEqual([0, 300]);
  });

  it('has a returned payout on the balance of its shop and as a difference, never as income', async () => {
    const id = await buildPayout(300);
    const purpose = 'Возврат платежа: счёт закрыт';
    const left = documentLines({ sum: '300', direction: 'out', party: payee });
    await postSent(await sendBank(statementLines({ outgo: '300', closing: '700', documents: [left] })));

    await postSent(
      await sendBank(
        statementLines({
          ...{ income: '300', closing: '1300' },
          documents: [documentLines({ sum: '300', purpose, party: payee })],
        }),
      ),
    );

    expect(await lines()).toMatchObject([
      { match: 'payout_returned', withdraw_ids: [id] },
      { match: 'payout', withdraw_ids: [id] },
    ]);
    expect(await differences()).toMatchObject([
      { kind: 'payout_returned', theirs: 300, repair: null, purpose },
    ]);
    expect([await booked(api, 'suspense'), await booked(api, 'bank')]).toEqual([0, 0]);
    await isSound();
  });

  it('names the order of a buyer’s transfer by its number, whatever the sum', async () => {
    const { order } = await built();
    const transfer = (sum: string) =>
      documentLines({ sum, purpose: `Оплата заказа ${order.number}`, party: payee });

    await postSent(
      await sendBank(
        statementLines({
          income: String(order.total + 1),
          closing: String(order.total + 1001),
          documents: [transfer(String(order.total)), transfer('1')],
        }),
      ),
    );

    const found = await lines();
    expect(found.find(({ amount }) => amount === order.total)).toMatchObject({
      match: 'buyer',
      order: { id: order.id },
    });
    expect(found.find(({ amount }) => amount === 1)).toMatchObject({
      match: 'buyer',
      order: { id: order.id },
    });
  });

  it('that contradicts itself is kept in quarantine, is shown and cannot be posted', async () => {
    const wrong = statementLines({
      income: '10',
      closing: '1010.01',
      documents: [documentLines({ sum: '10' })],
    });

    const { status, body } = await sendBank(wrong);

    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ state: 'quarantined', problem: 'balance' },
      ...{ problem_expected: '1010.00', problem_found: '1010.01', groups: [], entries: [] },
    });
    expect((await post(body.id)).status).toBe(400);
    expect(await lines()).toEqual([]);
  });

  async function built() {
    const { id } = await buildOrder(api, { lines: [{ shop: scene.shop }] });
    const row = await api.db
      .selectFrom('orders')
      .select(['id', 'tracking_number', 'total'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return { order: { id: row.id, number: row.tracking_number, total: row.total } };
  }
});

describe('lines of the bank and files', () => {
  it.each(['reconciliation', 'reconciliation/lines', 'reconciliation/files', 'reconciliation/differences'])(
    '%s are for people who read finance',
    async (path) => {
      expect((await api.request(null, 'GET', path)).status).toBe(401);
      expect((await api.request(scene.store_owner, 'GET', path)).status).toBe(403);
      expect((await api.request(await buildMember(api.db, 'support'), 'GET', path)).status).toBe(403);
      expect((await api.request(await buildMember(api.db, 'auditor'), 'GET', path)).status).toBe(200);
    },
  );

  it.each([
    'lines?match=money',
    'lines?limit=x',
    'files?secret=1',
    'differences?state=lost',
    'differences?kind=x',
  ])('refuses the query %s', async (query) => {
    expect((await api.request(scene.super_admin, 'GET', `reconciliation/${query}`)).status).toBe(422);
  });
});
