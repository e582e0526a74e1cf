import { fromMinor, toMinor } from '@/contract/core/money';
import { statementSchema } from '@/contract/ledger/schema';
import type { Ctx, UserCtx } from '@/server/core/context';
import type { Cell } from '@/server/core/documents/cells';
import { csvMoment, csvText, csvType, type PaperFile } from '@/server/core/documents/csv-stream';
import type { JsonRecord } from '@/server/core/json-record';
import { validate } from '@/server/core/validate';
import { periodTotals } from './ledger-lines';
import { type LedgerWords, ledgerWords } from './ledger-words';
import { ownShop } from './shop-ledger';
import { statementLines } from './statement-lines';
import { loadParties, type Party } from './statement-parties';
import { payoutDocument, type StatementPayouts, statementPayouts } from './statement-payouts';
import { statementPdf } from './statement-pdf';

/**
 * `GET shops/{id or slug}/statement`: all movements of a shop's money in a calendar month between opening and closing
 * balance, as PDF or spreadsheet. Throws NOT_FOUND for a foreign shop, VALIDATION_FAILED.
 */
export async function renderStatement(ctx: UserCtx, key: string, query: JsonRecord): Promise<PaperFile> {
  const shop = await ownShop(ctx, key);
  const { month, format } = await validate(statementSchema, { month: query.month, format: query.format });
  const period = monthOf(month);
  const parties = await loadParties(ctx, shop.id);
  const name = `statement-${shop.slug}-${month}.${format}`;
  if (format === 'csv') {
    const content = statementCsv(ctx, shop.id, period, parties);
    return { name, type: csvType, content };
  }
  // One snapshot of the ledger: lines and totals agree under concurrent entries.
  const content = await ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((db) => statementPdf({ ...ctx, db }, shop.id, { month, ...period }, parties));
  return { name, type: 'application/pdf', content };
}

/** First and last day of a month. */
function monthOf(month: string): { from: string; to: string } {
  const [year, number] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year ?? 0, number ?? 1, 0)).getUTCDate();
  return { from: `${month}-01`, to: `${month}-${last}` };
}

async function* statementCsv(
  ctx: Ctx,
  shopId: number,
  period: { from: string; to: string },
  parties: { platform: Party; shop: Party },
): AsyncIterable<string> {
  const words = await ledgerWords(ctx.locale);
  const { opening } = await periodTotals(ctx, { kind: 'shop', shopId }, period);
  const write = (rows: Cell[][], isFirst = false) => csvText(rows.map(filled), ctx.locale, isFirst);
  yield write(
    [
      [words.statement('period'), `${period.from} — ${period.to}`],
      ...[parties.platform, parties.shop].flatMap(({ role, lines }) =>
        lines.map((text, place) => [place === 0 ? words.statement(role) : '', text]),
      ),
      [],
      columns.map((key) => words.field(key)),
      [words.statement('opening'), '', '', '', '', '', { sum: opening }],
    ],
    true,
  );
  let balance = toMinor(opening);
  for await (const lines of statementLines(ctx, shopId, period)) {
    yield write(
      lines.map((line) => {
        balance += toMinor(line.amount);
        return [
          ...[csvMoment(line.at, ctx.locale), words.kind(line.kind), line.subject?.number ?? ''],
          ...[sumOf(line.goods), sumOf(line.commission)],
          ...[{ sum: line.amount }, { sum: fromMinor(balance) }, line.reason ?? ''],
        ];
      }),
    );
  }
  const payouts = await statementPayouts(ctx, shopId, period);
  yield write([
    [words.statement('closing'), '', '', '', '', '', { sum: fromMinor(balance) }],
    ...payoutRows(payouts, words, ctx.locale),
  ]);
}

/** Below the lines: where the money is that has left the balance, in the columns of the table. */
function payoutRows({ lines, inTransit }: StatementPayouts, words: LedgerWords, locale: string): Cell[][] {
  if (lines.length === 0 && inTransit === 0) return [];
  return [
    [],
    [words.statement('payouts')],
    ...lines.map((line): Cell[] => [
      ...[csvMoment(line.at, locale), words.statement(`payout-${line.state}`), String(line.id)],
      ...['', '', { sum: line.amount }, '', payoutDocument(line, words)],
    ]),
    [words.statement('in-transit'), '', '', '', '', { sum: inTransit }],
  ];
}

const columns = ['at', 'kind', 'subject', 'goods', 'commission', 'amount', 'balance', 'reason'];

const sumOf = (sum: number | undefined): Cell => (sum === undefined ? '' : { sum });

/** Pads rows to the table's width: strict readers reject ragged files. */
const filled = (row: Cell[]): Cell[] => columns.map((_key, place) => row[place] ?? '');
