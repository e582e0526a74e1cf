import { Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { useEffect } from 'react';
import { DataTable } from '@/components/data-table';
import { ErrorBanner } from '@/components/error-banner';
import { LinkButton } from '@/components/link-button';
import { ListToolbar } from '@/components/list-toolbar';
import { PageHeader } from '@/components/page-header';
import { Pagination } from '@/components/pagination';
import { type Column, type Filter, keyOf, pathOf } from '@/contract/define';
import { defaultLanguage } from '@/contract/languages';
import { messageKey, toClientError } from '@/lib/errors';
import { formatNumber } from '@/lib/format';
import { useLabels } from '@/lib/labels';
import { toListQuery, useListState } from '@/lib/list-state';
import { useRememberedKeys } from '@/lib/remembered';
import { useRights } from '@/lib/rights';
import { useShopScope } from '@/lib/shop-id';
import { useShortcut } from '@/lib/shortcut';
import { Cell } from './cells';
import { RowActions } from './row-actions';
import type { ListProps, Row } from './types';
import { useList } from './use-resource';

const ListEmpty = dynamic(() => import('@/components/list-empty').then((module) => module.ListEmpty));

/** The list of a family: everything follows from its declaration (reference pages §1.2). */
export function ListScreen({ resource, shop }: ListProps) {
  const { t, i18n } = useTranslation(['form', 'common']);
  const router = useRouter();
  const labels = useLabels(resource);
  const rights = useRights(resource, shop);
  const paths = pathOf(resource, shop);
  const scope = useShopScope(resource, shop);
  const { state, change, sort } = useListState(resource, paths.list);
  const query = toListQuery(resource, state, scope ?? {}, i18n.language);
  const list = useList(resource, query, scope !== undefined);
  const [first, ...rest]: Column<Row>[] = resource.columns;
  const chosen = useRememberedKeys(
    `gostiny-columns:${resource.name}`,
    rest.filter((column) => !column.hidden).map((column) => column.key),
  );
  const columns = [...(first ? [first] : []), ...rest.filter((column) => chosen.keys.includes(column.key))];

  const { rows, paginator } = list.data ?? {};
  const error = list.error ? toClientError(list.error) : undefined;
  const isFiltered = state.search !== '' || Object.keys(state.filters).length > 0;
  // Translations are made from a row's menu; new rows are written in the default language (reference pages §1.2).
  const canCreate = rights.canCreate && i18n.language === defaultLanguage;
  const hrefOf = (row: Row) => {
    const key = keyOf(resource, row);
    return rights.canUpdate ? paths.edit(key) : rights.canRead ? paths.details(key) : undefined;
  };
  const optionsOf = ({ kind, options, key }: Filter) =>
    (kind === 'switch' ? ['true', 'false'] : (options ?? [])).map((value) => ({
      value,
      label: labels.option(key, value),
    }));

  useShortcut('KeyN', canCreate ? () => void router.push(paths.create) : undefined);

  // Deleting the last row of the last page leaves an address of a page that no longer exists.
  const lastPage = rows?.length === 0 && paginator && paginator.total > 0 ? paginator.lastPage : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that turned out not to exist
  useEffect(() => {
    if (lastPage !== undefined && lastPage < state.page) change({ page: lastPage });
  }, [lastPage, state.page]);

  const create = canCreate && (
    <LinkButton
      href={paths.create}
      variant="primary"
      icon={<Plus aria-hidden="true" className="size-4" />}
      aria-keyshortcuts="n"
    >
      {labels.text('create')}
    </LinkButton>
  );
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
        // In a shop's twin the rows are that shop's already: choosing their kind would say nothing.
        filters={resource.filters
          .filter((filter) => shop === undefined || filter.via === 'param')
          .map((filter) => ({
            key: filter.key,
            label: labels.field(filter.key),
            value: state.filters[filter.key],
            options: optionsOf(filter),
          }))}
        columns={rest.map(({ key }) => ({
          key,
          label: labels.field(key),
          isShown: chosen.keys.includes(key),
        }))}
        onSearch={(search) => change({ search })}
        onFilter={(key, value) => change({ filters: { ...state.filters, [key]: value } })}
        onToggleColumn={chosen.toggle}
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
          <DataTable<Row>
            label={labels.text('title')}
            columns={columns.map(({ key, kind, sort: isSortable = false }) => ({
              key,
              label: labels.column(key),
              kind,
              isSortable,
            }))}
            rows={rows}
            skeletonRows={Math.min(resource.pageSize, 10)}
            sort={state}
            isBusy={list.isFetching}
            actionsLabel={t('common:list.actions')}
            rowLabel={resource.titleOf}
            onSort={sort}
            onOpen={(row) => void router.push(hrefOf(row) ?? router.asPath)}
            cell={(row, key) => {
              const column = columns.find((one) => one.key === key);
              return (
                column && (
                  <Cell {...{ resource, column, row }} href={hrefOf(row)} canUpdate={rights.canUpdate} />
                )
              );
            }}
            actions={(row) => <RowActions {...{ resource, row, shop, rights }} />}
          />
        )}
        {rows?.length === 0 && (
          <ListEmpty
            isFiltered={isFiltered}
            text={labels.text('empty')}
            create={create}
            onReset={() => change({ search: '', filters: {} })}
          />
        )}
        {paginator && paginator.total > 0 && (
          <Pagination info={paginator} onPage={(page) => change({ page })} />
        )}
      </div>
    </>
  );
}
