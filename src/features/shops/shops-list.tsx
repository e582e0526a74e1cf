import { TitleCell } from '@/components/table/title-cell';
import type { BaseRow } from '@/contract/core/define';
import type { Shop } from '@/contract/shops/schema';
import { ListScreen } from '@/crud/list/list-screen';
import type { ListProps } from '@/crud/types';
import { OwnerCell } from './owner-cell';
import { ApproveButton, ShopMenu } from './shop-row-actions';

/** Shops, or those waiting for approval: the name links into the shop, the row has the decision. */
export function ShopsList({ resource }: ListProps) {
  return (
    <ListScreen
      resource={resource}
      hrefOf={(row) => homeOf(asShop(row))}
      cell={(row, key) => drawCell(asShop(row), key)}
      rowExtra={(row) => <ApproveButton shop={asShop(row)} />}
      rowMenu={(row) => (close) => <ShopMenu shop={asShop(row)} close={close} />}
    />
  );
}

function drawCell(shop: Shop, key: string) {
  if (key === 'owner') return <OwnerCell owner={shop.owner} />;
  if (key !== 'name') return undefined;
  const { name, address, logo } = shop;
  return (
    <TitleCell title={name} note={address?.city} href={homeOf(shop)} picture={logo?.thumbnail ?? null} />
  );
}

/** Rows of this list are shops. */
const asShop = (row: BaseRow) => row as Shop;
const homeOf = ({ slug }: Shop) => `/${encodeURIComponent(slug)}`;
