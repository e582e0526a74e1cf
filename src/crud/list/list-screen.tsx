import { useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { useCallback } from 'react';
import { CreateLink, FloatingAction } from '@/components/page/create-link';
import { ErrorBanner } from '@/components/page/error-banner';
import { PageHeader } from '@/components/page/page-header';
import { DataTable } from '@/components/table/data-table';
import { bulkFields } from '@/contract/core/bulk';
import { type AnyResource, addressKey, familyPaths } from '@/contract/core/define';
import { ListPages } from '@/crud/list/list-pages';
import { ListTabs } from '@/crud/list/list-tabs';
import { ListToolbar } from '@/crud/list/list-toolbar';
import type { ListProps, ListTab, Row } from '@/crud/types';
import { useCan } from '@/lib/api/capabilities';
import { messageKey } from '@/lib/api/client-error';
import { askAgain, useFailure } from '@/lib/api/use-failure';
import { formatNumber } from '@/lib/format/format';
import { useIsPhone } from '@/lib/hooks/use-is-phone';
import { usePhonePart } from '@/lib/hooks/use-phone-part';
import { useSelection } from '@/lib/hooks/use-selection';
import { useShortcut } from '@/lib/hooks/use-shortcut';
import { useLabels } from '@/lib/i18n/labels';
import { part } from '@/lib/part';
import { useRights } from '@/lib/session/rights';
import { useShopScope } from '@/lib/session/shop-id';
import { useTextLanguage } from '@/state/text-language';
import { useCells } from './cells';
import { toListQuery, useList, useListState } from './list-state';
import { useRowActions } from './row-actions';
import { useLastPage, useToolbar } from './use-toolbar';

const BulkActions = part(
  dynamic(() => import('@/crud/list/bulk-actions').then((module) => module.BulkActions)),
);
const ListEmpty = part(
  dynamic(() => import('@/components/page/list-empty').then((module) => module.ListEmpty)),
);

export function ListScreen(given: ListProps) {
  const declared = useDeclaredTabs(given.resource);
  const props = { ...given, tabs: given.tabs ?? declared };
  const { resource, tabs, extra, BulkMore } = props;
  const screen = useListScreen(props);
  const { labels, rights, list, selection, state, tab, query, toolbar, create, change } = screen;
  const { i18n } = useTranslation('common');
  const { rows, paginator } = list.data ?? {};
  return (
    <>
      <PageHeader
        title={labels.text('title')}
        total={tabs ? undefined : paginator && formatNumber(paginator.total, i18n.language)}
      >
        {extra}
        <FloatingAction>{create}</FloatingAction>
      </PageHeader>
      {tabs && (
        <ListTabs
          resource={resource}
          tabs={tabs}
          open={tab?.key}
          scope={screen.scope}
          isReady={rows !== undefined}
          views={toolbar.views}
          hrefOf={screen.hrefOf}
          onOpen={change}
        />
      )}
      <ListToolbar isReady={rows !== undefined} hasViews={!tabs} {...toolbar} />
      <div className="mt-3 rounded-card border border-line bg-surface phone:-mx-4 phone:rounded-none phone:border-x-0">
        <ListRows {...props} screen={screen} />
        {rows?.length === 0 && (
          <ListEmpty
            isFiltered={screen.isFiltered}
            text={labels.text('empty')}
            create={
              <>
                {create}
                {props.emptyExtra}
              </>
            }
            onReset={() => change({ search: '', filters: {} })}
            onLeaveTab={state.tab === undefined ? undefined : () => change({ tab: undefined })}
          />
        )}
        {paginator && paginator.total > 0 && (
          <ListPages info={paginator} onPage={(page) => change({ page })} />
        )}
      </div>
      {!selection.isEmpty && paginator !== undefined && paginator.total > 0 && (
        <BulkActions
          resource={resource}
          rights={rights}
          selection={selection}
          query={query}
          isFiltered={screen.isFiltered}
          More={BulkMore}
          total={paginator.total}
        />
      )}
    </>
  );
}

/** Tabs of the family's declaration; a list with its own address is one already, and other servers cannot count them. */
function useDeclaredTabs({ name, domain, only, tabs }: AnyResource): ListTab[] | undefined {
  const { t } = useTranslation(domain);
  const canCount = useCan('counts');
  if (!tabs || only || !canCount) return undefined;
  return Object.entries(tabs).map(([key, query]) => ({
    key,
    label: t(`${domain}:${name}.tabs.${key}`),
    query,
  }));
}

/** State, rows and rights of a list. */
function useListScreen({ resource, shop, tabs, hrefOf: ownHref }: ListProps) {
  const [language] = useTextLanguage();
  const router = useRouter();
  const labels = useLabels(resource);
  const rights = useRights(resource, shop);
  const paths = familyPaths(resource, shop);
  const scope = useShopScope(resource, shop);
  const { state, tab, hrefOf, change, sort } = useListState(resource, paths.list, { shop, tabs });
  const query = toListQuery(resource, state, { ...scope, ...tab?.query }, language);
  const list = useList(resource, query, scope !== undefined);
  const { columns, headings, toolbar } = useToolbar(resource, { shop, tab }, { state, change }, query);
  const { page: _page, orderBy: _order, sortedBy: _side, ...matched } = query;
  const selection = useSelection(JSON.stringify(matched));
  // Stable callbacks: `TableRow` is memoised on them.
  const rowHref = useCallback(
    (row: Row) => {
      if (ownHref) return ownHref(row);
      const key = addressKey(resource, row);
      const { edit, details } = familyPaths(resource, shop);
      if (rights.canUpdate && resource.opens !== 'details') return edit(key);
      return rights.canRead ? details(key) : undefined;
    },
    [resource, shop, rights, ownHref],
  );
  const isEmpty = list.data?.rows.length === 0;
  useShortcut('KeyN', rights.canCreate ? () => void router.push(paths.create) : undefined);
  useLastPage(isEmpty ? list.data?.paginator : undefined, state.page, (page) => change({ page }));
  return {
    labels,
    rights,
    scope,
    state,
    tab,
    hrefOf,
    change,
    sort,
    query,
    list,
    columns,
    headings,
    toolbar,
    selection,
    rowHref,
    isFiltered: state.search !== '' || Object.keys(state.filters).length > 0,
    create: rights.canCreate && <CreateLink href={paths.create} text={labels.text('create')} />,
  };
}

type Screen = ReturnType<typeof useListScreen>;

/** The rows, or the reason for their absence. */
function ListRows({ screen, ...props }: ListProps & { screen: Screen }) {
  const { resource, shop, rowExtra, rowMenu, cell: ownCell, card: ownCard, BulkMore } = props;
  const { labels, rights, list, columns, rowHref } = screen;
  const { t } = useTranslation('common');
  const router = useRouter();
  const client = useQueryClient();
  const isPhone = useIsPhone();
  const RowCard = usePhonePart(loadRowCard, ownCard === undefined);
  const draw = useCells(resource);
  const actions = useRowActions({ resource, shop, rights, rowExtra, rowMenu });
  // On a phone a row has no height before its card is loaded: rows below it would jump.
  const found = list.data?.rows;
  const isCardLoaded = ownCard === undefined ? RowCard !== undefined : ownCard !== null;
  const rows = found?.length && isPhone && !isCardLoaded ? undefined : found;
  const error = useFailure(list);
  const ticks = useTicks(resource, screen, BulkMore !== undefined);
  const cell = useCallback(
    (row: Row, key: string) => {
      const column = columns.find((one) => one.key === key);
      const drawn = ownCell?.(row, key);
      if (drawn !== undefined || !column) return drawn;
      return draw({ column, row, href: rowHref(row), canUpdate: rights.canUpdate });
    },
    [columns, ownCell, draw, rowHref, rights],
  );
  return (
    <>
      {error && (
        <div className="p-4">
          <ErrorBanner
            text={t(messageKey(error))}
            requestId={error.requestId}
            onRetry={error.code === 'NOT_SUPPORTED' ? undefined : () => void askAgain(client)}
          />
        </div>
      )}
      {(rows ? rows.length > 0 : !error) && (
        <DataTable<Row>
          label={labels.text('title')}
          columns={screen.headings}
          rows={rows}
          skeletonRows={Math.min(resource.pageSize, 10)}
          sort={screen.state}
          isBusy={list.isFetching}
          actionsLabel={t('common:list.actions')}
          rowLabel={resource.titleOf}
          onSort={screen.sort}
          onOpen={(row) => void router.push(rowHref(row) ?? router.asPath)}
          minute={Math.floor(list.dataUpdatedAt / 60_000)}
          card={
            ownCard ??
            ((row) => RowCard && <RowCard row={row} columns={columns} cell={cell} label={labels.column} />)
          }
          cell={cell}
          actions={actions}
          ticks={ticks}
        />
      )}
    </>
  );
}

const loadRowCard = () => import('./row-card').then((module) => module.RowCard);

/** Checkboxes of the rows, when something can be done with several at once. */
function useTicks(resource: AnyResource, screen: Screen, hasOwn: boolean) {
  const { rights, list, selection } = screen;
  const { t } = useTranslation('common');
  const canBulk = useCan('bulk');
  const hasBulk = hasOwn || rights.canRemove || (rights.canUpdate && bulkFields(resource).length > 0);
  if (!canBulk || !hasBulk) return undefined;
  return {
    has: selection.has,
    mark: (marked: readonly Row[], isTicked: boolean) =>
      selection.mark(idsOf(marked), isTicked, idsOf(list.data?.rows)),
    pageLabel: t('common:list.select-page'),
    rowLabel: (row: Row) => t('common:list.select-row', { title: resource.titleOf(row) }),
  };
}

const idsOf = (rows: readonly Row[] = []) => rows.map(({ id }) => id);
