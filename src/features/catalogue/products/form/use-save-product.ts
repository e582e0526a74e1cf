import { useTranslation } from 'next-i18next/pages';
import { products } from '@/contract/catalogue/products';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import { useSave } from '@/crud/form/use-save';
import { usePermissions } from '@/lib/session/me';

/** Saves a product; the toast tells a vendor when the change awaits a review. An administrator's save never does. */
export function useSaveProduct() {
  const { t } = useTranslation('catalogue');
  const isAdmin = usePermissions().includes('super_admin');
  return useSave(products, (row) => {
    const { review } = row as Partial<ProductDetails>;
    if (isAdmin || review?.decision !== null) return undefined;
    return t(`catalogue:products.form.review.${review.values ? 'sent-change' : 'sent-product'}`);
  });
}
