import type { Capability } from '@/contract/capabilities';
import { limited, type Right } from '@/contract/core/areas';
import { permissionsOfRole } from '@/contract/core/permissions';
import { mayOpen } from '@/contract/pages';
import { accessFor } from '@/lib/session/role';
import { adminMenu } from './navigation';

/** Keys of the entries that a person of the team with these rights finds in the menu, besides the home page. */
export function menuOfRole(rights: readonly Right[], known: ReadonlySet<Capability>): string[] {
  const { opens } = accessFor([limited, ...rights]);
  const offered = (path: string) =>
    path !== '/' && mayOpen(path, permissionsOfRole.super_admin, known) && opens(path);
  return adminMenu
    .flatMap(({ nodes }) => nodes)
    .filter(({ links }) => links.some(({ path }) => offered(path)))
    .map(({ label }) => label);
}
