import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { EmptyState } from '@/components/page/empty-state';
import { PageHeader } from '@/components/page/page-header';
import { Tabs } from '@/components/ui/tabs';
import { ownershipTransfers } from '@/contract/shops/ownership-transfers';
import type { OwnershipTransfer, TransferState } from '@/contract/shops/ownership-transfers/schema';
import { listOptions, toListQuery, useListState } from '@/crud/list/list-state';
import { PagedCard } from '@/crud/list/paged-card';
import type { ListState } from '@/crud/types';
import { formatNumber } from '@/lib/format/format';
import { usePermissions } from '@/lib/session/me';
import { TransferCard } from './transfer-card';

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
      <div className="mt-3">
        <PagedCard
          query={found}
          empty={
            <EmptyState
              picture="empty"
              title={t('shops:shops.transfers.empty')}
              text={t(`shops:shops.transfers.${isAdmin ? 'empty-admin' : 'empty-text'}`)}
            />
          }
          onPage={(page) => change({ page })}
        >
          {(rows) => (
            <ul className="divide-y divide-line-faint">
              {rows.map((transfer) => (
                <TransferCard key={transfer.id} transfer={transfer} />
              ))}
            </ul>
          )}
        </PagedCard>
      </div>
    </>
  );
}

function useTransfers(state: ListState) {
  const { i18n } = useTranslation();
  const { isReady } = useRouter();
  return useQuery({
    ...listOptions<OwnershipTransfer>(
      ownershipTransfers,
      // The page has no search field.
      toListQuery(ownershipTransfers, { ...state, search: '' }, {}, i18n.language),
    ),
    enabled: isReady,
    placeholderData: keepPreviousData,
  });
}
