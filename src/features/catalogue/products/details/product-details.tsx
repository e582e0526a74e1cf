import '@/lib/i18n/form-words';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { History } from '@/components/domain/history';
import { HtmlText } from '@/components/editor/html-text';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Card } from '@/components/ui/card';
import type { ProductDetails as Product } from '@/contract/catalogue/products/details';
import { pathOf } from '@/contract/core/define';
import { DetailsActions } from '@/crud/details/details-actions';
import type { DetailsProps, Row } from '@/crud/types';
import { api } from '@/lib/api/client';
import { useLabels } from '@/lib/i18n/labels';
import { useRights } from '@/lib/session/rights';
import { OwnerActions } from './owner-actions';
import { ProductFacts } from './product-facts';
import { ProductGallery } from './product-gallery';
import { ProductState } from './product-state';
import { ReviewNote } from './review-note';
import { VariationTable } from './variation-table';

/** A product to be read: pictures, price, stock, variations, and where it is filed (reference pages §3.5). */
export function ProductDetails({ resource, id, shop }: DetailsProps) {
  const { t, i18n } = useTranslation(['form', 'resources']);
  const labels = useLabels(resource);
  const rights = useRights(resource, shop);
  const parent = { href: pathOf(resource, shop).list, label: labels.text('title') };
  const query = useQuery({
    queryKey: [resource.name, 'one', id, i18n.language],
    queryFn: () => api.one<Product>(resource.endpoint, id, { language: i18n.language }),
    meta: { silent: true },
  });
  return (
    <QueryBoundary query={query} parent={parent}>
      {(product) => (
        <>
          <PageHeader title={product.name} parent={parent} badge={<ProductState product={product} />}>
            <OwnerActions {...{ product, shop }} />
            <DetailsActions {...{ resource, shop }} row={product as unknown as Row} />
          </PageHeader>
          {rights.canUpdate && product.review && <ReviewNote review={product.review} />}
          <div className="mt-4 grid items-start gap-4 desk:grid-cols-[minmax(0,1fr)_22rem]">
            <div className="grid min-w-0 gap-4">
              <ProductGallery product={product} />
              {product.description && (
                <Card title={t('form:products.details.description')}>
                  <HtmlText html={product.description} />
                </Card>
              )}
              {product.product_type === 'variable' && <VariationTable product={product} />}
            </div>
            <div className="grid min-w-0 gap-4">
              <ProductFacts product={product} />
              {rights.canUpdate && <History family="products" id={product.id} />}
            </div>
          </div>
        </>
      )}
    </QueryBoundary>
  );
}
