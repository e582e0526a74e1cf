import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { EmptyState } from '@/components/page/empty-state';
import { ErrorBanner } from '@/components/page/error-banner';
import { DataTable } from '@/components/table/data-table';
import type { Yielding } from '@/components/table/fit-columns';
import { Pagination } from '@/components/table/pagination';
import type { Product } from '@/contract/catalogue/products/schema';
import type { CellKind } from '@/contract/core/define';
import type { PaginatorInfo } from '@/contract/core/paging';
import { messageKey, toClientError } from '@/lib/api/errors';
import { useProductCells } from './product-cells';

interface ProductTableProps {
  label: string;
  /** Keys of `useProductCells`, in order. */
  columns: readonly (Yielding & { kind: CellKind; isSortable?: boolean })[];
  query: {
    data: { rows: Product[]; paginator: PaginatorInfo } | undefined;
    error: unknown;
    isFetching: boolean;
    refetch: () => unknown;
  };
  sort: { orderBy: string; sortedBy: 'asc' | 'desc' };
  isFiltered: boolean;
  /** All products are of one shop, whose name would repeat in every row. */
  isOneShop?: boolean;
  actions?: ((product: Product) => ReactNode) | undefined;
  empty: ReactNode;
  onSort: (key: string) => void;
  onPage: (page: number) => void;
}

export function ProductTable(props: ProductTableProps) {
  const { label, columns, query, sort, isFiltered, isOneShop = false, empty, onSort, onPage } = props;
  const { t } = useTranslation(['promotions', 'common']);
  const cell = useProductCells(isOneShop);
  const { rows, paginator } = query.data ?? {};
  const error = query.error ? toClientError(query.error) : undefined;
  return (
    <div className="mt-3 rounded-card border border-line bg-surface phone:-mx-4 phone:rounded-none phone:border-x-0">
      {error && !rows && (
        <div className="p-4">
          <ErrorBanner
            text={t(messageKey(error))}
            requestId={error.requestId}
            onRetry={() => void query.refetch()}
          />
        </div>
      )}
      {(rows ? rows.length > 0 : !error) && (
        <DataTable<Product>
          label={label}
          columns={columns.map((column) => ({
            isSortable: false,
            ...column,
            label: t(`promotions:flash-sale.card.columns.${column.key}`),
          }))}
          rows={rows}
          skeletonRows={5}
          sort={sort}
          isBusy={query.isFetching}
          actionsLabel={t('common:list.actions')}
          rowLabel={(product) => product.name}
          onSort={onSort}
          onOpen={() => undefined}
          cell={cell}
          card={(product) => <SaleProductCard product={product} cell={cell} />}
          actions={props.actions ?? (() => null)}
        />
      )}
      {rows?.length === 0 &&
        (isFiltered ? (
          <EmptyState
            picture="search"
            title={t('common:list.nothing-title')}
            text={t('common:list.nothing-text')}
          />
        ) : (
          empty
        ))}
      {paginator && paginator.total > 0 && <Pagination info={paginator} onPage={onPage} />}
    </div>
  );
}

interface SaleProductCardProps {
  product: Product;
  cell: (product: Product, column: string) => ReactNode;
}

function SaleProductCard({ product, cell }: SaleProductCardProps) {
  const { t } = useTranslation('promotions');
  const { flash_sale: sale, quantity } = product;
  return (
    <div className="grid gap-1.5">
      {cell(product, 'name')}
      {cell(product, 'price')}
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-ink-second">
        {sale?.title}
        {cell(product, 'status')}
        <span className="ms-auto whitespace-nowrap">
          {cell(product, 'quantity')} {quantity > 0 && t('promotions:flash-sale.card.pieces')}
        </span>
      </span>
    </div>
  );
}
