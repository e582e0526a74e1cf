import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { Badge } from '@/components/ui/badge';
import { Link } from '@/components/ui/link';
import { Skeleton } from '@/components/ui/skeleton';
import { orders, orderTones } from '@/contract/orders';
import { shownNumber } from '@/contract/orders/number';
import { isPartlyRefunded } from '@/contract/orders/status';
import type { Order } from '@/contract/orders/wire';
import { api } from '@/lib/api/client';
import { messageKey, toClientError } from '@/lib/api/errors';
import { useLabels } from '@/lib/i18n/labels';
import { useMoney } from '@/state/use-money';

export function OrderParts({ id }: { id: number }) {
  const { t, i18n } = useTranslation('common');
  const query = useQuery({
    queryKey: ['orders', 'one', String(id), i18n.language],
    queryFn: () => api.one('orders', id),
  });
  if (query.error) {
    return (
      <p role="alert" className="mt-2 text-small text-bad">
        {t(messageKey(toClientError(query.error)))}{' '}
        <button type="button" className="underline" onClick={() => void query.refetch()}>
          {t('common:button-retry')}
        </button>
      </p>
    );
  }
  if (!query.data) return <Skeleton className="mt-2 h-10 w-full" />;
  return (
    <ul className="mt-1 divide-y divide-line-faint border-s-2 border-line ps-3 text-small">
      {query.data.children.map((part) => (
        <Part key={part.id} part={part} />
      ))}
    </ul>
  );
}

function Part({ part }: { part: Order }) {
  const { t } = useTranslation('orders');
  const labels = useLabels(orders);
  const money = useMoney();
  return (
    <li className="py-1.5">
      <Link
        href={`/orders/${part.id}`}
        className="block truncate rounded-badge font-medium hover:text-accent-ink hover:underline"
      >
        {part.shop?.name ?? shownNumber(part)}
      </Link>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-second tabular-nums">
        {t('orders:orders.list.lines', { count: part.products_count })} · {money(part.total)}
        <Badge tone={orderTones[part.order_status]}>{labels.option('order_status', part.order_status)}</Badge>
        {isPartlyRefunded(part) && <Badge tone="neutral">{t('orders:orders.partly-refunded')}</Badge>}
      </span>
    </li>
  );
}
