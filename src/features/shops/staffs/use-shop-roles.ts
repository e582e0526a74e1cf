import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { ShopRole } from '@/contract/accounts/roles/schema';
import { useCan } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';

/** Roles that the user may give in a shop; none on servers without them. */
export function useShopRoles(): readonly ShopRole[] {
  const hasRoles = useCan('memberships');
  const { data = [] } = useQuery({
    queryKey: ['roles', 'of-shop'],
    queryFn: () => api.get('shop-roles'),
    enabled: hasRoles,
    staleTime: 5 * 60_000,
  });
  return data;
}

/** Name of a role of a shop; that of a ready one follows the language. */
export function useShopRoleName() {
  const { t } = useTranslation('shops');
  return ({ key, name }: Pick<ShopRole, 'key' | 'name'>) =>
    key ? t(`shops:staffs.options.scopes.${key}`, { defaultValue: name }) : name;
}
