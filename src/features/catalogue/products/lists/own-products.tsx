import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { CreateInShop } from '@/components/domain/create-in-shop';
import { LinkButton } from '@/components/ui/link-button';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import type { Product } from '@/contract/catalogue/products/schema';
import type { BaseRow } from '@/contract/core/define';
import { ListScreen } from '@/crud/list/list-screen';
import { type OwnListProps, pathsOfRow, useOwnShopsList } from '@/lib/session/own-shops';
import { useRights } from '@/lib/session/rights';
import { BulkMore } from '../bulk/bulk-more';
import { ProductCard } from './product-card';
import { useProductCells, useProductTabs, useShownColumns } from './product-cells';
import { ProductMenu } from './product-menu';
import { VariationsDrawer } from './variations-drawer';

/** Products of all shops of an owner in one list; each opens in its shop. */
export function OwnProducts({ resource, shops }: OwnListProps) {
  const { t } = useTranslation('common');
  const [opened, setOpened] = useState<Product>();
  const list = useShownColumns(useOwnShopsList({ resource, shops }), undefined);
  const tabs = useProductTabs(resource);
  // The same in each shop that the person owns.
  const rights = useRights(resource, shops[0]?.slug);
  const renderCell = useProductCells(list, rights.canUpdate, setOpened);
  const create = rights.canCreate && <CreateInShop resource={resource} shops={shops} />;
  const editOf = (row: BaseRow) => pathsOfRow(resource, asProduct(row).shop?.slug, row).edit;
  const hrefOf = (row: BaseRow) =>
    rights.canUpdate ? editOf(row) : pathsOfRow(resource, asProduct(row).shop?.slug, row).details;
  return (
    <>
      <ListScreen
        resource={list}
        tabs={tabs}
        extra={create}
        emptyExtra={create}
        hrefOf={hrefOf}
        cell={(row, key) => renderCell(asProduct(row), key)}
        card={(row) => (
          <ProductCard
            product={asProduct(row)}
            shop={asProduct(row).shop?.slug ?? undefined}
            isOfMany
            renderCell={renderCell}
          />
        )}
        rowExtra={(row) =>
          rights.canUpdate && (
            <LinkButton
              href={editOf(row)}
              variant="ghost"
              className="phone:hidden"
              aria-label={`${t('common:button-edit')}: ${resource.titleOf(row)}`}
              icon={<SpriteIcon name="pencil" className="size-4" />}
            />
          )
        }
        rowMenu={(row) => (close) => (
          <ProductMenu
            product={asProduct(row)}
            shop={asProduct(row).shop?.slug ?? undefined}
            rights={rights}
            close={close}
          />
        )}
        BulkMore={BulkMore}
      />
      {opened && <VariationsDrawer product={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

const asProduct = (row: BaseRow) => row as Product;
