import type { QueryClient } from '@tanstack/react-query';
import type { Product } from '@/contract/catalogue/products/schema';
import type { Variation } from '@/contract/catalogue/products/variations';
import type { PaginatorInfo } from '@/contract/core/paging';

/** A cached product, or one of its variations. */
interface RowIds {
  productId: number;
  variationId?: number | undefined;
}

interface RowsPage<Row> {
  rows: Row[];
  paginator: PaginatorInfo;
}

export const variationsKey = (productId: number) => ['products', 'variations', productId];

const savedFieldNames = [
  'version',
  'price',
  'sale_price',
  'effective_price',
  'min_price',
  'max_price',
  'quantity',
  'sold_quantity',
  'low_at',
  'status',
  'has_waiting_change',
  'in_flash_sale',
  'flash_sale',
  'is_disable',
  'updated_at',
];

/** Fields that a save may change: numbers and states, not texts, which a response holds in one language only. */
export function savedFields(row: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([key]) => savedFieldNames.includes(key)));
}

export function patchRow(client: QueryClient, { productId, variationId }: RowIds, changes: object): void {
  if (variationId === undefined) {
    client.setQueriesData<RowsPage<Product>>({ queryKey: ['products', 'list'] }, (page) =>
      page?.rows ? patchPage(page, productId, changes) : page,
    );
    return;
  }
  client.setQueriesData<{ pages: RowsPage<Variation>[] }>(
    { queryKey: variationsKey(productId) },
    (all) => all && { ...all, pages: all.pages.map((page) => patchPage(page, variationId, changes)) },
  );
}

function patchPage<Row extends { id: number }>(
  page: RowsPage<Row>,
  id: number,
  changes: object,
): RowsPage<Row> {
  if (!page.rows.some((row) => row.id === id)) return page;
  return { ...page, rows: page.rows.map((row) => (row.id === id ? { ...row, ...changes } : row)) };
}

/** Newest cached version of the row, sent with an edit. */
export function cachedVersion(client: QueryClient, { productId, variationId }: RowIds): number | undefined {
  const versions =
    variationId === undefined
      ? client
          .getQueriesData<RowsPage<Product>>({ queryKey: ['products', 'list'] })
          .flatMap(([, page]) => page?.rows?.filter(({ id }) => id === productId) ?? [])
      : client
          .getQueriesData<{ pages: RowsPage<Variation>[] }>({ queryKey: variationsKey(productId) })
          .flatMap(([, all]) => all?.pages.flatMap(({ rows }) => rows) ?? [])
          .filter(({ id }) => id === variationId);
  return versions.length > 0 ? Math.max(...versions.map(({ version }) => version)) : undefined;
}
