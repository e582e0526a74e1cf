import { useQuery } from '@tanstack/react-query';
import { RefreshCw, Undo2 } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { StatusBadge } from '@/components/domain/status-badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import type { OrderDetails } from '@/contract/orders/wire';
import { refunds } from '@/contract/refunds';
import type { Refund } from '@/contract/refunds/schema';
import { useCan } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';
import { formatDateTime } from '@/lib/format/format';
import { useLabels } from '@/lib/i18n/labels';
import { useMay } from '@/lib/session/rights';
import { useModalActions } from '@/state/modal';
import { useMoney } from '@/state/use-money';

interface OrderRefundsProps {
  order: OrderDetails;
  shop: string | undefined;
  isAdmin: boolean;
  canWork: boolean;
}

/** Refunds of an order. An administrator may request one on the customer's behalf. */
export function OrderRefunds({ order, shop, isAdmin, canWork }: OrderRefundsProps) {
  const { t } = useTranslation('orders');
  const { open } = useModalActions();
  const rootId = order.parent_id ?? order.id;
  const seesRefunds = useMay('refunds:read');
  const query = useQuery({
    queryKey: ['refunds', 'of-order', rootId, shop],
    queryFn: () => api.page('refunds', { search: `order_id:${rootId}`, limit: 20 }),
    enabled: seesRefunds,
  });
  const mayWrite = useMay('refunds:write');
  const rows = query.data?.rows ?? [];
  const canRefund = useCan('order-refunds');
  const canAsk =
    canRefund && mayWrite && isAdmin && order.parent_id === null && order.children.some(isHandedOver);
  const canReturn =
    useCan('order-returns') && mayWrite && canWork && order.parent_id !== null && wasSold(order);
  if (rows.length === 0 && !canAsk && !canReturn) return null;
  return (
    <Card title={t('orders:orders.details.refunds')} className="print:hidden">
      {rows.length > 0 && (
        <ul className="divide-y divide-line-faint">
          {rows.map((refund) => (
            <Line key={refund.id} refund={refund} base={shop ? `/${encodeURIComponent(shop)}` : ''} />
          ))}
        </ul>
      )}
      {canAsk && (
        <Button
          className={rows.length > 0 ? 'mt-3' : ''}
          icon={<Undo2 aria-hidden="true" className="size-4" />}
          aria-haspopup="dialog"
          onClick={() => open('CREATE_REFUND', { orderId: order.id })}
        >
          {t('orders:orders.details.refund')}
        </Button>
      )}
      {canReturn && <ReturnActions order={order} isFirst={rows.length === 0} />}
    </Card>
  );
}

/** Also when all goods came back: delivery or goodwill may be left. */
const wasSold = ({ order_status, refunded_amount, total }: OrderDetails) =>
  order_status === 'order-completed' || (order_status === 'order-refunded' && refunded_amount < total);

/** What the shop itself does about its part. */
function ReturnActions({ order, isFirst }: { order: OrderDetails; isFirst: boolean }) {
  const { t } = useTranslation('orders');
  const { open } = useModalActions();
  const canExchange = order.products.some(
    ({ variation_option_id, is_digital, refunded_quantity, order_quantity }) =>
      variation_option_id !== null && !is_digital && refunded_quantity < order_quantity,
  );
  return (
    <div className={`flex flex-wrap gap-2 ${isFirst ? '' : 'mt-3'}`}>
      <Button
        icon={<Undo2 aria-hidden="true" className="size-4" />}
        aria-haspopup="dialog"
        onClick={() => open('RETURN_GOODS', { partId: order.id })}
      >
        {t('orders:orders.details.refund')}
      </Button>
      {canExchange && (
        <Button
          icon={<RefreshCw aria-hidden="true" className="size-4" />}
          aria-haspopup="dialog"
          onClick={() => open('EXCHANGE_GOODS', { partId: order.id })}
        >
          {t('orders:orders.details.exchange')}
        </Button>
      )}
    </div>
  );
}

const isHandedOver = ({ order_status }: Pick<OrderDetails, 'order_status'>) =>
  order_status === 'order-completed';

function Line({ refund, base }: { refund: Refund; base: string }) {
  const { t, i18n } = useTranslation('refunds');
  const labels = useLabels(refunds);
  const money = useMoney();
  const { answer_until: until, escalated_at, status, kind } = refund;
  const waits = status === 'pending' && until && !escalated_at;
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 py-2 first:pt-0">
      <Link
        href={`${base}/refunds/${refund.id}`}
        className="content-center rounded-badge font-medium tabular-nums hover:text-accent-ink hover:underline pointer-coarse:min-h-10"
      >
        {t('common:id', { id: refund.id })} · {money(refund.amount)}
      </Link>
      <StatusBadge resource={refunds} value={refund.status} />
      {(kind !== 'goods' || waits || refund.money_state) && (
        <p className="w-full text-small text-ink-second">
          {[
            kind !== 'goods' && labels.option('kind', kind),
            refund.money_state && t(`refunds:refunds.money.${refund.money_state}`),
            waits && t('refunds:refunds.returns.until', { time: formatDateTime(until, i18n.language) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
    </li>
  );
}
