import { keepPreviousData, useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { DataTable } from '@/components/data-table';
import { ErrorBanner } from '@/components/error-banner';
import { LinkButton } from '@/components/link-button';
import { ListToolbar } from '@/components/list-toolbar';
import { PageHeader } from '@/components/page-header';
import { SpriteIcon } from '@/components/sprite-icon';
import { TitleCell } from '@/components/title-cell';
import { pathOf } from '@/contract/define';
import { defaultLanguage } from '@/contract/languages';
import type { Shop } from '@/contract/shops/schema';
import { Cell } from '@/crud/cells';
import type { ListProps, Row } from '@/crud/types';
import { messageKey, toClientError } from '@/lib/errors';
import { formatNumber } from '@/lib/format';
import { useLabels } from '@/lib/labels';
import { useColumns, useFilters, useLastPage } from '@/lib/list-parts';
import { listOptions, toListQuery, useListState } from '@/lib/list-state';
import { useRights } from '@/lib/rights';
import { useSelection } from '@/lib/selection';
import { shopScope } from '@/lib/shop-id';
import { useShortcut } from '@/lib/shortcut';
import { OwnerCell } from './owner-cell';
import { ShopRowActions } from './shop-row-actions';

const Pagination = dynamic(() => import('@/components/list-tools').then((module) => module.Pagination), {
  loading: () => <div className="h-13.75 border-t border-line-faint" />,
});
const BulkActions = dynamic(() => import('@/components/bulk-actions').then((module) => module.BulkActions));
const ListEmpty = dynamic(() => import('@/components/list-empty').then((module) => module.ListEmpty));

type ShopRow = Row & Shop;

/** Shops, or those that wait (reference pages §3.2): a shop's name leads into it, its row carries the decision. */
export function ShopsList({ resource }: ListProps) {
  const { t, i18n } = useTranslation(['form', 'common']);
  const router = useRouter();
  const labels = useLabels(resource);
  const rights = useRights(resource, undefined);
  const paths = pathOf(resource);
  const { state, change, sort } = useListState(resource, paths.list);
  const query = toListQuery(resource, state, shopScope(resource, undefined, undefined) ?? {}, i18n.language);
  const list = useQuery({ ...listOptions<ShopRow>(resource, query), placeholderData: keepPreviousData });
  const { columns, choices, toggle } = useColumns<Row>(resource);
  // Those that wait are inactive all: there is nothing to filter.
  const filters = useFilters(
    resource.only ? { ...resource, filters: [] } : resource,
    undefined,
    state.filters,
  );
  const { rows, paginator } = list.data ?? {};
  const { page: _page, orderBy: _order, sortedBy: _side, ...matched } = query;
  const selection = useSelection(JSON.stringify(matched));
  const error = list.error ? toClientError(list.error) : undefined;
  const canCreate = rights.canCreate && i18n.language === defaultLanguage;
  useShortcut('KeyN', canCreate ? () => void router.push(paths.create) : undefined);
  useLastPage(rows?.length === 0 ? paginator : undefined, state.page, (page) => change({ page }));

  const create = canCreate && (
    <LinkButton
      href={paths.create}
      variant="primary"
      icon={<SpriteIcon name="plus" className="size-4" />}
      aria-keyshortcuts="n"
    >
      {labels.text('create')}
    </LinkButton>
  );
  function cell(row: ShopRow, key: string): ReactNode {
    if (key === 'name') {
      return (
        <TitleCell
          title={row.name}
          note={row.address?.city}
          href={homeOf(row)}
          picture={row.logo?.thumbnail ?? null}
        />
      );
    }
    if (key === 'owner') return <OwnerCell owner={row.owner} />;
    const column = columns.find((one) => one.key === key);
    return column && <Cell {...{ resource, column, row }} canUpdate={rights.canUpdate} />;
  }

  return (
    <>
      <PageHeader
        title={labels.text('title')}
        total={paginator && formatNumber(paginator.total, i18n.language)}
      >
        <span className="phone:fixed phone:end-4 phone:bottom-4 phone:z-30 phone:rounded-control phone:shadow-floating">
          {create}
        </span>
      </PageHeader>
      <ListToolbar
        isReady={rows !== undefined}
        search={state.search}
        searchLabel={labels.text('search')}
        filters={filters}
        columns={choices}
        onSearch={(search) => change({ search })}
        onFilter={(key, value) => change({ filters: { ...state.filters, [key]: value } })}
        onToggleColumn={toggle}
        onExport={async () => {
          const { exportList } = await import('@/lib/list-export');
          return exportList(
            resource,
            query,
            columns.map(({ key }) => key),
          );
        }}
      />
      <div className="mt-3 rounded-card border border-line bg-surface phone:-mx-4 phone:mb-16 phone:rounded-none phone:border-x-0">
        {error && (
          <div className="p-4">
            <ErrorBanner
              text={t(messageKey(error))}
              requestId={error.requestId}
              onRetry={() => void list.refetch()}
            />
          </div>
        )}
        {(rows ? rows.length > 0 : !error) && (
          <DataTable<ShopRow>
            label={labels.text('title')}
            columns={columns.map(({ key, kind, sort: isSortable = false }) => ({
              key,
              label: labels.column(key),
              kind,
              isSortable,
            }))}
            rows={rows}
            skeletonRows={resource.pageSize}
            sort={state}
            isBusy={list.isFetching}
            actionsLabel={t('common:list.actions')}
            rowLabel={(row) => row.name}
            ticks={
              rights.canRemove
                ? {
                    has: selection.has,
                    mark: (marked, isTicked) => selection.mark(idsOf(marked), isTicked, idsOf(rows)),
                    pageLabel: t('common:list.select-page'),
                    rowLabel: (row) => t('common:list.select-row', { title: row.name }),
                  }
                : undefined
            }
            onSort={sort}
            onOpen={(row) => void router.push(homeOf(row))}
            cell={cell}
            actions={(row) => <ShopRowActions shop={row} />}
          />
        )}
        {rows?.length === 0 && (
          <ListEmpty
            isFiltered={state.search !== '' || Object.keys(state.filters).length > 0}
            text={labels.text('empty')}
            create={resource.only ? false : create}
            onReset={() => change({ search: '', filters: {} })}
          />
        )}
        {paginator && paginator.total > 0 && (
          <Pagination info={paginator} onPage={(page) => change({ page })} />
        )}
      </div>
      {!selection.isEmpty && paginator && (
        <BulkActions
          {...{ resource, rights, selection, query }}
          isFiltered={state.search !== '' || Object.keys(state.filters).length > 0}
          total={paginator.total}
        />
      )}
    </>
  );
}

const homeOf = ({ slug }: Shop) => `/${encodeURIComponent(slug)}`;
const idsOf = (rows: readonly Row[] = []) => rows.map(({ id }) => id);
