import { useTranslation } from 'next-i18next/pages';
import { QrPicture } from '@/components/media/qr-picture';

/** The provider's link for the camera of another device; a phone has the button. */
export function PayQr({ url }: { url: string }) {
  const { t } = useTranslation('payments');
  return (
    <figure className="grid justify-items-center gap-1.5 phone:hidden">
      <QrPicture
        text={url}
        label={t('payments:payments.pay.code')}
        className="size-44 rounded-control border border-line"
      />
      <figcaption className="text-center text-small text-ink-second">
        {t('payments:payments.pay.scan')}
      </figcaption>
    </figure>
  );
}
