import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Card } from '@/components/ui/card';
import type { PersonConsent, User } from '@/contract/accounts/users/schema';
import { api } from '@/lib/api/client';
import { formatDateTime } from '@/lib/format/format';

/** Consents given at registration, with the versions of the documents in force then. */
export function PersonConsents({ user }: { user: User }) {
  const { t } = useTranslation('accounts');
  const query = useQuery({
    queryKey: ['users', 'consents', user.id],
    queryFn: () => api.list(`users/${user.id}/consents`),
  });
  return (
    <Card title={t('accounts:people.consents.title')}>
      <QueryBoundary query={query}>
        {(consents) =>
          consents.length === 0 ? (
            <p className="text-ink-second">{t('accounts:people.consents.empty')}</p>
          ) : (
            <ul className="grid gap-3">
              {consents.map((consent) => (
                <Consent key={consent.id} consent={consent} />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </Card>
  );
}

function Consent({ consent: { kind, documents, ip, given_at } }: { consent: PersonConsent }) {
  const { t, i18n } = useTranslation('accounts');
  return (
    <li>
      <p className="font-medium">{t(`accounts:people.consents.kinds.${kind}`)}</p>
      <p className="text-small text-ink-second tabular-nums">
        <time dateTime={given_at}>{formatDateTime(given_at, i18n.language)}</time> · <bdi>{ip}</bdi>
      </p>
      <ul className="text-small text-ink-second">
        {documents.map(({ id, title, version }) => (
          <li key={id} className="break-words">
            {t('accounts:people.consents.document', { title, version })}
          </li>
        ))}
      </ul>
    </li>
  );
}
