import { useTranslation } from 'next-i18next/pages';
import { products } from '@/contract/catalogue/products';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import { useSave } from '@/crud/form/use-save';

/** Saves a product; the toast says when the change awaits a review. */
export function useSaveProduct() {
  const { t } = useTranslation('catalogue');
  return useSave(products, (row) => {
    const { review } = row as Partial<ProductDetails>;
    if (review?.decision !== null) return undefined;
    return t(`catalogue:products.form.review.${review.values ? 'sent-change' : 'sent-product'}`);
  });
}
