import '@/lib/i18n/form-words';
import { useTranslation } from 'next-i18next/pages';
import { History } from '@/components/domain/history';
import { StatusBadge } from '@/components/domain/status-badge';
import { Select } from '@/components/inputs/select';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { pathOf } from '@/contract/core/define';
import { adminOnly, isAllowed } from '@/contract/core/permissions';
import { orders, orderTones } from '@/contract/orders';
import { askableStatuses, movesFrom } from '@/contract/orders/status';
import type { OrderDetails as Details, Order } from '@/contract/orders/wire';
import type { DetailsProps } from '@/crud/types';
import { useOne } from '@/lib/api/use-record';
import { formatNumber } from '@/lib/format/format';
import { useLabels } from '@/lib/i18n/labels';
import { usePermissions } from '@/lib/session/me';
import { useModalActions } from '@/state/modal';
import { useMoney } from '@/state/use-money';
import { OrderActions } from './order-actions';
import { OrderFacts } from './order-facts';
import { OrderLines } from './order-lines';
import { OrderPayment } from './order-payment';
import { OrderRefunds } from './order-refunds';
import { OrderSteps } from './order-steps';
import { StatusForm } from './status-form';
import { Timeline } from './timeline';

type Labels = ReturnType<typeof useLabels>;

/** An order, or the part of one shop (reference pages §3.7). */
export function OrderDetails({ resource, id, shop }: DetailsProps) {
  const { t } = useTranslation(['form', 'resources']);
  const labels = useLabels(resource);
  const isAdmin = isAllowed(adminOnly, usePermissions());
  const parent = { href: pathOf(resource, shop).list, label: labels.text('title') };
  const query = useOne<Details>(resource, id);
  return (
    <QueryBoundary query={query} parent={parent}>
      {(order) => (
        <>
          <PageHeader
            title={t('form:orders.details.title', { number: order.tracking_number })}
            parent={parent}
            badge={
              <>
                <StatusBadge resource={resource} column="order_status" value={order.order_status} />
                {hasDistinctPaymentStatus(labels, order) && (
                  <StatusBadge resource={resource} column="payment_status" value={order.payment_status} />
                )}
              </>
            }
          >
            <OrderActions order={order} isAdmin={isAdmin} />
          </PageHeader>
          <div className="mt-4">
            <OrderSteps order={order} />
          </div>
          {/* Source order for phones: actions come before the history. */}
          <div className="mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-4 desk:grid-cols-[minmax(0,1fr)_22rem] desk:grid-rows-[auto_1fr] print:block">
            <div className="grid min-w-0 gap-4">
              <OrderLines order={order} />
              {order.children.length > 0 && <ShopParts order={order} />}
              <OrderFacts order={order} />
            </div>
            <div className="grid min-w-0 gap-4 desk:col-start-2 desk:row-span-2 desk:row-start-1">
              {order.moves.length > 0 && <StatusForm key={order.version} order={order} />}
              <OrderPayment order={order} isAdmin={isAdmin} />
              {order.vendor_share !== undefined && (
                <VendorShare share={order.vendor_share} rate={order.commission_rate} />
              )}
              <OrderRefunds order={order} shop={shop} isAdmin={isAdmin} />
            </div>
            <div className="grid min-w-0 gap-4 print:hidden">
              <Timeline order={order} />
              {isAdmin && <History family="orders" id={order.id} />}
            </div>
          </div>
        </>
      )}
    </QueryBoundary>
  );
}

/** Hides the payment badge when both badges would read the same. */
function hasDistinctPaymentStatus({ option }: Labels, { order_status, payment_status }: Details): boolean {
  return option('order_status', order_status) !== option('payment_status', payment_status);
}

/** Parts of an order by shop, each with its own status moves. */
function ShopParts({ order }: { order: Details }) {
  const { t } = useTranslation('form');
  return (
    <Card title={t('form:orders.details.parts')}>
      <ul className="divide-y divide-line-faint">
        {order.children.map((part) => (
          <Part key={part.id} part={part} />
        ))}
      </ul>
    </Card>
  );
}

function Part({ part }: { part: Order }) {
  const { t } = useTranslation(['form', 'resources']);
  const labels = useLabels(orders);
  const money = useMoney();
  const { open } = useModalActions();
  const { id, version, tracking_number: number, order_status: status } = part;
  const moves = movesFrom(status);
  const name = part.shop?.name ?? number;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-48">
        <Link
          href={`/orders/${id}`}
          className="inline-block content-center rounded-badge font-medium break-words hover:text-accent-ink hover:underline pointer-coarse:min-h-10"
        >
          {name}
        </Link>
        <p className="text-small text-ink-second tabular-nums">
          №{number} · {t('resources:orders.list.lines', { count: part.products_count })} · {money(part.total)}
        </p>
      </div>
      <Badge tone={orderTones[status]}>{labels.option('order_status', status)}</Badge>
      {moves.length > 0 && (
        <span className="w-48 phone:w-full print:hidden">
          <Select
            aria-label={t('form:orders.details.move-part', { name })}
            value=""
            options={[
              { value: '', label: t('form:orders.details.move-to') },
              ...moves.map((value) => ({ value, label: labels.option('order_status', value) })),
            ]}
            onChange={({ target }) => {
              const to = askableStatuses.find((one) => one === target.value);
              if (to) open('CHANGE_ORDER_STATUS', { id, version, number, to });
            }}
          />
        </span>
      )}
    </li>
  );
}

/** The shop's share; the API sends it to its owner and administrators only. */
function VendorShare({ share, rate }: { share: number; rate: number | undefined }) {
  const { t, i18n } = useTranslation('form');
  const money = useMoney();
  return (
    <Card title={t('form:orders.details.vendor-share')} className="print:hidden">
      <p className="text-title font-semibold tabular-nums">{money(share)}</p>
      {rate !== undefined && (
        <p className="mt-0.5 text-small text-ink-second">
          {t('form:orders.details.commission', { rate: formatNumber(rate, i18n.language) })}
        </p>
      )}
    </Card>
  );
}
