import { useTranslation } from 'next-i18next/pages';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Card } from '@/components/ui/card';
import { DescriptionField } from './description-field';
import { ProductField } from './product-field';

interface MainCardProps {
  form: UseFormReturn<FieldValues>;
  isNew: boolean;
}

/** What a buyer reads first. */
export function MainCard({ form, isNew }: MainCardProps) {
  const { t } = useTranslation('form');
  return (
    <Card title={t('form:products.form.sections.main')} isForm>
      <ProductField form={form} name="name" kind="text" required />
      <ProductField form={form} name="slug" kind="slug" from="name" isNew={isNew} />
      <DescriptionField form={form} />
      <ProductField form={form} name="unit" kind="text" required />
    </Card>
  );
}
