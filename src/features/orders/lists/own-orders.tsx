import { CreateInShop } from '@/components/domain/create-in-shop';
import { WrittenText } from '@/components/ui/written-text';
import type { BaseRow } from '@/contract/core/define';
import type { Order } from '@/contract/orders/wire';
import { ListScreen } from '@/crud/list/list-screen';
import { type OwnListProps, pathsOfRow, useOwnShopsList } from '@/lib/session/own-shops';
import { useMay } from '@/lib/session/rights';
import { BulkMore } from './bulk-more';
import { OrderCard } from './order-card';
import { useOrderCells } from './order-cells';
import { useOrderTabs } from './order-tabs';
import { RowMenu } from './row-menu';

/** Parts of all shops of an owner in one list; each opens in its shop. */
export function OwnOrders({ resource, shops }: OwnListProps) {
  const list = useOwnShopsList({ resource, shops });
  const tabs = useOrderTabs();
  const canMove = useMay('orders:write');
  const hrefOf = (row: BaseRow) => pathsOfRow(resource, asOrder(row).shop?.slug, row).details;
  const renderCell = useOrderCells(hrefOf, true);
  const create = canMove && <CreateInShop resource={resource} shops={shops} />;
  return (
    <ListScreen
      resource={list}
      tabs={tabs}
      extra={create}
      emptyExtra={create}
      hrefOf={hrefOf}
      cell={(row, key) => {
        // The column is narrow, and a name that is cut off tells no shops apart.
        if (key === 'shop')
          return <WrittenText className="line-clamp-3 text-small" text={asOrder(row).shop?.name ?? ''} />;
        const cell = renderCell(asOrder(row), key);
        // As wide as a number, so that the shop has room.
        return key === 'tracking_number' ? <span className="block *:min-w-22">{cell}</span> : cell;
      }}
      card={(row) => <OrderCard order={asOrder(row)} href={hrefOf(row)} shop={asOrder(row).shop?.name} />}
      rowExtra={(row) => (
        <RowMenu order={asOrder(row)} href={hrefOf(row)} isAdmin={false} canMove={canMove} />
      )}
      BulkMore={canMove ? BulkMore : undefined}
    />
  );
}

const asOrder = (row: BaseRow) => row as Order;
