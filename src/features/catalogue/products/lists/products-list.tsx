import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link-button';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import type { Product } from '@/contract/catalogue/products/schema';
import type { BaseRow } from '@/contract/core/define';
import { defaultLanguage } from '@/contract/core/languages';
import type { BulkMoreProps } from '@/crud/list/bulk-actions';
import { ListScreen } from '@/crud/list/list-screen';
import type { ListProps } from '@/crud/types';
import { usePhonePart } from '@/lib/hooks/use-phone-part';
import { useLabels } from '@/lib/i18n/labels';
import { part } from '@/lib/part';
import { useRights } from '@/lib/session/rights';
import { useShopId } from '@/lib/session/shop-id';
import { useModalActions } from '@/state/modal';
import { useTextLanguage } from '@/state/text-language';
import { useProductCells, useProductTabs, useShownColumns } from './product-cells';

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
  const tabs = useProductTabs(resource);
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

const asProduct = (row: BaseRow) => row as Product;
