import { useTranslation } from 'next-i18next/pages';
import { Contact } from '@/components/domain/contact';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { WrittenText } from '@/components/ui/written-text';
import { regionOf } from '@/contract/accounts/addresses/region';
import type { PostalAddress } from '@/contract/accounts/addresses/schema';
import { shownNumber } from '@/contract/orders/number';
import type { OrderDetails } from '@/contract/orders/wire';
import { formatDate } from '@/lib/format/format';
import { findDeliveryMethod } from './delivery-method';

/** Where and when the goods are delivered, and who pays if that is somebody else. */
export function DeliveryCard({ order, isAdmin }: { order: OrderDetails; isAdmin: boolean }) {
  const { t } = useTranslation('orders');
  const word = (key: string) => t(`orders:orders.details.${key}`);
  const day = order.delivery_date && formatDate(order.delivery_date);
  const when = [day, order.delivery_time].filter(Boolean).join(', ');
  const { delivery_point: point, billing_address: billing, shipping_address: shipping } = order;
  const payer = addressText(billing);
  const way = findDeliveryMethod(order);
  const ofOrder = { family: 'orders', id: order.id, right: 'orders:write' } as const;
  const withoutAddress = way === 'courier' ? word('no-address') : t(`orders:orders.list.${way}`);
  return (
    <Card title={word('delivery')}>
      {when && <p className="font-medium">{when}</p>}
      {point ? (
        <>
          <p className={when ? '' : 'font-medium'}>{word('pickup')}</p>
          <WrittenText
            className="block break-words text-ink-second"
            text={[point.name, point.address].filter(Boolean).join(', ')}
          />
        </>
      ) : (
        <Contact {...ofOrder} field="shipping_address" text={addressText(shipping)}>
          <WrittenText
            className="block break-words text-ink-second"
            text={addressText(shipping) || withoutAddress}
          />
        </Contact>
      )}
      {payer && payer !== addressText(shipping) && (
        <div className="mt-3 border-t border-line-faint pt-3">
          <p className="text-small text-ink-second">{word('payer')}</p>
          <Contact {...ofOrder} field="billing_address" text={payer}>
            <WrittenText className="block break-words" text={payer} />
          </Contact>
        </div>
      )}
      {order.parent_order && (
        <p className="mt-3 border-t border-line-faint pt-3 text-ink-second">
          {word('part-of')} {/* A shop cannot open the whole order, so it sees only the number. */}
          {isAdmin ? (
            <Link
              href={`/orders/${order.parent_order.id}`}
              className="rounded-badge text-accent-ink hover:underline"
            >
              <bdi>{t('common:id', { id: shownNumber(order.parent_order) })}</bdi>
            </Link>
          ) : (
            <bdi>{t('common:id', { id: shownNumber(order.parent_order) })}</bdi>
          )}
        </p>
      )}
    </Card>
  );
}

function addressText(address: PostalAddress | null): string {
  if (!address) return '';
  const city = [address.zip, address.city].filter(Boolean).join(' ');
  return [address.street_address, city, regionOf(address), address.country].filter(Boolean).join(', ');
}
