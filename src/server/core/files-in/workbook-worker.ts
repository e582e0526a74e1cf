import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { type CellObject, read, set_cptable, type WorkSheet } from '@e965/xlsx';
import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs';

/** A cell as the library read it; `format` only for numbers. */
export type RawCell = string | { number: number; format: string } | { error: string } | { noValue: true };

export interface RawRow {
  line: number;
  cells: RawCell[];
  isHidden: boolean;
}

/** What the worker tells: the sheets with their first rows, then all rows of the one that it is asked for. */
export type Told =
  | { kind: 'sheets'; sheets: { name: string; rows: RawRow[] }[]; is1904: boolean }
  | { kind: 'rows'; rows: RawRow[] }
  | { kind: 'end'; merged: { column: number; from: number; to: number }[] };

export interface WorkerOrder {
  path: string;
  /** Rows of each sheet that are told at first. */
  first: number;
  maxRows: number;
}

const port = parentPort;
if (!port) throw new Error('workbook-worker must be started as a worker');
const { path, first, maxRows } = workerData as WorkerOrder;
const tell = (told: Told) => port.postMessage(told);

set_cptable(codePages);
// Workbooks of the nineties do not name their code page: those that shops here still write are in windows-1251.
const book = read(readFileSync(path), {
  dense: true,
  cellNF: true,
  cellText: false,
  cellHTML: false,
  codepage: 1251,
  sheetRows: maxRows + 1,
});
const shown = book.SheetNames.filter((_name, place) => !book.Workbook?.Sheets?.[place]?.Hidden);
const names = shown.length > 0 ? shown : book.SheetNames;

tell({
  kind: 'sheets',
  sheets: names.map((name) => ({ name, rows: [...rowsOf(book.Sheets[name], first)] })),
  is1904: book.Workbook?.WBProps?.date1904 === true,
});

const batch = 500;
let source: Generator<RawRow> | undefined;
let asked: string | undefined;

// Each message asks for the next part of a sheet.
port.on('message', (name: string) => {
  if (!source || name !== asked) source = rowsOf(book.Sheets[name], Number.POSITIVE_INFINITY);
  asked = name;
  const rows: RawRow[] = [];
  while (rows.length < batch) {
    const { value, done } = source.next();
    if (done) break;
    rows.push(value);
  }
  tell(rows.length > 0 ? { kind: 'rows', rows } : { kind: 'end', merged: mergedIn(book.Sheets[name]) });
});

function* rowsOf(one: WorkSheet | undefined, most: number): Generator<RawRow> {
  const data = (one?.['!data'] ?? []) as (CellObject | undefined)[][];
  const hidden = one?.['!rows'] ?? [];
  let told = 0;
  for (let at = 0; at < data.length && told < most; at += 1) {
    const cells = Array.from(data[at] ?? [], rawCell);
    if (cells.every((cell) => cell === '')) continue;
    told += 1;
    yield { line: at + 1, cells, isHidden: hidden[at]?.hidden === true };
  }
}

function rawCell(cell: CellObject | undefined): RawCell {
  if (!cell) return '';
  if (cell.t === 'e') return { error: cell.w ?? '#N/A' };
  if (cell.v === undefined || cell.v === null) return cell.f ? { noValue: true } : '';
  if (typeof cell.v === 'number') return { number: cell.v, format: String(cell.z ?? 'General') };
  if (typeof cell.v === 'boolean') return cell.v ? '1' : '0';
  return String(cell.v);
}

function mergedIn(one: WorkSheet | undefined) {
  return (one?.['!merges'] ?? []).flatMap(({ s, e }) =>
    e.r > s.r ? [{ column: s.c, from: s.r + 2, to: e.r + 1 }] : [],
  );
}
