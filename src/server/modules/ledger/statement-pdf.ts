import { businessZone } from '@/contract/core/day';
import { fromMinor, toMinor } from '@/contract/core/money';
import type { KindTotals } from '@/contract/ledger/schema';
import type { Ctx } from '@/server/core/context';
import { csvMoment } from '@/server/core/documents/csv-stream';
import { type Pdf, startPdf } from '@/server/core/documents/pdf/start-pdf';
import { dayText, onPaper, sumText } from '@/server/core/documents/pdf/text';
import { periodTotals } from './ledger-lines';
import { type LedgerWords, ledgerWords } from './ledger-words';
import { type StatementLine, statementLines, statementTotals, sumByDay } from './statement-lines';
import type { Party } from './statement-parties';
import { payoutDocument, statementPayouts } from './statement-payouts';

/** Longer documents are unreadable and slow: the PDF then sums by day, and the spreadsheet has the lines. */
const maxLines = 500;

interface Month {
  month: string;
  from: string;
  to: string;
}

/** Monthly statement as PDF. Needs a transaction with a single snapshot of the ledger. */
export async function statementPdf(
  asked: Ctx,
  shopId: number,
  month: Month,
  { platform, shop }: { platform: Party; shop: Party },
): Promise<Buffer> {
  const ctx = onPaper(asked);
  const words = await ledgerWords(ctx.locale);
  const totals = await periodTotals(ctx, { kind: 'shop', shopId }, month);
  const moved = await statementTotals(ctx, shopId, month, totals.kinds);
  const title = words.statement('title', { month: monthName(month.month, ctx.locale) });
  const paper = await startPdf({ title });
  paper.title(title);
  paper.text(words.statement('made', { at: csvMoment(ctx.now.toISOString(), ctx.locale) }), {
    isQuiet: true,
  });
  paper.gap();
  paper.columns([platform, shop].map(({ role, lines }) => [words.statement(role), ...lines]));
  paper.heading(words.statement('totals'));
  paper.totals([
    { label: words.statement('opening'), value: sumText(totals.opening) },
    ...moved.map(({ label, amount }) => ({
      label: label === 'goods' || label === 'commission' ? words.statement(label) : words.kind(label),
      value: sumText(amount),
    })),
    { label: words.statement('closing'), value: sumText(totals.closing), isBold: true },
  ]);
  const count = totals.kinds.reduce((sum, { lines }) => sum + lines, 0);
  if (count > maxLines) await writeDays(paper, words, ctx, shopId, month);
  else if (count > 0) await writeLines(paper, words, ctx, shopId, month);
  else paper.text(words.statement('empty'));
  await writePayouts(paper, words, ctx, shopId, month);
  return paper.finish(`${shop.lines[0] ?? ''} · ${title}`);
}

const netOf = ({ income, outgo }: Pick<KindTotals, 'income' | 'outgo'>) =>
  fromMinor(toMinor(income) - toMinor(outgo));

async function writeLines(paper: Pdf, words: LedgerWords, ctx: Ctx, shopId: number, month: Month) {
  const rows: string[][] = [];
  for await (const lines of statementLines(ctx, shopId, month))
    rows.push(...lines.map((line) => rowOf(line, words, ctx.locale)));
  paper.heading(words.statement('lines'));
  await paper.longTable(
    [
      { title: words.field('at'), width: 19 },
      { title: words.field('kind'), width: 29 },
      { title: words.field('goods'), width: 17, align: 'right' },
      { title: words.field('commission'), width: 17, align: 'right' },
      { title: words.field('amount'), width: 18, align: 'right' },
      { title: words.field('balance'), width: 18, align: 'right' },
    ],
    rows,
  );
}

function rowOf(line: StatementLine, words: LedgerWords, locale: string): string[] {
  const name = line.subject
    ? `${words.kind(line.kind)} №\u00a0${line.subject.number}`
    : words.kind(line.kind);
  return [
    csvMoment(line.at, locale),
    line.reason ? `${name}. ${line.reason}` : name,
    line.goods === undefined ? '' : sumText(line.goods),
    // Goods and commission add up to the amount.
    line.commission === undefined ? '' : sumText(-line.commission),
    sumText(line.amount),
    sumText(line.balance),
  ];
}

async function writeDays(paper: Pdf, words: LedgerWords, ctx: Ctx, shopId: number, month: Month) {
  const days = await sumByDay(ctx, shopId, month);
  paper.heading(words.statement('days'));
  paper.table(
    [
      { title: words.field('at'), width: 20 },
      { title: words.field('kind'), width: 40 },
      { title: words.field('lines'), width: 15, align: 'right' },
      { title: words.field('amount'), width: 25, align: 'right' },
    ],
    days.map(({ day, kind, lines, ...sums }) => [
      ...[dayText(day, businessZone()), words.kind(kind)],
      ...[String(lines), sumText(netOf(sums))],
    ]),
  );
}

async function writePayouts(paper: Pdf, words: LedgerWords, ctx: Ctx, shopId: number, month: Month) {
  const { lines, inTransit } = await statementPayouts(ctx, shopId, month);
  if (lines.length === 0 && inTransit === 0) return;
  paper.heading(words.statement('payouts'));
  await paper.longTable(
    [
      { title: words.field('at'), width: 19 },
      { title: words.statement('payout'), width: 29 },
      { title: words.statement('payout-document'), width: 34 },
      { title: words.field('amount'), width: 18, align: 'right' },
    ],
    lines.map((line) => [
      ...[csvMoment(line.at, ctx.locale), `№\u00a0${line.id}. ${words.statement(`payout-${line.state}`)}`],
      ...[payoutDocument(line, words), sumText(line.amount)],
    ]),
  );
  paper.totals([{ label: words.statement('in-transit'), value: sumText(inTransit), isBold: true }]);
}

/** `март 2026 г.` */
function monthName(month: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
}
