import { useMutation, useQuery } from '@tanstack/react-query';
import type { User } from '@/contract/accounts/users/schema';
import type { RoleOfPerson } from '@/contract/core/areas';
import { api } from '@/lib/api/client';
import { useRefresh } from '@/lib/api/use-refresh';
import { useMay } from '@/lib/session/rights';

/** A person of the team, with the name of the role that they have now. */
export interface TeamMember {
  id: number;
  name: string;
  role: Pick<RoleOfPerson, 'id' | 'key' | 'name' | 'areas'> | null;
}

/** Roles of the platform's team, the ready ones first. */
export function useTeamRoles() {
  return useQuery({
    queryKey: ['roles', 'of-team'],
    queryFn: async () => {
      const { rows } = await api.page('roles', { limit: 100, search: 'kind:team' });
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
      (await api.page('admin/list', { limit: 100 })).rows.map((one) => memberOf(one)),
    enabled: mayRead,
  });
  return data ?? [];
}

/** Gives a person a role, or takes it away; whoever has none may do everything. */
export function useAssignRole() {
  const refresh = useRefresh(['users', 'roles']);
  return useMutation({
    mutationFn: ({ id, role_id }: { id: number; role_id: number | null }) =>
      api.post(`users/${id}/role`, { role_id }),
    onSuccess: refresh,
  });
}

const memberOf = ({ id, name, team_role }: User): TeamMember => ({ id, name, role: team_role ?? null });
