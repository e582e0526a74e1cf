import { vatWithin } from '@/contract/ledger/accounts';
import type { RegistryFault } from '@/contract/payments/reconciliation';
import { AppError } from '@/server/core/errors';
import { maxAbove, openTable } from '@/server/core/files-in/open-table';
import { rejectFile } from '@/server/modules/catalogue/import/upload-import';
import { readDay, readKopecks } from '../file-values';
import { isComplete, matchColumns, type RegistryField } from './headings';

/** A payment or refund as the provider counts it. Kopecks. */
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

interface Table {
  headings: readonly string[];
  columns: ReadonlyMap<RegistryField, number>;
}

interface Row {
  line: number;
  cells: readonly string[];
}

/**
 * The lines of a registry, CSV or XLSX. Throws VALIDATION_FAILED at `file`; `current` names the line and the column of the
 * first fault. Nothing of a registry with a fault is used.
 */
export async function readRegistry(path: string, signal?: AbortSignal): Promise<RegistryLine[]> {
  try {
    return await linesIn(path, signal);
  } catch (error) {
    const named = error instanceof AppError ? error.fields?.csv : undefined;
    throw named ? new AppError('VALIDATION_FAILED', { fields: { file: named } }) : error;
  }
}

const maxRows = { text: 100_000, workbook: 50_000 };

async function linesIn(path: string, signal: AbortSignal | undefined): Promise<RegistryLine[]> {
  const rate = (rows: readonly Pick<Row, 'cells'>[]) =>
    Math.max(0, ...rows.map(({ cells }) => matchColumns(cells).size));
  let table: Table | undefined;
  let above = 0;
  const found: RegistryLine[] = [];
  const seen = new Map<string, number>();
  const { rows } = await openTable(path, { signal, rate, maxRows });
  for await (const row of rows) {
    if (table) {
      const line = lineOf(table, row, seen);
      if (line) found.push(line);
      continue;
    }
    const columns = matchColumns(row.cells);
    if (isComplete(columns)) table = { headings: row.cells, columns };
    above += 1;
    if (!table && above >= maxAbove) break;
  }
  if (above === 0 || (table && found.length === 0)) rejectFile('error-import-empty');
  if (!table) rejectFile('error-registry-headings');
  return found;
}

/** Undefined for a row of totals. */
function lineOf(table: Table, row: Row, seen: Map<string, number>): RegistryLine | undefined {
  const cell = (field: RegistryField) => row.cells[table.columns.get(field) ?? -1]?.trim() ?? '';
  if (isTotal(row, cell)) return undefined;
  const sums = sumsOf(table, row, cell);
  const day = readDay(cell('day')) ?? refuse('error-registry-day', table, row, 'day');
  if (cell('currency') !== '' && !/^(rub|rur|руб\.?|643|₽)$/i.test(cell('currency'))) {
    refuse('error-registry-currency', table, row, 'currency');
  }
  const paymentId = cell('id');
  const refundId = cell('refund');
  if (paymentId === '' && refundId === '')
    refuse('error-registry-id', table, row, table.columns.has('id') ? 'id' : 'refund');
  const { kind } = sums;
  const line = { line: row.line, ...sums, day, paymentId: kind === 'refund' ? paymentId || null : null };
  if (kind === 'payment' || refundId !== '') {
    const objectId = kind === 'payment' ? paymentId || refundId : refundId;
    const key = `${kind} ${objectId}`;
    if (seen.has(key)) refuse('error-registry-twice', table, row, kind === 'payment' ? 'id' : 'refund');
    seen.set(key, 1);
    return { ...line, objectId };
  }
  // Refunds of some providers have no id: those of a payment and day are numbered.
  const key = `${paymentId} ${day} ${sums.amount}`;
  const place = (seen.get(key) ?? 0) + 1;
  seen.set(key, place);
  return { ...line, objectId: `${key} ${place}` };
}

type Cell = (field: RegistryField) => string;

const isTotal = (row: Row, cell: Cell): boolean =>
  cell('id') === '' &&
  cell('refund') === '' &&
  row.cells.some((text) => /^(итого|всего|total)/i.test(text.trim()));

/** Amount and fee, digit by digit; what the provider pays out says whether they agree. */
function sumsOf(table: Table, row: Row, cell: Cell) {
  const read = (field: RegistryField) =>
    readKopecks(cell(field)) ?? refuse('error-registry-sum', table, row, field);
  const given = (field: RegistryField) =>
    table.columns.has(field) && cell(field) !== '' ? read(field) : undefined;
  const signed = read('amount');
  const amount = Math.abs(signed);
  if (amount === 0) refuse('error-registry-sum', table, row, 'amount');
  const kind = kindOf(table, row, cell, signed);
  const net = given('net');
  const share = kind === 'payment' ? amount : 0 - amount;
  const fee = given('fee');
  const feeVat = given('feeVat');
  if (fee !== undefined && fee < 0) refuse('error-registry-sum', table, row, 'fee');
  if (feeVat !== undefined && feeVat < 0) refuse('error-registry-sum', table, row, 'feeVat');
  const kept = net === undefined ? undefined : share - (kind === 'payment' ? net : 0 - Math.abs(net));
  const whole = fee === undefined ? (kept ?? 0) : fee + (feeVat ?? 0);
  if (whole < 0 || (kept !== undefined && kept !== whole)) refuse('error-registry-net', table, row, 'net');
  // Without a column of its own, the VAT is within the fee: 22 % since 2026.
  const isTaxed = (readDay(cell('day')) ?? '') >= '2026-01-01';
  const vat = feeVat ?? vatWithin(whole, isTaxed ? 22 : 0);
  return { kind, amount, fee: whole - vat, feeVat: vat };
}

function kindOf(table: Table, row: Row, cell: Cell, amount: number): RegistryLine['kind'] {
  const word = cell('kind').toLocaleLowerCase('ru');
  if (word === '') return amount < 0 || cell('refund') !== '' ? 'refund' : 'payment';
  // Money that came again after a refund or a claim is neither of both, and the sign does not make it one.
  if (/отмена (возврата|опротестован)|cancelrefund|reversal|representment|correction/.test(word))
    refuse('error-registry-kind', table, row, 'kind');
  // A chargeback is money that went back: nobody here asked for it, so it becomes a difference.
  if (/возврат|отмена|опротестован|чарджбэк|refund|credit|chargeback/.test(word)) return 'refund';
  if (!/оплата|платеж|платёж|покупка|списание|payment|purchase|debit/.test(word))
    refuse('error-registry-kind', table, row, 'kind');
  // A file that contradicts itself is not guessed about.
  return amount < 0 ? refuse('error-registry-sum', table, row, 'amount') : 'payment';
}

function refuse(
  error: string,
  { headings, columns }: Table,
  { line, cells }: Row,
  field: RegistryField,
): never {
  const at = columns.get(field) ?? -1;
  const fault: RegistryFault = { line, column: headings[at] ?? '', text: (cells[at] ?? '').slice(0, 100) };
  throw new AppError('VALIDATION_FAILED', { fields: { file: [error] }, current: fault });
}
