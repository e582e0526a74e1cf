import { useTranslation } from 'next-i18next/pages';
import { useMemo } from 'react';
import { orderTabKeys, orderTabs } from '@/contract/orders/tabs';

/** Tabs of the list; `GET orders/counts` counts the matches of each query. */
export function useOrderTabs(): { key: string; label: string; query: Record<string, string> }[] {
  const { t } = useTranslation('orders');
  return useMemo(
    () =>
      orderTabKeys.map((key) => {
        const statuses = orderTabs[key].join(',');
        const query: Record<string, string> = statuses ? { order_status: statuses } : {};
        return { key, label: t(`orders:orders.tabs.${key}`), query };
      }),
    [t],
  );
}
