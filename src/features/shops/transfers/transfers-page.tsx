import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { EmptyState } from '@/components/page/empty-state';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Pagination } from '@/components/table/pagination';
import { Tabs } from '@/components/ui/tabs';
import { toSearch } from '@/contract/core/search';
import { ownershipTransfers } from '@/contract/shops/ownership-transfers';
import type { TransferState } from '@/contract/shops/ownership-transfers/schema';
import { useListState } from '@/crud/list/list-state';
import type { ListState } from '@/crud/types';
import { api } from '@/lib/api/client';
import { formatNumber } from '@/lib/format/format';
import { usePermissions } from '@/lib/session/me';
import { TransferCard } from './transfer-card';

const { name, endpoint, pageSize } = ownershipTransfers;
const path = '/ownership-transfers';
const states: readonly TransferState[] = ['pending', 'processing', 'approved', 'rejected'];

/** Transfer requests: administrators decide, owners follow and withdraw them. */
export function TransfersPage() {
  const { t, i18n } = useTranslation(['shops', 'common']);
  const isAdmin = usePermissions().includes('super_admin');
  const { state, change } = useListState(ownershipTransfers, path);
  const { status } = state.filters;
  const found = useTransfers(state);
  const tab = (value: string | undefined, label: string) => ({
    href: value ? `${path}?status=${value}` : path,
    label,
    isCurrent: status === value,
  });
  return (
    <>
      <PageHeader
        title={t('shops:shops.transfers.title')}
        total={found.data && formatNumber(found.data.paginator.total, i18n.language)}
      />
      <div className="mt-3">
        <Tabs
          label={t('shops:shops.transfers.state')}
          tabs={[
            tab(undefined, t('shops:shops.transfers.all')),
            ...states.map((value) => tab(value, t(`shops:shops.options.transfer.${value}`))),
          ]}
        />
      </div>
      <div className="mt-3 rounded-card border border-line bg-surface phone:-mx-4 phone:rounded-none phone:border-x-0">
        <QueryBoundary query={found}>
          {({ rows, paginator }) =>
            rows.length === 0 ? (
              <EmptyState
                picture="empty"
                title={t('shops:shops.transfers.empty')}
                text={t(`shops:shops.transfers.${isAdmin ? 'empty-admin' : 'empty-text'}`)}
              />
            ) : (
              <>
                <ul className="divide-y divide-line-faint">
                  {rows.map((transfer) => (
                    <TransferCard key={transfer.id} transfer={transfer} />
                  ))}
                </ul>
                <Pagination info={paginator} onPage={(page) => change({ page })} />
              </>
            )
          }
        </QueryBoundary>
      </div>
    </>
  );
}

function useTransfers({ page, orderBy, sortedBy, filters: { status } }: ListState) {
  const { i18n } = useTranslation();
  const { isReady } = useRouter();
  const query = {
    page: page,
    limit: pageSize,
    orderBy: orderBy,
    sortedBy: sortedBy,
    searchJoin: 'and',
    language: i18n.language,
    ...(status && { search: toSearch({ status }) }),
  };
  return useQuery({
    queryKey: [name, 'list', query],
    queryFn: () => api.page(endpoint, query),
    enabled: isReady,
    placeholderData: keepPreviousData,
  });
}
