import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import { type ComponentProps, useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import type { Product } from '@/contract/catalogue/products/schema';
import type { AnyResource, BaseRow, Column } from '@/contract/core/define';
import { defaultLanguage } from '@/contract/core/languages';
import type { BulkMoreProps } from '@/crud/list/bulk-actions';
import { ListScreen } from '@/crud/list/list-screen';
import type { ListProps } from '@/crud/types';
import { useAfterPaint } from '@/lib/hooks/use-after-paint';
import { useLabels } from '@/lib/i18n/labels';
import { useRights } from '@/lib/session/rights';
import { useShopId } from '@/lib/session/shop-id';
import { useModalActions } from '@/state/modal';
import { useProductCells } from './product-cells';

const MenuPlaceholder = () => <span className="h-8.5 w-17.5 phone:w-8.5" />;
const ProductMenu = dynamic(() => import('./product-menu').then((module) => module.ProductMenu), {
  loading: MenuPlaceholder,
});
const BulkMore = dynamic<BulkMoreProps>(() =>
  import('@/features/catalogue/products/bulk/bulk-more').then((module) => module.BulkMore),
);
const VariationsDrawer = dynamic(() =>
  import('./variations-drawer').then((module) => module.VariationsDrawer),
);

/** Products, or a subset of them (reference pages §3.5), with inline editing of price and quantity. */
export function ProductsList({ resource, shop }: ListProps) {
  const [opened, setOpened] = useState<Product>();
  const shownResource = useMemo(
    () => (shop === undefined ? resource : withoutShop(resource)),
    [resource, shop],
  );
  const rights = useRights(resource, shop);
  const renderCell = useProductCells(shownResource, rights.canUpdate, setOpened);
  return (
    <>
      <ListScreen
        resource={shownResource}
        shop={shop}
        extra={
          shop !== undefined &&
          rights.canCreate &&
          !resource.only && <FilesButton resource={resource} shop={shop} />
        }
        cell={(row, key) => renderCell(asProduct(row), key)}
        rowExtra={(row) => <RowMenu product={asProduct(row)} shop={shop} rights={rights} />}
        BulkMore={BulkMore}
      />
      {opened && <VariationsDrawer product={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

/** Loaded after the rows are painted. */
function RowMenu(props: ComponentProps<typeof ProductMenu>) {
  return useAfterPaint(true) ? <ProductMenu {...props} /> : <MenuPlaceholder />;
}

/** Opens import and export of products. */
function FilesButton({ resource, shop }: { resource: AnyResource; shop: string }) {
  const { i18n } = useTranslation();
  const labels = useLabels(resource);
  const { open } = useModalActions();
  const shopId = useShopId(shop);
  // Files are read in the default language only, like new rows.
  if (shopId === undefined || i18n.language !== defaultLanguage) return null;
  return (
    <Button
      icon={<SpriteIcon name="file-text" className="size-4" />}
      aria-haspopup="dialog"
      onClick={() => open('EXPORT_IMPORT_PRODUCT', { shopId, shop })}
    >
      {labels.text('files')}
    </Button>
  );
}

/** All rows belong to the shop whose panel is open. */
function withoutShop(resource: AnyResource): AnyResource {
  return { ...resource, columns: resource.columns.filter(({ key }: Column<Product>) => key !== 'shop') };
}

const asProduct = (row: BaseRow) => row as Product;
