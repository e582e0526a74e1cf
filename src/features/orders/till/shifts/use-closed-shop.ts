import { useEffect } from 'react';
import { useMe } from '@/lib/session/me';

/**
 * True for one's own shop that is not approved or switched off: it cannot sell. Refetched, so that an approval is
 * noticed.
 */
export function useClosedShop(slug: string): boolean {
  const { data: me, refetch } = useMe();
  const isClosed = [...(me?.shops ?? []), me?.managed_shop].some(
    (shop) => shop?.slug === slug && shop.is_active === false,
  );
  useEffect(() => {
    if (isClosed) void refetch();
  }, [isClosed, refetch]);
  return isClosed;
}
