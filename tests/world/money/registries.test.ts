import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { RegistryFault } from '@/contract/payments/reconciliation';
import { AppError } from '@/server/core/errors';
import { type Registry, readRegistry } from '@/server/modules/payments/reconciliation/registry/read-registry';
import { zipOf } from './workbook';

/** Registries as acquirers send them (docs/formats.md): read without a change, or refused with words that say where. */
const folder = mkdtempSync(join(tmpdir(), 'registries-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

const own = (name: string) => new URL(`./files/${name}`, import.meta.url).pathname;
function written(content: string | Buffer, kind = 'csv'): string {
  files += 1;
  const path = join(folder, `${files}.${kind}`);
  writeFileSync(path, content);
  return path;
}
const read = (content: string | Buffer, kind?: string) => readRegistry(written(content, kind));
const row = (...cells: string[]) => cells.join(';');

interface DaySums {
  payments: number;
  refunds: number;
  fee: number;
  vat: number;
  net: number;
}

/** Roubles by day. */
function sumsOf({ lines }: Registry): Record<string, DaySums> {
  const sums: Record<string, DaySums> = {};
  for (const { day, kind, amount, fee, feeVat } of lines) {
    const each = sums[day] ?? { payments: 0, refunds: 0, fee: 0, vat: 0, net: 0 };
    sums[day] = each;
    each[kind === 'payment' ? 'payments' : 'refunds'] += amount / 100;
    each.fee += fee / 100;
    each.vat += feeVat / 100;
    each.net += ((kind === 'payment' ? amount : -amount) - fee - feeVat) / 100;
  }
  for (const each of Object.values(sums))
    for (const key of Object.keys(each) as (keyof DaySums)[]) each[key] = Math.round(each[key] * 100) / 100;
  return sums;
}

async function faultOf(content: string | Buffer, kind?: string): Promise<[string, Partial<RegistryFault>]> {
  try {
    await read(content, kind);
  } catch (error) {
    if (error instanceof AppError)
      return [error.fields?.file?.[0] ?? '', (error.current ?? {}) as Partial<RegistryFault>];
    throw error;
  }
  throw new Error('was read');
}

const heads = row(
  'Идентификатор платежа',
  'Сумма платежа',
  'Сумма комиссии',
  'НДС с комиссии',
  'Сумма за вычетом комиссии',
  'Дата платежа',
);
const first = row('2f-1', '2000.00', '56.00', '12.32', '1931.68', '20.11.2026 12:37:07');
const second = row('2f-2', '800.00', '22.40', '4.93', '772.67', '20.11.2026 15:43:01');
const day = { payments: 2800, refunds: 0, fee: 78.4, vat: 17.25, net: 2704.35 };

describe('a registry of YooKassa', () => {
  it('of payments has titles above, two fees, and totals below', async () => {
    const registry = await readRegistry(own('yookassa-payments.csv'));

    expect(sumsOf(registry)).toEqual({
      '2026-11-20': { payments: 2800, refunds: 0, fee: 79.63, vat: 17.52, net: 2702.85 },
    });
    expect(registry.lines.map(({ objectId }) => objectId.slice(-2))).toEqual(['01', '02']);
  });

  it('of refunds is a file of its own, whose day stands in its title only', async () => {
    const { lines } = await readRegistry(own('yookassa-refunds-cp1251.csv'));

    expect(lines).toMatchObject([
      {
        kind: 'refund',
        amount: 40_000,
        fee: 0,
        day: '2026-11-21',
        paymentId: '2f000001-000f-5000-a000-100000000001',
      },
    ]);
  });

  it('of a day without payments says that day', async () => {
    expect(await readRegistry(own('yookassa-empty-day.csv'))).toEqual({ lines: [], days: ['2026-11-22'] });
  });

  it('in the form of before 2024 has other names of its columns, and no column of the fee', async () => {
    expect(sumsOf(await readRegistry(own('yookassa-old-letter.csv')))).toEqual({
      '2026-11-20': { payments: 2000, refunds: 0, fee: 57.38, vat: 12.62, net: 1930 },
    });
  });
});

it('a registry of Yandex Pay names its columns in its own words', async () => {
  expect(sumsOf(await readRegistry(own('yandex-pay.csv')))).toEqual({
    '2026-11-20': { payments: 1000, refunds: 0, fee: 24.59, vat: 5.41, net: 970 },
  });
});

describe('above the table', () => {
  it.each([
    ['a title with commas', 'РЕЕСТР ПЛАТЕЖЕЙ, ПРИНЯТЫХ ЗА 20.11.2026, ПО ДОГОВОРУ 1, 2, 3'],
    ['a title with semicolons', 'РЕЕСТР; договор 1; магазин 2'],
    ['a title with tabs', 'РЕЕСТР\tдоговор 1\tмагазин 2\tстрока'],
    ['four lines', 'ООО «Чай», ИНН 7700000000\n\nРеестр\nПериод: 20.11.2026 - 20.11.2026'],
    ['a title in quotes', '"Реестр; ""Чай"", 2026"'],
  ])('stands %s, and the separator is that of the table', async (_title, above) => {
    expect(sumsOf(await read(`${above}\n${heads}\n${first}\n${second}\n`))).toEqual({ '2026-11-20': day });
  });

  it.each([
    [',', [heads, first, second]],
    ['\t', [heads, first, second]],
  ])('the table may be separated by %j below a title with semicolons', async (separator, rows) => {
    const table = rows.map((one) => one.replaceAll(';', separator)).join('\n');

    expect(sumsOf(await read(`Реестр; договор 1; магазин 2; точка 3; касса 4\n${table}`))).toEqual({
      '2026-11-20': day,
    });
  });
});

describe('below the table', () => {
  it.each([
    ['Сумма принятых платежей: 2800.00 RUB', 'Число платежей: 2'],
    [
      'Сумма принятых платежей: 2 800,00 руб.',
      'Сумма принятых платежей за вычетом комиссии и НДС: 2704.35 RUB',
    ],
    ['Итого;2800,00;78,40;17,25;2704,35;', 'Всего операций: 2'],
    ['Итого: 2800.00', 'Количество: 2'],
    ['Сумма комиссии: 78.40', 'НДС: 17.25', 'К перечислению: 2704.35'],
    ['Сумма платежей;2800.00;RUB', 'Число платежей;2'],
    ['Total amount of payments: 2800.00 RUB', 'Number of payments: 2'],
    // Without a word, with the VAT in it, and with a signature.
    [';2800.00;78.40;17.25;2704.35;'],
    ['Всего принято;2 800,00', 'в т.ч. НДС с комиссии;17,25'],
    ['Главный бухгалтер ______ /Иванова А. А./', 'М.П.'],
  ])('%s', async (...totals) => {
    expect(
      sumsOf(await read([heads, first, second, '', ...totals, 'По договору 1 от 01.02.2020'].join('\n'))),
    ).toEqual({
      '2026-11-20': day,
    });
  });

  it.each([
    ['Сумма принятых платежей: 2800.01 RUB', 'Сумма принятых платежей', '2800.01', '2800.00'],
    ['Число платежей: 3', 'Число платежей', '3', '2'],
    [
      'Сумма принятых платежей за вычетом комиссии и НДС: 2704.00',
      'Сумма принятых платежей за вычетом комиссии и НДС',
      '2704.00',
      '2704.35',
    ],
    ['Итого;2900,00;78,40;17,25;2704,35;', 'Сумма платежа', '2900.00', '2800.00'],
  ])('«%s» disagrees with the rows, and the file says where', async (total, column, text, expected) => {
    expect(await faultOf([heads, first, second, total].join('\n'))).toEqual([
      'error-registry-total',
      { line: 4, column, text, expected, sheet: null },
    ]);
  });

  it('sums without a word that are not those of the rows are a payment without its id', async () => {
    expect(
      await faultOf([heads, first, second, ';2800.01;78.40;17.25;2704.36;20.11.2026'].join('\n')),
    ).toMatchObject(['error-registry-id', { line: 4 }]);
  });

  it('a row that lost its sum is no text below the table', async () => {
    expect(await faultOf([heads, first, '2f-2;;;;;'].join('\n'))).toMatchObject([
      'error-registry-sum',
      { line: 3, column: 'Сумма платежа' },
    ]);
  });

  it('the next day follows with a title and a table of its own', async () => {
    const next = [
      'Дата платежей: 2026-11-21',
      heads,
      second.replace('2f-2', '2f-3').replace('20.11', '21.11'),
      'Сумма: 800.00',
    ];

    expect(Object.keys(sumsOf(await read([heads, first, 'Сумма: 2000.00', ...next].join('\n'))))).toEqual([
      '2026-11-20',
      '2026-11-21',
    ]);
  });
});

describe('fees', () => {
  const payment = (headings: string[], cells: string[]) =>
    read(
      `${row('Идентификатор платежа', 'Сумма платежа', ...headings, 'Дата платежа')}\n${row('2f-1', '100.00', ...cells, '20.11.2026')}`,
    );
  it.each([
    [
      'VAT of the first, the second contains its own',
      ['Сумма комиссии', 'Комиссия за чеки с НДС', 'НДС с комиссии', 'Сумма за вычетом комиссии'],
      ['3.00', '1.50', '0.66', '94.84'],
      4.23,
      0.93,
    ],
    [
      'VAT of both in one column',
      ['Сумма комиссии без НДС', 'Комиссия за чеки (с НДС)', 'НДС с комиссий', 'К перечислению'],
      ['3.00', '1.50', '0.93', '94.84'],
      4.23,
      0.93,
    ],
    [
      'both without VAT',
      ['Комиссия без НДС', 'Комиссия за чеки без НДС', 'НДС', 'К перечислению'],
      ['3.00', '1.23', '0.93', '94.84'],
      4.23,
      0.93,
    ],
    [
      'a fee that contains its VAT',
      ['Комиссия с НДС', 'в т.ч. НДС', 'К перечислению'],
      ['3.66', '0.66', '96.34'],
      3,
      0.66,
    ],
    ['a fee that does not say so', ['Комиссия', 'НДС', 'К перечислению'], ['3.66', '0.66', '96.34'], 3, 0.66],
    [
      'a fee without VAT and no column of it',
      ['Комиссия без НДС', 'К перечислению'],
      ['3.00', '96.34'],
      3,
      0.66,
    ],
    ['with a minus', ['Комиссия', 'НДС', 'К перечислению'], ['-3.00', '-0.66', '96.34'], 3, 0.66],
    [
      'a rate beside it',
      ['Ставка комиссии, %', 'Комиссия, руб.', 'Ставка НДС', 'НДС, руб.', 'Сумма к зачислению'],
      ['3', '3.00', '22', '0.66', '96.34'],
      3,
      0.66,
    ],
    ['of which none is taken', ['Комиссия', 'НДС', 'К перечислению'], ['0', '0', '100,00'], 0, 0],
    ['that are a dash', ['Комиссия', 'НДС', 'К перечислению'], ['-', '–', '100,00'], 0, 0],
    ['with four decimals', ['Комиссия', 'НДС', 'К перечислению'], ['3.0000', '0.6600', '96.3400'], 3, 0.66],
  ])('%s', async (_title, headings, cells, fee, vat) => {
    expect(sumsOf(await payment(headings, cells))).toEqual({
      '2026-11-20': { payments: 100, refunds: 0, fee, vat, net: Math.round((100 - fee - vat) * 100) / 100 },
    });
  });

  it('that do not lead to what is transferred are refused with what was expected', async () => {
    const content = [heads, row('2f-1', '100.00', '3.00', '0.66', '96.35', '20.11.2026')].join('\n');

    expect(await faultOf(content)).toEqual([
      'error-registry-net',
      { line: 2, column: 'Сумма за вычетом комиссии', text: '96.35', expected: '96.34', sheet: null },
    ]);
  });
});

describe('sums and days', () => {
  const one = (sum: string, at = '20.11.2026') =>
    read(`Идентификатор платежа\tСумма платежа\tДата платежа\n2f-1\t${sum}\t${at}`);
  it.each([
    '2000',
    '2000.00',
    '2000,00',
    '2 000,00',
    '2\u00a0000,00',
    '2\u202f000,00',
    "2'000.00",
    '2,000.00',
    '2.000,00',
    '2000.00 RUB',
    '2000,00 ₽',
    '2 000,00 руб.',
    '+2000.00',
    '"2000,00"',
    '2000.0',
    '2000.0000',
    '2000.',
    '₽2000',
    'RUB 2 000,00',
  ])('«%s» is two thousand roubles', async (sum) => {
    expect((await one(sum)).lines).toMatchObject([{ kind: 'payment', amount: 200_000 }]);
  });

  it.each(['-2000.00', '−2000,00', '– 2 000,00', '(2000.00)', '2000.00-'])('«%s» went back', async (sum) => {
    expect((await one(sum)).lines).toMatchObject([{ kind: 'refund', amount: 200_000 }]);
  });

  it.each(['2000.001', '2,000', '2 000.00 USD', '20O0', '1.2.3', '--5', ''])(
    '«%s» is no sum',
    async (sum) => {
      expect(
        await faultOf(`Идентификатор платежа\tСумма платежа\tДата платежа\n2f-1\t${sum}\t20.11.2026`),
      ).toMatchObject(['error-registry-sum', { line: 2, column: 'Сумма платежа', text: sum }]);
    },
  );

  it.each([
    '20.11.2026',
    '20.11.26',
    '20.11.2026 12:37',
    '20.11.2026 12:37:07',
    '20.11.2026, 12:37:07',
    '2026-11-20',
    '2026-11-20 12:37:07',
    '2026-11-20T12:37:07+03:00',
    '2026-11-20T12:37:07.123Z',
    '20/11/2026',
    '20-11-2026',
    '2026/11/20',
    '20 ноября 2026 г.',
    '20 ноября 2026',
    '20 ноя 2026 12:37',
    '20.11.2026 12:37:07 (МСК)',
    '20.11.2026 12:37:07.123',
    '46346',
    '46346.5258',
    '20 Nov 2026 12:37',
    '20 November 2026',
    "'20.11.2026",
    '2026-11-20 12:37:07+00',
  ])('«%s» is 20 November', async (at) => {
    expect((await one('1', at)).lines).toMatchObject([{ day: '2026-11-20' }]);
  });

  it.each(['31.02.2026', '11/20/2026', 'вчера', '20.11', '20.11.2026 вечером'])(
    '«%s» is no day',
    async (at) => {
      expect(
        await faultOf(`Идентификатор платежа\tСумма платежа\tДата платежа\n2f-1\t1\t${at}`),
      ).toMatchObject(['error-registry-day', { line: 2, text: at }]);
    },
  );
});

it('a moment in another zone is its day in Moscow, as databases write it, too', async () => {
  for (const at of ['2026-11-20T21:30:00Z', '2026-11-20 21:30:00+00', '2026-11-20 21:30:00.123 UTC'])
    expect((await read([heads, first.replace('20.11.2026 12:37:07', at)].join('\n'))).days).toEqual([
      '2026-11-21',
    ]);
});

describe('a file without a table', () => {
  it.each(['Платежей нет', 'За период операций не было', 'Число платежей: 0', 'No payments'])(
    'that says «%s» is a day without payments',
    async (text) => {
      expect(await read(`РЕЕСТР ПЛАТЕЖЕЙ\nДата платежей: 2026-11-22\n${text}`)).toEqual({
        lines: [],
        days: ['2026-11-22'],
      });
    },
  );

  it('that says nothing is refused', async () => {
    expect(await faultOf('РЕЕСТР ПЛАТЕЖЕЙ\nДата платежей: 2026-11-22\nЧисло платежей: 10')).toEqual([
      'error-registry-headings',
      {},
    ]);
  });
});

describe('what is not understood is said', () => {
  it('a payment of a test, which is no money', async () => {
    expect(await faultOf(`${heads};Тестовый платёж\n${first};Нет\n${second};Да`)).toMatchObject([
      'error-registry-status',
      { line: 3, column: 'Тестовый платёж', text: 'Да' },
    ]);
  });

  it('an id whose digits a spreadsheet has lost', async () => {
    expect(await faultOf([heads, first.replace('2f-1', '2,04E+15')].join('\n'))).toMatchObject([
      'error-registry-id',
      { line: 2, text: '2,04E+15' },
    ]);
  });

  it('a table without a column of the sum names what is missing', async () => {
    expect(
      await faultOf('Реестр\nИдентификатор платежа;Дата платежа;Описание\n2f-1;20.11.2026;Чай'),
    ).toMatchObject(['error-registry-columns', { line: 2, expected: 'amount' }]);
  });

  it('a table without a day, above or in it', async () => {
    expect(await faultOf('Идентификатор платежа;Сумма платежа\n2f-1;1.00')).toMatchObject([
      'error-registry-no-day',
      { line: 2 },
    ]);
  });

  it('a payment that was declined', async () => {
    expect(
      await faultOf(
        'Идентификатор платежа;Сумма;Дата;Статус\n2f-1;1.00;20.11.2026;CONFIRMED\n2f-2;1.00;20.11.2026;REJECTED',
      ),
    ).toMatchObject(['error-registry-status', { line: 3, column: 'Статус', text: 'REJECTED' }]);
  });

  it('a row with the sum of a payment and that of a refund', async () => {
    expect(
      await faultOf('Идентификатор платежа;Сумма платежа;Сумма возврата;Дата\n2f-1;10.00;4.00;20.11.2026'),
    ).toMatchObject(['error-registry-kind', { line: 2, column: 'Сумма возврата' }]);
  });

  it('a long line of brackets costs no time', async () => {
    const started = performance.now();
    await faultOf(
      `${'('.repeat(90_000)}\n${'Сумма '.repeat(15_000)}\n${'20.'.repeat(30_000)}\n${'за '.repeat(30_000)}`,
    );

    expect(performance.now() - started).toBeLessThan(5000);
  });
});

describe('a workbook', () => {
  it('of a day without payments has a sheet of explanations behind it', async () => {
    const book = zipOf([
      { name: 'Платежи', rows: [['Дата платежей: 20.11.2026'], ['Идентификатор платежа', 'Сумма платежа']] },
      { name: 'Справка', rows: [['Отчёт за 01.01.2020'], ['Так читают реестр']] },
    ]);

    expect(await read(book, 'xlsx')).toEqual({ lines: [], days: ['2026-11-20'] });
  });

  it('has titles above the table, and payments and refunds on two sheets', async () => {
    const book = zipOf([
      { name: 'О реестре', rows: [['Т-Касса'], ['Выгружено 21.11.2026']] },
      {
        name: 'Платежи',
        rows: [
          ['Реестр платежей'],
          [],
          ['Дата операции', 'PaymentId', 'Сумма операции', 'Комиссия', 'К перечислению'],
          ['20.11.2026', '900001', 1000, 24.4, 975.6],
          ['Итого', '', 1000, 24.4, 975.6],
        ],
      },
      {
        name: 'Возвраты',
        rows: [
          ['Дата возврата', 'PaymentId', 'Сумма возврата'],
          [46346, '900001', 100],
        ],
      },
    ]);

    expect((await read(book, 'xlsx')).lines).toMatchObject([
      { kind: 'payment', objectId: '900001', amount: 100_000, fee: 2000, feeVat: 440 },
      { kind: 'refund', paymentId: '900001', amount: 10_000, day: '2026-11-20' },
    ]);
  });
});

describe('a table of an accountant’s form', () => {
  const headings = row(
    ...['Идентификатор платежа', 'Сумма платежа', 'Комиссия', 'НДС с комиссии', 'Сумма к зачислению'],
    'Дата платежа',
  );
  const [first, second] = [
    row('p-1', '1000.00', '35.00', '7.70', '957.30', '20.11.2026'),
    row('p-2', '500.00', '17.50', '3.85', '478.65', '21.11.2026'),
  ];

  it('has totals for each day, and of all days below', async () => {
    const days = [
      ...[headings, first, row('Итого за 20.11.2026', '1000.00', '35.00', '7.70', '957.30')],
      ...[second, row('Итого за 21.11.2026', '500.00', '17.50', '3.85', '478.65')],
    ];
    const total = row('Итого', '1500.00', '52.50', '11.55', '1435.95');
    expect((await read([...days, total].join('\n'))).lines).toHaveLength(2);
    const wrong = days.map((line) => line.replace('21.11.2026;500.00', '21.11.2026;1000.00'));
    expect((await faultOf(wrong.join('\n')))[0]).toBe('error-registry-total');
  });

  it('numbers its columns below their headings', async () => {
    expect((await read([headings, '1;2;3;4;5;6', first].join('\n'))).lines).toHaveLength(1);
  });

  it('in kopecks is no hundred times the money', async () => {
    const heads = row('Идентификатор платежа', 'Сумма платежа, коп.', 'Комиссия (копеек)', 'Дата платежа');
    const { lines } = await read([heads, row('p-1', '100000', '3500', '20.11.2026')].join('\n'));
    expect(lines).toMatchObject([{ amount: 100_000 }]);
    expect((lines[0]?.fee ?? 0) + (lines[0]?.feeVat ?? 0)).toBe(3500);
    const parts = await faultOf([heads, row('p-1', '1000.50', '35', '20.11.2026')].join('\n'));
    expect(parts[0]).toBe('error-registry-sum');
    const both = row('Идентификатор платежа', 'Сумма платежа, руб. коп.', 'Дата платежа');
    expect((await read([both, row('p-1', '1000,50', '20.11.2026')].join('\n'))).lines).toMatchObject([
      { amount: 100_050 },
    ]);
  });
});
