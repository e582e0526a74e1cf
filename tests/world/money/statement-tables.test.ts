import { describe, expect, it } from 'vitest';
import type { Page } from '@/contract/core/paging';
import type { BankLine, FilePreview } from '@/contract/payments/reconciliation';
import { cp1251, encode } from '../../server/payments/reconciliation/files';
import { sendFile } from '../../support/import-files';
import { setUpScene } from '../../support/scene';
import { zipOf } from './workbook';

/** Statements as tables, as banks export them: the shapes of public samples (docs/formats.md), the data invented. */
const { api, scene } = setUpScene();

const own = '40702810900000012345';
const buyer = '40702810900000000017';
const shop = '40702810500000000777';

const upload = async (content: Buffer, name = 'vypiska.csv', provider = '') =>
  sendFile<FilePreview & { errors: Record<string, string[]> }>(
    ...[api, scene.super_admin, 'reconciliation/files', { name, content, field: 'file' }, { provider }],
  );
async function posted(content: Buffer, name?: string): Promise<BankLine[]> {
  const { status, body } = await upload(content, name);
  expect([status, body.problem, body.kind]).toEqual([201, null, 'statement']);
  const answer = await api.request(
    ...([scene.super_admin, 'POST', `reconciliation/files/${body.id}/post`, { is_seen: true }] as const),
  );
  expect(answer.status).toBe(200);
  return (await api.request<Page<BankLine>>(scene.super_admin, 'GET', 'reconciliation/lines?sortedBy=asc'))
    .body.data;
}

const tbankHeadings =
  'Номер счёта;Тип операции (пополнение/списание);Дата проведения;Номер платежа;Валюта операции;Сумма в валюте счёта;Валюта счёта;Описание операции;Назначение платежа;Счет плательщика;ИНН плательщика;КПП плательщика;Наименование плательщика;БИК банка плательщика;Корр. счет плательщика;Счет получателя;Договор получателя;ИНН получателя;КПП получателя;Наименование получателя;БИК банка получателя;Корр. счет получателя;Счет контрагента;ИНН контрагента;Наименование контрагента;БИК банка контрагента';
const tbankRow = (kind: string, number: string, sum: string, purpose: string, other: string) => {
  const party = `${other};7736050003;;"ООО ""Покупатель""";044525225;30101810400000000225`;
  const ours = `${own};;7799123455;;ООО Рынок;044525974;`;
  const sides =
    kind === 'Кредит'
      ? `${party};${ours}`
      : `${ours.replace(';;', ';')};${other};;7736050003;;"ООО ""Покупатель""";044525225;`;
  return `${own};${kind};27.11.2026;${number};643;${sum};643;Операция;${purpose};${sides};${other};7736050003;"ООО ""Покупатель""";044525225`;
};
const tbank = cp1251([
  tbankHeadings,
  tbankRow('Кредит', '1001', '118,5', 'Оплата заказа', buyer),
  tbankRow('Дебет', '1002', '40,0', 'Комиссия банка', shop),
]);

const vtb = [
  ['ВЫПИСКА'],
  ['Номер счета:', own, '', 'Валюта:', 'RUB', 'Владелец счёта:', 'ООО Рынок'],
  ['Начальная дата:', '27.11.2026', '', 'Конечная дата:', '28.11.2026'],
  ['Входящий остаток RUB:', '1000.00', '', 'Исходящий остаток RUB:', '1078.50'],
  [],
  [
    'Дата',
    'Номер',
    'Вид операции',
    'Контрагент',
    'ИНН контрагента',
    'БИК банка контрагента',
    'Счет контрагента',
    'Дебет, RUR',
    'Кредит, RUR',
    'Назначение',
    'КБК',
  ],
  [
    '27.11.2026',
    '1001',
    '01',
    'ООО "Покупатель"',
    '7736050003',
    '044525225',
    buyer,
    '',
    118.5,
    'Оплата заказа',
    '',
  ],
  ['ИТОГО ЗА ДЕНЬ:', '', '', '', '', '', '', 0, 118.5, ''],
  [
    '27.11.2026',
    '1002',
    '01',
    'ООО "Покупатель"',
    '7736050003',
    '044525225',
    shop,
    40,
    '',
    'Комиссия банка',
    '',
  ],
  ['ИТОГО ЗА ДЕНЬ:', '', '', '', '', '', '', 40, 0, ''],
  ['ИТОГО:', '', '', '', '', '', '', 40, 118.5, ''],
];

const block = (account: string) => `${account}\n7736050003\nООО "Покупатель"`;
const sber = [
  ['', 'СберБизнес. экспорт выписки'],
  ['', 'ПАО СБЕРБАНК'],
  ['', 'Дата формирования выписки 29.11.2026 в 10:20:30'],
  ['', 'ВЫПИСКА ОПЕРАЦИЙ ПО ЛИЦЕВОМУ СЧЕТУ', '', own],
  ['', 'за период с 27 ноября 2026 г.', '', 'по 28 ноября 2026 г.'],
  [
    '',
    'Дата проводки',
    'Счет',
    '',
    'Сумма по дебету',
    'Сумма по кредиту',
    '№ документа',
    'ВО',
    'Банк (БИК и наименование)',
    'Назначение платежа',
  ],
  ['', '', 'Дебет', 'Кредит', '', '', '', '', '', ''],
  [
    '',
    '27.11.2026 10:15:00',
    block(buyer),
    `${own}\n7799123455\nООО Рынок`,
    '',
    '118,50',
    '1001',
    '01',
    'БИК 044525225 ПАО СБЕРБАНК',
    'Оплата заказа',
  ],
  [
    '',
    '27.11.2026',
    `${own}\n7799123455\nООО Рынок`,
    block(shop),
    '40,00',
    '',
    '1002',
    '17',
    'БИК 044525225 ПАО СБЕРБАНК',
    'Комиссия банка',
  ],
  ['', '', '', '', '', ''],
  ['', '', 'Дебет', 'Кредит', ''],
  ['', 'Количество операций', '1', '1'],
  ['', 'Входящий остаток', '0,00', '1000,00 (П)', '26 ноября 2026 г.'],
  ['', 'Итого оборотов', '40,00', '118,50'],
  ['', 'Исходящий остаток', '0,00', '1078,50 (П)', '28 ноября 2026 г.'],
];
const csvOf = (rows: readonly (readonly (string | number)[])[], separator = ';') =>
  rows
    .map((row) =>
      row
        .map((cell) => (/["\n;,]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : cell))
        .join(separator),
    )
    .join('\r\n');

const sections = cp1251([
  'БИК 044525593;;;;;;;',
  `Счет ${own} за период с 27.11.2026 по 28.11.2026;;;;;;;`,
  'Входящий остаток;1 000.00;;;;;;',
  'Дата операции;Номер документа;Бик банка-корр.;ИНН корреспондента;Номер счета;Сумма операции;Наименование корреспондента;Назначение платежа',
  ';;;;;ДЕБЕТ;;',
  `27.11.2026;1002;044525225;7736050003;${shop};40.00;"ООО ""Покупатель""";Комиссия банка`,
  'ИТОГО ОБОРОТ ПО ДЕБЕТУ;;;;;40.00;;',
  ';;;;;КРЕДИТ;;',
  `27.11.2026;1001;044525225;7736050003;${buyer};118.50;"ООО ""Покупатель""";Оплата заказа`,
  'ИТОГО ОБОРОТ ПО КРЕДИТУ;;;;;118.50;;',
  'ИСХОДЯЩИЙ ОСТАТОК;1 078.50;;;;;;',
]);

const plain = cp1251([
  `Выписка по счету;${own}`,
  'Входящий остаток;1000,00',
  '',
  'Дата;Номер документа;Списание;Поступление;Контрагент;ИНН контрагента;Расчетный счет контрагента;Назначение платежа',
  `27.11.2026;1001;;118,50;"ООО ""Покупатель""";7736050003;${buyer};Оплата заказа`,
  `27.11.2026;1002;40,00;;"ООО ""Покупатель""";7736050003;${shop};Комиссия банка`,
  'Обороты за период;;40,00;118,50;;;;',
  'Исходящий остаток;;;1078,50;;;;',
]);

// Точка: forty-two columns, both sides and the direction, balances in each row, and no account of its own anywhere.
const tochkaHeadings =
  'Дата проводки;Дата документа;Дата списания;Дата зачисления;Номер документа;Направление;Сумма операции;Сумма операции в рублях;Входящий остаток;Исходящий остаток;Назначение платежа;Наименование плательщика;Счет плательщика;ИНН плательщика;КПП плательщика;Бик банка плательщика;Наименование банка плательщика;Адрес банка плательщика;Корр. счёт банка плательщика;Наименование получателя;Счет получателя;ИНН получателя;КПП получателя;Бик банка получателя;Наименование банка получателя;Адрес банка получателя;Корр. счет банка получателя;Курс конвертации;Сумма после конвертации;Приоритет;Тип документа;Бюджетный;Бюджетный: статус;Бюджетный: КБК;Бюджетный: ОКАТО;Бюджетный: Основание;Бюджетный: Период;Бюджетный: Номер;Бюджетный: дата;Бюджетный: тип;Основание списания;Код';
interface Row {
  number: string;
  sum: string;
  purpose: string;
  other: string;
}
const came: Row = { number: '1001', sum: '118.50', purpose: 'Оплата заказа', other: buyer };
const left: Row = { number: '1002', sum: '40.00', purpose: 'Комиссия банка', other: shop };
const tochkaRow = (direction: string, { number, sum, purpose, other }: Row) => {
  const theirs = `"ООО ""Покупатель""";${other};7736050003;;044525225;ПАО СБЕРБАНК;Москва;30101810400000000225`;
  const ours = `ООО Рынок;${own};7799123455;;044525104;ООО Банк Точка;Москва;30101810745374525104`;
  const sides = direction === 'Исходящий' ? `${ours};${theirs}` : `${theirs};${ours}`;
  const written = sum.replace('.', ',');
  return `27.11.2026;26.11.2026;;;${number};${direction};${written};${written};1 000,00;1 078,50;${purpose};${sides};;;5;Платежное поручение;Нет;;;;;;;;;По договору;0`;
};
const tochka = Buffer.from(
  `\ufeff${[tochkaHeadings, tochkaRow('Входящий', came), tochkaRow('Исходящий', left)].join('\n')}`,
);

// Альфа-Банк: a table for programs, whose headings are names of fields.
const alfaFields =
  'statement_unid;Type_close;Date;b_date;m_date;create_date;Name;Inn;Rch;name_rch;Bik;Korch;Type;name_curr;d_c;oper;date_oper;number;o_date;sum_rur;sum_val;plat_name;plat_inn;plat_kpp;plat_acc;plat_bank;plat_bic;plat_ks;plat_swift;pol_name;Pol_inn;pol_kpp;pol_acc;pol_bank;pol_bic;pol_ks;pol_swift;text70';
const alfaRow = (side: string, { number, sum, purpose, other }: Row) => {
  const theirs = `"ООО ""Покупатель""";7736050003;;${other};ПАО СБЕРБАНК;044525225;;`;
  const ours = `ООО Рынок;7799123455;;${own};АО АЛЬФА-БАНК;044525593;;`;
  const sides = side === 'D' ? `${ours};${theirs}` : `${theirs};${ours}`;
  return `17;;28.11.2026;27.11.2026;;;ООО Рынок;7799123455;${own};Счёт;044525593;;;RUR;${side};01;27.11.2026;${number};26.11.2026;${sum};;${sides};${purpose}`;
};
const alfaTable = cp1251([alfaFields, alfaRow('C', came), alfaRow('D', left)]);

/** «Контрагент» is merged above its parts. */
const twoRows = [
  ['Выписка по счету', own],
  ['БИК', '044525593'],
  ['За период', 'c 27.11.2026 по 28.11.2026'],
  [
    ...['Дата', 'Номер документа', 'Дебет', 'Кредит', 'Контрагент', '', '', '', '', ''],
    ...['Назначение платежа', 'Код дебитора', 'Тип документа'],
  ],
  ['', '', '', '', 'Наименование', 'ИНН', 'КПП', 'Счет', 'БИК', 'Наименование банка', '', '', ''],
  [
    ...['27.11.2026', '1001', '', '118.50', 'ООО "Покупатель"', '7736050003', '', buyer, '044525225', 'СБЕР'],
    ...['Оплата заказа', '', 'Платежное поручение'],
  ],
  [
    ...['27.11.2026', '1002', '40.00', '', 'ООО "Покупатель"', '7736050003', '', shop, '044525225', 'СБЕР'],
    ...['Комиссия банка', '', 'Банковский ордер'],
  ],
  ['Итого обороты', '', '40.00', '118.50'],
];

/** The first row of headings has no word of ours but in the second. */
const grouped = [
  [...['Дата', 'N', 'Клиент', '', '', 'Корреспондент', '', '', '', 'ВО', 'Содержание'], ...['Обороты', '']],
  ['', '', 'ИНН', 'Наименование', 'Счет', 'БИК', 'Счет', 'Наименование', 'ИНН', '', '', 'Дебет', 'Кредит'],
  [
    ...['27.11.2026', '1001', '7799123455', 'ООО Рынок', own, '044525225', buyer, 'ООО "Покупатель"'],
    ...['7736050003', '01', 'Оплата заказа', '', '118,50'],
  ],
  [
    ...['27.11.2026', '1002', '7799123455', 'ООО Рынок', own, '044525225', shop, 'ООО "Покупатель"'],
    ...['7736050003', '17', 'Комиссия банка', '40,00', ''],
  ],
];

/** Альфа-Банк, as printed: ИНН, account and name in one cell. */
const alfaPrinted = [
  ['Выписка по счету', own],
  ['За период', 'c 27.11.2026 по 28.11.2026'],
  [
    ...['Дата операции', 'Номер документа', 'Дебет', 'Кредит', 'ИНН контрагента, счет, наименование'],
    ...['Банк контрагента', 'Назначение платежа', 'Код дебитора', 'Тип документа'],
  ],
  [
    ...['27.11.2026', '1001', '', '118,50', `7736050003\n${buyer}\nООО "Покупатель"`],
    ...['044525225 ПАО СБЕРБАНК', 'Оплата заказа', '', '01'],
  ],
  [
    ...['27.11.2026', '1002', '40,00', '', `7736050003\n${shop}\nООО "Покупатель"`],
    ...['044525225 ПАО СБЕРБАНК', 'Комиссия банка', '', '17'],
  ],
];

const uralsib = [
  ['Выписка по счету', own],
  [
    ...['Номер документа', 'Дата документа', 'Дата операции', 'Наименование', 'Счет', 'ИНН контрагента'],
    ...['Банк контрагента', 'Дебет', 'Кредит', 'Курс ЦБ на дату операции', 'Назначение платежа'],
  ],
  [
    ...['1001', '26.11.2026', '27.11.2026', 'ООО "Покупатель"', buyer, '7736050003'],
    ...['044525225 ПАО СБЕРБАНК', '0,00', '118,50', '1,0000', 'Оплата заказа'],
  ],
  [
    ...['1002', '26.11.2026', '27.11.2026', 'ООО "Покупатель"', shop, '7736050003'],
    ...['044525225 ПАО СБЕРБАНК', '40,00', '0,00', '1,0000', 'Комиссия банка'],
  ],
];

describe('a statement of', () => {
  it.each([
    ['Т-Бизнес, CSV in windows-1251 with both sides and no balances', tbank, 'statement.csv'],
    [
      'Т-Бизнес, CSV in UTF-8',
      Buffer.from(`\ufeff${new TextDecoder('windows-1251').decode(tbank)}`),
      'statement.csv',
    ],
    ['ВТБ, XLSX with totals of days', zipOf([{ name: own, rows: vtb }]), 'vtb.xlsx'],
    ['СберБизнес, XLSX with blocks of three lines', zipOf([{ name: 'Лист1', rows: sber }]), 'sber.xlsx'],
    ['СберБизнес, CSV with commas', encode(csvOf(sber, ','), 'windows-1251'), 'sber.csv'],
    ['Альфа-Банк, CSV whose sides are sections', sections, 'alfa.csv'],
    ['Точка, CSV with both sides and the direction', tochka, 'tochka.csv'],
    ['Альфа-Банк, CSV with names of fields', alfaTable, 'alfa-fields.csv'],
    ['a bank with headings in two rows, XLSX', zipOf([{ name: 'Выписка', rows: twoRows }]), 'two.xlsx'],
    ['Альфа-Банк, as it is printed, in XLSX', zipOf([{ name: 'Выписка', rows: alfaPrinted }]), 'alfa.xlsx'],
    ['Уралсиб, CSV', encode(csvOf(uralsib), 'windows-1251'), 'uralsib.csv'],
    ['a bank with groups of columns, CSV', encode(csvOf(grouped), 'windows-1251'), 'groups.csv'],
    ['a bank that writes «Списание» and «Поступление»', plain, 'bank.csv'],
    [
      'the same with tabs',
      Buffer.from(new TextDecoder('windows-1251').decode(plain).replaceAll(';', '\t')),
      'bank.csv',
    ],
  ])('%s is read and posted', async (title, content, name) => {
    // The last of them write no БИК.
    const bic = /Списание|tabs/.test(title) ? null : '044525225';
    const lines = await posted(content, name);

    const found = lines.map((one) => ({
      ...{
        account: one.account,
        direction: one.direction,
        day: one.day,
        number: one.number,
        amount: one.amount,
      },
      ...{
        party: one.party,
        inn: one.party_inn,
        of: one.party_account,
        bic: one.party_bic,
        purpose: one.purpose,
      },
    }));
    const both = { account: own, day: '2026-11-27', party: 'ООО "Покупатель"', inn: '7736050003' };
    expect(found.toSorted((one, other) => one.number.localeCompare(other.number))).toEqual([
      {
        ...both,
        direction: 'in',
        number: '1001',
        amount: 118.5,
        of: buyer,
        bic,
        purpose: 'Оплата заказа',
      },
      {
        ...both,
        direction: 'out',
        number: '1002',
        amount: 40,
        of: shop,
        bic,
        purpose: 'Комиссия банка',
      },
    ]);
  });

  it('a bank that is uploaded twice, as a table and again by other days, has each line once', async () => {
    await posted(plain);
    const longer = cp1251([
      ...rowsOf(plain).slice(0, 6),
      `28.11.2026;1003;;10,00;"ООО ""Покупатель""";7736050003;${buyer};Ещё`,
    ]);
    expect((await posted(longer)).map(({ number }) => number)).toEqual(['1001', '1002', '1003']);
  });
});

const rowsOf = (content: Buffer) => new TextDecoder('windows-1251').decode(content).trim().split('\r\n');

describe('a table of a bank that', () => {
  const changed = (from: string, to: string) =>
    cp1251([new TextDecoder('windows-1251').decode(plain).trimEnd().replace(from, to)]);

  it.each([
    [
      'has other turnovers than its rows',
      changed('Обороты за период;;40,00', 'Обороты за период;;41,00'),
      { problem: 'balance', problem_expected: '1077.50' },
    ],
    [
      'ends with another balance',
      changed('Исходящий остаток;;;1078,50', 'Исходящий остаток;;;1000,00'),
      { problem: 'balance' },
    ],
    [
      'has a day that nobody can read',
      changed('27.11.2026;1002', '31.02.2026;1002'),
      { problem: 'field', problem_line: 6, problem_found: '31.02.2026' },
    ],
    [
      'has a sum that is none',
      changed('1001;;118,50', '1001;;118,5О'),
      { problem: 'field', problem_line: 5, problem_expected: 'Поступление' },
    ],
    [
      'has sums on both sides',
      changed('1001;;118,50', '1001;1,00;118,50'),
      { problem: 'field', problem_line: 5 },
    ],
    ['does not say its account', changed(own, '17'), { problem: 'field', problem_expected: 'Номер счёта' }],
    ['is of dollars', changed(own, '40702840900000012345'), { problem: 'currency', problem_found: '840' }],
  ])('%s is kept in quarantine', async (_title, content, problem) => {
    const { status, body } = await upload(content);
    expect([status, body]).toEqual([201, expect.objectContaining({ state: 'quarantined', ...problem })]);
  });

  it('is of another account than ours is kept in quarantine', async () => {
    await posted(plain);
    const { body } = await upload(changed(own, '40702810100000054321'));
    expect(body).toMatchObject({ state: 'quarantined', problem: 'account' });
  });
});

it('a registry of an acquirer stays a registry, and another table is none', async () => {
  const content = Buffer.from(
    'Идентификатор платежа;Сумма платежа;Дата платежа\r\n2f000001-000f-5000-a000-100000000001;1,00;20.11.2026\r\n',
  );
  expect((await upload(content, 'registry.csv', 'yookassa')).body.kind).toBe('registry');
  const other = await upload(Buffer.from('Название;Цена\r\nЧашка;100\r\n'), 'goods.csv', 'yookassa');
  expect([other.status, other.body.errors.file]).toEqual([422, ['error-registry-headings']]);
});
