import type { LedgerRow } from '@/contract/ledger/schema';
import type { Ctx } from '@/server/core/context';
import type { Cell } from '@/server/core/documents/cells';
import { csvMoment, csvText, csvType, type PaperFile } from '@/server/core/documents/csv-stream';
import { type LineFilter, type ReadAccount, streamLines } from './ledger-lines';
import { type LedgerWords, ledgerWords } from './ledger-words';

/** CSV export of an account's filtered lines, oldest first, one batch in memory at a time. */
export function ledgerFile(ctx: Ctx, account: ReadAccount, filter: LineFilter, name: string): PaperFile {
  return { name, type: csvType, content: ledgerCsv(ctx, account, filter) };
}

async function* ledgerCsv(ctx: Ctx, account: ReadAccount, filter: LineFilter): AsyncIterable<string> {
  const words = await ledgerWords(ctx.locale);
  const heads = ['at', 'kind', 'subject', ...(account.kind !== 'shop' ? ['shop'] : [])];
  yield csvText([[...heads, 'reason', 'amount', 'balance'].map((key) => words.field(key))], ctx.locale, true);
  for await (const rows of streamLines(ctx, account, filter)) {
    yield csvText(
      rows.map((row) => cellsOf(row, account, words, ctx.locale)),
      ctx.locale,
    );
  }
}

function cellsOf(row: LedgerRow, account: ReadAccount, words: LedgerWords, locale: string): Cell[] {
  return [
    csvMoment(row.at, locale),
    words.kind(row.kind),
    row.subject?.number ?? '',
    ...(account.kind !== 'shop' ? [row.shop?.name ?? ''] : []),
    row.reason ?? '',
    { sum: row.amount },
    { sum: row.balance },
  ];
}
