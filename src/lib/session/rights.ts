import { useMemo } from 'react';
import type { AnyResource } from '@/contract/core/define';
import { deleteDialogOf } from '@/contract/core/dialogs';
import { isAllowed } from '@/contract/core/permissions';
import { screenAccess } from '@/contract/family-pages';
import { usePermissions } from './me';

/** What the current user may do with a family, by the same lists that the server checks. */
export function useRights(resource: AnyResource, shop: string | undefined) {
  const permissions = usePermissions();
  return useMemo(() => rightsOf(resource, shop, permissions), [resource, shop, permissions]);
}

function rightsOf(resource: AnyResource, shop: string | undefined, permissions: readonly string[]) {
  const may = (action: keyof AnyResource['allow']) => isAllowed(resource.allow[action], permissions);
  const opens = (screen: 'create' | 'edit' | 'translate' | 'details') =>
    isAllowed(screenAccess(resource.name, screen, shop !== undefined) ?? [], permissions);
  return {
    canCreate: may('create') && opens('create'),
    canUpdate: may('update') && opens('edit'),
    canTranslate: may('update') && opens('translate'),
    // Families without a delete dialog cannot be deleted in the panel.
    canRemove: may('remove') && deleteDialogOf(resource.name) !== undefined,
    canRead: may('read') && opens('details'),
  };
}

export type Rights = ReturnType<typeof useRights>;
