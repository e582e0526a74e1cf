import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus, UserPlus } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { LinkButton } from '@/components/ui/link-button';
import { TextLink } from '@/components/ui/text-link';
import { roles } from '@/contract/accounts/roles';
import type { RoleRow } from '@/contract/accounts/roles/schema';
import { useRemove } from '@/crud/use-remove';
import { api } from '@/lib/api/client';
import { useRefresh } from '@/lib/api/use-refresh';
import { formatDate } from '@/lib/format/format';
import { useMay } from '@/lib/session/rights';
import { showToast } from '@/lib/toast';
import { useModalActions } from '@/state/modal';
import { useRoleName } from '../role-name';
import { areaNames } from './role-changes';
import { useTeamRoles } from './use-roles';

/** Roles of the team: composed ones, ready ones, and who is invited. */
export function RolesPage() {
  const { t } = useTranslation(['accounts', 'common']);
  const { open } = useModalActions();
  const mayWrite = useMay('team:write');
  const mayDecide = useMay('team:decide');
  const found = useTeamRoles();
  return (
    <>
      <PageHeader title={t('accounts:roles.list.team')}>
        {mayDecide && (
          <Button
            aria-haspopup="dialog"
            icon={<UserPlus className="size-4" />}
            onClick={() => open('INVITE_TO_TEAM', undefined)}
          >
            {t('accounts:roles.invite.action')}
          </Button>
        )}
        {mayWrite && (
          <LinkButton href="/roles?role=new" variant="primary" icon={<Plus className="size-4" />}>
            {t('accounts:roles.create')}
          </LinkButton>
        )}
      </PageHeader>
      <p className="mt-1 phone:mt-3 text-ink-second">{t('accounts:roles.list.text')}</p>
      <div className="mt-4 grid gap-4">
        <QueryBoundary query={found}>
          {(rows) => (
            <>
              <RoleList title={t('accounts:roles.list.own')} rows={rows.filter(({ key }) => !key)} />
              <RoleList title={t('accounts:roles.list.ready')} rows={rows.filter(({ key }) => key)} />
            </>
          )}
        </QueryBoundary>
        <Invited mayWithdraw={mayDecide} />
      </div>
    </>
  );
}

function RoleList({ title, rows }: { title: string; rows: readonly RoleRow[] }) {
  const { t } = useTranslation(['accounts', 'common']);
  const nameOf = useRoleName();
  const mayWrite = useMay('team:write');
  if (rows.length === 0) return null;
  const about = (role: RoleRow) => {
    if (role.key) return t(`accounts:roles.about.${role.key}`);
    return areaNames
      .filter((area) => role.areas[area])
      .map((area) => `${t(`common:areas.${area}`)}: ${t(`common:levels.${role.areas[area]}`)}`)
      .join(', ');
  };
  return (
    <Card title={title}>
      <ul className="-my-2 divide-y divide-line-faint">
        {rows.map((role) => (
          <li key={role.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
            <span className="min-w-0 flex-1 basis-60">
              <TextLink href={`/roles?role=${role.id}`} className="font-semibold">
                {nameOf(role)}
              </TextLink>
              <span className="block text-small text-ink-second">{about(role)}</span>
            </span>
            <span className="text-small whitespace-nowrap text-ink-second tabular-nums">
              {t('accounts:roles.badge.people', { count: role.people_count })}
            </span>
            {mayWrite && !role.key && role.people_count === 0 && <Remove id={role.id} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Deletes on the second click; the first asks for confirmation. */
function Remove({ id }: { id: number }) {
  const { t } = useTranslation('accounts');
  const [isAsking, setAsking] = useState(false);
  const remove = useRemove(roles);
  return (
    <Button
      size="small"
      variant={isAsking ? 'danger' : 'secondary'}
      isLoading={remove.isPending}
      onClick={() => (isAsking ? remove.mutate({ id }) : setAsking(true))}
      onBlur={() => setAsking(false)}
    >
      {t(`accounts:roles.list.${isAsking ? 'sure' : 'remove'}`)}
    </Button>
  );
}

function Invited({ mayWithdraw }: { mayWithdraw: boolean }) {
  const { t } = useTranslation('accounts');
  const nameOf = useRoleName();
  const refresh = useRefresh(['users']);
  const { data = [] } = useQuery({
    queryKey: ['users', 'invited'],
    queryFn: () => api.get('users/invited'),
  });
  const withdraw = useMutation({
    mutationFn: (id: number) => api.call({ method: 'delete', url: `users/invited/${id}` }),
    onSuccess: () => {
      showToast('success', t('accounts:roles.list.withdrawn'));
      return refresh();
    },
  });
  if (data.length === 0) return null;
  return (
    <Card title={t('accounts:roles.list.invited')}>
      <ul className="-my-2 divide-y divide-line-faint">
        {data.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
            <span className="min-w-0 flex-1 basis-60">
              <span className="font-medium">{one.name}</span>
              <span className="block text-small break-all text-ink-second">{one.email}</span>
            </span>
            <span className="text-small text-ink-second">
              {nameOf(one.role)}, {t('accounts:roles.list.until', { date: formatDate(one.expires_at) })}
            </span>
            {mayWithdraw && (
              <Button
                size="small"
                isLoading={withdraw.isPending && withdraw.variables === one.id}
                onClick={() => withdraw.mutate(one.id)}
              >
                {t('accounts:roles.list.withdraw')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
