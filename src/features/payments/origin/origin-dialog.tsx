import { DialogTitle } from '@headlessui/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { DialogButtons } from '@/components/dialog/dialog-buttons';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Button } from '@/components/ui/button';
import type { DialogProps } from '@/contract/dialogs';
import type { LineOrigin, PaymentAttempt } from '@/contract/payments/views';
import { api } from '@/lib/api/client';
import { download } from '@/lib/api/files';
import { formatDateTime, formatPercent } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';

/** «Откуда этот рубль»: a line of the books down to its entry, goods, rate and payment. */
export function OriginDialog({ data: { id }, onClose }: DialogProps<'MONEY_ORIGIN'>) {
  const { t, i18n } = useTranslation(['payments', 'ledger']);
  const found = useQuery({
    queryKey: ['ledger', 'origin', id],
    queryFn: () => api.get(`ledger/lines/${id}/origin`),
  });
  const file = useMutation({
    mutationFn: () =>
      download(`ledger/lines/${id}/origin/pdf`, { language: i18n.language }, `origin-${id}.pdf`),
  });
  return (
    <div className="grid w-140 max-w-full gap-4 p-6 phone:w-full phone:p-5">
      <DialogTitle className="pe-8 text-card font-semibold">
        {t('payments:payments.origin.title')}
      </DialogTitle>
      <QueryBoundary query={found}>{(origin) => <Origin origin={origin} />}</QueryBoundary>
      <DialogButtons className="">
        <Button onClick={onClose}>{t('payments:payments.origin.close')}</Button>
        <Button
          variant="primary"
          disabled={!found.data}
          isLoading={file.isPending}
          onClick={() => file.mutate()}
        >
          {t('payments:payments.origin.pdf')}
        </Button>
      </DialogButtons>
    </div>
  );
}

function Origin({ origin }: { origin: LineOrigin }) {
  const { t, i18n } = useTranslation(['payments', 'ledger']);
  const { entry, subject, goods, share, payments } = origin;
  const money = useMoney();
  const kind = t(`ledger:ledger.kinds.${entry.kind}`);
  const what = subject ? t('ledger:ledger.number', { kind, number: subject.number }) : kind;
  return (
    <>
      <div>
        <p className="text-[22px] leading-7 font-semibold tabular-nums">{money(origin.amount)}</p>
        <p className="font-medium">{t(`ledger:ledger.accounts.${origin.account}`)}</p>
        <p className="text-small text-ink-second">
          {[
            `${what}, ${formatDateTime(entry.at, i18n.language)}`,
            entry.by && t('payments:payments.origin.by', { name: entry.by }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {entry.reason && <p className="text-small break-words text-ink-second">{entry.reason}</p>}
      </div>
      {share && <ShopShare share={share} />}
      {goods.length > 0 && (
        <Part title={t(`payments:payments.origin.${subject?.family === 'refunds' ? 'returned' : 'goods'}`)}>
          {goods.map(({ name, quantity, sum }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change, and a name may repeat
            <Row key={place} label={`${name} × ${quantity}`} value={money(sum)} />
          ))}
        </Part>
      )}
      <Part title={`${t('payments:payments.origin.entry')} ${t('common:id', { id: entry.id })}`}>
        {entry.lines.map(({ id, account, owner, amount }) => (
          <Row
            key={id}
            isStrong={id === origin.id}
            label={[
              t(`ledger:ledger.accounts.${account}`),
              owner && t(`payments:payments.providers.${owner}`, { defaultValue: owner }),
            ]
              .filter(Boolean)
              .join(' · ')}
            value={money(amount)}
          />
        ))}
        {origin.balance !== null && (
          <Row label={t('payments:payments.origin.balance')} value={money(origin.balance)} />
        )}
      </Part>
      {payments.length > 0 && (
        <Part title={t('payments:payments.origin.payments')}>
          {payments.map((payment) => (
            <Row key={payment.id} label={<Way payment={payment} />} value={money(payment.captured)} />
          ))}
        </Part>
      )}
    </>
  );
}

function ShopShare({ share }: { share: NonNullable<LineOrigin['share']> }) {
  const { t, i18n } = useTranslation('payments');
  const money = useMoney();
  const rate = share.rate === null ? '' : ` ${formatPercent(share.rate, i18n.language)}`;
  return (
    <Part title={t('payments:payments.origin.share')}>
      <Row label={t('payments:payments.origin.goods')} value={money(share.goods)} />
      <Row label={`${t('payments:payments.origin.commission')}${rate}`} value={money(-share.commission)} />
      <Row label={t('payments:payments.origin.share')} value={money(share.share)} isStrong />
    </Part>
  );
}

function Way({ payment }: { payment: PaymentAttempt }) {
  const { t, i18n } = useTranslation('payments');
  const { method, provider, payment_id, captured_at } = payment;
  return (
    <>
      {[
        t(`payments:payments.methods.${method ?? 'sbp'}`),
        t(`payments:payments.providers.${provider}`),
        captured_at && formatDateTime(captured_at, i18n.language),
      ]
        .filter(Boolean)
        .join(' · ')}
      {payment_id && (
        <code dir="ltr" className="block break-all">
          {payment_id}
        </code>
      )}
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-line-faint pt-3">
      <h3 className="font-semibold">{title}</h3>
      <dl className="mt-1 grid gap-1 text-small tabular-nums">{children}</dl>
    </section>
  );
}

function Row({ label, value, isStrong = false }: { label: ReactNode; value: string; isStrong?: boolean }) {
  return (
    <div className={`flex justify-between gap-4 ${isStrong ? 'font-semibold' : ''}`}>
      <dt className={`min-w-0 break-words ${isStrong ? '' : 'text-ink-second'}`}>{label}</dt>
      <dd className="shrink-0 whitespace-nowrap">{value}</dd>
    </div>
  );
}
