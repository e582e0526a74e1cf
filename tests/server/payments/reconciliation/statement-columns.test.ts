import { beforeEach, describe, expect, it } from 'vitest';
import type { Page } from '@/contract/core/paging';
import type { BankLine, FilePreview } from '@/contract/payments/reconciliation';
import type {
  ChosenColumns,
  RememberedStatement,
  StatementTable,
} from '@/contract/payments/statement-columns';
import { sendFile } from '../../../support/import-files';
import { setUpScene } from '../../../support/scene';
import { buildMember } from '../../../support/team';
import { account, cp1251 } from './files';

/** A bank's table whose columns a person names (rules/payments: a bank's columns are told once). */
const { api, scene } = setUpScene();

type Person = { id: number } | null;
type Refused = { errors: Record<string, string[]> };

const buyer = '40702810900000000017';
const headings = 'Когда;Док;Ушло;Пришло;Кто;Налоговый номер;Куда;За что';
const rows = [
  `27.11.2026;1001;;118,50;ООО Покупатель;7736050003;${buyer};Оплата заказа`,
  `28.11.2026;1002;40,00;;ООО Покупатель;7736050003;${buyer};Комиссия`,
];
const unknown = cp1251([`Движения по ${account}`, 'Отдел;Все', headings, ...rows]);
const right: ChosenColumns = {
  0: 'day',
  1: 'number',
  2: 'debit',
  3: 'credit',
  4: 'partyName',
  5: 'partyInn',
  6: 'partyAccount',
  7: 'purpose',
};

const upload = <Body = FilePreview & Refused>(
  content: Buffer,
  { columns, ...more }: { columns?: ChosenColumns | string; account?: string } = {},
  person: Person = scene.super_admin,
) =>
  sendFile<Body>(
    api,
    person,
    'reconciliation/files',
    { name: 'bank.csv', content, field: 'file' },
    {
      provider: 'yookassa',
      ...(columns && { columns: typeof columns === 'string' ? columns : JSON.stringify(columns) }),
      ...more,
    },
  );
const ask = (content: Buffer, person: Person = scene.super_admin) =>
  sendFile<StatementTable & Refused>(api, person, 'reconciliation/tables', {
    ...{ name: 'bank.csv', content, field: 'file' },
  });
const remembered = async () =>
  (await api.request<{ data: RememberedStatement[] }>(scene.super_admin, 'GET', 'reconciliation/columns'))
    .body.data;
const files = async () =>
  (await api.request<Page<FilePreview>>(scene.super_admin, 'GET', 'reconciliation/files')).body.data;
const post = (id: number) =>
  api.request<FilePreview>(scene.super_admin, 'POST', `reconciliation/files/${id}/post`, { is_seen: true });
const lines = async () =>
  (await api.request<Page<BankLine>>(scene.super_admin, 'GET', 'reconciliation/lines?sortedBy=asc')).body
    .data;

beforeEach(() => api.setNow(new Date('2026-11-29T09:00:00Z')));

describe('asking what the columns of a table are', () => {
  it('is for people who write finance', async () => {
    const [reader, support] = [await buildMember(api.db, 'auditor'), await buildMember(api.db, 'support')];
    for (const [person, status] of [
      [null, 401],
      [scene.customer, 403],
      [scene.store_owner, 403],
      [support, 403],
      [reader, 403],
      [await buildMember(api.db, 'finance'), 200],
    ] as const)
      expect((await ask(unknown, person)).status).toBe(status);
  });

  it('answers headings, first rows and what is recognised, and stores nothing', async () => {
    const { body } = await ask(unknown);
    expect(body).toEqual({
      headings: headings.split(';'),
      samples: rows.map((row) => row.split(';')),
      columns: { 1: 'number' },
      is_remembered: false,
      needs_account: false,
    });
    expect([await files(), await remembered()]).toEqual([[], []]);
  });

  it('knows the words of banks, and says that the account is missing', async () => {
    const { body } = await ask(
      cp1251(['Дата;Списание;Поступление;Назначение платежа', '27.11.2026;1,00;;Оплата']),
    );
    expect(body).toMatchObject({
      columns: { 0: 'day', 1: 'debit', 2: 'credit', 3: 'purpose' },
      needs_account: true,
    });
  });

  it.each([
    ['a table without days', cp1251(['Название;Цена', 'Чашка;100']), 'error-statement-headings'],
    ['an empty file', Buffer.from(''), 'error-statement-headings'],
    ['a picture', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1]), 'error-import-foreign'],
  ])('refuses %s', async (_title, content, error) => {
    const { status, body } = await ask(content);
    expect([status, body.errors]).toEqual([422, { file: [error] }]);
  });

  it('refuses a form without a file', async () => {
    const { status, body } = await sendFile<Refused>(
      ...([api, scene.super_admin, 'reconciliation/tables', undefined, { a: '1' }] as const),
    );
    expect([status, body.errors]).toEqual([422, { file: ['error-file-missing'] }]);
  });
});

describe('a table that nobody recognises', () => {
  it('is refused, then read by the columns that a person names, shown, and posted', async () => {
    const refused = await upload(unknown);
    expect([refused.status, refused.body.errors.file]).toEqual([422, ['error-registry-headings']]);

    const { status, body } = await upload(unknown, { columns: right });
    expect([status, body.state, body.kind, body.problem]).toEqual([201, 'waiting', 'statement', null]);
    expect(body.first_lines).toEqual([
      {
        ...{ id: expect.any(Number), direction: 'in', day: '2026-11-27', number: '1001', amount: 118.5 },
        ...{ party: 'ООО Покупатель', party_inn: '7736050003', party_account: buyer },
        purpose: 'Оплата заказа',
      },
      expect.objectContaining({ direction: 'out', day: '2026-11-28', number: '1002', amount: 40 }),
    ]);
    expect(await lines()).toEqual([]);

    expect((await post(body.id)).status).toBe(200);
    expect((await lines()).map(({ number, amount }) => [number, amount])).toEqual([
      ['1001', 118.5],
      ['1002', 40],
    ]);
  });

  it('is read the same way the next time, by anybody, until it is forgotten', async () => {
    await upload(unknown, { columns: right });
    expect(await remembered()).toEqual([
      expect.objectContaining({ file_name: 'bank.csv', headings: headings.split(';'), columns: right }),
    ]);
    const next = cp1251([
      `Движения по ${account}`,
      headings,
      `29.11.2026;1003;;10,00;ООО Ещё;7736050003;${buyer};Оплата`,
    ]);
    expect((await ask(next)).body).toMatchObject({ columns: right, is_remembered: true });
    const finance = await buildMember(api.db, 'finance');
    const { body } = await upload(next, {}, finance);
    expect(body.first_lines.map(({ number }) => number)).toEqual(['1003']);

    const [shape] = await remembered();
    const path = `reconciliation/columns/${shape?.id}`;
    expect((await api.request(scene.super_admin, 'DELETE', path)).status).toBe(200);
    expect(await remembered()).toEqual([]);
    expect((await upload(cp1251([headings, ...rows]))).status).toBe(422);
  });

  it('of other headings is not of this shape', async () => {
    await upload(unknown, { columns: right });
    const other = cp1251([`Движения по ${account}`, headings.replace('За что', 'Зачем'), ...rows]);
    expect((await upload(other)).status).toBe(422);
  });

  it('takes the account that a person names, and no other', async () => {
    const bare = cp1251([headings, ...rows]);
    const without = await upload(bare, { columns: right });
    expect(without.body).toMatchObject({
      ...{ state: 'quarantined', problem: 'field', problem_expected: 'Номер счёта' },
    });
    expect(await remembered()).toEqual([]);

    const { status, body } = await upload(bare, { columns: right, account: '40702 810 9 0000 0012345' });
    expect([status, body.state, body.accounts[0]?.account]).toEqual([201, 'waiting', account]);
    expect((await files()).map(({ state }) => state)).toEqual(['waiting']);
    for (const wrong of ['17', 'x'.repeat(20)])
      expect((await upload(bare, { columns: right, account: wrong })).body.errors).toEqual({
        account: ['error-statement-account'],
      });
  });
});

it('what was read wrongly is read anew, and what is posted stays', async () => {
  const swapped: ChosenColumns = { ...right, 2: 'credit', 3: 'debit' };
  const first = await upload(unknown, { columns: swapped });
  expect(first.body.first_lines[0]).toMatchObject({ direction: 'out', number: '1001' });
  const second = await upload(unknown, { columns: right });
  expect(second.body.first_lines[0]).toMatchObject({ direction: 'in', number: '1001' });
  expect((await remembered()).map(({ columns }) => columns)).toEqual([right]);

  await post(second.body.id);
  const third = await upload(unknown, { columns: swapped });
  expect([third.status, third.body.id, third.body.state]).toEqual([200, second.body.id, 'posted']);
  expect((await remembered()).map(({ columns }) => columns)).toEqual([right]);
});

it('a table whose words are known is read by what a person says instead', async () => {
  const content = cp1251([
    `Счёт ${account}`,
    'Дата;Дата списания;Списание;Поступление;Контрагент;Назначение;Комментарий',
    '26.11.2026;27.11.2026;;5,00;ООО Раз;Перевод;Заказ 17',
  ]);
  expect((await upload(content)).body.first_lines[0]).toMatchObject({
    day: '2026-11-27',
    purpose: 'Перевод',
  });
  const columns: ChosenColumns = { 0: 'day', 2: 'debit', 3: 'credit', 4: 'partyName', 6: 'purpose' };
  const { body } = await upload(content, { columns });
  expect(body.first_lines[0]).toMatchObject({ day: '2026-11-26', purpose: 'Заказ 17' });
});

it.each([
  ['no JSON', '{', 'error-wrong-value'],
  ['a list', '["day"]', 'error-wrong-value'],
  ['a field that there is not', '{"0":"colour","1":"amount"}', 'error-wrong-value'],
  ['a column that there is not', '{"-1":"day","1":"amount"}', 'error-wrong-value'],
  ['a column beyond all', '{"300":"day","1":"amount"}', 'error-wrong-value'],
  ['one field twice', '{"0":"day","1":"amount","2":"amount"}', 'error-wrong-value'],
  ['no day', '{"1":"amount"}', 'error-statement-columns'],
  ['no sum', '{"0":"day"}', 'error-statement-columns'],
])('columns that are %s are refused', async (_title, columns, error) => {
  const { status, body } = await upload(unknown, { columns });
  expect([status, body.errors]).toEqual([422, { columns: [error] }]);
  expect(await remembered()).toEqual([]);
});

it('what is remembered is read by people who read finance and forgotten by those who write it', async () => {
  await upload(unknown, { columns: right });
  const [shape] = await remembered();
  const [reader, support] = [await buildMember(api.db, 'auditor'), await buildMember(api.db, 'support')];
  for (const [person, status] of [
    [null, 401],
    [scene.customer, 403],
    [scene.store_owner, 403],
    [support, 403],
    [reader, 200],
  ] as const)
    expect((await api.request(person, 'GET', 'reconciliation/columns')).status).toBe(status);
  const path = `reconciliation/columns/${shape?.id}`;
  for (const [person, status] of [
    [null, 401],
    [scene.customer, 403],
    [reader, 403],
    [await buildMember(api.db, 'finance'), 200],
  ] as const)
    expect((await api.request(person, 'DELETE', path)).status).toBe(status);
  expect((await api.request(scene.super_admin, 'DELETE', path)).status).toBe(404);
});
