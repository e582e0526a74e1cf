import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { SearchInput } from '@/components/inputs/search-input';
import { EmptyState } from '@/components/page/empty-state';
import { toSearch } from '@/contract/core/search';
import { api } from '@/lib/api/client';
import { ProductTable } from './product-table';

const columns = [
  { key: 'name', kind: 'title', isSortable: true },
  { key: 'product_type', kind: 'text' },
  { key: 'price', kind: 'text' },
  { key: 'quantity', kind: 'number', isSortable: true },
  { key: 'status', kind: 'badge' },
] as const;

/** Products of a sale with their prices before and after. */
export function Deals({ slug }: { slug: string }) {
  const { t, i18n } = useTranslation(['promotions', 'common']);
  const card = 'promotions:flash-sale.card';
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const [sort, setSort] = useState<{ orderBy: string; sortedBy: 'asc' | 'desc' }>({
    orderBy: 'name',
    sortedBy: 'asc',
  });
  const search = toSearch({ name: text });
  const query = { slug, limit: 5, page, language: i18n.language, ...sort, ...(search && { search }) };
  const found = useQuery({
    queryKey: ['flash-sale', 'deals', query],
    queryFn: () => api.page('products-by-flash-sale', query),
    placeholderData: keepPreviousData,
  });
  return (
    <section className="mt-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-card font-semibold">{t(`${card}.deals`)}</h2>
        <SearchInput
          value={text}
          label={t(`${card}.find-deal`)}
          clearLabel={t('common:list.clear-search')}
          onSearch={(asked) => {
            setText(asked);
            setPage(1);
          }}
        />
      </div>
      <ProductTable
        label={t(`${card}.deals`)}
        columns={columns}
        query={found}
        sort={sort}
        isFiltered={text !== ''}
        empty={
          <EmptyState picture="empty" title={t(`${card}.deals-empty`)} text={t(`${card}.deals-empty-text`)} />
        }
        onSort={(orderBy) => {
          const turns = orderBy === sort.orderBy && sort.sortedBy === 'asc';
          setSort({ orderBy, sortedBy: turns ? 'desc' : 'asc' });
          setPage(1);
        }}
        onPage={setPage}
      />
    </section>
  );
}
