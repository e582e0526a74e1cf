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
import { useAddressFilters } from '@/lib/hooks/use-address-filters';
import { NotificationLine } from './notification-line';
import { useNotificationActions, useNotifications } from './use-notifications';

const perPage = 30;

/** All notifications of the user; filters and page are in the URL. */
export function NotificationsPage() {
  const { t, i18n } = useTranslation(['messaging', 'common']);
  const address = useAddressFilters(['notify_type', 'is_read']);
  const { filters, page, go } = address;
  const query = useNotifications({ limit: perPage, page, ...filters });
  const { see, seeAll, remove } = useNotificationActions();
  const text = (key: string) => t(`messaging:notify-logs.${key}`);

  return (
    <>
      <PageHeader
        title={text('title')}
        {...(query.data && { total: formatNumber(query.data.paginator.total, i18n.language) })}
      >
        <LinkButton href="/profile-update#notifications">{text('settings')}</LinkButton>
        <Button isLoading={seeAll.isPending} onClick={() => seeAll.mutate(filters.notify_type)}>
          {text('read-all')}
        </Button>
      </PageHeader>
      <Filters {...address} />
      <div className="mt-3">
        <QueryBoundary query={query}>
          {({ rows, paginator }) =>
            rows.length === 0 ? (
              <EmptyState picture={address.isFiltered ? 'search' : 'empty'} title={text('empty')} />
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

function Filters({ filters, go }: ReturnType<typeof useAddressFilters>) {
  const { t } = useTranslation('messaging');
  const text = (key: string) => t(`messaging:notify-logs.${key}`);
  const states = ['', '0', '1'].map((value) => ({ value, label: text(`states.${value || 'all'}`) }));
  const types = ['', ...notifyTypes].map((value) => ({ value, label: text(`types.${value || 'all'}`) }));
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <Select
        className="min-w-44 phone:flex-1"
        aria-label={text('type')}
        value={filters.notify_type ?? ''}
        options={types}
        onChange={(event) => go({ notify_type: event.target.value })}
      />
      <Select
        className="min-w-44 phone:flex-1"
        aria-label={text('state')}
        value={filters.is_read ?? ''}
        options={states}
        onChange={(event) => go({ is_read: event.target.value })}
      />
    </div>
  );
}
