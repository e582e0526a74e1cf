import { vatWithin } from '@/contract/ledger/accounts';
import type { RegistryFault } from '@/contract/payments/reconciliation';
import { AppError } from '@/server/core/errors';
import type { Column, Columns, RegistryField } from './columns';
import { isNone, isRoubles, readRegistryDay, readSum, readSumOf } from './values';

/** A payment or refund as the acquirer counts it. Kopecks. */
export interface RegistryLine {
  line: number;
  kind: 'payment' | 'refund';
  objectId: string;
  /** The payment that a refund belongs to. */
  paymentId: string | null;
  amount: number;
  fee: number;
  feeVat: number;
  day: string;
}

export interface RegistryRow {
  line: number;
  cells: readonly string[];
  /** Of a workbook. */
  sheet?: string | undefined;
}

/** What stands above a table: a refund file says it in its title only, and some have no column of the day. */
export interface Title {
  kind: RegistryLine['kind'] | undefined;
  from: string | undefined;
  to: string | undefined;
}

export interface Table {
  columns: Columns;
  title: Title;
}

/** A refund without an id of its own is numbered by whoever reads the file. */
export type RowRead = Omit<RegistryLine, 'objectId'> & { objectId: string | null };

/** Throws VALIDATION_FAILED at `file` with line, column, text and what was expected (RegistryFault). */
export function readRow(table: Table, row: RegistryRow): RowRead {
  const cell = cellsOf(table, row);
  assertDone(table, row, cell('status'));
  if (!/^(|-|нет|no|false|0)$/i.test(cell('test')))
    refuse('error-registry-status', row, table.columns.one.get('test'));
  if (!isRoubles(cell('currency'))) refuse('error-registry-currency', row, table.columns.one.get('currency'));
  const { kind, amount } = moneyOf(table, row, cell);
  const day = dayOf(table, row, cell('day'));
  const { whole, vat } = feeOf(table, row, { kind, amount, day });
  return {
    line: row.line,
    kind,
    amount,
    fee: whole - vat,
    feeVat: vat,
    day,
    ...idsOf(table, row, kind, cell),
  };
}

type Cell = (field: RegistryField) => string;

export const cellsOf =
  ({ columns }: Table, { cells }: RegistryRow): Cell =>
  (field) =>
    cells[columns.one.get(field)?.at ?? -1]?.trim() ?? '';

/** A payment that was declined is no money, and one in an unknown state is not guessed about. */
function assertDone({ columns }: Table, row: RegistryRow, status: string): void {
  if (status === '' || /^(ok|1|да|true)$/i.test(status)) return;
  const isDone =
    /успе|выполнен|заверш|проведен|оплачен|подтвержд|зачислен|возвра|списан|complet|succe|paid|confirmed|settled|approved|captured|deposited|refunded/i;
  if (!isDone.test(status) || /(^|[^\p{L}])(не|not|un\p{L}+)([^\p{L}]|$)|неуспе/iu.test(status))
    refuse('error-registry-status', row, columns.one.get('status'));
}

function moneyOf(table: Table, row: RegistryRow, cell: Cell): Pick<RegistryLine, 'kind' | 'amount'> {
  const { one } = table.columns;
  const column = amountColumn(table, cell) ?? one.get('amount') ?? one.get('refunded');
  const signed = sumOf(row, column);
  if (signed === 0) refuse('error-registry-sum', row, column);
  return { kind: kindOf(table, row, cell, signed), amount: Math.abs(signed) };
}

/** A refund may repeat the sum of its payment beside its own. */
function amountColumn({ columns: { one }, title }: Table, cell: Cell): Column | undefined {
  const [paid, back] = [readSum(cell('amount')) ?? 0, readSum(cell('refunded')) ?? 0];
  if (back === 0) return one.get('amount');
  const isRefund = cell('refund') !== '' || title.kind === 'refund' || refundWord.test(cell('kind'));
  return paid === 0 || isRefund ? one.get('refunded') : undefined;
}

/** A chargeback is money that went back: nobody here asked for it, so it becomes a difference. */
const refundWord = /возврат|отмена|опротестован|чарджбэк|чарджбек|refund|credit|chargeback/i;
const paymentWord = /оплата|плат[её]ж|покупка|продажа|списание|payment|purchase|debit|sale/i;
/** Money that came again after a refund or a claim is neither of both, and the sign does not make it one. */
const backAgain = /отмена (возврата|опротестован)|cancelrefund|reversal|representment|correction/i;

function kindOf(table: Table, row: RegistryRow, cell: Cell, signed: number): RegistryLine['kind'] {
  const { one } = table.columns;
  const word = cell('kind');
  const back = readSum(cell('refunded')) ?? 0;
  // Both sums, and nothing says which of them moved.
  if (amountColumn(table, cell) === undefined && back !== 0)
    refuse('error-registry-kind', row, one.get('refunded'));
  if (word === '') {
    const isRefund = signed < 0 || back !== 0 || cell('refund') !== '' || table.title.kind === 'refund';
    return isRefund ? 'refund' : 'payment';
  }
  if (backAgain.test(word)) refuse('error-registry-kind', row, one.get('kind'));
  if (refundWord.test(word)) return 'refund';
  if (!paymentWord.test(word)) refuse('error-registry-kind', row, one.get('kind'));
  // A file that contradicts itself is not guessed about.
  return signed < 0 ? refuse('error-registry-sum', row, one.get('amount')) : 'payment';
}

function dayOf({ columns, title }: Table, row: RegistryRow, text: string): string {
  const column = columns.one.get('day');
  if (text !== '') return readRegistryDay(text) ?? refuse('error-registry-day', row, column);
  if (title.from !== undefined && title.from === title.to) return title.from;
  return refuse(column ? 'error-registry-day' : 'error-registry-no-day', row, column);
}

function idsOf({ columns }: Table, row: RegistryRow, kind: RegistryLine['kind'], cell: Cell) {
  const [id, refund, parent] = [cell('id'), cell('refund'), cell('parent')];
  if (id === '' && refund === '')
    refuse('error-registry-id', row, columns.one.get('id') ?? columns.one.get('refund'));
  // A spreadsheet has opened the file, and the digits are lost.
  const lost = [id, refund, parent].find((text) => /^\d([.,]\d+)?E\+\d+$/i.test(text));
  if (lost !== undefined) {
    const names = ['id', 'refund', 'parent'] as const;
    refuse('error-registry-id', row, columns.one.get(names.find((name) => cell(name) === lost) ?? 'id'));
  }
  if (kind === 'payment') return { objectId: id || refund, paymentId: null };
  if (refund === '' && parent !== '') return { objectId: id, paymentId: parent };
  return { objectId: refund || null, paymentId: id || parent || null };
}

/** The sum of a cell. */
function sumOf(row: RegistryRow, column: Column | undefined): number {
  const sum = readSumOf(column?.heading ?? '', row.cells[column?.at ?? -1] ?? '');
  return sum ?? refuse('error-registry-sum', row, column);
}

interface Fee {
  whole: number;
  vat: number;
}

/** All fees of a row and the VAT in them; what the acquirer transfers says which reading of the columns is right. */
function feeOf(
  table: Table,
  row: RegistryRow,
  { kind, amount, day }: Pick<RegistryLine, 'kind' | 'amount' | 'day'>,
): Fee {
  const { columns } = table;
  const net = columns.one.get('net');
  const share = kind === 'payment' ? amount : 0 - amount;
  const given = net && !isNone(row.cells[net.at] ?? '') ? sumOf(row, net) : undefined;
  const kept = given === undefined ? undefined : share - (kind === 'payment' ? given : 0 - Math.abs(given));
  const fees = columns.fees.flatMap((column) => feeIn(row, column, kind, kept !== undefined));
  const vats = columns.vats.flatMap((column) => feeIn(row, column, kind, kept !== undefined));
  // A refund may give its fee back: less is taken than the buyer got.
  const isBack = kind === 'refund' && kept !== undefined && kept < 0;
  const shownKept = isBack ? 0 - kept : kept;
  const readings = readingsOf({ fees, vats, kept: shownKept, day });
  const fitting = shownKept === undefined ? readings[0] : readings.find(({ whole }) => whole === shownKept);
  if (fitting && fitting.whole >= 0 && fitting.vat >= 0)
    return isBack ? { whole: 0 - fitting.whole, vat: 0 - fitting.vat } : fitting;
  return refuse('error-registry-net', row, net, plainSum(share - (readings[0]?.whole ?? 0)));
}

interface FeeCell {
  column: Column;
  value: number;
}

/** Some write what they keep with a minus. */
function feeIn(row: RegistryRow, column: Column, kind: RegistryLine['kind'], isChecked: boolean): FeeCell[] {
  if (isNone(row.cells[column.at] ?? '')) return [];
  const value = sumOf(row, column);
  if (value < 0 && kind === 'refund' && !isChecked) refuse('error-registry-sum', row, column);
  return [{ column, value: Math.abs(value) }];
}

const total = (cells: readonly FeeCell[]) => cells.reduce((sum, { value }) => sum + value, 0);

/** Rate of VAT within a fee that says to contain it. */
const rateOf = (day: string) => (day >= '2026-01-01' ? 22 : day >= '2019-01-01' ? 20 : 18);

interface RowFees {
  fees: readonly FeeCell[];
  vats: readonly FeeCell[];
  kept: number | undefined;
  day: string;
}

/** What the columns of a row may mean, the likeliest first (docs/formats.md). */
function readingsOf({ fees, vats, kept, day }: RowFees): Fee[] {
  const sum = total(fees);
  const containing = fees.filter(({ column }) => column.vat === 'with');
  const within = containing.reduce((all, { value }) => all + vatWithin(value, rateOf(day)), 0);
  if (vats.length === 0) return [withoutVatColumn({ fees, vats, kept, day }, sum, within)];
  const vat = total(vats);
  const onTop: Fee = { whole: sum + vat, vat: vat + within };
  // The VAT of all fees: only that of the others comes on top.
  const ofOthers = kept === undefined ? vat - within : kept - sum;
  const isOfAll = ofOthers >= 0 && Math.abs(vat - ofOthers - within) <= containing.length;
  const ofAll: Fee[] = isOfAll && containing.length > 0 ? [{ whole: sum + ofOthers, vat }] : [];
  const inside: Fee[] = vat <= sum ? [{ whole: sum, vat: insideVat(containing, vat, within, day) }] : [];
  if (fees.some(({ column }) => column.vat === 'without')) return [onTop, ...ofAll];
  const isInside = vats.some(({ column }) => column.isWithin) || containing.length === fees.length;
  return isInside ? [...inside, onTop] : [onTop, ...inside, ...ofAll];
}

/** Without a column of its own the VAT is within the fee; what is transferred shows the VAT of a fee «без НДС». */
function withoutVatColumn({ fees, kept, day }: RowFees, sum: number, within: number): Fee {
  // Acquirers have charged VAT on all fees since 2026.
  const usual = day >= '2026-01-01' ? 22 : 0;
  if (fees.length === 0) return { whole: kept ?? 0, vat: vatWithin(kept ?? 0, usual) };
  if (kept !== undefined && kept > sum && fees.some(({ column }) => column.vat === 'without'))
    return { whole: kept, vat: kept - sum + within };
  const unsaid = total(fees.filter(({ column }) => column.vat === 'unsaid'));
  return { whole: sum, vat: within + vatWithin(unsaid, usual) };
}

/** VAT that is much less than all fees contain is that of the first one. */
function insideVat(containing: readonly FeeCell[], vat: number, within: number, day: string): number {
  if (containing.length < 2 || Math.abs(vat - within) <= containing.length) return vat;
  return containing.slice(1).reduce((sum, { value }) => sum + vatWithin(value, rateOf(day)), vat);
}

/** Of kopecks, as files write it. */
export const plainSum = (kopecks: number): string =>
  `${kopecks < 0 ? '-' : ''}${Math.floor(Math.abs(kopecks) / 100)}.${String(Math.abs(kopecks) % 100).padStart(2, '0')}`;

/** Throws VALIDATION_FAILED at `file`, with the place of the fault. */
export function refuse(
  error: string,
  { line, cells, sheet }: RegistryRow,
  column: Pick<Column, 'at' | 'heading'> | undefined,
  expected: string | null = null,
): never {
  const fault: RegistryFault = {
    line,
    column: column?.heading ?? '',
    text: (cells[column?.at ?? -1] ?? '').slice(0, 100),
    expected,
    sheet: sheet ?? null,
  };
  throw new AppError('VALIDATION_FAILED', { fields: { file: [error] }, current: fault });
}
