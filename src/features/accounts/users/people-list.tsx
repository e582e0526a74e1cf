import { Chips } from '@/components/ui/chips';
import type { User } from '@/contract/accounts/users/schema';
import { ListScreen } from '@/crud/list/list-screen';
import type { ListProps, Row } from '@/crud/types';
import { useMe } from '@/lib/session/me';
import { useRoleName } from '../role-name';
import { PersonActions } from './person-actions';

export function PeopleList(props: ListProps) {
  const { data: me } = useMe();
  const nameOf = useRoleName();
  return (
    <ListScreen
      {...props}
      cell={(row, key) => {
        const role = key === 'permissions' && teamRoleOf(row);
        return role ? <Chips names={[nameOf(role)]} /> : undefined;
      }}
      rowMenu={(row) =>
        row.id === me?.id
          ? undefined
          : (close) => <PersonActions person={standingOf(row)} onMenuClose={close} />
      }
    />
  );
}

const teamRoleOf = (row: Row) => row.team_role as User['team_role'];

function standingOf(row: Row) {
  const permissions = Array.isArray(row.permissions) ? row.permissions : [];
  return {
    id: row.id,
    name: String(row.name),
    is_active: row.is_active === true,
    team_role: teamRoleOf(row),
    permissions: permissions.map((one: { name: string }) => ({ name: one.name })),
  };
}
