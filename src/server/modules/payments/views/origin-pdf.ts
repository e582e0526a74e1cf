import type { LineOrigin, PaymentAttempt } from '@/contract/payments/views';
import type { UserCtx } from '@/server/core/context';
import { csvMoment } from '@/server/core/documents/csv-stream';
import { type Pdf, startPdf } from '@/server/core/documents/pdf/start-pdf';
import { onPaper, sumText } from '@/server/core/documents/pdf/text';
import { type LedgerWords, ledgerWords } from '@/server/modules/ledger/ledger-words';
import { lineOrigin } from './line-origin';
import { paymentWords } from './payment-words';

interface Words {
  ledger: LedgerWords;
  payment: (key: string) => string;
}

/** `GET ledger/lines/{id}/origin/pdf`: the answer of `lineOrigin` on paper. Throws NOT_FOUND. */
export async function originPdf(asked: UserCtx, key: string): Promise<Buffer> {
  const ctx = onPaper(asked);
  const origin = await lineOrigin(ctx, key);
  const words = { ledger: await ledgerWords(ctx.locale), payment: await paymentWords(ctx.locale) };
  const word = (name: string) => words.payment(`origin.${name}`);
  const title = `${word('title')} № ${origin.id}`;
  const paper = await startPdf({ title });
  paper.title(title);
  paper.text(headOf(origin, words, ctx.locale), { isQuiet: true });
  paper.gap();
  paper.totals([
    { label: words.ledger.account(origin.account), value: sumText(origin.amount), isBold: true },
    ...(origin.balance === null ? [] : [{ label: word('balance'), value: sumText(origin.balance) }]),
  ]);
  writeEntry(paper, origin, words);
  writeGoods(paper, origin, words, ctx.locale);
  writePayments(paper, origin, words, ctx.locale);
  return paper.finish(`${title} · ${csvMoment(ctx.now.toISOString(), ctx.locale)}`);
}

function headOf({ entry, subject }: LineOrigin, { ledger }: Words, locale: string): string {
  const what = subject ? `${ledger.kind(entry.kind)} № ${subject.number}` : ledger.kind(entry.kind);
  return [what, csvMoment(entry.at, locale), entry.by, entry.reason].filter(Boolean).join(' · ');
}

function writeEntry(paper: Pdf, { entry }: LineOrigin, { ledger, payment }: Words) {
  paper.heading(`${payment('origin.entry')} № ${entry.id}`);
  paper.table(
    [
      { title: payment('origin.account'), width: 70 },
      { title: ledger.field('amount'), width: 30, align: 'right' },
    ],
    entry.lines.map(({ account, owner, amount }) => [
      [ledger.account(account), owner].filter(Boolean).join(' · '),
      sumText(amount),
    ]),
  );
}

function writeGoods(paper: Pdf, { goods, share }: LineOrigin, { payment }: Words, locale: string) {
  if (goods.length > 0) {
    paper.heading(payment('origin.goods'));
    paper.table(
      [
        { title: payment('origin.name'), width: 60 },
        { title: payment('origin.quantity'), width: 15, align: 'right' },
        { title: payment('origin.sum'), width: 25, align: 'right' },
      ],
      goods.map(({ name, quantity, sum }) => [name, String(quantity), sumText(sum)]),
    );
  }
  if (!share) return;
  const rate = share.rate === null ? '' : ` ${share.rate.toLocaleString(locale)} %`;
  paper.totals([
    { label: payment('origin.goods'), value: sumText(share.goods) },
    { label: `${payment('origin.commission')}${rate}`, value: sumText(0 - share.commission) },
    { label: payment('origin.share'), value: sumText(share.share), isBold: true },
  ]);
}

function writePayments(paper: Pdf, { payments }: LineOrigin, { payment }: Words, locale: string) {
  if (payments.length === 0) return;
  paper.heading(payment('origin.payments'));
  paper.table(
    [
      { title: payment('fields.captured_at'), width: 25 },
      { title: payment('fields.method'), width: 20 },
      { title: payment('fields.payment_id'), width: 35 },
      { title: payment('fields.captured'), width: 20, align: 'right' },
    ],
    payments.map((one) => [
      one.captured_at === null ? '' : csvMoment(one.captured_at, locale),
      wayOf(one, payment),
      one.payment_id ?? '',
      sumText(one.captured),
    ]),
  );
}

const wayOf = ({ provider, method }: PaymentAttempt, payment: Words['payment']): string =>
  [payment(`providers.${provider}`), method && payment(`methods.${method}`)].filter(Boolean).join(' · ');
