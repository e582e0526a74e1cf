import { useMemo } from 'react';
import { ownShops } from '@/contract/accounts/auth';
import { useCapabilities } from '@/lib/api/capabilities';
import { useMe, usePermissions } from '@/lib/session/me';
import { useSettings } from '@/state/settings';
import type { MenuPerson } from './offered';

/** The person that the menu, the search and the keys are built for. Referentially stable. */
export function useMenuPerson(): MenuPerson {
  const permissions = usePermissions();
  const { data: me } = useMe();
  const id = me?.id;
  const [first, ...further] = ownShops(me);
  const isAdmin = permissions.includes('super_admin');
  const onlyShop = further.length === 0 && !isAdmin ? first?.slug : undefined;
  const ownsSeveral = !isAdmin && (me?.shops.length ?? 0) > 1;
  const { enableTerms: hasTerms } = useSettings();
  const capabilities = useCapabilities();
  return useMemo(
    () => ({ permissions, id, onlyShop, ownsSeveral, hasTerms, capabilities }),
    [permissions, id, onlyShop, ownsSeveral, hasTerms, capabilities],
  );
}
