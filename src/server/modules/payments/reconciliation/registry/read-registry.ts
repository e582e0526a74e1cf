import { dayAfter } from '@/server/core/business-time';
import { AppError } from '@/server/core/errors';
import { maxAbove, openTable } from '@/server/core/files-in/open-table';
import { rejectFile } from '@/server/modules/catalogue/import/upload-import';
import { type Columns, isTable, matchColumns } from './columns';
import {
  cellsOf,
  type RegistryLine,
  type RegistryRow,
  type RowRead,
  readRow,
  refuse,
  type Table,
  type Title,
} from './read-row';
import { noTitle, readTitle } from './title';
import { addRow, checkTotals, isBareTotals, isTotals, noSums, type Sums } from './totals';
import { isNumbering } from './values';

export interface Registry {
  lines: RegistryLine[];
  /** Days that it is of, also those on which nothing was paid. */
  days: string[];
}

/**
 * A registry, CSV or XLSX, as its acquirer sends it: titles above, totals below, several tables and sheets
 * (docs/formats.md; rules/payments: a registry agrees with itself). Throws VALIDATION_FAILED at `file`; `current` names line, column and what was expected of the first fault.
 * Nothing of a registry with a fault is used.
 */
export async function readRegistry(path: string, signal?: AbortSignal): Promise<Registry> {
  const rate = (rows: readonly { cells: readonly string[] }[]) =>
    Math.max(0, ...rows.map(({ cells }) => matchColumns(cells).one.size));
  try {
    const reading = new Reading();
    const { rows } = await openTable(path, { signal, rate, maxRows, allSheets: true });
    for await (const row of rows) reading.take(row);
    return reading.end();
  } catch (error) {
    const named = error instanceof AppError ? error.fields?.csv : undefined;
    throw named ? new AppError('VALIDATION_FAILED', { fields: { file: named } }) : error;
  }
}

/** Rows that are read of one file. */
const maxRows = { text: 100_000, workbook: 50_000 };

/** Rows above the first table that may be titles. */
const maxTitles = maxAbove;

class Reading {
  private readonly lines: RegistryLine[] = [];
  private readonly days = new Set<string>();
  private readonly seen = new Map<string, number>();
  private readonly file = noSums();
  private block: Sums = noSums();
  /** Since the last totals: a period may have some for each day. */
  private part: Sums = noSums();
  private isTotalled = false;
  private title: Title = noTitle;
  /** Of the last table: a sheet of explanations may name days, too. */
  private covered: Title = noTitle;
  private columns: Columns | undefined;
  private sheet: string | undefined;
  private rows = 0;
  /** Of the sheet, above its table. */
  private above = 0;
  private hasTable = false;
  /** Instead of a table. */
  private isSaidEmpty = false;
  /** The row that looks most like headings, to say what it lacks. */
  private nearest: { row: RegistryRow; columns: Columns } | undefined;

  take(row: RegistryRow): void {
    this.rows += 1;
    if (row.sheet !== this.sheet) this.open(row.sheet);
    const columns = matchColumns(row.cells);
    if (isTable(columns)) {
      this.columns = columns;
      this.hasTable = true;
      this.covered = this.title;
      this.block = noSums();
      this.isTotalled = true;
      return;
    }
    const sums = [this.block, this.file, this.part];
    if (!this.columns) this.takeAbove(row, columns);
    else if (isNumbering(row.cells)) return;
    else if (isTotals(row) || isBareTotals(row, this.columns, sums)) {
      checkTotals(row, this.columns, sums);
      this.isTotalled = true;
    } else if (isNote(row, { columns: this.columns, title: this.title }))
      this.title = readTitle(this.title, row);
    else this.takeLine(row, { columns: this.columns, title: this.title });
  }

  end(): Registry {
    if (this.rows === 0) rejectFile('error-import-empty');
    if (!this.hasTable && this.isSaidEmpty && this.title.from !== undefined) {
      return { lines: [], days: daysOf(this.title) };
    }
    if (!this.hasTable && this.nearest) refuseHeadings(this.nearest);
    if (!this.hasTable) rejectFile('error-registry-headings');
    // A day without payments has a registry, too, which says its day.
    for (const day of daysOf(this.covered)) this.days.add(day);
    if (this.days.size === 0) rejectFile('error-import-empty');
    return { lines: this.lines, days: [...this.days].toSorted() };
  }

  /** A sheet's name is a title: «Платежи», «Возвраты». */
  private open(sheet: string | undefined): void {
    this.sheet = sheet;
    this.columns = undefined;
    this.above = 0;
    this.title = readTitle({ ...this.title, kind: undefined }, { line: 0, cells: [sheet ?? ''] });
  }

  private takeAbove(row: RegistryRow, columns: Columns): void {
    if (columns.one.size > (this.nearest?.columns.one.size ?? 1)) this.nearest = { row, columns };
    this.above += 1;
    this.isSaidEmpty ||= saysNone.test(row.cells.join(' ').trim().slice(0, 200));
    if (this.above <= maxTitles) this.title = readTitle(this.title, row);
  }

  private takeLine(row: RegistryRow, table: Table): void {
    const read = readRow(table, row);
    this.lines.push({ ...read, objectId: this.named(read, row, table) });
    this.days.add(read.day);
    if (this.isTotalled) this.part = noSums();
    this.isTotalled = false;
    for (const sums of [this.block, this.file, this.part]) addRow(sums, read, table.columns, row);
  }

  /** Refunds of some acquirers have no id: those of a payment and day are numbered. */
  private named(
    { kind, objectId, paymentId, day, amount }: RowRead,
    row: RegistryRow,
    { columns }: Table,
  ): string {
    const key = objectId === null ? `${paymentId} ${day} ${amount}` : `${kind} ${objectId}`;
    const place = (this.seen.get(key) ?? 0) + 1;
    this.seen.set(key, place);
    if (objectId === null) return `${key} ${place}`;
    const column = columns.one.get(kind === 'refund' ? 'refund' : 'id') ?? columns.one.get('id');
    return place > 1 ? refuse('error-registry-twice', row, column) : objectId;
  }
}

/** Text between the rows: a contract, the title of the next day's table. An operation has a sum, or one cell that is its id. */
function isNote(row: RegistryRow, table: Table): boolean {
  const filled = row.cells.filter((text) => text.trim() !== '');
  const cell = cellsOf(table, row);
  const hasSum = cell('amount') !== '' || cell('refunded') !== '';
  // «М.П.», «Бухгалтер»: an id has a digit.
  const isText = filled.some((text) => /\s/.test(text.trim())) || !filled.some((text) => /\d/.test(text));
  return !hasSum && filled.length <= 2 && isText;
}

/** «Платежей нет», «Число платежей: 0». */
const saysNone =
  /(плат[её]жей|возвратов|операций|данных|транзакций) (не было|нет|не найдено)|(нет|отсутствуют) (плат[её]ж|возврат|операци|данны|транзакци)|(число|количество) (плат[её]жей|возвратов|операций)\W{0,3}0$|no (payments|refunds|operations|transactions)/i;

/** Longer periods are no registries of days. */
const maxDays = 100;

function daysOf({ from, to }: Title): string[] {
  if (from === undefined || to === undefined) return [];
  const days: string[] = [];
  for (let day = from; day <= to && days.length < maxDays; day = dayAfter(day, 1)) days.push(day);
  return days;
}

/** Some headings are known, and not enough: says which are not there. */
function refuseHeadings({ row, columns }: { row: RegistryRow; columns: Columns }): never {
  const hasId = columns.one.has('id') || columns.one.has('refund');
  refuse('error-registry-columns', row, undefined, hasId ? 'amount' : 'id');
}
