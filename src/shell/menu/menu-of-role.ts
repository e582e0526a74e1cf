import { isInRole } from '@/contract/access';
import type { Capability } from '@/contract/capabilities';
import { limited, type Right } from '@/contract/core/areas';
import { permissionsOfRole } from '@/contract/core/permissions';
import { mayOpen } from '@/contract/pages';
import { adminMenu } from './navigation';
import { pathOf } from './offered';

/** Keys of the pages that a person of the team with these rights finds in the menu and its tabs, besides the home page. */
export function menuOfRole(rights: readonly Right[], known: ReadonlySet<Capability>): string[] {
  const permissions = [limited, ...rights];
  const offered = (path: string) =>
    path !== '/' && mayOpen(path, permissionsOfRole.super_admin, known) && isInRole(path, permissions);
  return adminMenu
    .flatMap(({ nodes }) => nodes.flatMap(({ links }) => links))
    .filter(({ path }) => offered(pathOf(path)))
    .map(({ label }) => label);
}
