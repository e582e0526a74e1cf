import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { ErrorBanner } from '@/components/page/error-banner';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';
import type { SessionRow } from '@/contract/accounts/auth';
import { api } from '@/lib/api/client';
import { messageKey, toClientError } from '@/lib/api/errors';
import { showToast } from '@/lib/toast';
import { AccessLine } from './access-line';
import { describeDevice } from './device';

/** The account's open sessions; each can be ended here. */
export function SessionsSection() {
  const { t } = useTranslation(['form', 'accounts']);
  const client = useQueryClient();
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: () => api.list('sessions'),
  });
  const onSuccess = () => {
    showToast('success', t('accounts:profile.session-ended'));
    return client.invalidateQueries({ queryKey: ['sessions'] });
  };
  const endOne = useMutation({ mutationFn: (id: number) => api.remove(`sessions/${id}`), onSuccess });
  const endOthers = useMutation({ mutationFn: () => api.post('sessions/revoke-others', {}), onSuccess });
  const rows = sessions.data;
  const hasOthers = rows?.some((row) => !row.is_current) ?? false;

  return (
    <Card title={t('accounts:profile.sessions')} text={t('accounts:profile.sessions-text')}>
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
          {t('accounts:profile.end-others')}
        </Button>
      )}
    </Card>
  );
}

interface SessionLineProps {
  session: SessionRow;
  isEnding: boolean;
  onEnd: () => void;
}

function SessionLine({ session, isEnding, onEnd }: SessionLineProps) {
  const { t } = useTranslation('accounts');
  const device = describeDevice(session.user_agent);
  const name = device?.name ?? t('accounts:profile.unknown-device');
  return (
    <AccessLine
      Icon={device?.isPhone ? Smartphone : Monitor}
      name={
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {name}
          {session.is_current && <Badge tone="good">{t('accounts:profile.this-device')}</Badge>}
        </p>
      }
      note={
        <>
          {session.ip && session.is_same_network !== undefined && (
            <>{t(`accounts:profile.${session.is_same_network ? 'this' : 'other'}-network`)} · </>
          )}
          {session.ip && <span dir="ltr">{session.ip} · </span>}
        </>
      }
      at={session.last_seen_at ?? session.created_at}
      end={
        session.is_current
          ? undefined
          : {
              label: t('accounts:profile.end-session'),
              description: t('accounts:profile.end-session-of', { device: name }),
              isEnding,
              onEnd,
            }
      }
    />
  );
}
