import { useTranslation } from 'next-i18next/pages';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import type { PersonalDataView } from '@/contract/accounts/personal-data';
import type { User } from '@/contract/accounts/users/schema';
import { api } from '@/lib/api/client';
import { formatDateTime } from '@/lib/format/format';
import { useMayOpen } from '@/lib/session/rights';
import { PagedRows } from './paged-rows';

/** Who looked at the contacts of a person, and when. */
export function PersonViews({ user }: { user: User }) {
  const { t } = useTranslation('accounts');
  return (
    <Card title={t('accounts:people.views.title')}>
      <PagedRows
        queryKey={['users', 'views', user.id]}
        ask={(page) => api.page('personal-data/views', { user_id: user.id, page, limit: 5 })}
        row={(view) => <View key={view.id} view={view} />}
        label={t('accounts:people.views.title')}
        more={t('accounts:people.views.more')}
        empty={t('accounts:people.views.empty')}
        className="grid gap-3"
      />
    </Card>
  );
}

function View({ view: { at, kind, user, family, row_id, field, reason } }: { view: PersonalDataView }) {
  const { t, i18n } = useTranslation(['accounts', 'common']);
  const mayOpen = useMayOpen();
  const path = `/${family}/${row_id}`;
  const record = `${t(`common:families.${family}`)}, ${t('common:id', { id: row_id })}`;
  return (
    <li>
      <p className="font-medium break-words">{user.name}</p>
      <p className="break-words">
        {kind === 'reveal' && field && (
          <>
            {t(`accounts:people.views.fields.${field}`)}:{' '}
            {mayOpen(path) ? (
              <Link href={path} className="rounded-badge text-accent-ink hover:underline">
                {record}
              </Link>
            ) : (
              record
            )}
          </>
        )}
        {kind === 'open' && t('accounts:people.views.open')}
        {kind === 'export' && t('accounts:people.views.export', { list: t(`common:families.${family}`) })}
      </p>
      {reason && <p className="break-words text-ink-second">{reason}</p>}
      <p className="text-small text-ink-second tabular-nums">
        <time dateTime={at}>{formatDateTime(at, i18n.language)}</time>
      </p>
    </li>
  );
}
