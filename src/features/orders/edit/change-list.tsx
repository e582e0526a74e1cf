import { useTranslation } from 'next-i18next/pages';
import type { OrderChange } from '@/contract/orders/change';
import { formatNumber } from '@/lib/format/format';
import { formatPhone } from '@/lib/format/phone';
import { useMoney } from '@/state/use-money';

type Changed = Pick<
  OrderChange,
  'lines' | 'shipping_address' | 'delivery_point' | 'customer_name' | 'customer_contact' | 'customer_email'
>;

/** What a question to the customer is about, line by line. */
export function ChangeList({ change }: { change: Changed }) {
  const { t, i18n } = useTranslation('orders');
  const money = useMoney();
  const { shipping_address: address, delivery_point: point } = change;
  const place = point
    ? [point.name, point.address].filter(Boolean).join(', ')
    : [address?.zip, address?.city, address?.street_address].filter(Boolean).join(', ');
  const { customer_name: name, customer_contact: phone, customer_email: email } = change;
  const contact = [name, phone && formatPhone(phone), email].filter(Boolean).join(', ');
  const count = (pieces: number) => formatNumber(pieces, i18n.language);
  return (
    <ul className="grid gap-1.5">
      {change.lines.map(({ name: title, variation, from, to, unit_price }) => (
        <li
          key={`${title} ${variation} ${from} ${to} ${unit_price}`}
          className="flex flex-wrap justify-between gap-x-3"
        >
          <span className="min-w-0 flex-1 basis-40 break-words" dir="auto">
            {[title, variation].filter(Boolean).join(', ')}
          </span>
          <span className="whitespace-nowrap tabular-nums">
            {from > 0 && (
              <>
                <s className="text-ink-second">{count(from)}</s>{' '}
              </>
            )}
            {to === 0 ? t('orders:orders.edit.removed') : `${count(to)} × ${money(unit_price)}`}
          </span>
        </li>
      ))}
      {place && <li className="break-words">{t('orders:orders.edit.to-place', { place })}</li>}
      {contact && <li className="break-words">{t('orders:orders.edit.to-contact', { contact })}</li>}
    </ul>
  );
}
