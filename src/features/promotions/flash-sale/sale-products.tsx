import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { ChoiceField } from '@/components/inputs/choice-field';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { toSearch } from '@/contract/core/search';
import type { FlashSale, SaleProduct } from '@/contract/promotions/flash-sale/schema';
import { useSettings } from '@/state/settings';
import { CategoryTools, type ProductFilter } from './category-tools';
import { ProductChooser } from './product-chooser';

interface SaleProductsProps {
  form: UseFormReturn;
  sale: Pick<FlashSale, 'id' | 'products'> | undefined;
}

type Builder = FlashSale['sale_builder'];
const card = 'promotions:flash-sale.card';

/** Participating products, chosen singly or by category. */
export function SaleProducts({ form, sale }: SaleProductsProps) {
  const { t } = useTranslation('promotions');
  const [known, setKnown] = useState<readonly SaleProduct[]>(sale?.products ?? []);
  const [filter, setFilter] = useState<ProductFilter>({});
  const builder: Builder = form.watch('sale_builder');
  const [type, rate, from, to] = form.watch(['type', 'rate', 'start_date', 'end_date']);
  const { maxSaleDiscount } = useSettings();
  const byCategory = builder.data_type === 'handpick_category';

  const set = (more: Partial<Builder>) => {
    form.clearErrors('sale_builder');
    form.setValue('sale_builder', { ...builder, ...more }, { shouldDirty: true });
  };
  const add = (products: readonly SaleProduct[], more: Partial<Builder> = {}) => {
    setKnown((before) => [...before, ...products.filter(({ id }) => !before.some((one) => one.id === id))]);
    set({ product_ids: [...new Set([...builder.product_ids, ...products.map(({ id }) => id)])], ...more });
  };
  const query = {
    ...productQuery({ from, to }, sale?.id),
    ...(byCategory && categoryQuery(filter)),
  };
  return (
    <Card title={t(`${card}.products`)} text={t(`${card}.products-hint`)} isForm>
      <ChoiceField
        id="field-data_type"
        label={t(`${card}.source`)}
        value={builder.data_type}
        values={['handpicked_products', 'handpick_category']}
        word={(one) => t(`promotions:flash-sale.options.data_type.${one}`)}
        onChange={(data_type) => set({ data_type })}
      />
      {byCategory && (
        <CategoryTools
          filter={filter}
          query={query}
          onFilter={setFilter}
          onAdd={(products) =>
            add(products, { category_ids: [...new Set([...builder.category_ids, Number(filter.category)])] })
          }
        />
      )}
      <ProductChooser
        form={form}
        path="sale_builder.product_ids"
        chosen={builder.product_ids}
        known={known}
        query={query}
        terms={{ type, rate: Number(String(rate).replace(',', '.')) || 0, max_discount: maxSaleDiscount }}
        label={t('promotions:flash-sale.fields.sale_builder')}
        hint={t(`${card}.free-only`)}
        empty={t(`${card}.nothing-chosen`)}
        below={({ has_consent }) =>
          has_consent !== undefined && (
            <span className="mt-0.5 block">
              <Badge tone={has_consent ? 'good' : 'warn'}>
                {t(`${card}.${has_consent ? 'takes-part' : 'waits-for-shop'}`)}
              </Badge>
            </span>
          )
        }
        onChange={(ids, added) => (added.length > 0 ? add(added) : set({ product_ids: ids }))}
      />
    </Card>
  );
}

/** Query of products that are in no other sale at that time. */
function productQuery({ from, to }: { from?: unknown; to?: unknown }, saleId: number | undefined) {
  return {
    flash_sale_builder: 'true',
    searchedByUser: 'super_admin_builder',
    ...(from ? { free_from: from } : {}),
    ...(to ? { free_to: to } : {}),
    ...(saleId !== undefined && { except_flash_sale: saleId }),
  };
}

function categoryQuery({ group, category }: ProductFilter) {
  const search = toSearch({ type: group });
  return { ...(search && { search }), ...(category && { categories: category }) };
}
