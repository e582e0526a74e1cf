import type { Capability } from '@/contract/capabilities';
import { topRole } from '@/contract/core/permissions';
import { mayOpen } from '@/contract/pages';
import { isInRole } from '@/lib/api/capabilities';
import {
  adminMenu,
  type MenuGroup,
  type MenuNode,
  menuOfOnlyShop,
  ownerMenu,
  shopMenu,
  staffMenu,
} from './navigation';

export interface MenuPerson {
  permissions: readonly string[];
  /** User id, for addresses that contain it. */
  id?: number | undefined;
  /** Slug of the shop of an owner or member of staff who has no other. */
  onlyShop?: string | undefined;
  /** False: vendors have no terms of their own (settings, `enableTerms`). */
  hasTerms?: boolean;
  /** Capabilities of the server beyond the dialect. */
  capabilities: ReadonlySet<Capability>;
}

/** Menu of a person in the root or in a shop: existing pages the person may open. */
export function menuFor(person: MenuPerson, shopSlug?: string): MenuGroup[] {
  const role = topRole(person.permissions);
  const inShop = role === 'staff' ? staffMenu : shopMenu;
  const { onlyShop } = person;
  if (onlyShop !== undefined && (shopSlug ?? onlyShop) === onlyShop)
    return visible(menuOfOnlyShop(inShop), person, onlyShop);
  if (shopSlug === undefined)
    return visible(role === 'super_admin' ? adminMenu : ownerMenu, person, shopSlug);
  return visible(inShop, person, shopSlug);
}

/** The longest menu address that is a prefix of the path. */
export function activePath(
  groups: readonly MenuGroup[],
  path: string,
  homes: readonly string[],
): string | undefined {
  return groups
    .flatMap((group) => group.nodes.flatMap((node) => node.links.map((link) => link.path)))
    .filter((target) => path === target || (!homes.includes(target) && path.startsWith(`${target}/`)))
    .sort((one, other) => other.length - one.length)[0];
}

function visible(groups: MenuGroup[], person: MenuPerson, shopSlug: string | undefined): MenuGroup[] {
  return groups
    .map((group) => ({ ...group, nodes: group.nodes.flatMap((node) => visibleNode(node, person, shopSlug)) }))
    .filter((group) => group.nodes.length > 0);
}

function visibleNode(node: MenuNode, person: MenuPerson, shopSlug: string | undefined): MenuNode[] {
  const links = node.links
    .map((link) => ({ ...link, path: fill(link.path, person, shopSlug) }))
    .filter((link) => isOffered(link.path, person));
  if (links.length === 0) return [];
  // A folder with one link becomes a plain entry.
  return [{ ...node, links, isFolder: node.isFolder && links.length > 1 }];
}

function fill(path: string, person: MenuPerson, shopSlug: string | undefined): string {
  return path.replace('[shop]', encodeURIComponent(shopSlug ?? '')).replace('[me]', String(person.id ?? ''));
}

/** True when the page exists, is permitted, enabled and known to the server. */
export function isOffered(path: string, { permissions, hasTerms = true, capabilities }: MenuPerson): boolean {
  if (!hasTerms && path.endsWith('/terms-and-conditions') && topRole(permissions) !== 'super_admin')
    return false;
  return mayOpen(path, permissions, capabilities) && isInRole(path);
}
