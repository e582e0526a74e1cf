import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import { useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link-button';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import type { Product } from '@/contract/catalogue/products/schema';
import { productTabs, tabsFor } from '@/contract/catalogue/products/tabs';
import type { AnyResource, BaseRow, Column } from '@/contract/core/define';
import { defaultLanguage } from '@/contract/core/languages';
import { adminOnly, isAllowed } from '@/contract/core/permissions';
import type { BulkMoreProps } from '@/crud/list/bulk-actions';
import { ListScreen } from '@/crud/list/list-screen';
import type { ListProps, ListTab } from '@/crud/types';
import { usePhonePart } from '@/lib/hooks/use-phone-part';
import { useLabels } from '@/lib/i18n/labels';
import { part } from '@/lib/part';
import { usePermissions } from '@/lib/session/me';
import { useRights } from '@/lib/session/rights';
import { useShopId } from '@/lib/session/shop-id';
import { useModalActions } from '@/state/modal';
import { useSettings } from '@/state/settings';
import { useTextLanguage } from '@/state/text-language';
import { useProductCells } from './product-cells';

const ProductMenu = part(dynamic(() => import('./product-menu').then((module) => module.ProductMenu)));
const BulkMore = part(
  dynamic<BulkMoreProps>(() =>
    import('@/features/catalogue/products/bulk/bulk-more').then((module) => module.BulkMore),
  ),
);
const loadCard = () => import('./product-card').then((module) => module.ProductCard);
const VariationsDrawer = part(
  dynamic(() => import('./variations-drawer').then((module) => module.VariationsDrawer)),
);

/** Products, or a subset of them, with inline editing of price and quantity. */
export function ProductsList({ resource, shop }: ListProps) {
  const [opened, setOpened] = useState<Product>();
  const shownResource = useShownColumns(resource, shop);
  const labels = useLabels(resource);
  const tabs = useTabs(resource);
  const rights = useRights(resource, shop);
  const hasFiles = shop !== undefined && rights.canCreate && !resource.only;
  const Card = usePhonePart(loadCard);
  const renderCell = useProductCells(shownResource, rights.canUpdate, setOpened);
  return (
    <>
      <ListScreen
        resource={shownResource}
        shop={shop}
        tabs={resource.only ? undefined : tabs}
        extra={hasFiles && <FilesButton shop={shop} label={labels.text('files')} />}
        emptyExtra={
          shop === undefined ? (
            <ToShops />
          ) : (
            hasFiles && <FilesButton shop={shop} label={labels.text('upload')} />
          )
        }
        cell={(row, key) => renderCell(asProduct(row), key)}
        card={Card ? (row) => <Card product={asProduct(row)} shop={shop} renderCell={renderCell} /> : null}
        rowMenu={(row) => (close) => (
          <ProductMenu product={asProduct(row)} shop={shop} rights={rights} close={close} />
        )}
        BulkMore={BulkMore}
      />
      {opened && <VariationsDrawer product={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

/** Goods are added in a shop. */
function ToShops() {
  const { t } = useTranslation('common');
  return <LinkButton href="/shops">{t('common:text-all-shops')}</LinkButton>;
}

function FilesButton({ shop, label }: { shop: string; label: string }) {
  const [language] = useTextLanguage();
  const { open } = useModalActions();
  const shopId = useShopId(shop);
  // Files are read in the default language only, like new rows.
  if (shopId === undefined || language !== defaultLanguage) return null;
  return (
    <Button
      icon={<SpriteIcon name="file-text" className="size-4" />}
      aria-haspopup="dialog"
      onClick={() => open('EXPORT_IMPORT_PRODUCT', { shopId, shop })}
    >
      {label}
    </Button>
  );
}

/** SKU or number of variations below the name; in a shop's panel all rows belong to that shop. */
function useShownColumns(resource: AnyResource, shop: string | undefined): AnyResource {
  const { t } = useTranslation('catalogue');
  return useMemo(() => {
    const hasSkus = resource.columns.some(({ key, hidden }: Column<Product>) => key === 'sku' && !hidden);
    const note = ({ type, sku, product_type, variations_count: count }: Product) => {
      const kind = product_type === 'variable' ? t('catalogue:products.cells.variations', { count }) : '';
      // A list with an SKU column shows them there.
      const code = sku && !hasSkus ? t('catalogue:products.cells.sku', { sku }) : '';
      return [type?.name, kind, code].filter(Boolean).join(' · ');
    };
    const columns = resource.columns
      .filter(({ key }: Column<Product>) => shop === undefined || key !== 'shop')
      .map((column: Column<Product>) => (column.key === 'name' ? { ...column, note } : column));
    return { ...resource, columns };
  }, [resource, shop, t]);
}

function useTabs(resource: AnyResource): ListTab[] {
  const labels = useLabels(resource);
  const { isProductReview: isReviewed } = useSettings();
  const isAdmin = isAllowed(adminOnly, usePermissions());
  return tabsFor({ isAdmin, isReviewed }).map((key) => ({
    key,
    label: labels.text(`tabs.${key}`),
    query: productTabs[key],
  }));
}

const asProduct = (row: BaseRow) => row as Product;
