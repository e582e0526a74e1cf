import { useTranslation } from 'next-i18next/pages';
import { RelatedFilter } from '@/components/table/related-filter';
import { useCheckoutWord } from './use-checkout-word';

interface ProductFiltersProps {
  values: Record<string, string>;
  /** An empty value clears a filter. */
  onChange: (values: Record<string, string>) => void;
}

/** Filters by group and category; categories are limited to the chosen group. */
export function ProductFilters({ values, onChange }: ProductFiltersProps) {
  const { t } = useTranslation('common');
  const word = useCheckoutWord();
  const { type, categories } = values;
  return (
    <>
      <RelatedFilter
        label={word('filters.type')}
        clearLabel={t('common:list.clear-filter')}
        relation={{ endpoint: 'types', labelKey: 'name', searchKey: 'name' }}
        byId={false}
        value={type}
        // Categories depend on the group.
        onChange={(picked = '') => onChange({ type: picked, categories: '' })}
      />
      <RelatedFilter
        label={word('filters.categories')}
        clearLabel={t('common:list.clear-filter')}
        relation={{
          endpoint: 'categories',
          labelKey: 'name',
          searchKey: 'name',
          ...(type && { scope: { type } }),
        }}
        byId={false}
        value={categories}
        onChange={(picked = '') => onChange({ categories: picked })}
      />
    </>
  );
}
