import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { FactList } from '@/components/ui/fact-list';
import { Link } from '@/components/ui/link';
import type { PaymentTrail } from '@/contract/payments/views';
import { api } from '@/lib/api/client';
import { formatDateTime } from '@/lib/format/format';
import { useLiveRefresh } from '@/lib/hooks/use-live-refresh';
import { useModalActions } from '@/state/modal';
import { useMoney } from '@/state/use-money';
import { AttemptBadge } from './attempt-badge';
import { PaymentLife } from './payment-life';
import { PaymentSums } from './payment-sums';
import { PaymentTrailView } from './payment-trail';

/** One payment: its life from the order to the bank, and behind a button what finance asks for. */
export function PaymentPage({ id, back }: { id: string; back: string }) {
  const { t } = useTranslation('payments');
  const [isOpen, setOpen] = useState(false);
  useLiveRefresh('order', 'payments');
  const parent = { href: back, label: t('payments:payments.list.back') };
  const found = useQuery({
    queryKey: ['payments', Number(id)],
    queryFn: () => api.get(`payments/${encodeURIComponent(id)}`),
  });
  return (
    <QueryBoundary query={found} parent={parent}>
      {(payment) => (
        <>
          <PageHeader
            title={t('payments:payments.list.payment', { id: payment.id })}
            parent={parent}
            badge={<AttemptBadge state={payment.state} />}
          />
          <div className="mt-4 grid gap-4">
            <Card>
              <PaymentLife payment={payment} />
            </Card>
            <Button className="justify-self-start" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {t(`payments:payments.life.${isOpen ? 'less' : 'details'}`)}
            </Button>
            {isOpen && <Details payment={payment} />}
          </div>
        </>
      )}
    </QueryBoundary>
  );
}

/** What finance asks for when a sum is in doubt: fields, origins, webhooks, entries and exchanges. */
function Details({ payment }: { payment: PaymentTrail }) {
  const { open } = useModalActions();
  const money = useMoney();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 desk:grid-cols-[21rem_minmax(0,1fr)]">
      <Card>
        <Facts payment={payment} />
      </Card>
      <div className="grid gap-4">
        <Card>
          <PaymentSums payment={payment} />
        </Card>
        <Card>
          <PaymentTrailView
            trail={payment}
            money={money}
            onOrigin={(line) => open('MONEY_ORIGIN', { id: line })}
          />
        </Card>
      </div>
    </div>
  );
}

function Facts({ payment }: { payment: PaymentTrail }) {
  const { t, i18n } = useTranslation('payments');
  const money = useMoney();
  const when = (at: string | null) => at && formatDateTime(at, i18n.language);
  const sum = (value: number | null) => (value === null || value === 0 ? null : money(value));
  const { order } = payment;
  const values = {
    number: (
      <Link href={`/orders/${order.id}`} className="font-medium text-accent-ink hover:underline">
        <bdi>{t('common:id', { id: order.number })}</bdi>
      </Link>
    ),
    provider: t(`payments:payments.providers.${payment.provider}`),
    method: payment.method && t(`payments:payments.methods.${payment.method}`),
    amount: money(payment.amount),
    held: sum(payment.held),
    captured: sum(payment.captured),
    refunded: sum(payment.refunded),
    fee: payment.fee === null ? null : money(payment.fee),
    created_at: when(payment.created_at),
    captured_at: when(payment.captured_at),
    expires_at: payment.state === 'pending' && when(payment.expires_at),
    capture_until: payment.state === 'held' && when(payment.capture_until),
    failure: [payment.end && t(`payments:payments.ends.${payment.end}`), payment.failure]
      .filter(Boolean)
      .join(' · '),
    payment_id: payment.payment_id && (
      <code dir="ltr" className="text-small break-all">
        {payment.payment_id}
      </code>
    ),
  };
  return (
    <FactList
      isStacked
      facts={Object.entries(values)
        .filter(([, value]) => value)
        .map(([key, value]) => ({ key, label: t(`payments:payments.fields.${key}`), value }))}
    />
  );
}
