import { useQuery } from '@tanstack/react-query';
import { useCan } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';
import { usePermissions } from '@/lib/session/me';

/** An owner's settings, whose company prefills a new shop. */
export function useOwnSettings() {
  const isAdmin = usePermissions().includes('super_admin');
  const canAsk = useCan('vendor-settings');
  return useQuery({
    queryKey: ['vendor/settings'],
    queryFn: () => api.get('vendor/settings'),
    enabled: canAsk && !isAdmin,
    // The form works without them: they only prefill fields.
    retry: false,
  });
}
