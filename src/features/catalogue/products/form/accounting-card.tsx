import { useTranslation } from 'next-i18next/pages';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Card } from '@/components/ui/card';
import { ProductField } from './product-field';
import { usualVat } from './product-values';

/** As the contract has them; its list would bring the validation library along. */
const rates = [usualVat, 'none', '0', '5', '7', '10', '22'];

/** What the receipt and the law ask for (reference russia §3.7, §3.8), and when the stock is low. */
export function AccountingCard({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation('form');
  return (
    <Card title={t('form:products.form.sections.accounting')} isForm>
      <div className="grid items-start gap-5 @md:grid-cols-2">
        <ProductField form={form} name="vat_rate" kind="select" options={rates} />
        <ProductField form={form} name="low_stock_threshold" kind="text" />
      </div>
      <ProductField form={form} name="requires_marking" kind="switch" />
    </Card>
  );
}
