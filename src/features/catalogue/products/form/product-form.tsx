import { ExternalLink, QrCode } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { type Control, type FieldValues, type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import { useIsEditable } from '@/components/form/editable';
import { findSection } from '@/components/form/form-errors';
import { FormFrame } from '@/components/form/form-frame';
import { FormSections } from '@/components/form/form-sections';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { buttonClass } from '@/components/ui/button-style';
import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';
import { products } from '@/contract/catalogue/products';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import { isLive } from '@/contract/catalogue/products/moderation';
import { familyPaths } from '@/contract/core/define';
import type { FormProps } from '@/crud/types';
import { readMatrix } from '@/features/catalogue/products/variations/matrix';
import { wrongCells } from '@/features/catalogue/products/variations/matrix-checks';
import { useCan } from '@/lib/api/capabilities';
import { part } from '@/lib/part';
import { useMe } from '@/lib/session/me';
import { useShopId } from '@/lib/session/shop-id';
import { productUrl } from '@/lib/storefront';
import { useModalActions } from '@/state/modal';
import { useSettings } from '@/state/settings';
import {
  AccountingCard,
  ClassificationCard,
  MainCard,
  PicturesCard,
  ShippingCard,
  StatusCard,
  VideoCard,
} from './cards';
import { CharacteristicsCard } from './characteristics-card';
import { ChooseShop } from './choose-shop';
import { ConflictSide } from './conflict-side';
import { KindCard } from './kind-card';
import { ReviewBanner } from './review-banner';
import { SaveButtons, saveGoals, useGoalSave } from './save-buttons';
import { SeoCard } from './seo-card';
import { SourceCard } from './source-card';
import { useFormWords } from './use-form-words';
import { useProductForm } from './use-product-form';

export function ProductForm({ row, shop }: FormProps) {
  const { data: me } = useMe();
  // Rows of the engine are wider than this one of the products service.
  const product = row as unknown as ProductDetails | undefined;
  const ownShop = useShopId(product ? undefined : shop);
  const shopId = product?.shop_id ?? ownShop;
  if (!product && shop === undefined) return <ChooseShop />;
  // The draft's key needs the user, and a new product needs a shop.
  if (!me || shopId === undefined) return <Skeleton className="mt-2 h-96 w-full rounded-card" />;
  return <ProductEditor key={product?.id} product={product} shopId={shopId} shop={shop} userId={me.id} />;
}

interface ProductEditorProps {
  product: ProductDetails | undefined;
  shopId: number;
  shop: string | undefined;
  userId: number;
}

const loading = () => <Skeleton className="h-40 w-full rounded-control" />;

// Loaded on demand: most products are simple, and the history is rarely opened.
const VariationMatrix = part(
  dynamic(
    () =>
      import('@/features/catalogue/products/variations/variation-matrix').then(
        (module) => module.VariationMatrix,
      ),
    { loading, ssr: false },
  ),
);
const RecordHistory = part(
  dynamic(() => import('@/crud/details/record-history').then((module) => module.RecordHistory), { loading }),
);

/** Product form: content in the wide column, status and classification in the narrow one. */
function ProductEditor({ product, shopId, shop, userId }: ProductEditorProps) {
  const { t } = useTranslation(['catalogue', 'common']);
  const words = useFormWords();
  const { record, statuses } = useProductForm({ product, shopId, shop, userId });
  const { form } = record;
  // The history of another shop's product is closed.
  const isEditable = useIsEditable();
  const [kind, status] = useWatch({ control: form.control, name: ['product_type', 'status'] });
  const isVariable = kind === 'variable';
  const { list } = familyPaths(products, shop);
  const goals = saveGoals(statuses, product?.status);
  const goalSave = useGoalSave(record, goals);
  const isStatusChanged =
    status !== '' && status !== (product?.status === 'approved' ? 'publish' : product?.status);

  const side = (
    <SideColumn
      form={form}
      product={product}
      statuses={statuses}
      isVariable={isVariable}
      hasGoals={goals !== undefined}
    />
  );
  return (
    <FormFrame
      record={record}
      side={side}
      title={product?.name ?? t('catalogue:products.new')}
      parent={{ href: list, label: t('common:families.products') }}
      badge={
        product && <Badge tone={statusTone(product.status)}>{words.option('status', product.status)}</Badge>
      }
      actions={product && <ProductLinks product={product} />}
      top={product?.review && <ReviewBanner form={form} review={product.review} />}
      saveLabel={isStatusChanged ? t(`catalogue:products.form.save.${status}`) : undefined}
      saveButtons={
        goals && goalSave && <SaveButtons goals={goals} save={goalSave} isSaving={record.isSaving} />
      }
      onSave={goalSave?.byKey}
      errorsOf={(key) => (key === 'matrix' ? wrongVariationCells(form.getValues(key)) : 1)}
      cancelHref={list}
      labelOf={words.field}
      placeOf={(path) => {
        const name = findSection(formSections, path);
        return { heading: name && t(`catalogue:products.form.sections.${name}`) };
      }}
      textOf={(key, value) => <ConflictSide name={key} value={value} />}
    >
      <Sections form={form} product={product} shopId={shopId} isVariable={isVariable} />
      {product && isEditable && <RecordHistory family="products" id={product.id} labelOf={words.inHistory} />}
    </FormFrame>
  );
}

/** Layout containment per section: one of them may hold 2,000 rows. */
function Section({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div id={name} className=" contain-layout contain-style">
      {children}
    </div>
  );
}

interface SectionsProps {
  form: UseFormReturn<FieldValues>;
  product: ProductDetails | undefined;
  isVariable: boolean;
}

function Sections({ form, product, shopId, isVariable }: SectionsProps & { shopId: number }) {
  const { t } = useTranslation('catalogue');
  const hasCharacteristics = useCan('characteristics');
  return (
    <>
      <Section name="main">
        <MainCard form={form} isNew={!product} />
      </Section>
      <Section name="kind">
        <KindCard form={form} product={product} />
      </Section>
      {isVariable ? (
        <Section name="variations">
          <Card title={t('catalogue:products.form.sections.variations')}>
            <VariationMatrix form={form} shopId={shopId} product={product} />
          </Card>
        </Section>
      ) : (
        <Section name="source">
          <SourceCard form={form} />
        </Section>
      )}
      {hasCharacteristics && (
        <Section name="characteristics">
          <CharacteristicsCard form={form} product={product} shopId={shopId} />
        </Section>
      )}
      <Section name="shipping">
        <ShippingCard form={form} />
      </Section>
      <Section name="accounting">
        <AccountingCard form={form} />
      </Section>
      <Section name="video">
        <VideoCard form={form} />
      </Section>
      <Section name="seo">
        <SeoCard form={form} />
      </Section>
    </>
  );
}

interface SideColumnProps extends SectionsProps {
  statuses: ReturnType<typeof useProductForm>['statuses'];
  /** The buttons of the form choose the status. */
  hasGoals: boolean;
}

function SideColumn({ form, product, statuses, isVariable, hasGoals }: SideColumnProps) {
  const hasCharacteristics = useCan('characteristics');
  const hidden = [isVariable ? 'source' : 'variations', ...(hasCharacteristics ? [] : ['characteristics'])];
  return (
    <>
      <Section name="status">
        <StatusCard form={form} statuses={statuses} current={product?.status} isChosenByButton={hasGoals} />
      </Section>
      <Section name="pictures">
        <PicturesCard form={form} />
      </Section>
      <Section name="filed">
        <ClassificationCard form={form} group={product?.type} />
      </Section>
      <SectionNav
        control={form.control}
        parts={Object.keys(formSections).filter((name) => !hidden.includes(name))}
      />
    </>
  );
}

/** At least one: a table without variations is an error, too. */
function wrongVariationCells(value: unknown): number {
  const matrix = readMatrix(value);
  return Math.max(1, matrix ? wrongCells(matrix) : 1);
}

function statusTone(status: ProductDetails['status']) {
  return products.columns.find(({ key }) => key === 'status')?.tones?.[status] ?? 'neutral';
}

/** Sections in their order, with the fields whose errors mark them. */
const formSections: Record<string, readonly string[]> = {
  main: ['name', 'slug', 'description', 'unit'],
  kind: ['product_type', 'is_free', 'price', 'sale_price', 'quantity', 'quantity_reason', 'sku', 'barcode'],
  variations: ['matrix', 'variations', 'variation_options'],
  source: [
    'digital_file',
    'is_external',
    'external_product_url',
    'external_product_button_text',
    'preview_url',
  ],
  characteristics: ['characteristics'],
  shipping: ['length', 'width', 'height', 'weight', 'delivery_class_id', 'box_id'],
  accounting: ['vat_rate', 'requires_marking', 'low_stock_threshold'],
  video: ['video'],
  seo: ['seo'],
  status: ['status'],
  pictures: ['image', 'gallery'],
  filed: ['type_id', 'categories', 'tags', 'manufacturer_id', 'author_id'],
};

interface SectionNavProps {
  control: Control<FieldValues>;
  parts: readonly string[];
}

function SectionNav({ control, parts }: SectionNavProps) {
  const { t } = useTranslation('catalogue');
  const { errors } = useFormState({ control });
  return (
    <FormSections
      label={t('catalogue:products.form.parts')}
      wrongLabel={t('catalogue:products.form.part-wrong')}
      sections={parts.map((name) => ({
        name,
        title: t(`catalogue:products.form.sections.${name}`),
        paths: formSections[name],
      }))}
      errors={errors}
    />
  );
}

function ProductLinks({ product }: { product: ProductDetails }) {
  const { t } = useTranslation('catalogue');
  const { siteLink } = useSettings();
  const { open } = useModalActions();
  const url = productUrl(siteLink, product.slug);
  return (
    <>
      {url && isLive(product.status) && product.status !== 'unpublish' && (
        <a href={url} target="_blank" rel="noreferrer" className={buttonClass({ variant: 'ghost' })}>
          <ExternalLink className="size-4" />
          {t('catalogue:products.form.preview')}
        </a>
      )}
      <Button
        variant="ghost"
        icon={<QrCode className="size-4" />}
        onClick={() => open('SHOW_PRODUCT_QR', { name: product.name, slug: product.slug })}
      >
        {t('catalogue:products.form.qr')}
      </Button>
    </>
  );
}
