import { sql } from 'kysely';
import { fromMinor, toMinor } from '@/contract/core/money';
import type { LedgerRow } from '@/contract/ledger/schema';
import type { Ctx } from '@/server/core/context';
import { csvMoment, type PaperFile } from '@/server/core/documents/csv-stream';
import { startPdf } from '@/server/core/documents/pdf/start-pdf';
import { onPaper, sumText } from '@/server/core/documents/pdf/text';
import { type LineFilter, type ReadAccount, streamLines } from './ledger-lines';
import { type LedgerWords, ledgerWords } from './ledger-words';

/** About sixty pages. */
const maxLines = 2000;

/**
 * A sum of an account's lines on paper: by kind, then line by line with its entry, document, rate, and the provider's payment
 * (rules/payments: where a rouble comes from). A shop is not told the provider's ids.
 */
export async function sumPaper(
  asked: Ctx,
  account: ReadAccount,
  filter: LineFilter,
  name: string,
): Promise<PaperFile> {
  const ctx = onPaper(asked);
  const rows: LedgerRow[] = [];
  for await (const batch of streamLines(ctx, account, filter, maxLines + 1)) {
    rows.push(...batch);
    if (rows.length > maxLines) break;
  }
  const shown = rows.slice(0, maxLines);
  const words = await ledgerWords(ctx.locale);
  const title = `${words.field('origin')}: ${words.account(account.kind)}`;
  const paper = await startPdf({ title });
  paper.title(title);
  paper.text(periodText(filter, words), { isQuiet: true });
  if (rows.length > maxLines) paper.text(words.field('origin-cut'), { isQuiet: true });
  paper.gap();
  paper.totals([
    ...byKind(shown).map(([kind, sum]) => ({ label: words.kind(kind), value: sumText(fromMinor(sum)) })),
    { label: words.field('amount'), value: sumText(fromMinor(sumOf(shown))), isBold: true },
  ]);
  paper.gap();
  const about = await detailsOf(ctx, shown);
  const isShops = account.kind === 'shop';
  await paper.longTable(
    [
      { title: words.field('at'), width: 17 },
      { title: words.field('entry'), width: 10 },
      { title: words.field('subject'), width: isShops ? 43 : 29 },
      { title: words.field('rate'), width: 10 },
      ...(isShops ? [] : [{ title: words.field('payment'), width: 20 }]),
      { title: words.field('amount'), width: isShops ? 20 : 14, align: 'right' },
    ],
    shown.map((row) => {
      const { entry_id, rate, payments } = about.get(row.id) ?? {};
      return [
        csvMoment(row.at, ctx.locale),
        `${entry_id ?? ''}`,
        [
          [words.kind(row.kind), row.subject && `№ ${row.subject.number}`].filter(Boolean).join(' '),
          row.shop?.name,
          row.reason,
        ]
          .filter(Boolean)
          .join(', '),
        rate == null ? '' : `${rate} %`,
        ...(isShops ? [] : [payments ?? '']),
        sumText(row.amount),
      ];
    }),
  );
  const content = await paper.finish(`${title} · ${csvMoment(ctx.now.toISOString(), ctx.locale)}`);
  return { name, type: 'application/pdf', content };
}

const sumOf = (rows: readonly LedgerRow[]) => rows.reduce((sum, { amount }) => sum + toMinor(amount), 0);

function byKind(rows: readonly LedgerRow[]): [LedgerRow['kind'], number][] {
  const sums = new Map<LedgerRow['kind'], number>();
  for (const { kind, amount } of rows) sums.set(kind, (sums.get(kind) ?? 0) + toMinor(amount));
  return [...sums];
}

/** `01.11.2026 – 30.11.2026`, and the kinds that were chosen. */
function periodText({ from, to, kinds }: LineFilter, words: LedgerWords): string {
  const day = (text: string | null) => text?.split('-').reverse().join('.') ?? '…';
  const days = from === null && to === null ? words.field('origin-all') : `${day(from)} – ${day(to)}`;
  return [days, ...(kinds ?? []).map((kind) => words.kind(kind))].join(' · ');
}

interface Details {
  id: number;
  entry_id: number;
  /** Of the part that the line is about, or of all parts, in per cents. */
  rate: string | null;
  /** The provider's ids of what paid the order. */
  payments: string | null;
}

async function detailsOf({ db }: Ctx, lines: readonly LedgerRow[]): Promise<Map<number, Details>> {
  const { rows } = await sql<Details>`select l.id, l.entry_id,
      (select string_agg(distinct replace(trim_scale(part.commission_rate)::text, '.', ','), ' / ') from orders part
        where part.id = o.id or part.parent_id = o.id) as rate,
      (select string_agg(i.payment_id, ', ' order by i.id) from payment_attempts i
        where i.order_id = coalesce(o.parent_id, o.id) and i.captured > 0 and i.payment_id is not null) as payments
    from ledger_lines l join ledger_entries e on e.id = l.entry_id
      left join orders o on o.id = case e.family when 'orders' then e.row_id
        when 'refunds' then (select r.order_id from refunds r where r.id = e.row_id) end
    where l.id = any(${lines.map(({ id }) => id)}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
