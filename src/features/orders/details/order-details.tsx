import '@/lib/i18n/form-words';
import { useTranslation } from 'next-i18next/pages';
import { History } from '@/components/domain/history';
import { StatusBadge } from '@/components/domain/status-badge';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { pathOf } from '@/contract/core/define';
import { adminOnly, isAllowed } from '@/contract/core/permissions';
import type { OrderDetails as Details } from '@/contract/orders/wire';
import type { DetailsProps } from '@/crud/types';
import { useOne } from '@/lib/api/use-record';
import { useLabels } from '@/lib/i18n/labels';
import { usePermissions } from '@/lib/session/me';
import { OrderActions } from './order-actions';
import { OrderFacts } from './order-facts';
import { OrderLines } from './order-lines';
import { OrderPayment } from './order-payment';
import { OrderRefunds } from './order-refunds';
import { OrderSteps } from './order-steps';
import { ShopParts } from './shop-parts';
import { StatusForm } from './status-form';
import { Timeline } from './timeline';
import { VendorShare } from './vendor-share';

type Labels = ReturnType<typeof useLabels>;

/** An order, or a shop's part of it: how it stands, what is in it, who bought it and where it goes (reference pages §3.7). */
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
                {saysMore(labels, order) && (
                  <StatusBadge resource={resource} column="payment_status" value={order.payment_status} />
                )}
              </>
            }
          >
            <OrderActions {...{ order, isAdmin }} />
          </PageHeader>
          <div className="mt-4">
            <OrderSteps order={order} />
          </div>
          {/* What is to be done comes before what was done, on the phone, too. */}
          <div className="mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-4 desk:grid-cols-[minmax(0,1fr)_22rem] desk:grid-rows-[auto_1fr] print:block">
            <div className="grid min-w-0 gap-4">
              <OrderLines order={order} />
              {order.children.length > 0 && <ShopParts order={order} />}
              <OrderFacts order={order} />
            </div>
            <div className="grid min-w-0 gap-4 desk:col-start-2 desk:row-span-2 desk:row-start-1">
              {order.moves.length > 0 && <StatusForm key={order.version} order={order} />}
              <OrderPayment {...{ order, isAdmin }} />
              {order.vendor_share !== undefined && (
                <VendorShare share={order.vendor_share} rate={order.commission_rate} />
              )}
              <OrderRefunds {...{ order, shop, isAdmin }} />
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

/** Of an order that waits for its payment both badges would read the same. */
function saysMore({ option }: Labels, { order_status, payment_status }: Details): boolean {
  return option('order_status', order_status) !== option('payment_status', payment_status);
}
