import type { BaseRow } from '@/contract/core/define';
import type { Refund } from '@/contract/refunds/schema';
import { type OwnListProps, pathsOfRow, useFamilyTabs, useOwnShopsList } from '@/lib/session/own-shops';
import { RefundList } from './refund-list';

/** Refunds of all shops of an owner in one list; each opens in its shop, one of several in the first. */
export function OwnRefunds(props: OwnListProps) {
  const { resource } = props;
  const hrefOf = (row: BaseRow) => pathsOfRow(resource, (row as Refund).of_shops[0]?.slug, row).details;
  return <RefundList resource={useOwnShopsList(props)} tabs={useFamilyTabs(resource)} hrefOf={hrefOf} />;
}
