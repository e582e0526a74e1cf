import { useTranslation } from 'next-i18next/pages';
import { products } from '@/contract/products';
import type { ProductDetails } from '@/contract/products/details';
import { useSave } from '@/lib/use-save';

/** Saves a product; where something of it now waits for an administrator, the toast says so. */
export function useSaveProduct() {
  const { t } = useTranslation('form');
  return useSave(products, {
    silent: ['CONFLICT'],
    said: (row) => {
      const { review } = row as Partial<ProductDetails>;
      if (review?.decision !== null) return undefined;
      return t(`form:products.form.review.${review.values ? 'sent-change' : 'sent-product'}`);
    },
  });
}
