import { useTranslation } from 'next-i18next/pages';
import { Badge } from '@/components/ui/badge';
import type { Order } from '@/contract/orders/wire';
import { useShipBy } from '@/features/orders/lists/ship-by';

/** «Собрать до 18:00», red when late; nothing where nothing waits to be assembled. */
export function ShipByBadge({ order }: { order: Pick<Order, 'ship_by'> }) {
  const { t } = useTranslation('orders');
  const found = useShipBy()(order);
  if (!found) return null;
  const { moment: time, tone } = found;
  return (
    <Badge tone={tone}>{t(`orders:orders.details.ship-${tone === 'bad' ? 'late' : 'by'}`, { time })}</Badge>
  );
}
