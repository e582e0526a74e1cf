import { useTranslation } from 'next-i18next/pages';
import { QrView } from '@/components/media/qr-view';
import type { DialogProps } from '@/contract/dialogs';
import { shopUrl, storefrontUrl } from '@/lib/storefront';
import { useSettings } from '@/state/settings';

/** QR code of a shop's page in the storefront. It has no close button (specification §2). */
export function QrDialog({ data: { name, slug } }: DialogProps<'SHOW_SHOP_QR'>) {
  const { t } = useTranslation('shops');
  const { siteLink } = useSettings();
  // Falls back to this server when no storefront address is set.
  const url = storefrontUrl(siteLink, slug) ?? shopUrl(window.location.origin, slug);
  return (
    <QrView
      name={name}
      url={url}
      title={t('shops:shops.qr-title')}
      text={t('shops:shops.qr-text')}
      fileName={`${slug}-qr.png`}
    />
  );
}
