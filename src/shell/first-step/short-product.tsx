import { useTranslation } from 'next-i18next/pages';
import { ProductField } from '@/features/catalogue/products/form/product-field';
import { saveGoals, useGoalSave } from '@/features/catalogue/products/form/save-buttons';
import { useFormWords } from '@/features/catalogue/products/form/use-form-words';
import { useProductForm } from '@/features/catalogue/products/form/use-product-form';
import { ShortFrame, useStepDone } from './short-frame';

interface ShortProductProps {
  shop: { id: number; slug: string };
  userId: number;
  onClose: () => void;
}

const fields = ['name', 'type_id', 'price', 'unit', 'quantity'];

/** A first product without picture; its button sends it where the long form's main button does. */
export function ShortProduct({ shop, userId, onClose }: ShortProductProps) {
  const { t } = useTranslation(['insights', 'catalogue']);
  const words = useFormWords();
  const { record, statuses } = useProductForm({
    product: undefined,
    shopId: shop.id,
    shop: shop.slug,
    userId,
    onDone: useStepDone(onClose),
  });
  const { form } = record;
  const goals = saveGoals(statuses, undefined);
  const save = useGoalSave(record, goals);
  return (
    <ShortFrame
      record={record}
      onClose={onClose}
      title={t('insights:first-steps.vendor.products-action')}
      text={t('insights:first-steps.vendor.products-short')}
      fields={fields}
      longForm={`/${encodeURIComponent(shop.slug)}/products/create`}
      saveLabel={goals && t(`catalogue:products.form.save.${goals.goal}`)}
      {...(save && { onSave: save.toGoal })}
      labelOf={words.field}
      // Nobody else can have changed a new product.
      textOf={() => null}
    >
      <ProductField form={form} name="name" kind="text" required />
      <ProductField form={form} name="type_id" kind="relation" required relation={{ endpoint: 'types' }} />
      <ProductField form={form} name="price" kind="money" required />
      <ProductField form={form} name="unit" kind="text" required />
      <ProductField form={form} name="quantity" kind="number" required />
    </ShortFrame>
  );
}
