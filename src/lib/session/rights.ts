import { useMemo } from 'react';
import type { Capability } from '@/contract/capabilities';
import { holds, type Right } from '@/contract/core/areas';
import type { AnyResource } from '@/contract/core/define';
import { isAllowed } from '@/contract/core/permissions';
import { isRemovable, screenAccess } from '@/contract/family-pages';
import { mayOpen } from '@/contract/pages';
import { isAnnounced, isInRole, useCapabilities } from '@/lib/api/capabilities';
import { usePermissions } from './me';

/** What the current user may do with a family, by the same lists that the server checks. */
export function useRights(resource: AnyResource, shop: string | undefined) {
  const permissions = usePermissions();
  const known = useCapabilities();
  return useMemo(() => rightsOf(resource, shop, permissions, known), [resource, shop, permissions, known]);
}

/** Whether the person may open an address on this server. */
export function useMayOpen(): (path: string) => boolean {
  const permissions = usePermissions();
  const known = useCapabilities();
  return (path) => mayOpen(path, permissions, known) && isInRole(path);
}

/** Whether the person's role includes the right; people without a role have what their account opens. */
export const useMay = (right: Right): boolean => holds(usePermissions(), right);

function rightsOf(
  resource: AnyResource,
  shop: string | undefined,
  permissions: readonly string[],
  known: ReadonlySet<Capability>,
) {
  const one = `${resource.endpoint}/1`;
  const may = (action: keyof AnyResource['allow'], method: string, path: string) =>
    isAllowed(resource.allow[action], permissions) &&
    isAnnounced(method, path, known) &&
    !known.has(`no ${resource.name}`);
  const opens = (screen: 'create' | 'edit' | 'translate' | 'details') =>
    isAllowed(screenAccess(resource.name, screen, shop !== undefined) ?? [], permissions);
  // A form reads the record before changing it.
  const canUpdate = may('update', 'PUT', one) && isAnnounced('GET', one, known);
  return {
    canCreate: may('create', 'POST', resource.endpoint) && opens('create'),
    canUpdate: canUpdate && opens('edit'),
    canTranslate: canUpdate && opens('translate') && known.has('translations'),
    canRemove: may('remove', 'DELETE', one) && isRemovable(resource.name),
    canRead: may('read', 'GET', one) && opens('details'),
  };
}

export type Rights = ReturnType<typeof useRights>;
