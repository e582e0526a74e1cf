import type { Readable } from 'node:stream';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { attribute, type XmlListener, XmlReader } from './xml';
import { isBomb } from './zip-limits';

/** A row of a sheet; `line` is the spreadsheet's row number. */
export interface SheetRow {
  line: number;
  cells: string[];
}

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
/** Cells to the right of it are ignored. */
const maxColumns = 500;

/** A file being read: its directory, and what stops the reading. */
interface Workbook {
  zip: ZipFile;
  signal: AbortSignal | undefined;
}

/** Chooses which of several sheets is read: the one whose first rows score highest, the first of equals. */
export interface SheetChoice {
  /** Number of rows that the score looks at. */
  first: number;
  rate: (rows: readonly SheetRow[]) => Promise<number>;
  /** The sheet of this name, whatever the score. */
  name?: string | undefined;
  /** Of several sheets, with the names of all. */
  onChosen: (name: string, names: readonly string[]) => void;
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
): AsyncGenerator<SheetRow> {
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true, validateEntrySizes: true });
  const book = { zip, signal };
  try {
    const entries = await entriesOf(zip);
    const sheets = await sheetsOf(book, entries);
    const texts = await sharedTexts(book, entries.get('xl/sharedStrings.xml'));
    yield* rowsOf(book, await chosen(book, sheets, texts, choice), texts);
  } finally {
    zip.close();
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > maxEntries) throw new SheetLimitError('unpacked');
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName.replace(/^\//, ''), entry);
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
  [first, ...others]: readonly [NamedSheet, ...NamedSheet[]],
  texts: string[],
  choice: SheetChoice | undefined,
): Promise<Entry> {
  if (!choice || others.length === 0) return first.entry;
  const names = [first, ...others].map(({ name }) => name);
  const named =
    choice.name === undefined ? undefined : [first, ...others].find(({ name }) => name === choice.name);
  if (named) {
    choice.onChosen(named.name, names);
    return named.entry;
  }
  let best = { sheet: first, rating: await rate(book, first, texts, choice) };
  for (const sheet of others.slice(0, maxRated - 1)) {
    const rating = await rate(book, sheet, texts, choice);
    if (rating > best.rating) best = { sheet, rating };
  }
  choice.onChosen(best.sheet.name, names);
  return best.sheet.entry;
}

async function rate(book: Workbook, { entry }: NamedSheet, texts: string[], choice: SheetChoice) {
  const rows: SheetRow[] = [];
  for await (const row of rowsOf(book, entry, texts)) {
    rows.push(row);
    if (rows.length >= choice.first) break;
  }
  return choice.rate(rows);
}

/** The sheets of a workbook in order; hidden ones only when there is no other. */
async function sheetsOf(book: Workbook, entries: Map<string, Entry>): Promise<[NamedSheet, ...NamedSheet[]]> {
  const listed: { id: string | undefined; name: string; isHidden: boolean }[] = [];
  await read(book, entries.get('xl/workbook.xml'), maxBytes.part, {
    open(name, attributes) {
      if (name !== 'sheet') return;
      listed.push({
        id: /\sr:id="([^"]*)"/.exec(attributes)?.[1] ?? attribute(attributes, 'id'),
        name: attribute(attributes, 'name') ?? '',
        isHidden:
          attribute(attributes, 'state') !== undefined && attribute(attributes, 'state') !== 'visible',
      });
    },
  });
  const targets = new Map<string | undefined, string>();
  await read(book, entries.get('xl/_rels/workbook.xml.rels'), maxBytes.part, {
    open(name, attributes) {
      const target = attribute(attributes, 'Target');
      if (name === 'Relationship' && target) targets.set(attribute(attributes, 'Id'), target);
    },
  });
  const shown = listed.some(({ isHidden }) => !isHidden)
    ? listed.filter(({ isHidden }) => !isHidden)
    : listed;
  const [first, ...others] = shown.flatMap(({ id, name }): NamedSheet[] => {
    const target = targets.get(id);
    const entry = entries.get(target?.startsWith('/') ? target.slice(1) : `xl/${target}`);
    return entry ? [{ name, entry }] : [];
  });
  if (!first) throw new Error('No sheet');
  return [first, ...others];
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
      if (inText) current += text;
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

async function* rowsOf(book: Workbook, entry: Entry, texts: string[]): AsyncGenerator<SheetRow> {
  const collector = new RowCollector(texts);
  for await (const text of pieces(book, entry, maxBytes.sheet)) {
    collector.reader.write(text);
    yield* collector.take();
  }
}

/** Assembles rows from the XML events of a sheet. */
class RowCollector {
  readonly reader: XmlReader;
  private done: SheetRow[] = [];
  private row: SheetRow = { line: 0, cells: [] };
  private kind = 'n';
  private column = -1;
  private value = '';
  private inValue = false;
  private rows = 0;
  private cells = 0;
  private readonly texts: string[];

  constructor(texts: string[]) {
    this.texts = texts;
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

  take(): SheetRow[] {
    const rows = this.done;
    this.done = [];
    return rows;
  }

  private open(name: string, attributes: string): void {
    if (name === 'row') {
      this.rows += 1;
      if (this.rows > maxRows) throw new SheetLimitError('rows');
      this.row = { line: Number(attribute(attributes, 'r')) || this.row.line + 1, cells: [] };
      this.column = -1;
    } else if (name === 'c') {
      this.column = columnOf(attribute(attributes, 'r')) ?? this.column + 1;
      this.kind = attribute(attributes, 't') ?? 'n';
      this.value = '';
    } else this.inValue = name === 'v' || name === 't';
  }

  private close(name: string): void {
    this.inValue = false;
    if (name === 'row' && this.row.cells.some((cell) => cell !== '')) this.done.push(this.row);
    if (name !== 'c') return;
    const { cells } = this.row;
    const isShown = this.column < maxColumns;
    this.cells += isShown ? Math.max(1, this.column + 1 - cells.length) : 1;
    if (this.cells > maxCells) throw new SheetLimitError('cells');
    if (!isShown) return;
    while (cells.length < this.column) cells.push('');
    cells[this.column] = this.shown();
  }

  private shown(): string {
    if (this.kind === 's') return this.texts[Number(this.value)] ?? '';
    if (this.kind !== 'n') return unescaped(this.value);
    // Files store 0.1 + 0.2 and long barcodes in floating-point notation.
    const number = Number(this.value);
    return this.value === '' || !Number.isFinite(number) ? this.value : plain(number);
  }
}

function plain(number: number): string {
  return Number.isInteger(number) && Math.abs(number) < 1e21
    ? BigInt(number).toString()
    : String(Number(number.toPrecision(15)));
}

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
