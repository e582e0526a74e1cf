import { useTranslation } from 'next-i18next/pages';
import { useRef } from 'react';
import { products } from '@/contract/catalogue/products';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import { defaultLanguage } from '@/contract/core/languages';
import { useAfterSave } from '@/crud/form/resource-form';
import { useRecordForm } from '@/lib/form/use-record-form';
import { useStatusChoices } from '../use-status-choices';
import { buildProductBody, relevantValues } from './product-body';
import { productValues } from './product-values';
import { useSaveProduct } from './use-save-product';

interface Options {
  /** Absent on create. */
  product: ProductDetails | undefined;
  shopId: number;
  /** Slug of the shop whose panel is open. */
  shop: string | undefined;
  userId: number;
  /** Replaces the page that follows a save. */
  onDone?: () => void;
}

/** Form state of a product with its draft, which survives a lost session or a crash. */
export function useProductForm({ product, shopId, shop, userId, onDone }: Options) {
  const { t, i18n } = useTranslation('form');
  const statuses = useStatusChoices(product?.status);
  const save = useSaveProduct();
  const navigateAfterSave = useAfterSave(products, shop);
  // The resolver is created once and reads the current product here.
  const latest = useRef(product);
  latest.current = product;
  const valuesOf = (one: ProductDetails | undefined) => productValues(one, i18n.language, statuses);

  const record = useRecordForm<ProductDetails>({
    record: product,
    valuesOf,
    schema: async () => {
      const { productFormSchema } = await import('./product-check');
      // `useRecordForm` is generic over values; the schema is typed. The server validates by the same schema.
      return productFormSchema as never;
    },
    shown: (values) => relevantValues(values, latest.current),
    save: async (checked, version, seen, idempotencyKey) => {
      const typed = record.form.getValues();
      const body = buildProductBody(checked, { typed, before: valuesOf(seen), seen });
      const input = seen ? body : { ...body, shop_id: shopId };
      const saved = await save.mutateAsync({
        id: seen?.id,
        version,
        language: defaultLanguage,
        body: input,
        idempotencyKey,
      });
      // A save returns the same record as a read.
      return saved as unknown as ProductDetails;
    },
    onSaved: (saved) => {
      if (onDone) onDone();
      else navigateAfterSave({ ...saved }, product ? 'update' : 'create');
    },
    leaveQuestion: t('form:draft.leave'),
    draft: {
      key: `gostiny-draft:products:${userId}:${shopId}:${product?.id ?? 'new'}`,
      // Rows of stored variations carry ids and versions that do not fit another version of the product.
      fragile: ['matrix', 'quantity'],
    },
  });
  return { record, statuses };
}
