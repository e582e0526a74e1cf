import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { Contact } from '@/components/domain/contact';
import { Card } from '@/components/ui/card';
import { FactList } from '@/components/ui/fact-list';
import { Link } from '@/components/ui/link';
import type { AnyResource } from '@/contract/core/define';
import { shownNumber } from '@/contract/orders/number';
import type { RefundDetails, RefundTransfer } from '@/contract/refunds/schema';
import { formatDateTime, formatNumber } from '@/lib/format/format';
import { useLabels } from '@/lib/i18n/labels';
import { useMoney } from '@/state/use-money';

interface RefundFactsProps {
  refund: RefundDetails;
  resource: AnyResource;
  shop: string | undefined;
}

/** What a decision is not made by. */
export function RefundMore({ refund, resource }: Pick<RefundFactsProps, 'refund' | 'resource'>) {
  const { t, i18n } = useTranslation('refunds');
  const labels = useLabels(resource);
  const { order, refund_policy: policy, returned_points: points } = refund;
  const facts = [
    {
      key: 'ordered',
      label: labels.field('order_created_at'),
      value: formatDateTime(order.created_at, i18n.language),
    },
    { key: 'policy', label: t('refunds:refunds.card.policy'), value: policy?.title },
    {
      key: 'points',
      label: t('refunds:refunds.card.returned-points'),
      value: points ? formatNumber(points, i18n.language) : null,
    },
  ];
  return (
    <Card>
      <FactList facts={facts.filter(({ value }) => Boolean(value))} isStacked />
    </Card>
  );
}

const linkClass = 'relative touch-target rounded-badge text-accent-ink hover:underline';

/** The sum, its order and its customer. A shop's part has another number, so there is no link. */
export function RefundFacts({ refund, resource, shop }: RefundFactsProps) {
  const { t, i18n } = useTranslation('refunds');
  const labels = useLabels(resource);
  const money = useMoney();
  const word = (key: string) => t(`refunds:refunds.card.${key}`);
  const time = (at: string | null) => at && formatDateTime(at, i18n.language);
  const { order, customer, customer_email: email } = refund;
  const number = t('common:id', { id: shownNumber(order) });
  const facts: { key: string; label: string; value: ReactNode }[] = [
    {
      key: 'order',
      label: word('order'),
      value: shop ? (
        number
      ) : (
        <Link href={`/orders/${order.id}`} className={linkClass}>
          {number}
        </Link>
      ),
    },
    {
      key: 'exchange',
      label: word('exchange'),
      value: refund.exchange && <Exchange of={refund.exchange} shop={shop} />,
    },
    { key: 'created', label: labels.field('created_at'), value: time(refund.created_at) },
    {
      key: 'customer',
      label: word('customer'),
      value: (customer?.name || email) && <Customer id={refund.id} name={customer?.name} email={email} />,
    },
    {
      key: 'contact',
      label: word('contact'),
      value: refund.customer_contact && <Phone id={refund.id} phone={refund.customer_contact} />,
    },
    { key: 'reason', label: word('reason'), value: refund.refund_reason?.name },
    { key: 'method', label: labels.field('method'), value: labels.option('method', refund.method) },
    {
      key: 'money',
      label: word('money'),
      value: refund.money_state && (
        <MoneyState state={refund.money_state} transfers={refund.transfers ?? []} />
      ),
    },
  ];
  return (
    <Card>
      <p className="text-small text-ink-second">{word('amount')}</p>
      <p className="text-[28px] leading-9 font-bold tabular-nums">{money(refund.amount)}</p>
      {refund.wallet_amount > 0 && (
        <p className="text-ink-second">
          {word('points')} {money(refund.wallet_amount)}
        </p>
      )}
      <div className="mt-5">
        <FactList facts={facts.filter(({ value }) => Boolean(value))} isStacked />
      </div>
    </Card>
  );
}

interface MoneyStateProps {
  state: NonNullable<RefundDetails['money_state']>;
  transfers: readonly RefundTransfer[];
}

/** Where the money is, and for the team what each payment provider said. */
function MoneyState({ state, transfers }: MoneyStateProps) {
  const { t } = useTranslation('refunds');
  const money = useMoney();
  return (
    <>
      <span className={state === 'refused' ? 'text-bad' : undefined}>
        {t(`refunds:refunds.money.${state}`)}
      </span>
      {transfers.map((one) => (
        <span key={one.id} className="block text-small break-words text-ink-second tabular-nums">
          {money(one.amount)} · {t(`refunds:refunds.money.states.${one.state}`)}
          {one.failure && ` · ${one.failure}`}
        </span>
      ))}
    </>
  );
}

const ofRefund = (id: number) => ({ family: 'refunds', id, right: 'refunds:write' }) as const;

function Customer({ id, name, email }: { id: number; name: string | undefined; email: string | null }) {
  return (
    <>
      {name && <span className="block break-words">{name}</span>}
      {email && (
        <Contact {...ofRefund(id)} field="customer_email" text={email}>
          <span className="block break-all text-ink-second">{email}</span>
        </Contact>
      )}
    </>
  );
}

function Phone({ id, phone }: { id: number; phone: string }) {
  return (
    <Contact {...ofRefund(id)} field="customer_contact" text={phone}>
      {phone}
    </Contact>
  );
}

/** The order with the variation given in exchange. */
function Exchange({ of, shop }: { of: NonNullable<RefundDetails['exchange']>; shop: string | undefined }) {
  const { t } = useTranslation('common');
  const money = useMoney();
  return (
    <Link href={`${shop ? `/${encodeURIComponent(shop)}` : ''}/orders/${of.id}`} className={linkClass}>
      {t('common:id', { id: shownNumber(of) })} · {money(of.total)}
    </Link>
  );
}
