import { toMinor } from '@/contract/core/money';
import { type Columns, meaningOf, wordsOf } from './columns';
import { plainSum, type RegistryLine, type RegistryRow, type RowRead, refuse } from './read-row';
import { readSum } from './values';

/** What has been read of a block, or of the whole file, to be compared with what is written below it. Kopecks. */
export interface Sums {
  payments: number;
  refunds: number;
  paymentCount: number;
  refundCount: number;
  fee: number;
  feeVat: number;
  net: number;
  /** By column: as written, without signs, and with refunds as what they take back. */
  columns: Map<number, { signed: number; absolute: number; moved: number }>;
}

export const noSums = (): Sums => ({
  payments: 0,
  refunds: 0,
  paymentCount: 0,
  refundCount: 0,
  fee: 0,
  feeVat: 0,
  net: 0,
  columns: new Map(),
});

export function addRow(
  sums: Sums,
  { kind, amount, fee, feeVat }: RowRead,
  columns: Columns,
  row: RegistryRow,
): void {
  if (kind === 'payment') {
    sums.payments += amount;
    sums.paymentCount += 1;
  } else {
    sums.refunds += amount;
    sums.refundCount += 1;
  }
  sums.fee += fee;
  sums.feeVat += feeVat;
  sums.net += (kind === 'payment' ? amount : 0 - amount) - fee - feeVat;
  for (const { at } of moneyColumns(columns)) {
    const value = readSum(row.cells[at] ?? '');
    if (value === undefined) continue;
    const known = sums.columns.get(at) ?? { signed: 0, absolute: 0, moved: 0 };
    const size = Math.abs(value);
    sums.columns.set(at, {
      signed: known.signed + value,
      absolute: known.absolute + size,
      moved: known.moved + (kind === 'payment' ? size : 0 - size),
    });
  }
}

const moneyColumns = ({ one, fees, vats }: Columns) => [
  ...[one.get('amount'), one.get('refunded'), one.get('net')].filter((column) => column !== undefined),
  ...fees,
  ...vats,
];

const labels =
  /^(итог|всего|в том числе|в т ч|из них|общая сумма|общее (число|количество)|(сумма|число|количество|кол во|комиссия|ндс|вознаграждение|к перечислению|к зачислению|к выплате|перечислено|total|grand total|number of|count|amount of|sum of)( |$))/;

/** A row below the table that says what all rows should sum to. */
export function isTotals({ cells }: RegistryRow): boolean {
  const label = cells.find((text) => text.trim() !== '') ?? '';
  return labels.test(wordsOf(label));
}

/** The same without a word: its sum is exactly that of the rows, and it is of no payment and no day. */
export function isBareTotals({ cells }: RegistryRow, columns: Columns, all: readonly Sums[]): boolean {
  const { one } = columns;
  const names = ['id', 'refund', 'parent', 'day', 'kind', 'status'] as const;
  if (names.some((name) => (cells[one.get(name)?.at ?? -1] ?? '').trim() !== '')) return false;
  const column = one.get('amount') ?? one.get('refunded');
  const value = readSum(cells[column?.at ?? -1] ?? '');
  return value !== undefined && all.some(({ columns: each }) => each.get(column?.at ?? -1)?.signed === value);
}

/**
 * Compares what is written below a table with its rows, and with the whole file: a period repeats tables, or has totals for each day. Throws
 * VALIDATION_FAILED where they disagree.
 */
export function checkTotals(row: RegistryRow, columns: Columns, all: readonly Sums[]): void {
  const at = row.cells.findIndex((text) => text.trim() !== '');
  const label = row.cells[at] ?? '';
  const values = row.cells.flatMap((text, place) => {
    const value = place === at ? undefined : readSum(text);
    return value === undefined ? [] : [{ place, value }];
  });
  const own =
    values.length === 0
      ? valueIn(label)
      : values.length === 1 && saysWhat(label)
        ? values[0]?.value
        : undefined;
  if (own !== undefined) {
    compare(row, { at, heading: nameOf(label) }, own, expectedOf(label, columns, all));
    return;
  }
  for (const { place, value } of values) {
    const column = moneyColumns(columns).find((one) => one.at === place);
    const sums = all.flatMap(({ columns: each }) => Object.values(each.get(place) ?? {}));
    if (column) compare(row, column, value, sums);
  }
}

/** With its sign and currency. */
const longestSum = 46;

/** «Сумма платежей: 2800.00 RUB» */
const valueIn = (label: string): number | undefined => {
  const end = label.trim().slice(0, 200).slice(-longestSum);
  const at = end.search(/[:=]/);
  return at === -1 ? undefined : readSum(end.slice(at + 1).trim());
};

const nameOf = (label: string) => label.trim().slice(0, 100).split(/[:=]/)[0]?.trim() ?? '';
const isCount = (words: string) =>
  /^(общее )?(число|количество|кол во|number|count)|^(total|всего|итого) (number|count|операций|платежей|возвратов|payments|refunds)$/.test(
    words,
  );
const saysWhat = (label: string) =>
  /сумма|число|количество|кол во|комисс|ндс|перечисл|зачисл|платеж|возврат|операц|amount|number|count|payment|refund/.test(
    wordsOf(nameOf(label)),
  );

/** Sums that a label may mean. */
function expectedOf(label: string, columns: Columns, all: readonly Sums[]): number[] {
  const words = wordsOf(nameOf(label));
  const kind: RegistryLine['kind'] | null = /возврат|возвращ|refund/.test(words)
    ? 'refund'
    : /плат[её]ж|перевод|принят|payment/.test(words)
      ? 'payment'
      : null;
  // A count is written without kopecks, and read as roubles.
  if (isCount(words))
    return all.flatMap(({ paymentCount: paid, refundCount: back }) =>
      (kind === 'refund' ? [back] : kind === 'payment' ? [paid, paid + back] : [paid + back]).map((one) =>
        toMinor(one),
      ),
    );
  const field = meaningOf(nameOf(label))?.field;
  if (field === 'net') return all.flatMap(({ net }) => [net, Math.abs(net)]);
  const written = (sums: Sums) =>
    [...columns.fees, ...columns.vats].flatMap(({ at }) => sums.columns.get(at)?.absolute ?? []);
  if (field === 'feeVat') return all.flatMap((sums) => [sums.feeVat, ...written(sums)]);
  if (field === 'fee') return all.flatMap((sums) => [sums.fee, sums.fee + sums.feeVat, ...written(sums)]);
  if (kind === 'payment') return all.flatMap(({ payments }) => [payments]);
  if (kind === 'refund') return all.flatMap(({ refunds }) => [refunds, 0 - refunds]);
  return all.flatMap(({ payments, refunds, net }) => [payments - refunds, payments, refunds, net]);
}

function compare(
  row: RegistryRow,
  column: { at: number; heading: string },
  value: number,
  expected: readonly number[],
): void {
  const [first = 0] = expected;
  if (expected.length === 0 || expected.includes(value)) return;
  const isNumber = isCount(wordsOf(column.heading));
  refuse(
    'error-registry-total',
    { ...row, cells: [isNumber ? String(value / 100) : plainSum(value)] },
    { ...column, at: 0 },
    isNumber ? String(first / 100) : plainSum(first),
  );
}
