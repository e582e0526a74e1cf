import type { PaymentSums, PaymentTrail } from '@/contract/payments/views';
import type { UserCtx } from '@/server/core/context';
import { csvMoment } from '@/server/core/documents/csv-stream';
import { type Pdf, startPdf } from '@/server/core/documents/pdf/start-pdf';
import { onPaper, sumText } from '@/server/core/documents/pdf/text';
import { type LedgerWords, ledgerWords } from '@/server/modules/ledger/ledger-words';
import { paymentTrail } from './payment-trail';
import { paymentWords } from './payment-words';

type Word = (key: string) => string;

/** `GET payments/{id}/pdf`: a payment's sums down to entries, goods, rates and the provider's objects. Throws NOT_FOUND. */
export async function paymentPdf(asked: UserCtx, key: string): Promise<Buffer> {
  const ctx = onPaper(asked);
  const payment = await paymentTrail(ctx, key);
  const word = await paymentWords(ctx.locale);
  const ledger = await ledgerWords(ctx.locale);
  const title = `${word('sums.title')}: ${word('sums.payment')} № ${payment.id}`;
  const paper = await startPdf({ title });
  paper.title(title);
  paper.text(headOf(payment, word), { isQuiet: true });
  paper.gap();
  const sums = (['amount', 'held', 'captured', 'refunded', 'fee'] as const).flatMap((name) => {
    const sum = payment[name];
    return sum === null || (sum === 0 && name !== 'amount') ? [] : [{ name, sum }];
  });
  paper.totals(
    sums.map(({ name, sum }) => ({
      label: word(`fields.${name}`),
      value: sumText(sum),
      isBold: name === 'captured',
    })),
  );
  writeRefunds(paper, payment.sums, word, ctx.locale);
  writeFee(paper, payment.sums, word);
  writeEntries(paper, payment, { word, ledger, locale: ctx.locale });
  writeGoods(paper, payment.sums, word, ctx.locale);
  return paper.finish(`${title} · ${csvMoment(ctx.now.toISOString(), ctx.locale)}`);
}

const headOf = ({ order, provider, method, payment_id, state }: PaymentTrail, word: Word): string =>
  [
    `${word('fields.number')} № ${order.number}`,
    word(`states.${state}`),
    word(`providers.${provider}`),
    method && word(`methods.${method}`),
    payment_id,
  ]
    .filter(Boolean)
    .join(' · ');

function writeRefunds(paper: Pdf, { refunds }: PaymentSums, word: Word, locale: string): void {
  if (refunds.length === 0) return;
  paper.heading(word('sums.refunds'));
  paper.table(
    [
      { title: word('sums.when'), width: 20 },
      { title: word('sums.refund'), width: 15 },
      { title: word('sums.provider-refund'), width: 45 },
      { title: word('origin.sum'), width: 20, align: 'right' },
    ],
    refunds.map(({ at, refund_id, provider_refund_id, amount, state }) => [
      csvMoment(at, locale),
      refund_id === null ? word('sums.in-cabinet') : `№ ${refund_id}`,
      [provider_refund_id, state === 'succeeded' ? null : word(`sums.states.${state}`)]
        .filter(Boolean)
        .join(' · '),
      sumText(amount),
    ]),
  );
}

function writeFee(paper: Pdf, { fee }: PaymentSums, word: Word): void {
  if (!fee) return;
  const day = (text: string) => text.split('-').reverse().join('.');
  paper.heading(word('sums.fee'));
  paper.text(`${word('sums.registry')}: ${fee.file}, ${word('sums.row')} ${fee.row}, ${day(fee.day)}`);
  paper.text(`${word('fields.fee')} ${sumText(fee.fee)} + ${word('sums.vat')} ${sumText(fee.fee_vat)}`);
  if (fee.bank) {
    const { number, day: paidOn, amount } = fee.bank;
    paper.text(`${word('sums.bank')}: № ${number}, ${day(paidOn)}, ${sumText(amount)}`);
  }
  paper.gap(4);
}

interface Words {
  word: Word;
  ledger: LedgerWords;
  locale: string;
}

function writeEntries(paper: Pdf, { entries }: PaymentTrail, { word, ledger, locale }: Words): void {
  if (entries.length === 0) return;
  paper.heading(word('trail.entries'));
  paper.table(
    [
      { title: word('origin.entry'), width: 12 },
      { title: word('sums.when'), width: 20 },
      { title: word('origin.account'), width: 48 },
      { title: word('origin.sum'), width: 20, align: 'right' },
    ],
    entries.flatMap(({ id, at, kind, lines }) =>
      lines.map(({ account, owner, amount }, place) => [
        place === 0 ? `№ ${id}` : '',
        place === 0 ? csvMoment(at, locale) : '',
        [ledger.account(account), owner && nameOf(owner, word), place === 0 ? ledger.kind(kind) : null]
          .filter(Boolean)
          .join(' · '),
        sumText(amount),
      ]),
    ),
  );
}

/** Of a provider; a shop has its own. */
function nameOf(owner: string, word: Word): string {
  const key = `providers.${owner}`;
  const name = word(key);
  return name === key ? owner : name;
}

function writeGoods(paper: Pdf, { goods }: PaymentSums, word: Word, locale: string): void {
  if (goods.length === 0) return;
  paper.heading(word('origin.goods'));
  paper.table(
    [
      { title: word('origin.name'), width: 40 },
      { title: word('sums.shop'), width: 25 },
      { title: word('sums.rate'), width: 15, align: 'right' },
      { title: word('origin.sum'), width: 20, align: 'right' },
    ],
    goods.map(({ name, quantity, shop, rate, sum }) => [
      `${name} × ${quantity}`,
      shop ?? '',
      rate === null ? '' : `${rate.toLocaleString(locale)} %`,
      sumText(sum),
    ]),
  );
}
