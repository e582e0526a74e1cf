import { isAllowed } from '@/contract/core/permissions';
import { useMe, usePermissions } from '@/lib/session/me';

/** Whether a shop's person may complain: administrators decide instead, and nobody reports their own text. */
export function useMayReport(): (authorId: number | null) => boolean {
  const { data: me } = useMe();
  const isAdmin = isAllowed(['super_admin'], usePermissions());
  return (authorId) => !isAdmin && me !== undefined && me.id !== authorId;
}
