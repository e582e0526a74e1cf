import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';
import { products } from '@/contract/catalogue/products';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import { pathOf } from '@/contract/core/define';
import { DraftNote } from '@/crud/form/draft-note';
import { FormFrame } from '@/crud/form/form-frame';
import { AccountingCard } from './accounting-card';
import { FiledCard } from './cards';
import { ConflictSide } from './conflict-side';
import { FormParts, formParts } from './form-parts';
import { KindCard } from './kind-card';
import { MainCard } from './main-card';
import { PicturesCard } from './pictures-card';
import { ProductLinks } from './product-links';
import { ReviewBanner } from './review-banner';
import { SeoCard } from './seo-card';
import { ShippingCard } from './shipping-card';
import { SourceCard } from './source-card';
import { StatusCard } from './status-card';
import { useFormWords } from './use-form-words';
import { useProductForm } from './use-product-form';
import { VideoCard } from './video-card';

interface ProductEditorProps {
  product: ProductDetails | undefined;
  shopId: number;
  shop: string | undefined;
  userId: number;
}

const loading = () => <Skeleton className="h-40 w-full rounded-control" />;

// Most products are simple, and hardly anybody looks at the history while writing.
const VariationMatrix = dynamic(
  () =>
    import('@/features/catalogue/products/variations/variation-matrix').then(
      (module) => module.VariationMatrix,
    ),
  { loading, ssr: false },
);
const History = dynamic(() => import('@/components/domain/history').then((module) => module.History), {
  loading,
});

/** The form of one product: what a buyer sees in the wide column, where it stands in the narrow one. */
export function ProductEditor({ product, shopId, shop, userId }: ProductEditorProps) {
  const { t } = useTranslation(['form', 'resources']);
  const words = useFormWords();
  const { record, draft, statuses } = useProductForm({ product, shopId, shop, userId });
  const { form } = record;
  const [kind, status] = useWatch({ control: form.control, name: ['product_type', 'status'] });
  const isVariable = kind === 'variable';
  const { list } = pathOf(products, shop);
  useJump();
  // What is typed into one part is laid out and painted without the others: there may be 2,000 rows in one.
  const part = (name: keyof typeof formParts) => ({
    id: String(name),
    className: 'scroll-mt-18 contain-layout contain-style',
  });
  const isMoved = status !== '' && status !== (product?.status === 'approved' ? 'publish' : product?.status);

  const side = (
    <>
      <div {...part('status')}>
        <StatusCard form={form} statuses={statuses} current={product?.status} />
      </div>
      <div {...part('pictures')}>
        <PicturesCard form={form} />
      </div>
      <div {...part('filed')}>
        <FiledCard form={form} group={product?.type} />
      </div>
      <FormParts
        control={form.control}
        parts={Object.keys(formParts).filter((name) => name !== (isVariable ? 'source' : 'variations'))}
      />
    </>
  );
  return (
    <FormFrame
      record={record}
      side={side}
      title={product?.name ?? t('resources:products.new')}
      parent={{ href: list, label: t('resources:products.title') }}
      badge={product && <Badge tone={toneOf(product.status)}>{words.option('status', product.status)}</Badge>}
      actions={product && <ProductLinks product={product} />}
      top={
        <div className="grid gap-2">
          {product?.review && <ReviewBanner form={form} review={product.review} statuses={statuses} />}
          <DraftNote draft={draft} dropLabel={t(product ? 'form:draft.restore' : 'form:draft.clear')} />
        </div>
      }
      saveLabel={isMoved ? t(`form:products.form.save.${status}`) : undefined}
      cancelHref={list}
      labelOf={words.field}
      textOf={(key, value) => <ConflictSide name={key} value={value} />}
    >
      <div {...part('main')}>
        <MainCard form={form} isNew={!product} />
      </div>
      <div {...part('kind')}>
        <KindCard form={form} product={product} />
      </div>
      {isVariable && (
        <div {...part('variations')}>
          <Card title={t('form:products.form.sections.variations')}>
            <VariationMatrix form={form} shopId={shopId} {...(product && { product })} />
          </Card>
        </div>
      )}
      {!isVariable && (
        <div {...part('source')}>
          <SourceCard form={form} />
        </div>
      )}
      <div {...part('shipping')}>
        <ShippingCard form={form} />
      </div>
      <div {...part('accounting')}>
        <AccountingCard form={form} />
      </div>
      <div {...part('video')}>
        <VideoCard form={form} />
      </div>
      <div {...part('seo')}>
        <SeoCard form={form} />
      </div>
      {product && <History family="products" id={product.id} labelOf={words.inHistory} />}
    </FormFrame>
  );
}

/** A link to one part of the form arrives before the form does. */
function useJump() {
  useEffect(() => {
    const part = window.location.hash && document.getElementById(window.location.hash.slice(1));
    if (part) part.scrollIntoView();
  }, []);
}

function toneOf(status: ProductDetails['status']) {
  return products.columns.find(({ key }) => key === 'status')?.tones?.[status] ?? 'neutral';
}
