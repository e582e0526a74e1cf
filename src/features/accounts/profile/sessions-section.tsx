import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';
import type { SessionRow } from '@/contract/accounts/auth';
import { api } from '@/lib/api/client';
import { messageKey, toClientError } from '@/lib/api/errors';
import { showToast } from '@/lib/toast';
import { SessionLine } from './session-line';

/** Where the account is open now; any of it can be closed from here. */
export function SessionsSection() {
  const { t } = useTranslation('form');
  const client = useQueryClient();
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: () => api.list<SessionRow>('sessions'),
    meta: { silent: true },
  });
  const onSuccess = () => {
    showToast('success', t('form:profile.session-ended'));
    return client.invalidateQueries({ queryKey: ['sessions'] });
  };
  const endOne = useMutation({ mutationFn: (id: number) => api.remove(`sessions/${id}`), onSuccess });
  const endOthers = useMutation({ mutationFn: () => api.post('sessions/revoke-others', {}), onSuccess });
  const rows = sessions.data;
  const hasOthers = rows?.some((row) => !row.is_current) ?? false;

  return (
    <Card title={t('form:profile.sessions')} text={t('form:profile.sessions-text')}>
      {sessions.error && !rows && (
        <ErrorBanner
          text={t(messageKey(toClientError(sessions.error)))}
          onRetry={() => void sessions.refetch()}
        />
      )}
      {sessions.isPending && <Skeleton className="h-12 w-full" />}
      {rows && (
        <ul className="divide-y divide-line-faint">
          {rows.map((row) => (
            <SessionLine
              key={row.id}
              session={row}
              isEnding={endOne.isPending && endOne.variables === row.id}
              onEnd={() => endOne.mutate(row.id)}
            />
          ))}
        </ul>
      )}
      {hasOthers && (
        <Button className="mt-4" isLoading={endOthers.isPending} onClick={() => endOthers.mutate()}>
          {t('form:profile.end-others')}
        </Button>
      )}
    </Card>
  );
}
