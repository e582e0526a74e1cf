import { percentOf, toDecimal } from '@/contract/core/money';

/** Files that an acquirer and a bank send, as the importers read them. Sums in kopecks, days as `YYYY-MM-DD`. */

/** Days before today that the demo's orders were paid at the acquirer. */
export const acquiredDays = 8;
/** Days before today of the registry that has a payment which the books do not know. */
export const failedDay = 3;

/** What the acquirer keeps: 2.8 % and the VAT on it. */
export function keptFee(amount: number) {
  const fee = percentOf(amount, 280);
  const vat = percentOf(fee, 2200);
  return { fee, vat, whole: fee + vat };
}

/** In the form of the acquirer's ids. */
export const acquirerPaymentId = (orderId: number, attempt: number): string =>
  `2e${orderId.toString(16).padStart(6, '0')}-000f-5000-a000-1${attempt.toString(16).padStart(11, '0')}`;

/** A payment, or with an id of its own a refund of it. */
export interface RegistryRow {
  id: string;
  refund_id: string | null;
  /** `27.11.2026 12:00:00`, in Moscow. */
  at: string;
  amount: number;
}

export function registryFile(rows: readonly RegistryRow[]): string {
  const lines = rows.map((row) => {
    const { fee, vat } = feeOf(row);
    const amount = row.refund_id === null ? row.amount : -row.amount;
    const sums = [toDecimal(amount), 'RUB', toDecimal(fee), toDecimal(vat), toDecimal(netOf(row))];
    return [row.id, row.refund_id ?? '', ...sums, row.at];
  });
  const headings = [
    ...['Идентификатор платежа', 'Идентификатор возврата', 'Сумма платежа', 'Валюта платежа'],
    ...['Комиссия', 'НДС с комиссии', 'Сумма к зачислению', 'Дата платежа'],
  ];
  return [headings, ...lines].map((line) => line.join(';')).join('\r\n');
}

/** A refund costs nothing, and the fee of its payment stays with the acquirer. */
const feeOf = ({ amount, refund_id }: RegistryRow) => keptFee(refund_id === null ? amount : 0);

/** What the acquirer transfers for it. */
export const netOf = (row: RegistryRow): number =>
  row.refund_id === null ? row.amount - feeOf(row).whole : -row.amount;

export interface StatementDocument {
  day: string;
  number: string;
  direction: 'in' | 'out';
  amount: number;
  party: { name: string; inn: string; account: string };
  purpose: string;
}

/** Of the company's requisites. */
const own = '40702810138000123458';

/** `1CClientBankExchange` of one account. */
export function statementFile(
  { from, to, opening }: { from: string; to: string; opening: number },
  documents: readonly StatementDocument[],
): string {
  const turnover = (direction: 'in' | 'out') =>
    documents.reduce((sum, one) => sum + (one.direction === direction ? one.amount : 0), 0);
  const [income, outgo] = [turnover('in'), turnover('out')];
  const period = [`ДатаНачала=${dayText(from)}`, `ДатаКонца=${dayText(to)}`, `РасчСчет=${own}`];
  return [
    ...['1CClientBankExchange', 'ВерсияФормата=1.03', 'Кодировка=Windows', 'Отправитель=Банк', ...period],
    ...['СекцияРасчСчет', ...period, `НачальныйОстаток=${toDecimal(opening)}`],
    ...[`ВсегоПоступило=${toDecimal(income)}`, `ВсегоСписано=${toDecimal(outgo)}`],
    ...[`КонечныйОстаток=${toDecimal(opening + income - outgo)}`, 'КонецРасчСчет'],
    ...documents.toSorted((one, other) => (one.day < other.day ? -1 : 1)).flatMap(documentLines),
    'КонецФайла',
  ].join('\r\n');
}

function documentLines({ day, number, direction, amount, party, purpose }: StatementDocument): string[] {
  const isIn = direction === 'in';
  const [theirs, ours] = isIn ? ['Плательщик', 'Получатель'] : ['Получатель', 'Плательщик'];
  return [
    ...['СекцияДокумент=Платежное поручение', `Номер=${number}`, `Дата=${dayText(day)}`],
    ...[`${isIn ? 'ДатаПоступило' : 'ДатаСписано'}=${dayText(day)}`, `Сумма=${toDecimal(amount)}`],
    ...[`${ours}Счет=${own}`, `${theirs}Счет=${party.account}`, `${theirs}ИНН=${party.inn}`],
    ...[`${theirs}=${party.name}`, `НазначениеПлатежа=${purpose}`, 'КонецДокумента'],
  ];
}

const dayText = (day: string) => day.split('-').toReversed().join('.');
