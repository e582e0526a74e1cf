import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { WrittenText } from '@/components/ui/written-text';
import type { PostalAddress } from '@/contract/accounts/addresses/schema';
import { adminOnly, isAllowed } from '@/contract/core/permissions';
import { orders } from '@/contract/orders';
import type { OrderDetails } from '@/contract/orders/wire';
import { formatDate, formatDateTime } from '@/lib/format/format';
import { useLabels } from '@/lib/i18n/labels';
import { usePermissions } from '@/lib/session/me';

/** Three columns: order, payer, delivery (reference pages §3.7). */
export function OrderFacts({ order }: { order: OrderDetails }) {
  const { t, i18n } = useTranslation('form');
  const labels = useLabels(orders);
  const word = (key: string) => t(`form:orders.details.${key}`);
  const day = order.delivery_date && formatDate(order.delivery_date, i18n.language);
  const point = order.delivery_point;
  return (
    <Card>
      <div className="grid gap-6 @xl:grid-cols-3">
        <Column title={word('order')}>
          <Fact name={word('placed')}>{formatDateTime(order.created_at, i18n.language)}</Fact>
          <Fact name={labels.field('products_count')}>{order.products_count}</Fact>
          <Fact name={labels.field('payment_gateway')}>
            {labels.option('payment_gateway', order.payment_gateway)}
          </Fact>
          {(day || order.delivery_time) && (
            <Fact name={word('when')}>{[day, order.delivery_time].filter(Boolean).join(', ')}</Fact>
          )}
          {order.coupon && <Fact name={word('coupon')}>{order.coupon.code}</Fact>}
          {order.parent_order && <ParentOrder parent={order.parent_order} />}
        </Column>
        <Column title={word('customer')}>
          <Customer order={order} />
          <Address address={order.billing_address} />
        </Column>
        <Column title={word('delivery')}>
          {point ? (
            <>
              <p className="font-medium">{word('pickup')}</p>
              <WrittenText
                className="block break-words"
                text={[point.name, point.address].filter(Boolean).join(', ')}
              />
            </>
          ) : (
            <Address address={order.shipping_address} />
          )}
        </Column>
      </div>
    </Card>
  );
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h2 className="text-card font-semibold">{title}</h2>
      <div className="mt-2 grid gap-1.5">{children}</div>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <p className="min-w-0 break-words">
      <span className="text-ink-second">{name}: </span>
      {children}
    </p>
  );
}

/** Shop staff cannot open the parent order, so they see only its number. */
function ParentOrder({ parent }: { parent: NonNullable<OrderDetails['parent_order']> }) {
  const { t } = useTranslation('form');
  const isAdmin = isAllowed(adminOnly, usePermissions());
  return (
    <Fact name={t('form:orders.details.part-of')}>
      {isAdmin ? (
        <Link href={`/orders/${parent.id}`} className="rounded-badge text-accent-ink hover:underline">
          №{parent.tracking_number}
        </Link>
      ) : (
        `№${parent.tracking_number}`
      )}
    </Fact>
  );
}

/** Touch-target height. */
const contact = 'content-center rounded-badge text-start hover:underline pointer-coarse:min-h-10';

function Customer({ order }: { order: OrderDetails }) {
  const { t } = useTranslation('form');
  const isAdmin = isAllowed(adminOnly, usePermissions());
  const name = order.customer?.name ?? order.customer_name ?? t('form:orders.details.guest');
  const { customer_contact: phone, customer_email: email } = order;
  return (
    <>
      {isAdmin && order.customer_id !== null ? (
        <Link href={`/users/${order.customer_id}`} className={`${contact} font-medium break-words`}>
          {name}
        </Link>
      ) : (
        <WrittenText text={name} className="block font-medium break-words" />
      )}
      <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} dir="ltr" className={contact}>
        {phone}
      </a>
      {email && (
        <a href={`mailto:${email}`} dir="ltr" className={`${contact} break-all`}>
          {email}
        </a>
      )}
    </>
  );
}

function Address({ address }: { address: PostalAddress | null }) {
  const { t } = useTranslation('form');
  if (!address) return <p className="text-ink-second">{t('form:orders.details.no-address')}</p>;
  const city = [address.zip, address.city].filter(Boolean).join(' ');
  const lines = [address.street_address, city, address.state, address.country].filter(Boolean);
  return <WrittenText className="block break-words" text={lines.join(', ')} />;
}
