import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { RelatedFilter } from '@/components/table/related-filter';
import { Button } from '@/components/ui/button';
import type { SaleProduct } from '@/contract/promotions/flash-sale/schema';
import { allRows } from '@/lib/api/all-rows';
import { api } from '@/lib/api/client';
import { showToast } from '@/lib/toast';

export interface ProductFilter {
  group?: string;
  category?: string;
}

interface CategoryToolsProps {
  filter: ProductFilter;
  query: Record<string, unknown>;
  onFilter: (filter: ProductFilter) => void;
  onAdd: (products: readonly SaleProduct[]) => void;
}

/** Pages of a hundred, up to the maximum of a sale. */
const maxPages = 20;

export function CategoryTools({ filter, query, onFilter, onAdd }: CategoryToolsProps) {
  const { t } = useTranslation(['promotions', 'common', 'form']);
  const card = 'promotions:flash-sale.card';
  const adding = useMutation({
    mutationFn: () => allRows(maxPages, (page) => api.page('products', { ...query, limit: 100, page })),
    onSuccess: (products) => {
      onAdd(products);
      showToast('info', t(`${card}.added`, { count: products.length }));
    },
  });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <RelatedFilter
        label={t(`${card}.group`)}
        clearLabel={t('common:list.clear-filter')}
        relation={{ endpoint: 'types' }}
        byId={false}
        value={filter.group}
        onChange={(group) => onFilter({ ...filter, group })}
      />
      <RelatedFilter
        label={t(`${card}.category`)}
        clearLabel={t('common:list.clear-filter')}
        relation={{ endpoint: 'categories' }}
        byId
        value={filter.category}
        onChange={(category) => onFilter({ ...filter, category })}
      />
      {filter.category && (
        <Button isLoading={adding.isPending} onClick={() => adding.mutate()}>
          {t(`${card}.add-all`)}
        </Button>
      )}
    </div>
  );
}
