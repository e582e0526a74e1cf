import type { Readable } from 'node:stream';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import type { CellOddity } from '@/contract/core/files/file-tables';
import { attribute, type XmlListener, XmlReader } from '../documents/xlsx/xml';
import { isBomb } from '../documents/xlsx/zip-limits';
import { makeTurns } from '../files/turns';
import { builtInFormat, maxKept, plainNumber, shownNumber } from './shown-number';
import type { TableRow } from './text-rows';

/** The limit that a workbook exceeds. */
export type SheetLimit = 'unpacked' | 'rows' | 'cells' | 'text';

export class SheetLimitError extends Error {
  readonly limit: SheetLimit;

  constructor(limit: SheetLimit) {
    super(`Too much: ${limit}`);
    this.limit = limit;
  }
}

/** Unpacked sizes above which a workbook counts as a ZIP bomb. A sheet is streamed; shared strings stay in memory. */
const maxBytes = { sheet: 512 * 1024 ** 2, texts: 128 * 1024 ** 2, part: 8 * 1024 ** 2 };
const maxEntries = 5000;
const maxSharedTexts = 1_000_000;
/** Excel's own limit; empty rows count. */
const maxRows = 1_048_576;
/** Empty cells and those before the first one in a row count. */
const maxCells = 5_000_000;
const maxCellLength = 1_000_000;
/** Excel's own limit; cells to the right of it are ignored. */
const maxColumns = 16_384;
const maxStyles = 100_000;
/** Merged areas that are told. */
const maxMerged = 10_000;

/** A file being read: its directory, and what stops the reading. */
interface Workbook {
  zip: ZipFile;
  signal: AbortSignal | undefined;
}

/** Chooses which of several sheets is read: the named one, or whose first rows score highest, the first of equals. */
export interface SheetChoice {
  /** Number of rows that the score looks at. */
  first: number;
  name?: string | undefined;
  /** All of them are read, one after the other, instead of one. */
  isAll?: boolean | undefined;
  rate?: ((rows: readonly TableRow[]) => number | Promise<number>) | undefined;
  /** Told before the first row. */
  onChosen: (name: string, all: readonly string[]) => void;
  /** Told after the last row: cells below the first one of a merged area. */
  onMerged?: ((merged: readonly MergedCells[]) => void) | undefined;
}

/** Rows of a column, from 0, that are empty because the cell above them was merged with them. */
export interface MergedCells {
  column: number;
  from: number;
  to: number;
}

/**
 * Rows of one sheet of a workbook, of the first sheet without a `choice`; streamed, and without empty rows. Throws an
 * Error for a file that is not a workbook, SheetLimitError for one above a limit, and the reason when `signal` is
 * aborted.
 */
export async function* readSheet(
  path: string,
  signal?: AbortSignal,
  choice?: SheetChoice,
): AsyncGenerator<TableRow> {
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true, validateEntrySizes: true });
  const book = { zip, signal };
  try {
    const entries = await entriesOf(zip);
    const parts = await partsOf(book, entries);
    const known: Known = {
      texts: await sharedTexts(book, parts.texts),
      formats: await formatsOf(book, parts.styles),
      is1904: parts.is1904,
    };
    const one = await chosen(book, parts.sheets, known, choice);
    for (const { name, entry } of choice?.isAll ? parts.sheets : [one]) {
      const collector = new RowCollector(known);
      for await (const row of rowsOf(book, entry, collector))
        yield choice?.isAll ? { ...row, sheet: name } : row;
      choice?.onMerged?.(collector.merged);
    }
  } finally {
    zip.close();
  }
}

/** Whether a ZIP is a workbook of LibreOffice and the like; false also for a broken one. */
export async function isOpenDocument(path: string): Promise<boolean> {
  try {
    const zip = await openPromise(path, { autoClose: false, lazyEntries: true });
    try {
      return (await entriesOf(zip)).has('content.xml');
    } finally {
      zip.close();
    }
  } catch {
    return false;
  }
}

/** What the cells of all sheets refer to. */
interface Known {
  texts: readonly string[];
  /** Number format by the number of a style. */
  formats: readonly string[];
  is1904: boolean;
}

/** By name in small letters: programs do not agree on its case. */
async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > maxEntries) throw new SheetLimitError('unpacked');
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry())
    entries.set(entry.fileName.replace(/^\//, '').toLowerCase(), entry);
  return entries;
}

interface NamedSheet {
  name: string;
  entry: Entry;
}

/** Sheets beyond this number are not looked at. */
const maxRated = 20;

async function chosen(
  book: Workbook,
  sheets: readonly [NamedSheet, ...NamedSheet[]],
  known: Known,
  choice: SheetChoice | undefined,
): Promise<NamedSheet> {
  const [first, ...others] = sheets;
  let best = { sheet: sheets.find(({ name }) => name === choice?.name) ?? first, rating: 0 };
  if (choice?.rate && others.length > 0 && best.sheet.name !== choice.name) {
    best.rating = await rate(book, first, known, choice);
    for (const sheet of others.slice(0, maxRated - 1)) {
      const rating = await rate(book, sheet, known, choice);
      if (rating > best.rating) best = { sheet, rating };
    }
  }
  choice?.onChosen(
    best.sheet.name,
    sheets.map(({ name }) => name),
  );
  return best.sheet;
}

async function rate(
  book: Workbook,
  { entry }: NamedSheet,
  known: Known,
  choice: SheetChoice,
): Promise<number> {
  const rows: TableRow[] = [];
  for await (const row of rowsOf(book, entry, new RowCollector(known))) {
    rows.push(row);
    if (rows.length >= choice.first) break;
  }
  return (await choice.rate?.(rows)) ?? 0;
}

interface BookParts {
  /** In their order; hidden ones only when there is no other. */
  sheets: [NamedSheet, ...NamedSheet[]];
  texts: Entry | undefined;
  styles: Entry | undefined;
  is1904: boolean;
}

async function partsOf(book: Workbook, entries: Map<string, Entry>): Promise<BookParts> {
  const listed: { id: string | undefined; name: string; isHidden: boolean }[] = [];
  let is1904 = false;
  await read(book, entries.get('xl/workbook.xml'), maxBytes.part, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attribute(attributes, 'date1904') ?? '');
      if (name !== 'sheet') return;
      const state = attribute(attributes, 'state') ?? 'visible';
      // The id of the relation, whatever its prefix is; that of the sheet is `sheetId`.
      const id = attribute(attributes, 'id');
      listed.push({ id, name: attribute(attributes, 'name') ?? '', isHidden: state !== 'visible' });
    },
  });
  const targets = new Map<string | undefined, Entry | undefined>();
  await read(book, entries.get('xl/_rels/workbook.xml.rels'), maxBytes.part, {
    open(name, attributes) {
      const target = attribute(attributes, 'Target')?.toLowerCase();
      if (name !== 'Relationship' || target === undefined) return;
      const entry = entries.get(
        target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`,
      );
      targets.set(attribute(attributes, 'Id'), entry);
      const type = attribute(attributes, 'Type')?.split('/').at(-1);
      if (type === 'sharedStrings' || type === 'styles') targets.set(type, entry);
    },
  });
  const isAnyShown = listed.some(({ isHidden }) => !isHidden);
  const [first, ...others] = listed.flatMap(({ id, name, isHidden }): NamedSheet[] => {
    const entry = targets.get(id);
    return entry && !(isAnyShown && isHidden) ? [{ name, entry }] : [];
  });
  if (!first) throw new Error('No sheet');
  return {
    sheets: [first, ...others],
    texts: targets.get('sharedStrings') ?? entries.get('xl/sharedstrings.xml'),
    styles: targets.get('styles') ?? entries.get('xl/styles.xml'),
    is1904,
  };
}

/** The number format of each style. */
async function formatsOf(book: Workbook, entry: Entry | undefined): Promise<string[]> {
  const formats: string[] = [];
  if (!entry) return formats;
  const own = new Map<number, string>();
  let isInCells = false;
  await read(book, entry, maxBytes.part, {
    open(name, attributes) {
      if (name === 'cellXfs') isInCells = true;
      if (name === 'numFmt')
        own.set(Number(attribute(attributes, 'numFmtId')), attribute(attributes, 'formatCode') ?? '');
      if (name !== 'xf' || !isInCells) return;
      const id = Number(attribute(attributes, 'numFmtId') ?? 0);
      formats.push(own.get(id) ?? builtInFormat(id));
      if (formats.length > maxStyles) throw new SheetLimitError('unpacked');
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return formats;
}

async function sharedTexts(book: Workbook, entry: Entry | undefined): Promise<string[]> {
  const texts: string[] = [];
  if (!entry) return texts;
  let current = '';
  let inText = false;
  // Japanese workbooks store a word's pronunciation next to it, which is not part of the text.
  let inReading = false;
  await read(book, entry, maxBytes.texts, {
    open(name) {
      if (name === 'si') current = '';
      if (name === 'rPh') inReading = true;
      inText = name === 't' && !inReading;
    },
    text(text) {
      if (!inText) return;
      current += text;
      if (current.length > maxCellLength) throw new SheetLimitError('text');
    },
    close(name) {
      inText = false;
      if (name === 'rPh') inReading = false;
      if (name !== 'si') return;
      texts.push(unescaped(current));
      if (texts.length > maxSharedTexts) throw new SheetLimitError('unpacked');
    },
  });
  return texts;
}

async function* rowsOf(book: Workbook, entry: Entry, collector: RowCollector): AsyncGenerator<TableRow> {
  const turn = makeTurns();
  for await (const text of pieces(book, entry, maxBytes.sheet))
    for (let from = 0; from < text.length; from += slice) {
      collector.reader.write(text.slice(from, from + slice));
      yield* collector.take();
      await turn();
    }
}

/** Signs read at a time: a row of 16,384 cells may be written with thirty. */
const slice = 1024;

/** Assembles rows from the XML events of a sheet. */
class RowCollector {
  readonly reader: XmlReader;
  readonly merged: MergedCells[] = [];
  private done: TableRow[] = [];
  private row: TableRow = { line: 0, cells: [] };
  private kind = 'n';
  private format = 'General';
  private column = -1;
  private value = '';
  private inValue = false;
  private inReading = false;
  private isFormula = false;
  private rows = 0;
  private cells = 0;
  private readonly known: Known;

  constructor(known: Known) {
    this.known = known;
    this.reader = new XmlReader({
      open: (name, attributes) => this.open(name, attributes),
      close: (name) => this.close(name),
      text: (text) => {
        if (!this.inValue) return;
        this.value += text;
        if (this.value.length > maxCellLength) throw new SheetLimitError('text');
      },
    });
  }

  take(): TableRow[] {
    const rows = this.done;
    this.done = [];
    return rows;
  }

  private open(name: string, attributes: string): void {
    if (name === 'row') this.openRow(attributes);
    else if (name === 'c') {
      this.column = columnOf(attribute(attributes, 'r')) ?? this.column + 1;
      this.kind = attribute(attributes, 't') ?? 'n';
      this.format = this.known.formats[Number(attribute(attributes, 's') ?? 0)] ?? 'General';
      this.value = '';
      this.isFormula = false;
    } else if (name === 'mergeCell') this.addMerged(attribute(attributes, 'ref') ?? '');
    else {
      if (name === 'f') this.isFormula = true;
      if (name === 'rPh') this.inReading = true;
      this.inValue = name === 'v' || (name === 't' && !this.inReading);
    }
  }

  private openRow(attributes: string): void {
    this.rows += 1;
    if (this.rows > maxRows) throw new SheetLimitError('rows');
    this.row = { line: Number(attribute(attributes, 'r')) || this.row.line + 1, cells: [] };
    if (/^(1|true)$/.test(attribute(attributes, 'hidden') ?? '')) this.row.isHidden = true;
    this.column = -1;
  }

  private addMerged(area: string): void {
    const [, column, first, last] = /^([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})$/.exec(area) ?? [];
    if (first === undefined || last === undefined || first === last || this.merged.length >= maxMerged)
      return;
    this.merged.push({ column: columnOf(column) ?? 0, from: Number(first) + 1, to: Number(last) });
  }

  private close(name: string): void {
    this.inValue = false;
    if (name === 'rPh') this.inReading = false;
    if (name === 'row' && (this.row.odd || this.row.cells.some((cell) => cell !== '')))
      this.done.push(this.row);
    if (name !== 'c') return;
    const { cells } = this.row;
    const isShown = this.column < maxColumns;
    this.cells += isShown ? Math.max(1, this.column + 1 - cells.length) : 1;
    if (this.cells > maxCells) throw new SheetLimitError('cells');
    if (!isShown) return;
    while (cells.length < this.column) cells.push('');
    const { text, odd } = this.shown();
    cells[this.column] = text;
    if (odd) this.row.odd = { ...this.row.odd, [this.column]: odd };
  }

  private shown(): { text: string; odd?: CellOddity } {
    const { kind, value } = this;
    if (this.isFormula && value === '' && kind !== 'str') return { text: '', odd: 'no-value' };
    if (value === '') return { text: '' };
    if (kind === 's') return { text: this.known.texts[Number(value)] ?? '' };
    if (kind === 'e') return { text: value, odd: 'error' };
    if (kind === 'd') return { text: isoDay(value), odd: 'date' };
    if (kind !== 'n') return { text: unescaped(value) };
    // Files store 0.1 + 0.2 and long barcodes in floating-point notation.
    const number = Number(value);
    if (!Number.isFinite(number)) return { text: value };
    if (this.format === 'General' && Math.abs(number) < maxKept) return { text: plainNumber(number) };
    return shownNumber(number, this.format, this.known.is1904);
  }
}

const isoDay = (text: string) => text.replace(/^(\d{4})-(\d\d)-(\d\d)(?:T00:00:00.*)?$/, '$3.$2.$1');

/** The column of a cell reference, from 0: 27 for `AB12`. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return undefined;
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Characters that XML cannot hold are written `_x000D_`. */
function unescaped(text: string): string {
  return text.replace(/_x([\dA-F]{4})_/g, (_whole, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

async function read(
  book: Workbook,
  entry: Entry | undefined,
  limit: number,
  { open = () => {}, close = () => {}, text = () => {} }: Partial<XmlListener>,
): Promise<void> {
  if (!entry) throw new Error('Not a workbook');
  const reader = new XmlReader({ open, close, text });
  for await (const piece of pieces(book, entry, limit)) reader.write(piece);
}

async function* pieces({ zip, signal }: Workbook, entry: Entry, limit: number): AsyncGenerator<string> {
  if (entry.isEncrypted()) throw new Error('Encrypted');
  if (isBomb(entry, limit)) throw new SheetLimitError('unpacked');
  const stream: Readable = await zip.openReadStreamPromise(entry);
  const decoder = new TextDecoder();
  for await (const piece of stream) {
    signal?.throwIfAborted();
    yield decoder.decode(piece, { stream: true });
  }
}
