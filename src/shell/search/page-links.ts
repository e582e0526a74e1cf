import { type Me, ownShops, type ShopStub } from '@/contract/accounts/auth';
import { topRole } from '@/contract/core/permissions';
import { menuFor } from '@/shell/menu/menu';
import type { MenuGroup, MenuNode } from '@/shell/menu/navigation';
import type { MenuPerson } from '@/shell/menu/offered';

export interface PageLink {
  label: string;
  path: string;
  icon: MenuNode['icon'];
  /** Name of the shop that the page belongs to. */
  shop?: string;
  /** Keys of the group and the folder that it stands in. */
  under: readonly string[];
}

/**
 * Pages offered by the search: the root menu plus the menus of own shops, or for administrators of the current shop.
 * Without duplicates.
 */
export function pageLinks(
  person: MenuPerson,
  me: Me | undefined,
  currentShop: ShopStub | undefined,
): PageLink[] {
  const isAdmin = topRole(person.permissions) === 'super_admin';
  const shops = isAdmin ? (currentShop ? [currentShop] : []) : ownShops(me);
  const links = [
    ...linksOf(menuFor(person)),
    ...shops.flatMap((shop) =>
      linksOf(menuFor(person, shop.slug)).map((link) => ({ ...link, shop: shop.name })),
    ),
  ];
  return [...new Map(links.map((link) => [link.path, link])).values()];
}

function linksOf(groups: MenuGroup[]): PageLink[] {
  return groups.flatMap((group) =>
    group.nodes.flatMap((node) =>
      node.links.map((link) => ({ ...link, icon: node.icon, under: [group.title, node.label] })),
    ),
  );
}
