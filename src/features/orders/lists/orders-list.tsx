import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import { type ComponentProps, useMemo } from 'react';
import { LinkButton } from '@/components/ui/link-button';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import { type AnyResource, type BaseRow, type Filter, pathOf } from '@/contract/core/define';
import { isAllowed } from '@/contract/core/permissions';
import type { Order } from '@/contract/orders/wire';
import type { BulkMoreProps } from '@/crud/list/bulk-actions';
import { ListScreen } from '@/crud/list/list-screen';
import type { ListProps } from '@/crud/types';
import { useAfterPaint } from '@/lib/hooks/use-after-paint';
import { usePermissions } from '@/lib/session/me';
import { useOrderCells } from './order-cells';

const MenuPlaceholder = () => <span className="size-8.5" />;
const OrdersMenu = dynamic(() => import('./orders-menu').then((module) => module.OrdersMenu), {
  loading: MenuPlaceholder,
});
const BulkMore = dynamic<BulkMoreProps>(() => import('./bulk-more').then((module) => module.BulkMore));

/** Orders, or the parts of one shop; also the list of transactions (reference pages §3.7). */
export function OrdersList({ resource, shop }: ListProps) {
  const { t } = useTranslation('resources');
  const shownResource = useMemo(
    () => (shop === undefined ? resource : withoutShop(resource)),
    [resource, shop],
  );
  const isPlain = resource.only !== undefined;
  const canMove = isAllowed(resource.allow.update, usePermissions());
  const renderCell = useOrderCells(shownResource, shop);
  return (
    <ListScreen
      resource={shownResource}
      shop={shop}
      extra={!isPlain && <DeferredMenu shop={shop} />}
      cell={isPlain ? undefined : (row, key) => renderCell(asOrder(row), key)}
      hrefOf={(row) => pathOf({ ...resource, only: undefined }, shop).details(row.id)}
      rowExtra={(row) => (
        <LinkButton
          href={pathOf({ ...resource, only: undefined }, shop).details(row.id)}
          variant="ghost"
          aria-label={t('resources:orders.list.open', { number: asOrder(row).tracking_number })}
          icon={<SpriteIcon name="eye" className="size-4" />}
        />
      )}
      canTick={canMove && !isPlain}
      BulkMore={BulkMore}
    />
  );
}

/** Loaded after the rows are painted. */
function DeferredMenu(props: ComponentProps<typeof OrdersMenu>) {
  return useAfterPaint(true) ? <OrdersMenu {...props} /> : <MenuPlaceholder />;
}

/** All parts belong to the shop whose panel is open. */
function withoutShop(resource: AnyResource): AnyResource {
  return { ...resource, filters: resource.filters.filter(({ key }: Filter) => key !== 'shop') };
}

const asOrder = (row: BaseRow) => row as Order;
