import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { Avatar } from '@/components/ui/avatar';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { Chips } from '@/components/ui/chips';
import { FactList } from '@/components/ui/fact-list';
import { Link } from '@/components/ui/link';
import { WrittenText } from '@/components/ui/written-text';
import type { User } from '@/contract/accounts/users/schema';
import { formatDateTime } from '@/lib/format/format';
import { useLabels } from '@/lib/i18n/labels';
import { useMay } from '@/lib/session/rights';
import { useRoleName } from '../role-name';

interface PersonCardProps {
  resource: Parameters<typeof useLabels>[0];
  user: User;
}

export function PersonCard({ resource, user }: PersonCardProps) {
  const { t, i18n } = useTranslation(['accounts', 'common']);
  const labels = useLabels(resource);
  const nameOf = useRoleName();
  const mayExplore = useMay('team:read');
  const { profile, permissions } = user;
  const names: string[] = permissions.map(({ name }) => name);
  const roles = names.filter((name) => !name.includes(':'));
  const scopes = names.filter((name) => name.startsWith('staff:'));
  const fact = (key: string, value: ReactNode) => ({ key, label: labels.field(key), value });
  const facts = [
    fact('email', <Proved text={user.email} isProved={user.email_verified} />),
    ...(profile.contact
      ? [fact('contact', <Proved text={profile.contact} isProved={profile.contact_verified} />)]
      : []),
    fact('permissions', <Chips names={roles.map((name) => labels.option('permissions', name))} most={4} />),
    ...(user.team_role ? [fact('role', nameOf(user.team_role))] : []),
    ...(scopes.length > 0
      ? [
          fact(
            'scopes',
            <Chips names={scopes.map((name) => labels.option('scopes', name.slice(6)))} most={5} />,
          ),
        ]
      : []),
    fact('two_factor', t(user.two_factor ? 'common:text-yes' : 'common:text-no')),
    fact('created_at', formatDateTime(user.created_at, i18n.language)),
  ];
  return (
    <Card>
      <div className="mb-4 flex items-center gap-3">
        <Avatar name={user.name} path={profile.avatar?.thumbnail} size="large" />
        <div className="min-w-0">
          <p className="font-semibold break-words">{user.name}</p>
          <p className="text-small text-ink-second">
            {t('common:id', { id: user.id, defaultValue: `№\u00a0${user.id}` })}
          </p>
        </div>
      </div>
      {profile.bio && <WrittenText text={profile.bio} className="mb-4 block break-words" />}
      <FactList isStacked facts={facts} />
      {mayExplore && (
        <Link
          href={`/users/permissions?id=${user.id}`}
          className="mt-4 inline-block rounded-badge text-small pointer-coarse:mt-1 pointer-coarse:py-2.75 font-medium text-accent-ink hover:underline"
        >
          {t('accounts:people.explore')}
        </Link>
      )}
    </Card>
  );
}

function Proved({ text, isProved }: { text: string; isProved: boolean }) {
  const { t } = useTranslation('accounts');
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span dir="ltr" className="min-w-0 break-all">
        {text}
      </span>
      <Badge tone={isProved ? 'good' : 'warn'}>
        {t(isProved ? 'accounts:people.proved' : 'accounts:people.unproved')}
      </Badge>
    </span>
  );
}
