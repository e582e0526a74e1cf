import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { Lines } from '@/features/insights/dashboard/lines';
import { Widget } from '@/features/insights/dashboard/widget';
import { api } from '@/lib/api/client';
import { formatNumber, formatRelative } from '@/lib/format/format';

const shown = 6;

/** Shops with parcels past their deadline, the most first; for the operator. */
export function LateShops() {
  const { t, i18n } = useTranslation('insights');
  const found = useQuery({ queryKey: ['orders', 'late'], queryFn: () => api.get('orders/late') });
  const word = (key: string, more: Record<string, unknown> = {}) => t(`insights:dashboard.late.${key}`, more);
  return (
    <Widget
      title={word('title')}
      note={word('note')}
      all={found.data?.length ? { href: '/orders?ship_by=late', label: word('all') } : undefined}
      query={found}
      empty={word('empty')}
    >
      {(shops) => (
        <Lines
          lines={shops.slice(0, shown).map(({ shop, count, since }) => ({
            key: shop.id,
            href: `/${encodeURIComponent(shop.slug)}/orders?ship_by=late`,
            title: shop.name,
            note: word('since', { time: formatRelative(since, i18n.language) }),
            end: <b className="font-semibold text-bad">{formatNumber(count, i18n.language)}</b>,
          }))}
        />
      )}
    </Widget>
  );
}
