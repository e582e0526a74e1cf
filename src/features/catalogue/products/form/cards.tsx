import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { Card } from '@/components/ui/card';
import type { Stub } from '@/contract/core/define';
import { api } from '@/lib/api/client';
import { ProductField } from './product-field';

interface FiledCardProps {
  form: UseFormReturn<FieldValues>;
  /** Of the product as it is stored. */
  group: Stub | null | undefined;
}

const named = { labelKey: 'name', searchKey: 'name' };

/** Where the product is found: its group, its shelves, and whose it is. */
export function FiledCard({ form, group }: FiledCardProps) {
  const { t } = useTranslation('form');
  const slug = useGroupSlug(form, group);
  const scope = { is_approved: '1', ...(slug && { type: slug }) };
  return (
    <Card title={t('form:products.form.sections.filed')} isForm>
      <ProductField
        form={form}
        name="type_id"
        kind="relation"
        required
        relation={{ endpoint: 'types', ...named }}
        // Manufacturers belong to groups.
        onEdited={() => form.setValue('manufacturer_id', null, { shouldDirty: true })}
      />
      <ProductField
        form={form}
        name="categories"
        kind="relation"
        relation={{ endpoint: 'categories', ...named, multiple: true }}
      />
      <ProductField
        form={form}
        name="tags"
        kind="relation"
        relation={{ endpoint: 'tags', ...named, multiple: true }}
      />
      <ProductField
        form={form}
        name="manufacturer_id"
        kind="relation"
        relation={{ endpoint: 'manufacturers', ...named, scope }}
      />
      <ProductField
        form={form}
        name="author_id"
        kind="relation"
        relation={{ endpoint: 'authors', ...named, scope: { is_approved: '1' } }}
      />
    </Card>
  );
}

/** Slug of the chosen group: the search knows groups by it. */
function useGroupSlug(form: UseFormReturn<FieldValues>, stored: Stub | null | undefined) {
  const id: unknown = useWatch({ control: form.control, name: 'type_id' })?.id;
  const asked = useQuery({
    queryKey: ['types', 'one', String(id), 'slug'],
    queryFn: () => api.one<Stub>('types', String(id)),
    enabled: typeof id === 'number' && id !== stored?.id,
    staleTime: 5 * 60_000,
    meta: { silent: true },
  });
  return id === stored?.id ? stored?.slug : asked.data?.slug;
}
