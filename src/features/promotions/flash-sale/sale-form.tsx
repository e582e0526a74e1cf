import { useTranslation } from 'next-i18next/pages';
import { StatusBadge } from '@/components/domain/status-badge';
import { findSection } from '@/components/form/form-errors';
import { Card } from '@/components/ui/card';
import type { SaleType } from '@/contract/catalogue/products/sale-price';
import type { AnyResource, FormField } from '@/contract/core/define';
import type { FlashSale } from '@/contract/promotions/flash-sale/schema';
import { FieldInput } from '@/crud/form/field-input';
import { ResourceFrame, useResourceForm } from '@/crud/form/resource-form';
import type { FormProps, JsonRecord } from '@/crud/types';
import { SaleProducts } from './sale-products';

/** Fields under a heading. */
const sections = {
  period: ['start_date', 'end_date', 'sale_status'],
  terms: ['type', 'rate'],
  products: ['sale_builder'],
};

/** Sale form: terms, dates and products with resulting prices. */
export function SaleForm({ resource, row, shop }: FormProps) {
  const { t } = useTranslation('promotions');
  const record = useResourceForm({ resource, row, shop });
  const type: SaleType = record.form.watch('type') === 'fixed_rate' ? 'fixed_rate' : 'percentage';
  const shaped = withRateOf(type, resource);
  // Rows of the engine are wider than this family's.
  const sale = row as unknown as FlashSale | undefined;
  const draw = (keys: readonly string[]) =>
    shaped.fields
      .filter((field: FormField<JsonRecord>) => keys.includes(field.key))
      .map((field: FormField<JsonRecord>) => (
        <FieldInput key={field.key} resource={shaped} field={field} form={record.form} isNew={!row} />
      ));
  const side = (
    <>
      <Card title={t('promotions:flash-sale.card.period')} isForm>
        {draw(sections.period)}
      </Card>
      <Card isForm>{draw(['image', 'cover_image'])}</Card>
    </>
  );
  return (
    <ResourceFrame
      row={row}
      shop={shop}
      record={record}
      side={side}
      resource={shaped}
      placeOf={(path) => {
        const name = findSection(sections, path);
        return { heading: name && t(`promotions:flash-sale.card.${name}`) };
      }}
      badge={sale && <StatusBadge resource={resource} value={sale.status} />}
    >
      <Card isForm>{draw(['title', 'slug', 'description'])}</Card>
      <Card
        title={t('promotions:flash-sale.card.terms')}
        text={t(`promotions:flash-sale.card.${type === 'fixed_rate' ? 'fixed-note' : 'percent-note'}`)}
        isForm
      >
        {draw(sections.terms)}
      </Card>
      <SaleProducts form={record.form} sale={sale} />
    </ResourceFrame>
  );
}

/** The rate's input is roubles or per cent by discount type. */
function withRateOf(type: SaleType, resource: AnyResource): AnyResource {
  return {
    ...resource,
    fields: resource.fields.map((field: FormField<JsonRecord>) => {
      if (field.key !== 'rate') return field;
      return type === 'fixed_rate' ? { ...field, kind: 'money' } : { ...field, unit: 'percent' };
    }),
  };
}
