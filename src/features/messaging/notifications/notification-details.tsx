import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Button } from '@/components/ui/button';
import { notifyLogsEndpoint } from '@/contract/messaging/notifications';
import { api } from '@/lib/api/client';
import { useRedirect } from '@/lib/hooks/use-redirect';
import { NotificationLine } from './notification-line';
import { composeSentence } from './sentence';
import { useNotificationActions } from './use-notifications';

const list = '/notify-logs';

/** One own notification, at the address that the specification gives its family. */
export function NotificationDetails() {
  const { t } = useTranslation(['messaging', 'common']);
  const { query, isReady } = useRouter();
  const redirect = useRedirect();
  const id = String(query.id);
  const { see, remove } = useNotificationActions();
  const parent = { href: list, label: t('messaging:notify-logs.title') };
  const found = useQuery({
    queryKey: [notifyLogsEndpoint, 'one', id],
    queryFn: () => api.one(notifyLogsEndpoint, id),
    enabled: isReady,
  });
  return (
    <QueryBoundary query={found} parent={parent}>
      {(log) => (
        <>
          <PageHeader title={composeSentence(t, log)} parent={parent}>
            <Button
              isLoading={remove.isPending}
              onClick={() => remove.mutate(log.id, { onSuccess: () => redirect(list) })}
            >
              {t('common:button-delete')}
            </Button>
          </PageHeader>
          <ul className="mt-4 rounded-card border border-line bg-surface p-1.5">
            <NotificationLine log={log} onSee={see.mutate} />
          </ul>
        </>
      )}
    </QueryBoundary>
  );
}
