import { normalizeHeading } from '@/server/modules/catalogue/import/headings';

/** What a column of a registry says. */
export type RegistryField = keyof typeof names;

/** Headings of YooKassa and T-Bank, and plain ones; their order in a file is the provider's choice (docs/payments.md). */
const names = {
  id: [
    ...['идентификатор платежа', 'id платежа', 'номер платежа', 'идентификатор операции', 'id операции'],
    ...['номер транзакции', 'идентификатор транзакции', 'payment id', 'paymentid', 'transaction id'],
  ],
  refund: ['идентификатор возврата', 'id возврата', 'номер возврата', 'refund id'],
  kind: ['тип операции', 'вид операции', 'операция', 'тип', 'operation type', 'operation'],
  amount: [
    ...['сумма платежа', 'сумма возврата', 'сумма операции', 'сумма', 'сумма заказа', 'сумма транзакции'],
    'amount',
  ],
  fee: [
    ...[
      'комиссия',
      'сумма комиссии',
      'комиссия юkassa',
      'комиссия банка',
      'комиссия без ндс',
      'вознаграждение',
    ],
    'fee',
  ],
  feeVat: ['ндс', 'ндс с комиссии', 'ндс комиссии', 'сумма ндс', 'ндс вознаграждения', 'fee vat', 'vat'],
  net: [
    ...[
      'сумма к зачислению',
      'сумма к перечислению',
      'к перечислению',
      'сумма к выплате',
      'сумма без комиссии',
    ],
    ...['сумма за вычетом комиссии', 'сумма платежа за вычетом комиссии', 'net amount', 'net'],
  ],
  currency: ['валюта', 'валюта платежа', 'валюта операции', 'валюта возврата', 'currency'],
  day: [
    ...['дата платежа', 'время платежа', 'дата возврата', 'дата операции', 'дата и время операции'],
    ...['дата и время платежа', 'дата проведения', 'дата', 'payment date', 'date'],
  ],
} as const;

/** Several headings may say the same: the earlier a name stands in the list, the surer. */
const known = new Map(
  Object.entries(names).flatMap(([field, list]) =>
    list.map((name, rank) => [normalizeHeading(name), { field: field as RegistryField, rank }] as const),
  ),
);

/** Column of each field that the headings name. */
export function matchColumns(cells: readonly string[]): Map<RegistryField, number> {
  const best = new Map<RegistryField, { at: number; rank: number }>();
  for (const [at, cell] of cells.entries()) {
    const meaning = known.get(normalizeHeading(cell));
    if (meaning && meaning.rank < (best.get(meaning.field)?.rank ?? Number.POSITIVE_INFINITY)) {
      best.set(meaning.field, { at, rank: meaning.rank });
    }
  }
  return new Map([...best].map(([field, { at }]) => [field, at]));
}

/** Without these a row says nothing. */
export const isComplete = (columns: ReadonlyMap<RegistryField, number>): boolean =>
  (columns.has('id') || columns.has('refund')) && columns.has('amount') && columns.has('day');
