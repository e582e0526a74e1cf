import { ExternalLink, QrCode } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import { buttonClass } from '@/components/ui/button-style';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import { isLive } from '@/contract/catalogue/products/moderation';
import { productUrl } from '@/lib/storefront';
import { useModalActions } from '@/state/modal';
import { useSettings } from '@/state/settings';

/** The product in the storefront, and the code that leads there. */
export function ProductLinks({ product }: { product: ProductDetails }) {
  const { t } = useTranslation('form');
  const { siteLink } = useSettings();
  const { open } = useModalActions();
  const url = productUrl(siteLink, product.slug);
  return (
    <>
      {url && isLive(product.status) && product.status !== 'unpublish' && (
        <a href={url} target="_blank" rel="noreferrer" className={buttonClass({ variant: 'ghost' })}>
          <ExternalLink aria-hidden="true" className="size-4" />
          {t('form:products.form.preview')}
        </a>
      )}
      <Button
        variant="ghost"
        icon={<QrCode aria-hidden="true" className="size-4" />}
        onClick={() => open('SHOW_PRODUCT_QR', { name: product.name, slug: product.slug })}
      >
        {t('form:products.form.qr')}
      </Button>
    </>
  );
}
