import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { TextLink } from '@/components/ui/text-link';
import type { User } from '@/contract/accounts/users/schema';
import { orders, orderTones } from '@/contract/orders';
import { shownNumber } from '@/contract/orders/number';
import { isPartlyRefunded } from '@/contract/orders/status';
import { api } from '@/lib/api/client';
import { formatDateTime } from '@/lib/format/format';
import { useLabels } from '@/lib/i18n/labels';
import { useMoney } from '@/state/use-money';

/** Latest orders and their number; nothing for a person without orders. */
export function PersonOrders({ user }: { user: User }) {
  const { t, i18n } = useTranslation('accounts');
  const labels = useLabels(orders);
  const money = useMoney();
  const found = useQuery({
    queryKey: ['orders', 'of', user.id],
    queryFn: () => api.page(orders.endpoint, { customer_id: user.id, limit: 5 }),
  });
  const { rows = [], paginator } = found.data ?? {};
  if (rows.length === 0) return null;
  return (
    <Card title={t('accounts:people.orders.title')}>
      <p className="-mt-2 text-small text-ink-second">
        {t('accounts:people.orders.count', { count: paginator?.total ?? rows.length })}
      </p>
      <ul className="mt-2 divide-y divide-line-faint" aria-label={t('accounts:people.orders.title')}>
        {rows.map((order) => (
          <li key={order.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <span className="min-w-0 flex-1">
              <TextLink href={`/orders/${order.id}`} className="font-medium tabular-nums">
                {shownNumber(order)}
              </TextLink>
              <span className="block text-small text-ink-second">
                {formatDateTime(order.created_at, i18n.language)}
              </span>
            </span>
            <span className="text-end tabular-nums">{money(order.total)}</span>
            <Badge tone={orderTones[order.order_status]}>
              {labels.option('order_status', order.order_status)}
            </Badge>
            {isPartlyRefunded(order) && <Badge tone="neutral">{labels.text('partly-refunded')}</Badge>}
          </li>
        ))}
      </ul>
    </Card>
  );
}
