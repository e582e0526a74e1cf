import { ExternalLink, ImageOff, History as Journal, ListChecks, QrCode } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { StatusBadge } from '@/components/domain/status-badge';
import { StoredText } from '@/components/editor/stored-text';
import { MoreDetails } from '@/components/page/more-details';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { FactList } from '@/components/ui/fact-list';
import { products } from '@/contract/catalogue/products';
import type { ProductDetails as Details, OwnReview } from '@/contract/catalogue/products/details';
import type { Product } from '@/contract/catalogue/products/schema';
import { stockState } from '@/contract/catalogue/products/stock';
import { familyPaths } from '@/contract/core/define';
import { DetailsActions } from '@/crud/details/details-actions';
import { RecordHistory } from '@/crud/details/record-history';
import type { DetailsProps, Row } from '@/crud/types';
import { useCan } from '@/lib/api/capabilities';
import { fileUrl } from '@/lib/api/client';
import { useOne } from '@/lib/api/use-record';
import { formatDateTime } from '@/lib/format/format';
import { useLabels } from '@/lib/i18n/labels';
import { useRights } from '@/lib/session/rights';
import { productUrl } from '@/lib/storefront';
import { useModalActions } from '@/state/modal';
import { useSettings } from '@/state/settings';
import { ProductFacts } from './product-facts';
import { VariationTable } from './variation-table';

/** Product page: pictures, price, stock, variations and classification. */
export function ProductDetails({ resource, id, shop }: DetailsProps<'products'>) {
  const { t } = useTranslation('catalogue');
  const labels = useLabels(resource);
  const rights = useRights(resource, shop);
  const parent = { href: familyPaths(resource, shop).list, label: labels.text('title') };
  return (
    <QueryBoundary query={useOne(resource, id)} parent={parent}>
      {(product) => (
        <>
          <PageHeader title={product.name} parent={parent} badge={<ProductState product={product} />}>
            <OwnerActions product={product} shop={shop} />
            <DetailsActions resource={resource} shop={shop} row={product as unknown as Row} />
          </PageHeader>
          {rights.canUpdate && product.review && <ReviewNote review={product.review} />}
          <div className="mt-4 grid items-start gap-4 desk:grid-cols-[minmax(0,1fr)_22rem]">
            <div className="grid min-w-0 gap-4">
              <ProductGallery product={product} />
              {product.description && (
                <Card title={t('catalogue:products.details.description')}>
                  <StoredText text={product.description} />
                </Card>
              )}
              <Characteristics product={product} />
              {product.product_type === 'variable' && <VariationTable product={product} />}
            </div>
            <div className="grid min-w-0 gap-4">
              <ProductFacts product={product} isDaily />
              <MoreDetails page="product" content={t('catalogue:products.details.folded')}>
                <ProductFacts product={product} isDaily={false} />
                {rights.canUpdate && <RecordHistory isOpen family="products" id={product.id} />}
              </MoreDetails>
            </div>
          </div>
        </>
      )}
    </QueryBoundary>
  );
}

/** What the product is like without making variations. */
function Characteristics({ product: { characteristics = [] } }: { product: Details }) {
  const { t } = useTranslation('catalogue');
  if (characteristics.length === 0) return null;
  return (
    <Card title={t('catalogue:products.form.sections.characteristics')}>
      <FactList
        facts={characteristics.map(({ attribute_id, name, value }) => ({
          key: String(attribute_id),
          label: name,
          value,
        }))}
      />
    </Card>
  );
}

/** Badges of the product's status and, unless there is enough, its stock. */
function ProductState({ product }: { product: Product }) {
  const labels = useLabels(products);
  const stock = stockState(product.quantity, product.low_at);
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <StatusBadge resource={products} value={product.status} />
      {stock !== 'enough' && (
        <Badge tone={stock === 'out' ? 'bad' : 'warn'}>{labels.option('stock', stock)}</Badge>
      )}
    </span>
  );
}

interface OwnerActionsProps {
  product: Details;
  shop: string | undefined;
}

function OwnerActions({ product, shop }: OwnerActionsProps) {
  const { t } = useTranslation('catalogue');
  const { siteLink } = useSettings();
  const rights = useRights(products, shop);
  const hasJournal = useCan('stock-journal');
  const { open } = useModalActions();
  const url = productUrl(siteLink, product.slug);
  return (
    <>
      {url && product.status === 'publish' && (
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className="inline-flex h-9 pointer-coarse:h-10 items-center gap-1.5 rounded-control px-2 text-accent-ink hover:underline"
        >
          <ExternalLink className="size-4" />
          {t('catalogue:products.details.storefront')}
        </a>
      )}
      <Button
        icon={<QrCode className="size-4" />}
        onClick={() => open('SHOW_PRODUCT_QR', { name: product.name, slug: product.slug })}
      >
        {t('catalogue:products.details.qr')}
      </Button>
      {product.product_type === 'variable' && (
        <Button
          icon={<ListChecks className="size-4" />}
          onClick={() => open('SELECT_PRODUCT_VARIATION', { slug: product.slug })}
        >
          {t('catalogue:products.details.choose')}
        </Button>
      )}
      {hasJournal && rights.canUpdate && (
        <Button
          icon={<Journal className="size-4" />}
          onClick={() => open('STOCK_MOVEMENTS', { productId: product.id, title: product.name })}
        >
          {t('catalogue:products.details.movements')}
        </Button>
      )}
    </>
  );
}

/** Pending review of the product, or the reason for its rejection. */
function ReviewNote({ review }: { review: OwnReview }) {
  const { t, i18n } = useTranslation('catalogue');
  if (review.decision === 'approved') return null;
  const isBack = review.decision === 'rejected';
  const key = isBack ? 'rejected' : review.values ? 'change-waits' : 'waits';
  return (
    <div
      className={`mt-4 rounded-card border p-3.5 ${isBack ? 'border-bad bg-bad-soft text-bad' : 'border-line bg-warn-soft text-warn'}`}
    >
      <p className="font-medium">
        {t(`catalogue:products.details.${key}`, { at: formatDateTime(review.submitted_at, i18n.language) })}
      </p>
      {review.reason && <p className="mt-1 break-words text-ink">{review.reason}</p>}
    </div>
  );
}

function ProductGallery({ product }: { product: Details }) {
  const { t } = useTranslation('catalogue');
  const pictures = [...(product.image ? [product.image] : []), ...product.gallery];
  const [chosen, setChosen] = useState(0);
  const shown = pictures[chosen] ?? pictures[0];
  if (!shown) {
    return (
      <p className="flex items-center gap-2 rounded-card border border-dashed border-line p-6 text-ink-second">
        <ImageOff className="size-5" />
        {t('catalogue:products.details.no-pictures')}
      </p>
    );
  }
  return (
    <section className="flex gap-3 rounded-card border border-line bg-surface p-4 phone:flex-col">
      <img
        src={fileUrl(shown.original)}
        alt={product.name}
        className="aspect-square w-72 rounded-control bg-line-faint object-contain phone:w-full"
      />
      {pictures.length > 1 && (
        <ul className="flex flex-wrap content-start gap-2">
          {pictures.map((picture, index) => (
            <li key={picture.id}>
              <button
                type="button"
                aria-label={t('catalogue:products.details.picture', { number: index + 1 })}
                aria-pressed={picture === shown}
                onClick={() => setChosen(index)}
                className={`block rounded-control border-2 ${picture === shown ? 'border-accent' : 'border-transparent'}`}
              >
                <img
                  src={fileUrl(picture.thumbnail)}
                  alt=""
                  className="size-16 rounded-control bg-line-faint object-cover"
                />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
