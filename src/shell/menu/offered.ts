import type { Capability } from '@/contract/capabilities';
import { topRole } from '@/contract/core/permissions';
import { mayOpen } from '@/contract/pages';
import { isInRole } from '@/lib/api/capabilities';

export interface MenuPerson {
  permissions: readonly string[];
  /** User id, for addresses that contain it. */
  id?: number | undefined;
  /** Slug of the shop of an owner or member of staff who has no other. */
  onlyShop?: string | undefined;
  /** Owns several shops, and so has lists over all of them. */
  ownsSeveral?: boolean;
  /** False: vendors have no terms of their own (settings, `enableTerms`). */
  hasTerms?: boolean;
  /** Capabilities of the server beyond the dialect. */
  capabilities: ReadonlySet<Capability>;
}

export interface MenuLink {
  /** Key of `common`, such as the name of a family: `families.tags`. */
  label: string;
  /** Address without base path and language, with the query of a view; `[shop]` and `[me]` are placeholders. */
  path: string;
}

/** The links that the person may open, with their addresses; pages of a shop only where there is one. */
export function offeredLinks(
  links: readonly MenuLink[],
  person: MenuPerson,
  shop: string | undefined,
): MenuLink[] {
  const slug = encodeURIComponent(shop ?? '');
  return links
    .filter(({ path }) => shop !== undefined || !path.startsWith('/[shop]'))
    .map((link) => ({
      ...link,
      path: link.path.replace('[shop]', slug).replace('[me]', String(person.id ?? '')),
    }))
    .filter(({ path }) => isOffered(path, person));
}

/** True when the page exists, is permitted, enabled and known to the server. */
export function isOffered(
  address: string,
  { permissions, hasTerms = true, ownsSeveral = false, capabilities }: MenuPerson,
): boolean {
  const path = pathOf(address);
  if (!ownsSeveral && path.startsWith('/my-shop/')) return false;
  if (!hasTerms && path.endsWith('/terms-and-conditions') && topRole(permissions) !== 'super_admin')
    return false;
  return mayOpen(path, permissions, capabilities) && isInRole(path);
}

/** The address without query and place in the page. */
export const pathOf = (address: string): string => address.split(/[?#]/, 1)[0] ?? '/';
