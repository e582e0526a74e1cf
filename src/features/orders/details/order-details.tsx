import { useTranslation } from 'next-i18next/pages';
import type { ComponentType } from 'react';
import { StatusBadge } from '@/components/domain/status-badge';
import { MoreDetails } from '@/components/page/more-details';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Badge } from '@/components/ui/badge';
import { familyPaths } from '@/contract/core/define';
import { adminOnly, isAllowed } from '@/contract/core/permissions';
import { orders } from '@/contract/orders';
import { shownNumber } from '@/contract/orders/number';
import { hasDistinctPaymentStatus, isPartlyRefunded, paidStatuses } from '@/contract/orders/status';
import type { OrderDetails as Details } from '@/contract/orders/wire';
import type { DetailsProps } from '@/crud/types';
import { useCan } from '@/lib/api/capabilities';
import { useOne } from '@/lib/api/use-record';
import { formatDateTime } from '@/lib/format/format';
import { useLabels } from '@/lib/i18n/labels';
import { usePermissions } from '@/lib/session/me';
import { useMay } from '@/lib/session/rights';
import { ChangeCard } from '../edit/change-card';
import { CustomerCard } from './customer-card';
import { DeliveryCard } from './delivery-card';
import { MoneyCard } from './money-card';
import { Notes } from './notes';
import { OrderActions } from './order-actions';
import { OrderParts } from './order-parts';
import { OrderRefunds } from './order-refunds';
import { OrderSteps } from './order-steps';
import { Timeline } from './timeline';

interface OrderDetailsProps extends DetailsProps<'orders'> {
  /** Cards of the domains that come after orders, which the page knows. */
  money: MoneyCards;
}

interface MoneyCards {
  Payments: ComponentType<{ order: Details; isAdmin: boolean }>;
  Receipts: ComponentType<{ id: number; version: number }>;
}

export function OrderDetails({ resource, id, shop, money }: OrderDetailsProps) {
  const { t } = useTranslation('orders');
  const { text } = useLabels(resource);
  const isAdmin = isAllowed(adminOnly, usePermissions());
  const seesPayments = useCan('payments');
  const mayWrite = useMay('orders:write');
  const mayDecide = useMay('orders:decide');
  const parent = { href: familyPaths(resource, shop).list, label: text('title') };
  const query = useOne(resource, id);
  return (
    <QueryBoundary query={query} parent={parent}>
      {(order) => {
        // Only administrators and the shop's people read parts; customers read whole orders, too.
        const canWork = (isAdmin || order.parent_id !== null) && mayWrite;
        const seesMoney = seesPayments && (isAdmin || order.parent_id !== null);
        return (
          <>
            <PageHeader
              title={t('orders:orders.details.title', { number: shownNumber(order) })}
              parent={parent}
              badge={<OrderBadges resource={resource} order={order} />}
            >
              <OrderActions order={order} canWork={canWork} />
            </PageHeader>
            {/* The next step covers the end of the page on phones. */}
            <div className="mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-4 phone:pb-16 desk:grid-cols-[minmax(0,1fr)_21rem] desk:grid-rows-[auto_1fr] print:block">
              <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
                <OrderSteps order={order} />
                {canWork && <ChangeCard order={order} />}
                <OrderParts order={order} isAdmin={isAdmin} canWork={canWork} />
              </div>
              <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 desk:col-start-2 desk:row-span-2 desk:row-start-1">
                <CustomerCard order={order} isAdmin={isAdmin} canWork={canWork} />
                <DeliveryCard order={order} isAdmin={isAdmin} />
                <MoneyCard order={order} isAdmin={isAdmin && mayDecide} />
                <OrderRefunds order={order} shop={shop} isAdmin={isAdmin} canWork={canWork} />
              </div>
              <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
                {canWork && <Notes order={order} />}
                <WhatWas
                  order={order}
                  isAdmin={isAdmin}
                  canWork={canWork}
                  money={seesMoney ? money : undefined}
                />
              </div>
            </div>
          </>
        );
      }}
    </QueryBoundary>
  );
}

function OrderBadges({ resource, order }: { resource: DetailsProps<'orders'>['resource']; order: Details }) {
  const { t } = useTranslation('orders');
  const { text } = useLabels(resource);
  return (
    <>
      <StatusBadge resource={resource} column="order_status" value={order.order_status} />
      {isPartlyRefunded(order) ? (
        <Badge tone="neutral">{text('partly-refunded')}</Badge>
      ) : (
        hasDistinctPaymentStatus(order) && (
          <StatusBadge resource={resource} column="payment_status" value={order.payment_status} />
        )
      )}
      {order.is_own_purchase && <Badge tone="warn">{t('orders:orders.fields.is_own_purchase')}</Badge>}
      <Placed order={order} />
    </>
  );
}

interface WhatWasProps {
  order: Details;
  isAdmin: boolean;
  canWork: boolean;
  money: MoneyCards | undefined;
}

/** Events, receipts and settled payments, folded; payments that are awaited stay in sight, because they are daily work. */
function WhatWas({ order, isAdmin, canWork, money }: WhatWasProps) {
  const { t } = useTranslation('orders');
  const isSettled = paidStatuses.includes(order.payment_status);
  const payments = money && (
    <div id="payments">
      <money.Payments order={order} isAdmin={isAdmin} />
    </div>
  );
  return (
    <>
      <MoreDetails
        page="order"
        content={t(`orders:orders.details.folded.${isSettled ? 'paid' : 'unpaid'}`)}
        parts={['events', 'payments', 'receipts']}
      >
        <div id="events">
          <Timeline order={order} canWork={canWork} />
        </div>
        {isSettled && payments}
        {money && (
          <div id="receipts">
            <money.Receipts id={order.id} version={order.version} />
          </div>
        )}
      </MoreDetails>
      {/* Last: nothing in sight moves when they load. */}
      {!isSettled && payments}
    </>
  );
}

/** `22.11.2026, 15:57 · СБП · 2 магазина` */
function Placed({ order }: { order: Details }) {
  const { t, i18n } = useTranslation('orders');
  const { option } = useLabels(orders);
  const { created_at: at, payment_gateway, payment_status, children } = order;
  const when = formatDateTime(at, i18n.language);
  const gateway = option('payment_gateway', payment_gateway);
  // «При получении» is both the method and the state, which has its badge.
  const isStated = gateway === option('payment_status', payment_status);
  const shops = children.length > 1 && t('orders:orders.details.shops', { count: children.length });
  return (
    <span className="text-small text-ink-second tabular-nums">
      {[when, !isStated && gateway, shops].filter(Boolean).join(' · ')}
    </span>
  );
}
