import { Pencil } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { OnlyWith } from '@/components/domain/only-with';
import { SecondPerson } from '@/components/domain/second-person/second-person';
import { useWaiting } from '@/components/domain/second-person/use-waiting';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Badge } from '@/components/ui/badge';
import { LinkButton } from '@/components/ui/link-button';
import { accountStanding } from '@/contract/accounts/users';
import type { User } from '@/contract/accounts/users/schema';
import { familyPaths } from '@/contract/core/define';
import { RecordHistory } from '@/crud/details/record-history';
import type { DetailsProps } from '@/crud/types';
import { useOne } from '@/lib/api/use-record';
import { useLabels } from '@/lib/i18n/labels';
import { useMay } from '@/lib/session/rights';
import { PersonActions } from './person-actions';
import { PersonAddresses } from './person-addresses';
import { PersonCard } from './person-card';
import { PersonConsents } from './person-consents';
import { PersonOrders } from './person-orders';
import { PersonShops } from './person-shops';
import { PersonViews } from './person-views';
import { PersonWallet } from './person-wallet';

/** A person's page for administrators: profile, related records, history. */
export function UserDetails({ resource, id }: DetailsProps<'users'>) {
  const { t } = useTranslation('common');
  const labels = useLabels(resource);
  const paths = familyPaths(resource);
  const mayWrite = useMay('customers:write');
  const seesOrders = useMay('orders:read');
  const seesShops = useMay('shops:read');
  const parent = { href: paths.list, label: labels.text('title') };
  return (
    <QueryBoundary query={useOne(resource, id)} parent={parent}>
      {(user) => (
        <>
          <PageHeader
            title={user.name}
            parent={parent}
            badge={
              <Badge tone={tones[accountStanding(user)]}>
                {labels.option('is_active', accountStanding(user))}
              </Badge>
            }
          >
            <ActionsOf user={user} />
            {mayWrite && (
              <LinkButton href={paths.edit(user.id)} icon={<Pencil className="size-4" />}>
                {t('common:button-edit')}
              </LinkButton>
            )}
          </PageHeader>
          <SecondPerson family="users" id={user.id} className="mt-4" />
          {!user.is_active && <Banned user={user} />}
          <div className="mt-4 grid items-start gap-4 desk:grid-cols-[minmax(0,1fr)_20.5rem]">
            <div className="grid gap-4">
              {seesOrders && <PersonOrders user={user} />}
              <PersonWallet user={user} />
              <PersonAddresses user={user} />
              <RecordHistory family="users" id={user.id} />
            </div>
            <div className="grid gap-4">
              <PersonCard resource={resource} user={user} />
              {seesShops && <PersonShops user={user} />}
              <OnlyWith capability="consents">
                <PersonConsents user={user} />
              </OnlyWith>
              <OnlyWith capability="personal-data">
                <PersonViews user={user} />
              </OnlyWith>
            </div>
          </div>
        </>
      )}
    </QueryBoundary>
  );
}

/** Without what waits for a second person, who finds it on this page. */
function ActionsOf({ user }: { user: User }) {
  const waiting = useWaiting({ family: 'users', id: user.id });
  return <PersonActions person={user} waiting={waiting.map(({ kind }) => kind)} />;
}

const tones = { active: 'good', waiting: 'warn', banned: 'bad' } as const;

/** Why a person cannot sign in, and the state of their shops. */
function Banned({ user }: { user: User }) {
  const { t } = useTranslation('accounts');
  const isWaiting = accountStanding(user) === 'waiting';
  const closed = (user.shops ?? []).filter((shop) => !shop.is_active).length;
  return (
    <div
      className={`mt-4 rounded-card px-4 py-3 ${isWaiting ? 'bg-warn-soft text-warn' : 'bg-bad-soft text-bad'}`}
    >
      <p className="font-medium">
        {t(isWaiting ? 'accounts:people.waiting' : 'accounts:people.banned.title')}
      </p>
      {user.ban_reason && (
        <p className="mt-0.5 break-words">
          {t('accounts:people.banned.reason', { reason: user.ban_reason })}
        </p>
      )}
      {closed > 0 && <p className="mt-0.5">{t('accounts:people.banned.shops', { count: closed })}</p>}
    </div>
  );
}
