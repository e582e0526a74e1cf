import { ExternalLink, History as Journal, ListChecks, QrCode } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import { products } from '@/contract/catalogue/products';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import { useRights } from '@/lib/session/rights';
import { productUrl } from '@/lib/storefront';
import { useModalActions } from '@/state/modal';
import { useSettings } from '@/state/settings';

interface OwnerActionsProps {
  product: ProductDetails;
  shop: string | undefined;
}

/** What may be done with a product beside editing it: seen in the storefront, chosen from, followed through the stock. */
export function OwnerActions({ product, shop }: OwnerActionsProps) {
  const { t } = useTranslation('form');
  const { siteLink } = useSettings();
  const rights = useRights(products, shop);
  const { open } = useModalActions();
  const url = productUrl(siteLink, product.slug);
  return (
    <>
      {url && product.status === 'publish' && (
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className="inline-flex h-9 items-center gap-1.5 rounded-control px-2 text-accent-ink hover:underline"
        >
          <ExternalLink aria-hidden="true" className="size-4" />
          {t('form:products.details.storefront')}
        </a>
      )}
      <Button
        icon={<QrCode aria-hidden="true" className="size-4" />}
        onClick={() => open('SHOW_PRODUCT_QR', { name: product.name, slug: product.slug })}
      >
        {t('form:products.details.qr')}
      </Button>
      {product.product_type === 'variable' && (
        <Button
          icon={<ListChecks aria-hidden="true" className="size-4" />}
          onClick={() => open('SELECT_PRODUCT_VARIATION', { slug: product.slug })}
        >
          {t('form:products.details.choose')}
        </Button>
      )}
      {rights.canUpdate && (
        <Button
          icon={<Journal aria-hidden="true" className="size-4" />}
          onClick={() => open('STOCK_MOVEMENTS', { productId: product.id, title: product.name })}
        >
          {t('form:products.details.movements')}
        </Button>
      )}
    </>
  );
}
