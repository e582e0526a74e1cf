import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import { useEffect } from 'react';
import { ErrorBanner } from '@/components/page/error-banner';
import { PageHeader } from '@/components/page/page-header';
import { Pagination } from '@/components/table/pagination';
import { Skeleton } from '@/components/ui/skeleton';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import type { Product } from '@/contract/catalogue/products/schema';
import { listOptions, toListQuery, useListState } from '@/crud/list/list-state';
import { toClientError } from '@/lib/api/errors';
import { useAfterPaint } from '@/lib/hooks/use-after-paint';
import { part } from '@/lib/part';
import { useCart } from '@/state/cart';
import { useUi, useUiActions } from '@/state/ui';
import { useMoney } from '@/state/use-money';
import { onSale, orderProducts } from './order-products';
import { ProductCard } from './product-card';
import { ScanSearch } from './scan-search';
import { useCheckoutWord } from './use-checkout-word';

const ProductFilters = part(
  dynamic(() => import('./product-filters').then((module) => module.ProductFilters)),
);
const CartSidebar = part(dynamic(() => import('./cart-sidebar').then((module) => module.CartSidebar)));
const ListEmpty = part(
  dynamic(() => import('@/components/page/list-empty').then((module) => module.ListEmpty)),
);

/** Product grid and cart of the till. */
export function CreateOrder() {
  const { t, i18n } = useTranslation('common');
  const word = useCheckoutWord();
  const { isCartSidebarOpen } = useUi();
  const { close: closeCartSidebar } = useUiActions().cartSidebar;
  const { state, change } = useListState(orderProducts, '/orders/cart');
  const query = toListQuery(orderProducts, state, onSale, i18n.language);
  const list = useQuery({
    ...listOptions<Product>(orderProducts, query),
    placeholderData: (before) => before,
  });
  const { rows, paginator } = list.data ?? {};
  const error = list.error ? toClientError(list.error) : undefined;
  // Returning to this page shows the products, not an open cart.
  useEffect(() => closeCartSidebar, [closeCartSidebar]);
  // The filters load the form translations: products first.
  const isSettled = useAfterPaint(rows !== undefined);
  const isFiltered = state.search !== '' || Object.keys(state.filters).length > 0;
  return (
    // Room for the floating button.
    <div className="pb-20">
      <PageHeader title={t('text-order-cart')} />
      <div className="mt-4 flex min-h-10 flex-wrap items-center gap-2">
        <ScanSearch value={state.search} onSearch={(search) => change({ search })} />
        {isSettled && (
          <ProductFilters
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

// Six columns on the widest screens; two where the menu leaves little room.
const columns =
  'grid grid-cols-1 gap-3 sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-2 xl:grid-cols-4 2xl:grid-cols-6';

function ProductGrid({ products }: { products: readonly Product[] }) {
  const { t } = useTranslation('common');
  return (
    <ul aria-label={t('text-order-cart')} className={columns}>
      {products.map((product) => (
        <ProductCard key={product.id} product={product} />
      ))}
    </ul>
  );
}

function GridSkeleton() {
  return (
    <div className={columns}>
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
        <Skeleton key={key} className="h-36 rounded-card! sm:h-72 lg:h-36 xl:h-72" />
      ))}
    </div>
  );
}

/** Opens the cart and shows its count and total; pulses when an item is added. */
function CartButton() {
  const word = useCheckoutWord();
  const money = useMoney();
  const { open: openCartSidebar } = useUiActions().cartSidebar;
  const { totalUniqueItems: count, totalItems, total } = useCart();
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className="fixed end-6 bottom-6 z-30 flex h-14 items-center gap-3 rounded-card bg-accent px-5 font-semibold text-accent-on shadow-floating transition-[filter] hover:brightness-95 phone:inset-x-4 phone:bottom-4 phone:justify-between"
      onClick={openCartSidebar}
    >
      <span className="sr-only">{word('cart.open', { count, sum: money(total) })}</span>
      <span aria-hidden="true" className="flex items-center gap-2.5">
        {/* Remounted on every change, so that the animation replays. */}
        <span key={totalItems} className="toast-enter">
          <SpriteIcon name="shopping-bag" className="size-5" />
        </span>
        {word('cart.count', { count })}
      </span>
      <span aria-hidden="true" className="whitespace-nowrap">
        {money(total)}
      </span>
    </button>
  );
}
