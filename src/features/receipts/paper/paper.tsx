import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { QrPicture } from '@/components/media/qr-picture';
import type { PaperLine, ReceiptPaper } from '@/contract/receipts/views';
import { formatDateTime, formatNumber } from '@/lib/format/format';

interface PaperProps {
  paper: ReceiptPaper;
}

/** Registers stand in Moscow time, as their code says. */
const timeZone = 'Europe/Moscow';

/**
 * A receipt as a register prints it: black on white on the screen, too. On paper it is as wide as the roll, and narrow rolls
 * have smaller letters.
 */
export function Paper({ paper }: PaperProps) {
  const { t, i18n } = useTranslation('receipts');
  const word = (key: string, options = {}) => t(`receipts:receipts.paper.${key}`, options);
  const { proof, seller, lines, kind, is_return: isReturn } = paper;
  const sum = useSum();
  return (
    <article
      aria-label={word('title')}
      className="receipt-paper mx-auto grid w-full max-w-80 gap-2 bg-white text-[12px] leading-[1.3] text-black tabular-nums print:max-w-[72mm]"
    >
      <header className="grid gap-0.5 text-center">
        <p className="text-[1.15em] font-semibold break-words">{seller.name}</p>
        {seller.inn && <p>{word('inn', { inn: seller.inn })}</p>}
        {seller.address && <p className="break-words">{seller.address}</p>}
        <p>{word('site', { site: paper.site })}</p>
        <p className="mt-1.5 text-[1.15em] font-semibold">
          {proof?.number_in_shift
            ? word('title-number', { number: proof.number_in_shift, shift: proof.shift })
            : word(kind === 'correction' ? 'title-correction' : 'title')}
        </p>
        <p className="font-semibold">
          {word(`${kind === 'correction' ? 'correction' : 'sale'}${isReturn ? '-return' : ''}`)}
        </p>
        <p>{word('order', { number: paper.order })}</p>
      </header>
      <ol className="border-y border-dashed border-black py-1">
        {lines.map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a receipt never changes
          <Line key={place} line={line} />
        ))}
      </ol>
      <div>
        <div className="text-[1.25em] font-semibold">
          <Row label={word('total')}>{sum(paper.amount)}</Row>
        </div>
        {(['cash', 'cashless', 'prepaid'] as const).map(
          (key) =>
            paper[key] > 0 && (
              <Row key={key} label={word(key)}>
                {sum(paper[key])}
              </Row>
            ),
        )}
        {paper.vat.map(({ rate, sum: vat }) => (
          <Row key={rate} label={word(`vat-sum.${rate}`)}>
            {sum(vat)}
          </Row>
        ))}
        {seller.tax_system && (
          <Row label={word('tax-system')}>{word(`tax-systems.${seller.tax_system}`)}</Row>
        )}
      </div>
      {proof ? (
        <Proof paper={paper} when={formatDateTime(proof.at, i18n.language, { timeZone })} />
      ) : (
        <p role="status" className="border-t border-dashed border-black pt-2 text-center font-semibold">
          {word('waiting')}
        </p>
      )}
    </article>
  );
}

function Line({ line }: { line: PaperLine }) {
  const { t, i18n } = useTranslation('receipts');
  const word = (key: string, options = {}) => t(`receipts:receipts.paper.${key}`, options);
  const sum = useSum();
  const { supplier } = line;
  return (
    <li className="py-1 break-inside-avoid">
      <p className="break-words">{line.name}</p>
      <Row label={`${formatNumber(line.quantity, i18n.language)} × ${sum(line.price)}`}>{sum(line.sum)}</Row>
      <p className="text-[0.92em]">
        {[word(`vat.${line.vat}`), word(`subjects.${line.subject}`), word(`modes.${line.mode}`)].join(' · ')}
      </p>
      {supplier && (
        <p className="text-[0.92em] break-words">
          {word('supplier', { name: supplier.name, inn: supplier.inn })}
          {supplier.phone && (
            <>
              {', '}
              <bdi className="whitespace-nowrap">{supplier.phone}</bdi>
            </>
          )}
        </p>
      )}
      {line.mark_code && <p className="text-[0.92em]">{word('marked')}</p>}
    </li>
  );
}

function Proof({ paper: { proof, qr }, when }: PaperProps & { when: string }) {
  const { t } = useTranslation('receipts');
  const word = (key: string, options = {}) => t(`receipts:receipts.paper.${key}`, options);
  return (
    <footer className="grid justify-items-center gap-2 border-t border-dashed border-black pt-2 break-inside-avoid">
      <dl className="w-full">
        <Fact label={word('at')}>{when}</Fact>
        {proof?.register && <Fact label={word('register')}>{proof.register}</Fact>}
        <Fact label={word('drive')}>{proof?.drive}</Fact>
        <Fact label={word('document')}>{proof?.document}</Fact>
        <Fact label={word('sign')}>{proof?.sign}</Fact>
        <Fact label={word('service')}>www.nalog.gov.ru</Fact>
      </dl>
      {qr && <QrPicture text={qr} quiet={2} label={word('code')} className="size-40 print:size-[30mm]" />}
    </footer>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <p className="flex justify-between gap-3">
      <span className="min-w-0 break-words">{label}</span>
      <span className="shrink-0 whitespace-nowrap">{children}</span>
    </p>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-3">
      <dt>{label}</dt>
      <dd dir="ltr" className="whitespace-nowrap">
        {children}
      </dd>
    </div>
  );
}

/** Receipts write kopecks always and name no currency. */
function useSum(): (value: number) => string {
  const { i18n } = useTranslation('receipts');
  const format = new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return (value) => format.format(value);
}
