import { useRouter } from 'next/router';
import { useMemo } from 'react';
import { ruleOf } from '@/contract/core/pages';
import { useMe, usePermissions } from '@/lib/session/me';
import { shopSlugOf } from '@/shell/gate';
import { useSettings } from '@/state/settings';
import { type GoKey, goKeys } from './go-keys';

/** Keys to pages for the person, where they are now. */
export function useGoKeys(): GoKey[] {
  const { asPath } = useRouter();
  const permissions = usePermissions();
  const { data: me } = useMe();
  const { enableTerms: hasTerms } = useSettings();
  const here = asPath.split(/[?#]/, 1)[0] ?? '/';
  const shop = ruleOf(here)?.layout === 'shop' ? shopSlugOf(here) : undefined;
  return useMemo(
    () => goKeys({ permissions, id: me?.id, hasTerms }, me, shop),
    [permissions, me, hasTerms, shop],
  );
}
