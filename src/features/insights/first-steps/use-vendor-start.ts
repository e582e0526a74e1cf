import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Me } from '@/contract/accounts/auth';
import { useCan } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';
import { keepText, readKept } from '@/lib/kept';

export const vendorStartKey = ['first-steps', 'vendor'];

/**
 * The guide of a new vendor. Its completion is remembered in this browser, so that the dashboard of an experienced
 * vendor does not wait for it.
 */
export function useVendorStart(me: Me | undefined) {
  const permissions = me?.permissions.map(({ name }) => name) ?? [];
  const isVendor = permissions.includes('store_owner') && !permissions.includes('super_admin');
  const name = `gostiny-started:${me?.id}`;
  const [isOver, setOver] = useState(false);
  const canAsk = useCan('first-steps');
  const isAsked = canAsk && isVendor && !isOver && (me?.shops.length === 0 || readKept(name) === null);
  const query = useQuery({
    queryKey: vendorStartKey,
    queryFn: async () => {
      const start = await api.get('first-steps/vendor');
      if (!start.is_shown) keepText(name, '1');
      setOver(!start.is_shown);
      return start;
    },
    enabled: isAsked,
    refetchInterval: 60_000,
  });
  return { query, isAsked };
}
