import { useMemo } from 'react';
import { useCapabilities } from '@/lib/api/capabilities';
import { useMe, usePermissions } from '@/lib/session/me';
import { useSettings } from '@/state/settings';
import type { MenuPerson } from './menu';

/** The person that the menu, the search and the keys are built for. Referentially stable. */
export function useMenuPerson(): MenuPerson {
  const permissions = usePermissions();
  const id = useMe().data?.id;
  const { enableTerms: hasTerms } = useSettings();
  const capabilities = useCapabilities();
  return useMemo(
    () => ({ permissions, id, hasTerms, capabilities }),
    [permissions, id, hasTerms, capabilities],
  );
}
