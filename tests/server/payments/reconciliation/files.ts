import type { TestApp } from '../../../support/server';

/** Files of banks and providers as tests need them. */

export const account = '40702810900000012345';
export const otherAccount = '40702810100000054321';
const acquirer = { inn: '7750005725', name: 'ООО НКО "ЮМани"', account: '30232810600000000010' };

interface Document {
  number?: string;
  day?: string;
  sum: string;
  /** Whose money comes; for money that leaves, who gets it. */
  party?: { inn?: string; name?: string; account?: string };
  purpose?: string;
  direction?: 'in' | 'out';
  /** Instead of the usual lines of the other side and the purpose. */
  lines?: string[];
}

/** A document of a statement, line by line. */
export function documentLines(given: Document): string[] {
  const { number = '17', day = '27.11.2026', sum, purpose = 'Перевод по реестру', direction = 'in' } = given;
  const { inn = acquirer.inn, name = acquirer.name, account: other = acquirer.account } = given.party ?? {};
  const [own, theirs] = direction === 'in' ? ['Получатель', 'Плательщик'] : ['Плательщик', 'Получатель'];
  return [
    'СекцияДокумент=Платежное поручение',
    `Номер=${number}`,
    `Дата=${day}`,
    `Сумма=${sum}`,
    `${own}Счет=${account}`,
    ...(given.lines ?? [
      `${theirs}Счет=${other}`,
      `${theirs}ИНН=${inn}`,
      `${theirs}=${name}`,
      `${theirs}БИК=044525444`,
      `НазначениеПлатежа=${purpose}`,
    ]),
    'КонецДокумента',
  ];
}

interface Statement {
  opening?: string;
  income?: string;
  outgo?: string;
  closing?: string;
  documents?: string[][];
  encoding?: 'Windows' | 'DOS';
  day?: string;
}

/** A whole statement of one account and day, line by line. */
export function statementLines({
  opening = '1000.00',
  income = '0',
  outgo = '0',
  closing = '1000.00',
  documents = [],
  encoding = 'Windows',
  day = '27.11.2026',
}: Statement): string[] {
  return [
    '1CClientBankExchange',
    'ВерсияФормата=1.03',
    `Кодировка=${encoding}`,
    'Отправитель=Банк',
    `ДатаНачала=${day}`,
    `ДатаКонца=${day}`,
    `РасчСчет=${account}`,
    ...sectionLines({ opening, income, outgo, closing, day }),
    ...documents.flat(),
    'КонецФайла',
  ];
}

export const sectionLines = ({
  opening,
  income,
  outgo,
  closing,
  day,
  of = account,
}: Record<'opening' | 'income' | 'outgo' | 'closing' | 'day', string> & { of?: string }): string[] => [
  'СекцияРасчСчет',
  `ДатаНачала=${day}`,
  `ДатаКонца=${day}`,
  `РасчСчет=${of}`,
  `НачальныйОстаток=${opening}`,
  `ВсегоПоступило=${income}`,
  `ВсегоСписано=${outgo}`,
  `КонечныйОстаток=${closing}`,
  'КонецРасчСчет',
];

/** One line of a provider: 957.30 of the registry below. */
export const settledStatement = (sum = '957.30', more: Partial<Document> = {}): string[] =>
  statementLines({
    income: sum,
    closing: (1000 + Number(sum)).toFixed(2),
    documents: [documentLines({ sum, ...more })],
  });

export const crlf = (lines: readonly string[]): string => `${lines.join('\r\n')}\r\n`;

/** Bytes of a text in an encoding of one byte for each character. */
export function encode(text: string, encoding: 'windows-1251' | 'ibm866'): Buffer {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const table = new Map(Array.from(new TextDecoder(encoding).decode(bytes), (sign, byte) => [sign, byte]));
  return Buffer.from(Array.from(text, (sign) => table.get(sign) ?? 63));
}

export const cp1251 = (lines: readonly string[]): Buffer => encode(crlf(lines), 'windows-1251');

export const yookassaHeadings = [
  ...['Идентификатор платежа', 'Сумма платежа', 'Валюта платежа', 'Комиссия', 'НДС с комиссии'],
  ...['Сумма к зачислению', 'Дата платежа', 'Описание заказа'],
];

/** A registry of YooKassa with one payment of 1000, of which 957.30 is transferred. */
export const registry = (
  rows: readonly string[][] = [
    ['pay-1', '1000.00', 'RUB', '35.00', '7.70', '957.30', '26.11.2026 14:00:01', 'Заказ 1'],
  ],
  headings: readonly string[] = yookassaHeadings,
): string => [headings, ...rows].map((row) => row.join(';')).join('\n');

/** A payment that was captured on 26 November, as an attempt stores it. */
export async function buildPayment(
  api: TestApp,
  orderId: number,
  given: {
    id?: string;
    captured?: number;
    refunded?: number;
    fee?: number | null;
    at?: string;
    provider?: string;
    createdAt?: string;
  } = {},
): Promise<void> {
  const at = new Date(given.at ?? '2026-11-26T11:00:00Z');
  const id = given.id ?? 'pay-1';
  const { attempt } = await api.db
    .insertInto('payment_attempts')
    .values({
      ...{ order_id: orderId, payment_gateway: 'SBP', payment_id: id, method: 'card', key: `key-${id}` },
      ...{ provider: given.provider ?? 'yookassa', state: 'paid', is_open: false },
      ...{ amount: given.captured ?? 1000, captured: given.captured ?? 1000, refunded: given.refunded ?? 0 },
      fee: given.fee === undefined ? 42.7 : given.fee,
      ...{ captured_at: at, created_at: new Date(given.createdAt ?? at), updated_at: at },
    })
    .returning('id as attempt')
    .executeTakeFirstOrThrow();
  if (!given.refunded) return;
  await api.db
    .insertInto('provider_refunds')
    .values({
      ...{ attempt_id: attempt, key: `back-${id}`, amount: given.refunded, state: 'succeeded' },
      ...{ ended_at: at, created_at: at, updated_at: at },
    })
    .execute();
}

/** Sum of an account of the marketplace, in roubles. */
export async function booked(api: TestApp, kind: string): Promise<number> {
  const rows = await api.db
    .selectFrom('ledger_lines as l')
    .innerJoin('ledger_accounts as a', 'a.id', 'l.account_id')
    .select('l.amount')
    .where('a.kind', '=', kind)
    .execute();
  return Math.round(rows.reduce((sum, { amount }) => sum + amount * 100, 0)) / 100;
}
