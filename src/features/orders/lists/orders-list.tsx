import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import { type ComponentProps, useMemo } from 'react';
import { LinkButton } from '@/components/ui/link-button';
import { type AnyResource, type BaseRow, type Filter, familyPaths } from '@/contract/core/define';
import { adminOnly, isAllowed } from '@/contract/core/permissions';
import type { Order } from '@/contract/orders/wire';
import type { BulkMoreProps } from '@/crud/list/bulk-actions';
import { ListScreen } from '@/crud/list/list-screen';
import type { ListProps } from '@/crud/types';
import { useAfterPaint } from '@/lib/hooks/use-after-paint';
import { usePhonePart } from '@/lib/hooks/use-phone-part';
import { part } from '@/lib/part';
import { usePermissions } from '@/lib/session/me';
import { useMay } from '@/lib/session/rights';
import { useOrderCells } from './order-cells';
import { useOrderTabs } from './order-tabs';

const MenuPlaceholder = () => <span className="size-8.5 pointer-coarse:size-10" />;
const OrdersMenu = part(
  dynamic(() => import('./orders-menu').then((module) => module.OrdersMenu), {
    loading: MenuPlaceholder,
  }),
);
// As wide as a row's two buttons, so that the columns do not move.
const RowMenuPlace = () => (
  <span className="inline-block h-8.5 w-17 pointer-coarse:h-10 pointer-coarse:w-20 phone:w-10" />
);
const RowMenu = part(
  dynamic(() => import('./row-menu').then((module) => module.RowMenu), {
    loading: RowMenuPlace,
  }),
);
const loadCard = () => import('./order-card').then((module) => module.OrderCard);
const BulkMore = part(dynamic<BulkMoreProps>(() => import('./bulk-more').then((module) => module.BulkMore)));

/** Orders, or the parts of one shop; also the view of their money. */
export function OrdersList({ resource, shop }: ListProps) {
  const shownResource = useMemo(
    () => (shop === undefined ? resource : withoutShop(resource)),
    [resource, shop],
  );
  const isPlain = resource.only !== undefined;
  const permissions = usePermissions();
  const mayWrite = useMay('orders:write');
  const canMove = isAllowed(resource.allow.update, permissions) && mayWrite;
  const isAdmin = isAllowed(adminOnly, permissions);
  const hrefOf = (row: BaseRow) => familyPaths({ ...resource, only: undefined }, shop).details(row.id);
  const tabs = useOrderTabs();
  const Card = usePhonePart(loadCard, !isPlain);
  const card = Card ? (row: BaseRow) => <Card order={asOrder(row)} href={hrefOf(row)} /> : null;
  // Their money is listed without tabs and with the default card.
  const views = isPlain ? {} : { tabs, card };
  const renderCell = useOrderCells(hrefOf, shop !== undefined);
  return (
    <ListScreen
      {...views}
      resource={shownResource}
      shop={shop}
      extra={
        <>
          {!isPlain && canMove && <NewOrderLink shop={shop} />}
          <DeferredMenu shop={shop} isMoney={isPlain} />
        </>
      }
      emptyExtra={!isPlain && canMove && <NewOrderLink shop={shop} />}
      cell={isPlain ? undefined : (row, key) => renderCell(asOrder(row), key)}
      hrefOf={hrefOf}
      rowExtra={(row) => (
        <DeferredRowMenu
          order={asOrder(row)}
          href={hrefOf(row)}
          isAdmin={isAdmin}
          canMove={canMove && !isPlain}
        />
      )}
      BulkMore={canMove && !isPlain ? BulkMore : undefined}
    />
  );
}

function NewOrderLink({ shop }: { shop: string | undefined }) {
  const { t } = useTranslation('orders');
  const home = shop === undefined ? '' : `/${encodeURIComponent(shop)}`;
  return <LinkButton href={`${home}/orders/create`}>{t('orders:new-order.title')}</LinkButton>;
}

/** Loaded after the rows are painted. */
function DeferredMenu(props: ComponentProps<typeof OrdersMenu>) {
  return useAfterPaint(true) ? <OrdersMenu {...props} /> : <MenuPlaceholder />;
}

function DeferredRowMenu(props: ComponentProps<typeof RowMenu>) {
  return useAfterPaint(true) ? <RowMenu {...props} /> : <RowMenuPlace />;
}

/** All parts belong to the shop whose panel is open. */
function withoutShop(resource: AnyResource): AnyResource {
  return { ...resource, filters: resource.filters.filter(({ key }: Filter) => key !== 'shop') };
}

const asOrder = (row: BaseRow) => row as Order;
