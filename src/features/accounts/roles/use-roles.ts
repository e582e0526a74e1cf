import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { RoleRow } from '@/contract/accounts/roles/schema';
import type { User } from '@/contract/accounts/users/schema';
import type { RoleOfPerson } from '@/contract/core/areas';
import { apiAs } from '@/lib/api/client';
import { useRefresh } from '@/lib/api/use-refresh';
import { useMay } from '@/lib/session/rights';
import type { TeamMember } from './role-effect';

/** Roles of the platform's team, the ready ones first. */
export function useTeamRoles() {
  return useQuery({
    queryKey: ['roles', 'of-team'],
    queryFn: async () => {
      const { rows } = await apiAs.page<RoleRow>('roles', { limit: 100, search: 'kind:team' });
      return rows
        .filter(({ kind }) => kind === 'team')
        .sort((one, other) => Number(other.key !== null) - Number(one.key !== null));
    },
  });
}

/** People of the platform's team with their roles. */
export function useTeam(): readonly TeamMember[] {
  const mayRead = useMay('team:read');
  const { data } = useQuery({
    queryKey: ['users', 'team'],
    queryFn: async (): Promise<TeamMember[]> =>
      (await apiAs.page<User>('admin/list', { limit: 100 })).rows.map((one) => memberOf(one)),
    enabled: mayRead,
  });
  return data ?? [];
}

/** Gives a person a role, or takes it away; whoever has none may do everything. */
export function useAssignRole() {
  const refresh = useRefresh(['users', 'roles']);
  return useMutation({
    mutationFn: ({ id, role_id }: { id: number; role_id: number | null }) =>
      apiAs.post<unknown>(`users/${id}/role`, { role_id }),
    onSuccess: refresh,
  });
}

/** Name of a role; that of a ready one follows the language. */
export function useRoleName() {
  const { t } = useTranslation('accounts');
  return ({ key, name }: Pick<RoleOfPerson, 'key' | 'name'>) =>
    key ? t(`accounts:roles.ready.${key}`, { defaultValue: name }) : name;
}

const memberOf = ({ id, name, team_role }: User): TeamMember => ({ id, name, role: team_role ?? null });
