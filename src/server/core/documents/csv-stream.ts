import { stringify } from 'csv-stringify/sync';
import { businessZone } from '@/contract/core/business-day';
import type { LedgerRow } from '@/contract/ledger/schema';
import { eachLine, type LineFilter, type ReadAccount } from '@/server/modules/ledger/ledger-lines';
import { type LedgerWords, ledgerWords } from '@/server/modules/ledger/ledger-words';
import type { Ctx } from '../context';

/** A cell: a sum keeps its minus sign, a text that a spreadsheet would take for a formula is made harmless. */
export type Cell = string | { sum: number };

const formula = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/** Lines of a file for a spreadsheet, in the writing of a language. */
export function csvOf(rows: readonly (readonly Cell[])[], locale: string, isFirst = false): string {
  const isRussian = locale === 'ru';
  const text = (cell: Cell) => {
    if (typeof cell === 'string') return formula.test(cell) ? `'${cell}` : cell;
    return isRussian ? cell.sum.toFixed(2).replace('.', ',') : cell.sum.toFixed(2);
  };
  return stringify(
    rows.map((row) => row.map(text)),
    { bom: isFirst, delimiter: isRussian ? ';' : ',' },
  );
}

/** A file that is answered as it is. */
export interface PaperFile {
  name: string;
  type: string;
  content: Buffer | AsyncIterable<string>;
}

export const csvType = 'text/csv; charset=utf-8';

/** The lines of an account that a filter lets through as CSV, the first first, one batch in memory at a time. */
export function ledgerFile(ctx: Ctx, account: ReadAccount, filter: LineFilter, name: string): PaperFile {
  return { name, type: csvType, content: ledgerCsv(ctx, account, filter) };
}

async function* ledgerCsv(ctx: Ctx, account: ReadAccount, filter: LineFilter): AsyncIterable<string> {
  const words = await ledgerWords(ctx.locale);
  const heads = ['at', 'kind', 'subject', ...(account.kind === 'platform' ? ['shop'] : [])];
  yield csvOf([[...heads, 'reason', 'amount', 'balance'].map((key) => words.field(key))], ctx.locale, true);
  for await (const rows of eachLine(ctx, account, filter)) {
    yield csvOf(
      rows.map((row) => cellsOf(row, account, words, ctx.locale)),
      ctx.locale,
    );
  }
}

function cellsOf(row: LedgerRow, account: ReadAccount, words: LedgerWords, locale: string): Cell[] {
  return [
    momentOf(row.at, locale),
    words.kind(row.kind),
    row.subject?.number ?? '',
    ...(account.kind === 'platform' ? [row.shop?.name ?? ''] : []),
    row.reason ?? '',
    { sum: row.amount },
    { sum: row.balance },
  ];
}

const kept = new Map<string, Intl.DateTimeFormat>();

/** Day and time in the business time zone. */
export function momentOf(iso: string, locale: string): string {
  const made =
    kept.get(locale) ??
    new Intl.DateTimeFormat(locale, {
      ...{ day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' },
      timeZone: businessZone(),
    });
  kept.set(locale, made);
  return made.format(new Date(iso));
}
