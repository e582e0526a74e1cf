import { book, filled, lines, mb, repeated, type Upload } from './books.ts';

// Registries and statements

const registryHeadings = [
  ...['Идентификатор платежа', 'Сумма платежа', 'Валюта платежа', 'Комиссия', 'НДС с комиссии'],
  ...['Сумма к зачислению', 'Дата платежа', 'Описание заказа'],
];
const payment = (at: number): string[] => [
  `2d8f4c00-000f-5000-9000-${String(at).padStart(12, '0')}`,
  ...['1000.00', 'RUB', '28.00', '0.00', '972.00', '2026-11-20 12:00:00'],
  `Заказ 2611-${at}. ${'Оплата. '.repeat(20)}`,
];
const registryRows = (rows: number) => [
  registryHeadings,
  ...Array.from({ length: rows }, (_, at) => payment(at)),
];
/** The account of the demo's operator: lines of any other go to quarantine. Asked before the first file is made. */
export const own = { account: '' };
const other = '40702810900000000777';
const statementHeadings = [
  'Дата операции',
  'Номер документа',
  'Дебет',
  'Кредит',
  'Контрагент',
  'ИНН контрагента',
  'Счёт контрагента',
  'Назначение платежа',
];
const statementRow = (at: number, more = '') => [
  '20.11.2026',
  String(at),
  '',
  '100,00',
  'ООО «Ромашка»',
  '7707083893',
  other,
  `Оплата по заказу № ${at}${more}`,
];
const statementTable = (rows: number, more = '') => [
  [`Выписка по счёту ${own.account} за период с 20.11.2026 по 20.11.2026`],
  statementHeadings,
  ...Array.from({ length: rows }, (_, at) => statementRow(at, more)),
];
const oneC = (rows: number, more = '') =>
  Buffer.from(
    [
      '1CClientBankExchange\nВерсияФормата=1.03\nКодировка=UTF-8\nДатаНачала=20.11.2026\nДатаКонца=20.11.2026',
      `РасчСчет=${own.account}\nСекцияРасчСчет\nДатаНачала=20.11.2026\nРасчСчет=${own.account}\nКонецРасчСчет`,
      ...Array.from(
        { length: rows },
        (_, at) =>
          `СекцияДокумент=Платежное поручение\nНомер=${at}\nДата=20.11.2026\nСумма=1.00\nПлательщикСчет=${other}\nПолучательСчет=${own.account}\nНазначениеПлатежа=${more}${at}\nКонецДокумента`,
      ),
      'КонецФайла',
    ].join('\n'),
  );
const mt940 = (rows: number) =>
  Buffer.from(
    `:20:1\n:25:${own.account}\n:28C:1/1\n:60F:C261120RUB0,00\n${repeated(rows, (at) => `:61:2611201120CR1,00NTRF${at}\n:86:/REMI/Оплата ${at}\n`)}:62F:C261120RUB${rows},00\n-\n`,
  );
const camt = (rows: number, entry: (at: number) => string) =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>${own.account}</Id></Othr></Id><Ccy>RUB</Ccy></Acct>${repeated(rows, entry)}</Stmt></BkToCstmrStmt></Document>`,
  );
const camtEntry = (at: number) =>
  `<Ntry><Amt Ccy="RUB">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt><NtryDtls><TxDtls><RmtInf><Ustrd>Заказ ${at}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;

const money = { path: 'reconciliation/files', field: 'file', fields: { provider: 'yookassa' } };
export const moneyUploads: Upload[] = [
  {
    ...money,
    name: 'registry CSV',
    file: 'a.csv',
    content: () => lines(registryRows(99_900)),
    next: ['preview', 'post'],
  },
  { ...money, name: 'registry XLSX', file: 'a.xlsx', content: () => book(registryRows(49_000), 'xlsx') },
  {
    ...money,
    name: 'registry of 50 MB',
    file: 'a.csv',
    content: () => Buffer.concat([lines(registryRows(60_000)), filled(30 * mb, '\n')]),
  },
  {
    ...money,
    name: 'registry CSV, 16,384 columns',
    file: 'a.csv',
    content: () =>
      filled(
        49 * mb,
        (at) => `${Array.from({ length: 16_384 }, (_, x) => (at ? '1' : `Сумма ${x}`)).join(';')}\n`,
      ),
  },
  {
    ...money,
    name: 'registry CSV, all titles',
    file: 'a.csv',
    content: () => filled(49 * mb, (at) => `Сумма платежа ${at};Дата платежа;Комиссия\n`),
  },
  {
    ...money,
    name: 'registry CSV, totals',
    file: 'a.csv',
    content: () => Buffer.concat([lines(registryRows(10)), filled(49 * mb, `\nИтого;${';'.repeat(90)}`)]),
  },
  { ...money, name: 'statement 1C', file: 'a.txt', content: () => oneC(36_000), next: ['preview', 'post'] },
  {
    ...money,
    name: 'statement 1C, long purposes',
    file: 'a.txt',
    content: () => oneC(1000, 'а '.repeat(1900)),
  },
  {
    ...money,
    name: 'statement 1C, empty rows',
    file: 'a.txt',
    content: () => Buffer.concat([Buffer.from('1CClientBankExchange\n'), filled(9.9 * mb, '\n')]),
  },
  {
    ...money,
    name: 'statement 1C, ends of line',
    file: 'a.txt',
    content: () => Buffer.concat([Buffer.from('1CClientBankExchange\n'), filled(9.9 * mb, '\r')]),
  },
  {
    ...money,
    name: 'statement 1C, one line',
    file: 'a.txt',
    content: () =>
      Buffer.concat([
        Buffer.from('1CClientBankExchange\nСекцияДокумент=\nНазначениеПлатежа='),
        filled(9.9 * mb, '('),
      ]),
  },
  {
    ...money,
    name: 'statement 1C, empty documents',
    file: 'a.txt',
    content: () =>
      Buffer.concat([Buffer.from('1CClientBankExchange\n'), filled(9.9 * mb, 'КонецДокумента\n')]),
  },
  { ...money, name: 'statement MT940', file: 'a.sta', content: () => mt940(160_000) },
  {
    ...money,
    name: 'statement MT940, rows of one field',
    file: 'a.sta',
    content: () => Buffer.concat([Buffer.from(`:20:1\n:25:${own.account}\n:61:`), filled(9.9 * mb, 'a\n')]),
  },
  {
    ...money,
    name: 'statement MT940, many accounts',
    file: 'a.sta',
    content: () => filled(9.9 * mb, (at) => `:20:1\n:25:${own.account}${at}\n`),
  },
  { ...money, name: 'statement camt', file: 'a.xml', content: () => camt(40_000, camtEntry) },
  {
    ...money,
    name: 'statement camt, one batch',
    file: 'a.xml',
    content: () =>
      camt(
        1,
        () =>
          `<Ntry><Amt Ccy="RUB">50000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-20</Dt></BookgDt><NtryDtls>${repeated(50_000, (at) => `<TxDtls><Amt Ccy="RUB">1.00</Amt><RmtInf><Ustrd>Заказ ${at}</Ustrd></RmtInf></TxDtls>`)}</NtryDtls></Ntry>`,
      ),
  },
  {
    ...money,
    name: 'statement camt, deep',
    file: 'a.xml',
    content: () => camt(1, () => filled(9 * mb, '<a>').toString()),
  },
  {
    ...money,
    name: 'statement camt, attributes',
    file: 'a.xml',
    content: () => camt(1, () => `<Ntry ${filled(9 * mb, (at) => ` a${at}="1"`).toString()}/>`),
  },
  {
    ...money,
    name: 'statement camt, empty elements',
    file: 'a.xml',
    content: () => camt(1, () => `<Ntry>${filled(9.5 * mb, '<a/>').toString()}</Ntry>`),
  },
  {
    ...money,
    name: 'statement CSV',
    file: 'a.csv',
    content: () => lines(statementTable(199_000)),
    next: ['preview', 'post'],
  },
  {
    ...money,
    name: 'statement CSV, long purposes',
    file: 'a.csv',
    content: () => lines(statementTable(28_000, 'а '.repeat(500))),
  },
  {
    ...money,
    name: 'statement CSV, 30,000 empty rows',
    file: 'a.csv',
    content: () =>
      Buffer.concat([lines(statementTable(10)), Buffer.from('\n'.repeat(30_000)), lines([statementRow(11)])]),
  },
  {
    ...money,
    name: 'statement CSV, 50 MB of empty rows',
    file: 'a.csv',
    content: () => Buffer.concat([lines(statementTable(10)), filled(49 * mb, '\n')]),
  },
  {
    ...money,
    name: 'statement CSV, notes',
    file: 'a.csv',
    content: () =>
      Buffer.concat([lines(statementTable(10)), filled(49 * mb, `\nИтого за день ${'1;'.repeat(500)}`)]),
  },
  {
    ...money,
    name: 'statement CSV, 16,384 columns',
    file: 'a.csv',
    content: () =>
      Buffer.concat([
        lines(statementTable(10)),
        filled(49 * mb, `\n${'Остаток на начало: 1;'.repeat(16_000)}`),
      ]),
  },
  { ...money, name: 'statement XLSX', file: 'a.xlsx', content: () => book(statementTable(49_000), 'xlsx') },
  { ...money, name: 'statement XLS', file: 'a.xls', content: () => book(statementTable(40_000), 'biff8') },
  {
    ...money,
    name: 'columns of a table',
    path: 'reconciliation/tables',
    file: 'a.csv',
    content: () => lines(statementTable(199_000)),
  },
];
