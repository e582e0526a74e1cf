import { useTranslation } from 'next-i18next/pages';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import { useModalActions } from '@/state/modal';
import { ProductField } from './product-field';

interface SimpleFieldsProps {
  form: UseFormReturn<FieldValues>;
  product: ProductDetails | undefined;
}

/** Price, stock and numbers of a product without variations. */
export function SimpleFields({ form, product }: SimpleFieldsProps) {
  const { t } = useTranslation('form');
  const { open } = useModalActions();
  const [quantity, isExternal] = useWatch({ control: form.control, name: ['quantity', 'is_external'] });
  const isStored = product?.product_type === 'simple';
  const hasMoved = isStored && String(quantity).trim() !== String(product.quantity);
  return (
    <>
      <ProductField form={form} name="price" kind="money" required />
      <ProductField form={form} name="sale_price" kind="money" />
      {!isExternal && <ProductField form={form} name="quantity" kind="number" required />}
      {hasMoved && !isExternal && <ProductField form={form} name="quantity_reason" kind="text" />}
      <div className="grid items-start gap-5 @md:grid-cols-2">
        <ProductField form={form} name="sku" kind="text" />
        <ProductField form={form} name="barcode" kind="text" />
      </div>
      {isStored && (
        <div>
          <Button
            size="small"
            onClick={() => open('STOCK_MOVEMENTS', { productId: product.id, title: product.name })}
          >
            {t('form:products.form.movements')}
          </Button>
        </div>
      )}
    </>
  );
}
