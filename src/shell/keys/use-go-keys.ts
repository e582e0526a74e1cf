import { useRouter } from 'next/router';
import { useMemo } from 'react';
import { findPageRule } from '@/contract/pages';
import { useMe } from '@/lib/session/me';
import { parseShopSlug } from '@/shell/gate';
import { useMenuPerson } from '@/shell/menu/use-menu-person';
import { goKeys } from './go-keys';

/** The person's keys to pages, for the current place. */
export function useGoKeys() {
  const { asPath } = useRouter();
  const person = useMenuPerson();
  const { data: me } = useMe();
  const here = asPath.split(/[?#]/, 1)[0] ?? '/';
  const shop = findPageRule(here)?.layout === 'shop' ? parseShopSlug(here) : undefined;
  return useMemo(() => goKeys(person, me, shop), [person, me, shop]);
}
