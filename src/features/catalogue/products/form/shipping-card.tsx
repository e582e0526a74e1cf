import { useTranslation } from 'next-i18next/pages';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Card } from '@/components/ui/card';
import { usePermissions } from '@/lib/session/me';
import { ProductField } from './product-field';

const named = { labelKey: 'name', searchKey: 'name' };

/** What delivery has to know; also from how few pieces on the product is low. */
export function ShippingCard({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation('form');
  // Boxes are the marketplace's: the API shows them to administrators only.
  const isAdmin = usePermissions().includes('super_admin');
  return (
    <Card
      title={t('form:products.form.sections.shipping')}
      text={t('form:products.form.shipping-text')}
      isForm
    >
      <ProductField form={form} name="length" kind="number" unit="cm" />
      <ProductField form={form} name="width" kind="number" unit="cm" />
      <ProductField form={form} name="height" kind="number" unit="cm" />
      <ProductField form={form} name="weight" kind="number" unit="kg" />
      <ProductField
        form={form}
        name="delivery_class_id"
        kind="relation"
        relation={{ endpoint: 'delivery-classes', ...named }}
      />
      {isAdmin && (
        <ProductField
          form={form}
          name="box_id"
          kind="relation"
          relation={{ endpoint: 'api/admin/boxes', ...named }}
        />
      )}
    </Card>
  );
}
