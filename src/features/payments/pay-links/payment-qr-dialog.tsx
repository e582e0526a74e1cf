import { useTranslation } from 'next-i18next/pages';
import { QrView } from '@/components/media/qr-view';
import type { DialogData } from '@/contract/dialogs';

/** A link to pay as a QR code for the customer's phone. */
export function PaymentQrDialog({ data: { number, url } }: { data: DialogData['SHOW_PAYMENT_QR'] }) {
  const { t } = useTranslation('orders');
  return (
    <QrView
      title={t('orders:orders.dialogs.qr-title')}
      text={t('orders:orders.dialogs.qr-text')}
      name={t('orders:orders.details.title', { number })}
      url={url}
      fileName={`payment-${number}.png`}
    />
  );
}
