import type { AnyResource } from '@/contract/define';
import { screenAccess } from '@/contract/family-pages';
import { isAllowed } from '@/contract/permissions';
import { usePermissions } from './me';

/** What the signed-in person may do with a family, by the same lists that the server refuses by. */
export function useRights(resource: AnyResource, shop: string | undefined) {
  const permissions = usePermissions();
  const may = (action: keyof AnyResource['allow']) => isAllowed(resource.allow[action], permissions);
  const opens = (screen: 'create' | 'edit' | 'translate' | 'details') =>
    isAllowed(screenAccess(resource.name, screen, shop !== undefined) ?? [], permissions);
  return {
    canCreate: may('create') && opens('create'),
    canUpdate: may('update') && opens('edit'),
    canTranslate: may('update') && opens('translate'),
    canRemove: may('remove'),
    canRead: may('read') && opens('details'),
  };
}

export type Rights = ReturnType<typeof useRights>;
