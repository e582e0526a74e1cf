import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import { useEffect } from 'react';
import { ErrorBanner } from '@/components/page/error-banner';
import { PageHeader } from '@/components/page/page-header';
import { Pagination } from '@/components/table/pagination';
import type { Product } from '@/contract/catalogue/products/schema';
import { listOptions, toListQuery, useListState } from '@/crud/list/list-state';
import { toClientError } from '@/lib/api/errors';
import { useAfterPaint } from '@/lib/hooks/use-after-paint';
import { useUi, useUiActions } from '@/state/ui';
import { CartButton } from './cart-button';
import { onSale, posProducts } from './pos-products';
import { GridSkeleton, ProductGrid } from './product-grid';
import { ScanSearch } from './scan-search';
import { usePosWord } from './use-pos-word';

const PosFilters = dynamic(() => import('./pos-filters').then((module) => module.PosFilters));
const CartSidebar = dynamic(() => import('./cart-sidebar').then((module) => module.CartSidebar));
const ListEmpty = dynamic(() => import('@/components/page/list-empty').then((module) => module.ListEmpty));

/** Where a cashier puts an order together (reference pages §8.1): products in a grid, the cart at its edge. */
export function CreateOrder() {
  const { i18n } = useTranslation();
  const word = usePosWord();
  const { isCartSidebarOpen } = useUi();
  const { closeCartSidebar } = useUiActions();
  const { state, change } = useListState(posProducts, '/orders/create');
  const query = toListQuery(posProducts, state, onSale, i18n.language);
  const list = useQuery({ ...listOptions<Product>(posProducts, query), placeholderData: (before) => before });
  const { rows, paginator } = list.data ?? {};
  const error = list.error ? toClientError(list.error) : undefined;
  // Whoever comes back finds the products, not the cart.
  useEffect(() => closeCartSidebar, [closeCartSidebar]);
  // The filters bring the words of forms with them: products first.
  const isSettled = useAfterPaint(rows !== undefined);
  const isFiltered = state.search !== '' || Object.keys(state.filters).length > 0;
  return (
    // Room for the floating button below the last card.
    <div className="pb-20">
      <PageHeader title={word('title')} />
      <div className="mt-4 flex min-h-10 flex-wrap items-center gap-2">
        <ScanSearch value={state.search} onSearch={(search) => change({ search })} />
        {isSettled && (
          <PosFilters
            values={state.filters}
            onChange={(values) => change({ filters: { ...state.filters, ...values } })}
          />
        )}
      </div>
      <div className="mt-4" aria-busy={list.isFetching}>
        {error && (
          <ErrorBanner
            text={word('failed')}
            requestId={error.requestId}
            onRetry={() => void list.refetch()}
          />
        )}
        {!error && !rows && <GridSkeleton />}
        {rows && rows.length > 0 && <ProductGrid products={rows} />}
        {rows?.length === 0 && (
          <ListEmpty
            isFiltered={isFiltered}
            text={word('empty')}
            create={undefined}
            onReset={() => change({ search: '', filters: {} })}
          />
        )}
        {paginator && paginator.total > 0 && (
          <div className="mt-4">
            <Pagination info={paginator} onPage={(page) => change({ page })} />
          </div>
        )}
      </div>
      <CartButton />
      {isCartSidebarOpen && <CartSidebar />}
    </div>
  );
}
