import { describe, expect, it } from 'vitest';
import type { Page } from '@/contract/core/paging';
import type { BankLine, FilePreview } from '@/contract/payments/reconciliation';
import { sendFile } from '../../support/import-files';
import { setUpScene } from '../../support/scene';
import { zipOf } from './workbook';

/** Workbooks of Альфа-Банк, Точка and Модульбанк, in the shapes that readers of other programs describe; the data is invented. */
const { api, scene } = setUpScene();

const own = '40702810900000012345';
const buyer = '40702810900000000017';
const party = ['ООО "Покупатель"', '7736050003'];

type Rows = readonly (readonly (string | number)[])[];

const alfaHeadings: Rows = [
  [
    'Дата',
    'Номер документа',
    'Дебет',
    'Кредит',
    'Контрагент',
    '',
    '',
    '',
    '',
    '',
    'Назначение платежа',
    'Код дебитора',
    'Тип документа',
  ],
  ['', '', '', '', 'Наименование', 'ИНН', 'КПП', 'Счёт', 'БИК', 'Наименование банка', '', '', ''],
];
const alfa: Rows = [
  ['Выписка по счёту', own],
  ['Владелец счета', 'ООО Рынок'],
  ['БИК', '044525593'],
  ['За период', 'c 27.11.2026 по 28.11.2026'],
  ['Остаток входящий', 1000, 'RUR', 'Итого по дебету', 40],
  ['Остаток исходящий', 1078.5, 'RUR', 'Итого по кредиту', 118.5],
  [],
  ...alfaHeadings,
  [
    '27.11.2026',
    '1001',
    '',
    118.5,
    ...party,
    '773601001',
    buyer,
    '044525225',
    'ПАО СБЕРБАНК',
    'Оплата заказа',
    '',
    '01',
  ],
  [
    '28.11.2026',
    '1002',
    40,
    '',
    ...party,
    '773601001',
    buyer,
    '044525225',
    'ПАО СБЕРБАНК',
    'Комиссия',
    '',
    '17',
  ],
];

const tochka: Rows = [
  [`Выписка по счёту с 27.11.2026 по 28.11.2026`],
  [
    'Номер документа',
    'Дата документа',
    'Дата операции',
    'Счёт',
    'Контрагент',
    'ИНН контрагента',
    'БИК банка контрагента',
    'Корр.счёт банка контрагента',
    'Наименование банка контрагента',
    'Счёт контрагента',
    'Списание',
    'Зачисление',
    'Назначение платежа',
    'Код',
  ],
  [
    '1001',
    '26.11.2026',
    '27.11.2026',
    own,
    ...party,
    '044525225',
    '30101810400000000225',
    'ПАО СБЕРБАНК',
    buyer,
    '',
    118.5,
    'Оплата заказа',
    '',
  ],
  [
    '1002',
    '28.11.2026',
    '28.11.2026',
    own,
    ...party,
    '044525225',
    '30101810400000000225',
    'ПАО СБЕРБАНК',
    buyer,
    40,
    '',
    'Комиссия',
    '',
  ],
];

const modul: Rows = [
  ['МОСКОВСКИЙ ФИЛИАЛ АО КБ «МОДУЛЬБАНК»'],
  ['Общество с ограниченной ответственностью Рынок'],
  [`Расчётный счёт № ${own}`],
  ['Выписка за период с 27.11.2026 по 28.11.2026'],
  ['Средства на начало периода (сальдо входящее): 1 000,00'],
  [
    '№ документа',
    'Дата',
    'Контрагент',
    'ИНН, КПП',
    'Банк контрагента',
    'БИК',
    'Счёт',
    'Назначение платежа',
    'Приход',
    'Приход в нац. валюте',
    'Расход',
    'Расход в нац. валюте',
  ],
  [
    '1001',
    '27.11.2026',
    party[0] ?? '',
    '7736050003, 773601001',
    'ПАО СБЕРБАНК',
    '044525225',
    buyer,
    'Оплата заказа',
    '118,50',
    '118,50',
    '—',
    '—',
  ],
  [
    '1002',
    '28.11.2026',
    party[0] ?? '',
    '7736050003, 773601001',
    'ПАО СБЕРБАНК',
    '044525225',
    buyer,
    'Комиссия',
    '—',
    '—',
    '40,00',
    '40,00',
  ],
  ['Итого обороты', '', '', '', '', '', '', '', '118,50', '118,50', '40,00', '40,00'],
  ['Средства на конец периода (сальдо исходящее): 1 078,50'],
];

/** One row for each document, with our side in columns of its own and the balances behind. */
const alfaByDocument: Rows = [
  [
    'Дата документа',
    'Номер документа',
    'Счёт организации',
    'Организация',
    'ИНН организации',
    'Счёт контрагента',
    'Контрагент',
    'ИНН контрагента',
    'Назначение платежа',
    'Поступление',
    'Списание',
    'Остаток входящий',
    'Остаток исходящий',
    'Код дебитора',
    'Тип документа',
  ],
  [
    '27.11.2026',
    '1001',
    own,
    'ООО Рынок',
    '7799123455',
    buyer,
    ...party,
    'Оплата заказа',
    118.5,
    '',
    1000,
    1118.5,
    '',
    '01',
  ],
  [
    '28.11.2026',
    '1002',
    own,
    'ООО Рынок',
    '7799123455',
    buyer,
    ...party,
    'Комиссия',
    '',
    40,
    1118.5,
    1078.5,
    '',
    '17',
  ],
];

async function preview(rows: Rows) {
  const content = zipOf([
    {
      name: 'Выписка',
      rows: rows.map((row) =>
        row.map((cell) => (typeof cell === 'string' ? cell.replaceAll('"', '&quot;') : cell)),
      ),
    },
  ]);
  return sendFile<FilePreview>(
    ...[
      api,
      scene.super_admin,
      'reconciliation/files',
      { name: 'vypiska.xlsx', content, field: 'file' },
      { provider: '' },
    ],
  );
}

describe('a workbook', () => {
  it.each([
    ['of Альфа-Банк, with its titles and two rows of headings', alfa, 'known'],
    ['of Точка, with a title above its headings', tochka, 'unknown'],
    ['of Модульбанк, with sums in two currencies and dashes', modul, 'known'],
    ['with a column of our own account', alfaByDocument, 'unknown'],
  ] as const)('%s is read with both sides, its days and its balances', async (_, rows, balances) => {
    const { status, body } = await preview(rows);
    expect([status, body.problem, body.kind]).toEqual([201, null, 'statement']);
    const found = await api.db.selectFrom('bank_statements').selectAll().executeTakeFirstOrThrow();
    expect([
      found.account,
      ...[found.opening, found.closing].map((sum) => (sum === null ? null : Number(sum))),
    ]).toEqual(balances === 'known' ? [own, 1000, 1078.5] : [own, null, null]);

    const answer = await api.request(scene.super_admin, 'POST', `reconciliation/files/${body.id}/post`, {
      is_seen: true,
    });
    expect(answer.status).toBe(200);
    const lines = await api.request<Page<BankLine>>(
      scene.super_admin,
      'GET',
      'reconciliation/lines?sortedBy=asc',
    );
    expect(lines.body.data).toMatchObject([
      {
        direction: 'in',
        amount: 118.5,
        number: '1001',
        day: '2026-11-27',
        party_inn: '7736050003',
        party_account: buyer,
      },
      {
        direction: 'out',
        amount: 40,
        number: '1002',
        day: '2026-11-28',
        party_inn: '7736050003',
        party_account: buyer,
      },
    ]);
    expect(lines.body.data[0]?.party).toContain('Покупатель');
  });

  it('with money that came first, and a minus before what left in the totals, too', async () => {
    const { body } = await preview([
      ['Расчётный счёт', own],
      ['За период', 'с 27.11.2026 по 27.11.2026'],
      ['Входящее сальдо', 1000],
      [
        'Дата',
        'Номер',
        'Контрагент',
        'ИНН контрагента',
        'Счёт контрагента',
        'Приход',
        'Расход',
        'Назначение',
      ],
      ['1', '2', '3', '4', '5', '6', '7', '8'],
      ['27.11.2026', '1001', ...party, buyer, 118.5, '', 'Оплата заказа'],
      ['27.11.2026', '1002', ...party, buyer, '', -40, 'Комиссия'],
      ['Итого', '', '', '', '', 118.5, -40, ''],
      ['Исходящее сальдо', 1078.5],
    ]);
    expect([body.problem, body.problem_expected]).toEqual([null, null]);
  });

  it('of Альфа-Банк whose balance does not follow from its rows is refused', async () => {
    const wrong = alfa.map((row) => (row[0] === 'Остаток исходящий' ? ['Остаток исходящий', 999] : row));
    const { body } = await preview(wrong);
    expect(body.problem).toBe('balance');
  });
});
