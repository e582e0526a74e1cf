import { useTranslation } from 'next-i18next/pages';
import { useMemo } from 'react';
import type { TypedField } from './fill';

/** Names of the columns; the same object until the language changes, so that rows need not be drawn anew. */
export type MatrixWords = Record<TypedField, string>;

export function useMatrixWords(): MatrixWords {
  const { t } = useTranslation('form');
  return useMemo(
    () => ({
      price: t('form:products.variations.price'),
      sale_price: t('form:products.variations.sale-price'),
      quantity: t('form:products.variations.quantity'),
      sku: t('form:products.variations.sku'),
      barcode: t('form:products.variations.barcode'),
    }),
    [t],
  );
}
