import { topRole } from '@/contract/core/permissions';
import {
  adminMenu,
  type MenuGroup,
  type MenuNode,
  onlyShopMenu,
  ownerMenu,
  ownerOfSeveralMenu,
  shopMenu,
} from './navigation';
import { type MenuPerson, offeredLinks, pathOf } from './offered';

/** Menu of a person in the root or in a shop: existing pages the person may open. */
export function menuFor(person: MenuPerson, shopSlug?: string): MenuGroup[] {
  const isAdmin = topRole(person.permissions) === 'super_admin';
  const { onlyShop } = person;
  if (onlyShop !== undefined && (shopSlug ?? onlyShop) === onlyShop)
    return visible(onlyShopMenu, person, onlyShop);
  if (shopSlug === undefined) {
    const vendorMenu = person.ownsSeveral ? ownerOfSeveralMenu : ownerMenu;
    return visible(isAdmin ? adminMenu : vendorMenu, person, shopSlug);
  }
  // Administrators hold the permissions of owners, too, but have messages of their own.
  return visible(isAdmin ? withoutMessages(shopMenu) : shopMenu, person, shopSlug);
}

/** The entry of the current page: the one with the longest address that the current one begins with. */
export function activeNode(
  groups: readonly MenuGroup[],
  address: string,
  homes: readonly string[],
): MenuNode | undefined {
  return groups
    .flatMap(({ nodes }) => nodes)
    .flatMap((node) => node.links.map((link) => ({ node, path: link.path })))
    .filter(({ path }) => isWithin(address, path, homes))
    .sort((one, other) => other.path.length - one.path.length)[0]?.node;
}

/** Whether an address is that page or one below it; a home has none below. */
export function isWithin(address: string, target: string, homes: readonly string[]): boolean {
  const [path, page] = [pathOf(address), pathOf(target)];
  if (path !== page && (homes.includes(target) || !path.startsWith(`${page}/`))) return false;
  const chosen = new URLSearchParams(address.slice(path.length));
  return [...new URLSearchParams(target.slice(page.length))].every(
    ([key, value]) => chosen.get(key) === value,
  );
}

const withoutMessages = (groups: MenuGroup[]) =>
  groups.map((group) => ({
    ...group,
    nodes: group.nodes.filter(({ links }) => links.some(({ path }) => path !== '/owner-message')),
  }));

function visible(groups: MenuGroup[], person: MenuPerson, shopSlug: string | undefined): MenuGroup[] {
  return groups
    .map((group) => ({ ...group, nodes: group.nodes.flatMap((node) => visibleNode(node, person, shopSlug)) }))
    .filter((group) => group.nodes.length > 0);
}

/** The entry with its open pages; one that has a single page left is named by it. */
function visibleNode(node: MenuNode, person: MenuPerson, shopSlug: string | undefined): MenuNode[] {
  const links = offeredLinks(node.links, person, shopSlug);
  const [first, ...others] = links;
  return first ? [{ ...node, links, label: others.length > 0 ? node.label : first.label }] : [];
}
