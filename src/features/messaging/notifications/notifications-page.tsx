import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { Select } from '@/components/inputs/select';
import { EmptyState } from '@/components/page/empty-state';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Pagination } from '@/components/table/pagination';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { LinkButton } from '@/components/ui/link-button';
import { notifyTypes } from '@/contract/messaging/notifications/kinds';
import { formatNumber } from '@/lib/format/format';
import { NotificationLine } from './notification-line';
import { useNotificationActions, useNotifications } from './use-notifications';

const perPage = 30;

/** All notifications of the user; filters and page are in the URL. */
export function NotificationsPage() {
  const { t, i18n } = useTranslation(['messaging', 'common']);
  const filters = useFilters();
  const { type, read, page, go } = filters;
  const query = useNotifications({
    limit: perPage,
    page,
    ...(type && { notify_type: type }),
    ...(read && { is_read: read }),
  });
  const { see, seeAll, remove } = useNotificationActions();
  const text = (key: string) => t(`messaging:notify-logs.${key}`);

  return (
    <>
      <PageHeader
        title={text('title')}
        {...(query.data && { total: formatNumber(query.data.paginator.total, i18n.language) })}
      >
        <LinkButton href="/profile-update#notifications">{text('settings')}</LinkButton>
        <Button isLoading={seeAll.isPending} onClick={() => seeAll.mutate(type)}>
          {text('read-all')}
        </Button>
      </PageHeader>
      <Filters filters={filters} />
      <div className="mt-3">
        <QueryBoundary query={query}>
          {({ rows, paginator }) =>
            rows.length === 0 ? (
              <EmptyState picture={type || read ? 'search' : 'empty'} title={text('empty')} />
            ) : (
              <>
                <ul className="divide-y divide-line-faint rounded-card border border-line bg-surface p-1.5">
                  {rows.map((log) => (
                    <NotificationLine
                      key={log.id}
                      log={log}
                      onSee={see.mutate}
                      end={
                        <IconButton
                          icon="trash-2"
                          tone="danger"
                          label={text('remove')}
                          className="mt-1.5"
                          disabled={remove.isPending && remove.variables === log.id}
                          onClick={() => remove.mutate(log.id)}
                        />
                      }
                    />
                  ))}
                </ul>
                <Pagination info={paginator} onPage={(next) => go({ page: String(next) })} />
              </>
            )
          }
        </QueryBoundary>
      </div>
    </>
  );
}

function useFilters() {
  const router = useRouter();
  const asked = (key: string) => (typeof router.query[key] === 'string' ? router.query[key] : '');
  const [type, read, page] = [asked('notify_type'), asked('is_read'), Number(asked('page')) || 1];
  const go = (change: Record<string, string>) => {
    // A changed filter starts at page one.
    const next = Object.entries({ notify_type: type, is_read: read, page: '', ...change });
    const search = new URLSearchParams(next.filter(([, value]) => value !== ''));
    const [path = ''] = router.asPath.split(/[?#]/, 1);
    void router.replace(search.size > 0 ? `${path}?${search}` : path, undefined, { shallow: true });
  };
  return { type, read, page, go };
}

function Filters({ filters: { type, read, go } }: { filters: ReturnType<typeof useFilters> }) {
  const { t } = useTranslation('messaging');
  const text = (key: string) => t(`messaging:notify-logs.${key}`);
  const states = ['', '0', '1'].map((value) => ({ value, label: text(`states.${value || 'all'}`) }));
  const types = ['', ...notifyTypes].map((value) => ({ value, label: text(`types.${value || 'all'}`) }));
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <Select
        className="min-w-44 phone:flex-1"
        aria-label={text('type')}
        value={type}
        options={types}
        onChange={(event) => go({ notify_type: event.target.value })}
      />
      <Select
        className="min-w-44 phone:flex-1"
        aria-label={text('state')}
        value={read}
        options={states}
        onChange={(event) => go({ is_read: event.target.value })}
      />
    </div>
  );
}
