import { type Movement, netAmount, rubles, timeText } from './movements';

/**
 * The registry of a day that an acquirer sends: a row for each payment, refund and chargeback, columns found by their
 * headings (docs/payments.md). `off`: kopecks by which the first row differs from the truth.
 */
export function writeRegistry(provider: string, movements: readonly Movement[], off = 0): string {
  const rows = movements.map((one, index) => (index === 0 ? { ...one, amount: one.amount + off } : one));
  const columns = provider === 'tbank' ? tbankColumns : yookassaColumns;
  const lines = [
    Object.keys(columns),
    ...rows.map((row) => Object.values(columns).map((column) => column(row))),
  ];
  return `${lines.map((line) => line.map(quoted).join(';')).join('\r\n')}\r\n`;
}

type Columns = Record<string, (row: Movement) => string>;

const kinds = { payment: 'Платёж', refund: 'Возврат', chargeback: 'Опротестование' };
const codes: Record<string, string> = {
  bank_card: 'AC',
  sbp: 'CP',
  sberbank: 'SB',
  yoo_money: 'PC',
  b2b_sberbank: '2S',
};
const signed = ({ kind, amount }: Movement) => (kind === 'payment' ? amount : -amount);

const yookassaColumns: Columns = {
  Операция: ({ kind }) => kinds[kind],
  'Идентификатор платежа': ({ paymentId }) => paymentId,
  'Идентификатор возврата': ({ kind, id }) => (kind === 'refund' ? id : ''),
  Сумма: (row) => rubles(signed(row)),
  Валюта: ({ currency }) => currency,
  'Сумма за вычетом комиссии': (row) => rubles(netAmount(row)),
  'Дата создания': ({ created }) => timeText(created),
  'Дата платежа': ({ at }) => timeText(at),
  Описание: ({ description }) => description,
  'Способ оплаты': ({ method }) => codes[method] ?? method,
};

const tbankColumns: Columns = {
  'Тип операции': ({ kind }) => kinds[kind],
  PaymentId: ({ paymentId }) => paymentId,
  'Номер заказа': ({ key }) => key,
  'Сумма операции': (row) => rubles(signed(row)),
  'Комиссия банка': ({ fee }) => rubles(fee),
  'К перечислению': (row) => rubles(netAmount(row)),
  'Дата операции': ({ at }) => timeText(at),
  'Платёжная система': ({ method }) => (method === 'sbp' ? 'СБП' : 'Карта'),
};

const quoted = (value: string) => (/[";\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
