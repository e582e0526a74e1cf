import { useTranslation } from 'next-i18next/pages';
import { RelatedFilter } from '@/components/table/related-filter';
import { usePosWord } from './use-till-word';

interface PosFiltersProps {
  values: Record<string, string>;
  /** An empty value takes a filter off. */
  onChange: (values: Record<string, string>) => void;
}

/** Group and category of the products that are shown; categories of the group alone, once one is chosen. */
export function PosFilters({ values, onChange }: PosFiltersProps) {
  const { t } = useTranslation('common');
  const word = usePosWord();
  const { type, categories } = values;
  return (
    <>
      <RelatedFilter
        label={word('filters.type')}
        clearLabel={t('common:list.clear-filter')}
        relation={{ endpoint: 'types', labelKey: 'name', searchKey: 'name' }}
        byId={false}
        value={type}
        // Categories belong to a group.
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
