import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { SearchInput } from '@/components/inputs/search-input';
import { EmptyState } from '@/components/page/empty-state';
import { PageHeader } from '@/components/page/page-header';
import { products } from '@/contract/catalogue/products';
import { adminOnly, isAllowed } from '@/contract/core/permissions';
import { toListQuery, useListState } from '@/crud/list/list-state';
import { SortMenu, useNeedsSortMenu } from '@/crud/list/sort-menu';
import { useCan } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';
import { formatNumber } from '@/lib/format/format';
import { usePermissions } from '@/lib/session/me';
import { Invitations } from './invitations';
import { ProductTable } from './product-table';
import { WithdrawConsent } from './withdraw-consent';

interface MyProductsProps {
  /** Address of the page. */
  path: string;
  /** Restricts to one shop; null for every visible shop. */
  shopId: number | null | undefined;
  /** Shop select next to the search. */
  tools?: ReactNode;
}

const columns = [
  { key: 'name', kind: 'title', isSortable: true },
  { key: 'product_type', kind: 'text', isSortable: false, isSpare: true },
  { key: 'price', kind: 'text', isSortable: true },
  { key: 'sale', kind: 'text', isSortable: false, under: 'price' },
  { key: 'quantity', kind: 'number', isSortable: true },
  { key: 'sold_quantity', kind: 'number', isSortable: true, isSpare: true },
  { key: 'status', kind: 'badge', isSortable: false },
] as const;

/** Products in current or upcoming sales with their sale prices. */
export function MyProducts({ path, shopId, tools }: MyProductsProps) {
  const { t, i18n } = useTranslation(['promotions', 'common']);
  const card = 'promotions:flash-sale.card';
  const { state, change, sort } = useListState(products, path);
  const scope = { flash_sale_builder: 'true', ...(shopId && { shop_id: shopId }) };
  const query = { ...toListQuery(products, state, {}, i18n.language), ...scope };
  const found = useQuery({
    queryKey: ['products', 'list', query],
    queryFn: () => api.page('products', query),
    // The shop is still loading.
    enabled: shopId !== undefined,
    placeholderData: keepPreviousData,
  });
  const headings = columns.map((column) => ({ ...column, label: t(`${card}.columns.${column.key}`) }));
  const needsSortMenu = useNeedsSortMenu({ columns: headings });
  // Administrators cannot consent for a shop.
  const hasConsents = useCan('sale-consents');
  const isVendor = !isAllowed(adminOnly, usePermissions());
  const total = found.data?.paginator.total;
  return (
    <>
      <PageHeader
        title={t(`${card}.my-products`)}
        total={total === undefined ? undefined : formatNumber(total, i18n.language)}
      />
      {typeof shopId === 'number' && hasConsents && isVendor && <Invitations shopId={shopId} />}
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <SearchInput
          value={state.search}
          label={t(`${card}.find-deal`)}
          clearLabel={t('common:list.clear-search')}
          onSearch={(search) => change({ search })}
        />
        {tools}
        {needsSortMenu && (
          <SortMenu columns={headings} orderBy={state.orderBy} sortedBy={state.sortedBy} onSort={change} />
        )}
      </div>
      <ProductTable
        label={t(`${card}.my-products`)}
        columns={columns}
        query={found}
        sort={state}
        isFiltered={state.search !== ''}
        isOneShop={typeof shopId === 'number'}
        empty={<EmptyState picture="empty" title={t(`${card}.my-empty`)} text={t(`${card}.my-empty-text`)} />}
        actions={hasConsents && isVendor ? (product) => <WithdrawConsent product={product} /> : undefined}
        onSort={sort}
        onPage={(page) => change({ page })}
      />
    </>
  );
}
