import { useTranslation } from 'next-i18next/pages';
import { QrView } from '@/components/media/qr-view';
import type { DialogProps } from '@/contract/dialogs';
import { productUrl } from '@/lib/storefront';
import { useSettings } from '@/state/settings';

/** QR code of the product's storefront page, for price tags. */
export function ProductQrDialog({ data: { name, slug } }: DialogProps<'SHOW_PRODUCT_QR'>) {
  const { t } = useTranslation('form');
  const { siteLink } = useSettings();
  // Falls back to this server when no storefront address is set.
  const url = productUrl(siteLink, slug) ?? productUrl(window.location.origin, slug) ?? '';
  return (
    <QrView
      name={name}
      url={url}
      title={t('form:qr.product-title')}
      text={t('form:qr.product-text')}
      fileName={`${slug}-qr.png`}
    />
  );
}
