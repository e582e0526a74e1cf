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
import { formatDateTime, formatRelative } from '@/lib/format/format';
import { showToast } from '@/lib/toast';
import { deviceOf } from './device';

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
  const { t, i18n } = useTranslation('accounts');
  const device = deviceOf(session.user_agent);
  const Icon = device?.isPhone ? Smartphone : Monitor;
  const name = device?.name ?? t('accounts:profile.unknown-device');
  const seen = session.last_seen_at ?? session.created_at;

  return (
    <li className="flex items-center gap-3 py-3 first:pt-0">
      <span className="grid size-9 shrink-0 place-items-center rounded-control bg-sunken text-ink-second">
        <Icon className="size-4.5" strokeWidth={1.75} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {name}
          {session.is_current && <Badge tone="good">{t('accounts:profile.this-device')}</Badge>}
        </p>
        <p className="text-small text-ink-second">
          {session.ip && session.is_same_network !== undefined && (
            <>{t(`accounts:profile.${session.is_same_network ? 'this' : 'other'}-network`)} · </>
          )}
          {session.ip && <span dir="ltr">{session.ip} · </span>}
          <time dateTime={seen} title={formatDateTime(seen, i18n.language)}>
            {formatRelative(seen, i18n.language)}
          </time>
        </p>
      </div>
      {!session.is_current && (
        <Button
          size="small"
          isLoading={isEnding}
          onClick={onEnd}
          aria-label={t('accounts:profile.end-session-of', { device: name })}
        >
          {t('accounts:profile.end-session')}
        </Button>
      )}
    </li>
  );
}
