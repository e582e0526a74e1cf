import { stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { CellOddity } from '@/contract/core/files/file-tables';
import { type SheetChoice, SheetLimitError } from './read-workbook';
import { shownNumber } from './shown-number';
import type { TableRow } from './text-rows';
import type { RawCell, RawRow, WorkerAnswer, WorkerOrder } from './workbook-worker';

/** Such workbooks are read as a whole, in a thread of their own with memory of its own. */
const maxBytes = 20 * 1024 * 1024;
const maxMemoryMb = 768;
const maxRows = 65_536;

/** Beside the file that this one was bundled into, or its source in tests. */
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './workbook-worker.ts' : './workbook-worker.js',
  import.meta.url,
);

/**
 * Rows of one sheet of an XLS, ODS or another workbook that a library reads, without empty rows. Throws as `readSheet`
 * does; SheetLimitError also for a file above 20 MB.
 */
export async function* readOldWorkbook(
  path: string,
  signal: AbortSignal,
  choice: SheetChoice,
): AsyncGenerator<TableRow> {
  if ((await stat(path)).size > maxBytes) throw new SheetLimitError('unpacked');
  const order: WorkerOrder = { path, first: choice.first, maxRows };
  const worker = new Worker(workerFile, {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
  });
  const stop = () => void worker.terminate();
  signal.addEventListener('abort', stop);
  const answers = answersOf(worker, signal);
  try {
    const opened = await answers.next();
    if (opened.kind !== 'sheets' || opened.sheets.every(({ rows }) => rows.length === 0))
      throw new Error('No sheets');
    const shown = (row: RawRow) => shownRow(row, opened.is1904);
    const one = await chosenOf(opened.sheets, choice, shown);
    for (const name of choice.isAll ? opened.sheets.map((sheet) => sheet.name) : [one]) {
      let part: WorkerAnswer;
      do {
        worker.postMessage(name);
        part = await answers.next();
        if (part.kind === 'rows')
          for (const row of part.rows) yield choice.isAll ? { ...shown(row), sheet: name } : shown(row);
      } while (part.kind !== 'end');
      choice.onMerged?.(part.merged);
    }
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}

async function chosenOf(
  sheets: readonly { name: string; rows: RawRow[] }[],
  choice: SheetChoice,
  shown: (row: RawRow) => TableRow,
): Promise<string> {
  const [first] = sheets;
  if (!first) throw new Error('No sheet');
  let best = { name: sheets.find(({ name }) => name === choice.name)?.name ?? first.name, rating: 0 };
  for (const { name, rows } of best.name === choice.name || !choice.rate ? [] : sheets) {
    const rating = (await choice.rate?.(rows.map(shown))) ?? 0;
    if (rating > best.rating) best = { name, rating };
  }
  choice.onChosen(
    best.name,
    sheets.map(({ name }) => name),
  );
  return best.name;
}

/** What the worker tells, one message for each question. Throws what it ends with. */
function answersOf(worker: Worker, signal: AbortSignal): { next: () => Promise<WorkerAnswer> } {
  let waiting = Promise.withResolvers<WorkerAnswer>();
  const fail = (error: unknown) => {
    waiting.promise.catch(() => {});
    waiting.reject(error);
  };
  worker.on('message', (message: WorkerAnswer) => waiting.resolve(message));
  worker.on('error', (error: Error & { code?: string }) =>
    fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new SheetLimitError('unpacked') : error),
  );
  worker.on('exit', () => fail(signal.aborted ? signal.reason : new Error('No workbook')));
  return {
    async next() {
      const told = await waiting.promise;
      waiting = Promise.withResolvers();
      return told;
    },
  };
}

function shownRow({ line, cells, isHidden }: RawRow, is1904: boolean): TableRow {
  const odd: Record<number, CellOddity> = {};
  const texts = cells.map((cell, column) => {
    const { text, ...more } = shownCell(cell, is1904);
    if (more.odd) odd[column] = more.odd;
    return text;
  });
  return {
    line,
    cells: texts,
    ...(Object.keys(odd).length > 0 && { odd }),
    ...(isHidden && { isHidden: true as const }),
  };
}

function shownCell(cell: RawCell, is1904: boolean): { text: string; odd?: CellOddity } {
  if (typeof cell === 'string') return { text: cell };
  if ('error' in cell) return { text: cell.error, odd: 'error' };
  if ('noValue' in cell) return { text: '', odd: 'no-value' };
  return shownNumber(cell.number, cell.format, is1904);
}
