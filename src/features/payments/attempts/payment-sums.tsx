import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { OriginSum } from '@/components/domain/origin-sum';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import type { PaymentTrail } from '@/contract/payments/views';
import { download } from '@/lib/api/files';
import { formatDate, formatDateTime, formatPercent } from '@/lib/format/format';
import { useModalActions } from '@/state/modal';
import { useMoney } from '@/state/use-money';

type Sums = PaymentTrail['sums'];

/** Each sum of a payment with what it comes from: entry, refund, registry and transfer, goods and rate. */
export function PaymentSums({ payment }: { payment: PaymentTrail }) {
  const { t, i18n } = useTranslation('payments');
  const money = useMoney();
  const word = (key: string) => t(`payments:payments.sums.${key}`);
  const { id, captured, sums } = payment;
  const { captured_line, refunds, fee, goods } = sums;
  const file = useMutation({
    mutationFn: () => download(`payments/${id}/pdf`, { language: i18n.language }, `payment-${id}.pdf`),
  });
  return (
    <section className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-card font-semibold">{word('title')}</h2>
        <Button size="small" isLoading={file.isPending} onClick={() => file.mutate()}>
          {word('pdf')}
        </Button>
      </div>
      {captured > 0 && (
        <Row
          label={t('payments:payments.fields.captured')}
          sum={<Sum line={captured_line} sum={money(captured)} />}
        />
      )}
      {refunds.length > 0 && <Refunds refunds={refunds} />}
      {fee && <Fee fee={fee} />}
      {goods.length > 0 && <Goods goods={goods} />}
    </section>
  );
}

function Refunds({ refunds }: Pick<Sums, 'refunds'>) {
  const { t, i18n } = useTranslation('payments');
  const money = useMoney();
  const word = (key: string) => t(`payments:payments.sums.${key}`);
  return (
    <Part title={word('refunds')}>
      {refunds.map(({ id, refund_id, provider_refund_id, state, amount, at, line }) => (
        <Row
          key={id}
          label={refund_id === null ? word('in-cabinet') : <RefundLink id={refund_id} />}
          note={[
            formatDateTime(at, i18n.language),
            state !== 'succeeded' && word(`states.${state}`),
            provider_refund_id,
          ]
            .filter(Boolean)
            .join(' · ')}
          sum={<Sum line={line} sum={money(-amount)} />}
        />
      ))}
    </Part>
  );
}

function Fee({ fee }: { fee: NonNullable<Sums['fee']> }) {
  const { t } = useTranslation('payments');
  const money = useMoney();
  const word = (key: string) => t(`payments:payments.sums.${key}`);
  return (
    <Part title={word('fee')}>
      <Row
        label={`${word('registry')} ${formatDate(fee.day)}`}
        note={`${fee.file}, ${word('row')} ${fee.row}`}
        sum={<Sum line={fee.line} sum={money(fee.fee)} />}
      />
      <Row label={word('vat')} sum={money(fee.fee_vat)} />
      {fee.bank && (
        <Row
          label={word('bank')}
          note={`${t('common:id', { id: fee.bank.number })}, ${formatDate(fee.bank.day)}`}
          sum={money(fee.bank.amount)}
        />
      )}
    </Part>
  );
}

function Goods({ goods }: Pick<Sums, 'goods'>) {
  const { t, i18n } = useTranslation('payments');
  const money = useMoney();
  const rateOf = (rate: number | null) =>
    rate !== null && `${t('payments:payments.origin.commission')} ${formatPercent(rate, i18n.language)}`;
  return (
    <Part title={t('payments:payments.origin.goods')}>
      {goods.map(({ name, quantity, shop, rate, sum }, place) => (
        <Row
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change, and a name may repeat
          key={place}
          label={`${name} × ${quantity}`}
          note={[shop, rateOf(rate)].filter(Boolean).join(' · ')}
          sum={money(sum)}
        />
      ))}
    </Part>
  );
}

/** Opens its entry, where it has one. */
function Sum({ line, sum }: { line: number | null; sum: string }) {
  const { t } = useTranslation('ledger');
  const { open } = useModalActions();
  if (line === null) return sum;
  return (
    <OriginSum
      sum={sum}
      label={t('ledger:ledger.origin', { sum })}
      onOpen={() => open('MONEY_ORIGIN', { id: line })}
    />
  );
}

function RefundLink({ id }: { id: number }) {
  const { t } = useTranslation('payments');
  return (
    <Link href={`/refunds/${id}`} className="text-accent-ink hover:underline">
      {t('payments:payments.sums.refund')} {t('common:id', { id })}
    </Link>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-line-faint pt-3">
      <h3 className="font-semibold">{title}</h3>
      <div className="mt-1 grid gap-1.5">{children}</div>
    </section>
  );
}

function Row({ label, note, sum }: { label: ReactNode; note?: string; sum: ReactNode }) {
  return (
    <div className="flex items-start justify-between gap-4 text-small">
      <div className="min-w-0">
        <p className="break-words">{label}</p>
        {note && <p className="break-all text-ink-second">{note}</p>}
      </div>
      <div className="shrink-0 whitespace-nowrap tabular-nums">{sum}</div>
    </div>
  );
}
