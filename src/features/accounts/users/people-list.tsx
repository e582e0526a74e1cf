import { ListScreen } from '@/crud/list/list-screen';
import type { ListProps, Row } from '@/crud/types';
import { useMe } from '@/lib/session/me';
import { PersonActions } from './person-actions';

/** People and the actions on each. */
export function PeopleList(props: ListProps) {
  const { data: me } = useMe();
  return (
    <ListScreen
      {...props}
      rowMenu={(row) =>
        row.id === me?.id
          ? undefined
          : (close) => <PersonActions person={standingOf(row)} onMenuClose={close} />
      }
    />
  );
}

function standingOf(row: Row) {
  const permissions = Array.isArray(row.permissions) ? row.permissions : [];
  return {
    id: row.id,
    name: String(row.name),
    is_active: row.is_active === true,
    team_role: row.team_role as { id: number } | null | undefined,
    permissions: permissions.map((one: { name: string }) => ({ name: one.name })),
  };
}
