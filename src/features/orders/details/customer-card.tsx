import { Mail, MessageSquare } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Contact } from '@/components/domain/contact';
import { Button } from '@/components/ui/button';
import { buttonClass } from '@/components/ui/button-style';
import { Card } from '@/components/ui/card';
import { CopyIcon } from '@/components/ui/copy-icon';
import { Link } from '@/components/ui/link';
import { WrittenText } from '@/components/ui/written-text';
import { shownNumber } from '@/contract/orders/number';
import type { CustomerHistory, OrderDetails } from '@/contract/orders/wire';
import { isMasked } from '@/lib/format/masked';
import { formatPhone } from '@/lib/format/phone';
import { useMay } from '@/lib/session/rights';
import { useMoney } from '@/state/use-money';
import { useWriteCustomer } from './use-write-customer';

/** Touch-target height. */
const contact = 'content-center rounded-badge text-start hover:underline pointer-coarse:min-h-10';

interface CustomerCardProps {
  order: OrderDetails;
  isAdmin: boolean;
  /** False for the customers themselves. */
  canWork: boolean;
}

/** The buyer, their earlier orders, and how to contact them. */
export function CustomerCard({ order, isAdmin, canWork }: CustomerCardProps) {
  const { t } = useTranslation('orders');
  const mayOpen = useMay('customers:read');
  const name = order.customer?.name ?? order.customer_name ?? t('orders:orders.details.guest');
  const { customer_contact: phone, customer_email: email, customer_history: history } = order;
  const dialled = phone.replace(/[^\d+]/g, '');
  const subject = encodeURIComponent(t('orders:orders.details.title', { number: shownNumber(order) }));
  const letter = `mailto:${email}?subject=${subject}`;
  const ofOrder = { family: 'orders', id: order.id, right: 'orders:write' } as const;
  const otherwise = [phone, email].some(isMasked) ? undefined : email ? letter : `sms:${dialled}`;
  return (
    <Card title={t('orders:orders.details.customer')}>
      {isAdmin && mayOpen && order.customer_id !== null ? (
        <Link href={`/users/${order.customer_id}`} className={`${contact} font-medium break-words`}>
          {name}
        </Link>
      ) : (
        <WrittenText text={name} className="block font-medium break-words" />
      )}
      {history && <History history={history} />}
      {phone && (
        <div className="mt-2">
          <Contact {...ofOrder} field="customer_contact" text={phone}>
            <p className="flex items-center gap-1">
              <a href={`tel:${dialled}`} dir="ltr" className={`${contact} tabular-nums`}>
                {formatPhone(phone)}
              </a>
              <CopyIcon text={phone} />
            </p>
          </Contact>
        </div>
      )}
      {email && (
        <Contact {...ofOrder} field="customer_email" text={email}>
          <p className="flex items-center gap-1">
            <a href={letter} dir="ltr" className={`${contact} min-w-0 break-all`}>
              {email}
            </a>
            <CopyIcon text={email} />
          </p>
        </Contact>
      )}
      {/* A buyer at the till leaves no contact. */}
      {canWork && (email || phone) && <Write order={order} otherwise={otherwise} />}
    </Card>
  );
}

/** Opens a conversation if the customer can read it in the panel, otherwise an e-mail or SMS to a contact that is seen. */
function Write({ order, otherwise }: { order: OrderDetails; otherwise: string | undefined }) {
  const { t } = useTranslation('orders');
  const talk = useWriteCustomer(order);
  if (!talk && !otherwise) return null;
  const Icon = talk || otherwise?.startsWith('sms:') ? MessageSquare : Mail;
  const content = (
    <>
      <Icon aria-hidden="true" className="size-4" />
      {t('orders:orders.details.write')}
    </>
  );
  if (talk)
    return (
      <Button className="mt-3 print:hidden" isLoading={talk.isOpening} onClick={talk.write}>
        {content}
      </Button>
    );
  return (
    <a href={otherwise} className={`${buttonClass({})} mt-3 print:hidden`}>
      {content}
    </a>
  );
}

/** `5 заказов · 61 200 ₽ · возвратов нет` */
function History({ history: { orders, total, refunded } }: { history: CustomerHistory }) {
  const { t } = useTranslation('orders');
  const money = useMoney();
  const returns =
    refunded > 0
      ? t('orders:orders.details.history.refunded', { sum: money(refunded) })
      : t('orders:orders.details.history.no-refunds');
  return (
    <p className="text-small text-ink-second tabular-nums">
      {[t('orders:orders.details.history.orders', { count: orders }), money(total), returns].join(' · ')}
    </p>
  );
}
