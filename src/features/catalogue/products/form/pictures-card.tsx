import { useTranslation } from 'next-i18next/pages';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Card } from '@/components/ui/card';
import { ProductField } from './product-field';

/** The picture that stands for the product, and the others in their order. */
export function PicturesCard({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation('form');
  return (
    <Card title={t('form:products.form.sections.pictures')} isForm>
      <ProductField form={form} name="image" kind="image" />
      <ProductField form={form} name="gallery" kind="images" />
    </Card>
  );
}
