import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { useRef } from 'react';
import { CreateLink } from '@/components/page/create-link';
import { ErrorBanner } from '@/components/page/error-banner';
import { PageHeader } from '@/components/page/page-header';
import { DataTable } from '@/components/table/data-table';
import { TitleCell } from '@/components/table/title-cell';
import { Button } from '@/components/ui/button';
import { keyOf, pathOf } from '@/contract/core/define';
import { defaultLanguage } from '@/contract/core/languages';
import { pictureIn } from '@/crud/form/form-values';
import { useCells } from '@/crud/list/cells';
import { ListPages } from '@/crud/list/list-pages';
import { type ListState, listOptions, toListQuery, useListState } from '@/crud/list/list-state';
import { ListToolbar } from '@/crud/list/list-toolbar';
import { useRowActions } from '@/crud/list/row-actions';
import { useSelection } from '@/crud/list/use-selection';
import { useToolbar } from '@/crud/list/use-toolbar';
import type { ListProps, Row } from '@/crud/types';
import { messageKey, toClientError } from '@/lib/api/errors';
import { formatNumber } from '@/lib/format/format';
import { useAfterPaint } from '@/lib/hooks/use-after-paint';
import { useShortcut } from '@/lib/hooks/use-shortcut';
import { useStoredKeys } from '@/lib/hooks/use-stored-keys';
import { useLabels } from '@/lib/i18n/labels';
import { useRights } from '@/lib/session/rights';
import { type CategoryRow, useTree } from './tree';
import { TreeCell } from './tree-cell';

const ListEmpty = dynamic(() => import('@/components/page/list-empty').then((module) => module.ListEmpty));
const BulkActions = dynamic(() => import('@/crud/list/bulk-actions').then((module) => module.BulkActions));
const TreeMoves = dynamic(() => import('./tree-moves').then((module) => module.TreeMoves));

/** How the tree is ordered when nobody sorts it otherwise: as the storefront shows it. */
const ownOrder = { orderBy: 'position', sortedBy: 'asc' } as const;

/**
 * Categories as a tree that opens by levels (reference pages §3.6): roots by pages, children when they are asked for. A
 * search or a filter shows a flat list instead, each row with the path to it.
 */
export function CategoriesList({ resource }: ListProps) {
  const { t, i18n } = useTranslation(['resources', 'common', 'form']);
  const router = useRouter();
  const client = useQueryClient();
  const labels = useLabels(resource);
  const rights = useRights(resource, undefined);
  const paths = pathOf(resource);
  const draw = useCells(resource);
  const drawActions = useRowActions({ resource, rights });
  const table = useRef<HTMLDivElement>(null);
  const { state, change, sort } = useListState(resource, paths.list);
  const isFlat = isSearched(state);
  const isOwnOrder = state.orderBy === ownOrder.orderBy;
  const canMove = !isFlat && isOwnOrder && rights.canUpdate;

  const asked = askTree(toListQuery(resource, state, {}, i18n.language), state);
  const { parent: _roots, ...query } = asked;
  const list = useQuery({
    ...listOptions<CategoryRow>(resource, asked),
    placeholderData: keepPreviousData,
  });
  const { rows, paginator } = list.data ?? {};
  const error = list.error ? toClientError(list.error) : undefined;
  const opened = useStoredKeys('gostiny-open:categories', []);
  const { search: _search, page: _page, ...shared } = query;
  // While another kind of list is still shown, its rows are no roots.
  const isTree = !isFlat && !list.isPlaceholderData;
  const branches = useTree(resource, isTree ? (rows ?? []) : [], opened.keys, shared);
  const shown = isTree && rows ? branches.map(({ row }) => row) : rows;
  // The keys and the mouse of the tree come after its rows.
  const moves = useAfterPaint(isTree && branches.length > 0);

  const selection = useSelection(`${state.search} ${JSON.stringify(state.filters)}`);

  const { columns, headings, toolbar } = useToolbar<Row>(resource, undefined, { state, change }, query);
  const canCreate = rights.canCreate && i18n.language === defaultLanguage;
  useShortcut('KeyN', canCreate ? () => void router.push(paths.create) : undefined);
  const create = canCreate && <CreateLink href={paths.create} text={labels.text('create')} />;
  const hrefOf = (row: Row) => {
    if (rights.canUpdate) return paths.edit(keyOf(resource, row));
    return rights.canRead ? paths.details(keyOf(resource, row)) : undefined;
  };

  function nameCell(row: CategoryRow) {
    const branch = branches.find((one) => one.row.id === row.id);
    const href = hrefOf(row);
    if (branch) {
      return (
        <TreeCell
          {...{ branch, href, canMove }}
          onToggle={() => opened.toggle(String(row.id))}
          onRetry={() => void client.refetchQueries({ queryKey: [resource.name] })}
        />
      );
    }
    const note = row.ancestors.map(({ name }) => name).join(' › ');
    const picture = pictureIn(row.image)?.thumbnail ?? null;
    return <TitleCell title={row.name} {...{ note, picture }} {...(href !== undefined && { href })} />;
  }

  return (
    <>
      <PageHeader
        title={labels.text('title')}
        {...(paginator && { total: formatNumber(paginator.total, i18n.language) })}
      >
        <span className="phone:fixed phone:end-4 phone:bottom-4 phone:z-30 phone:rounded-control phone:shadow-floating">
          {create}
        </span>
      </PageHeader>
      <ListToolbar isReady={rows !== undefined} {...toolbar} />
      {!isFlat && !isOwnOrder && (
        <p className="mt-2 flex flex-wrap items-center gap-2 text-small text-ink-second">
          <Button size="small" onClick={() => change(ownOrder)}>
            {t('resources:categories.tree.own-order')}
          </Button>
          {t('resources:categories.tree.own-order-hint')}
        </p>
      )}
      <div
        ref={table}
        className="mt-3 rounded-card border border-line bg-surface phone:-mx-4 phone:mb-16 phone:rounded-none phone:border-x-0"
      >
        {error && (
          <div className="p-4">
            <ErrorBanner
              text={t(messageKey(error))}
              {...(error.requestId !== undefined && { requestId: error.requestId })}
              onRetry={() => void list.refetch()}
            />
          </div>
        )}
        {(shown ? shown.length > 0 : !error) && (
          <DataTable<CategoryRow>
            label={labels.text('title')}
            columns={headings}
            rows={shown}
            skeletonRows={10}
            sort={state}
            isBusy={list.isFetching}
            actionsLabel={t('common:list.actions')}
            rowLabel={(row) => {
              const level = branches.find((one) => one.row.id === row.id)?.level ?? 0;
              return level > 0
                ? t('resources:categories.tree.level', { name: row.name, level: level + 1 })
                : row.name;
            }}
            onSort={sort}
            {...(rights.canRemove && {
              ticks: {
                has: selection.has,
                mark: (marked: readonly CategoryRow[], isTicked: boolean) =>
                  selection.mark(idsOf(marked), isTicked, idsOf(rows)),
                pageLabel: t('common:list.select-page'),
                rowLabel: (row: CategoryRow) => t('common:list.select-row', { title: row.name }),
              },
            })}
            onOpen={(row) => void router.push(hrefOf(row) ?? router.asPath)}
            cell={(row, key) => {
              if (key === 'name') return nameCell(row);
              const column = columns.find((one) => one.key === key);
              return column && draw({ column, row, canUpdate: rights.canUpdate });
            }}
            actions={drawActions}
          />
        )}
        {moves && (
          <TreeMoves
            {...{ resource, table, branches, canMove }}
            onToggle={(id) => opened.toggle(String(id))}
          />
        )}
        {rows?.length === 0 && (
          <ListEmpty
            isFiltered={isFlat}
            text={labels.text('empty')}
            create={create}
            onReset={() => change({ search: '', filters: {} })}
          />
        )}
        {paginator && paginator.total > 0 && (
          <ListPages info={paginator} onPage={(page) => change({ page })} />
        )}
      </div>
      {!selection.isEmpty && paginator && (
        <BulkActions
          {...{ resource, rights, selection }}
          query={asked}
          isFiltered={isFlat}
          total={paginator.total}
        />
      )}
    </>
  );
}

CategoriesList.adaptQuery = askTree;

/** The tree asks for its roots alone, a flat list for all, by name where nobody sorted it. */
function askTree(query: Record<string, unknown>, state: ListState): Record<string, unknown> {
  if (!isSearched(state)) return { ...query, parent: 'null' };
  return state.orderBy === ownOrder.orderBy ? { ...query, orderBy: 'name', sortedBy: 'asc' } : query;
}

function isSearched({ search, filters }: ListState): boolean {
  return search !== '' || Object.keys(filters).length > 0;
}

const idsOf = (rows: readonly Row[] = []) => rows.map(({ id }) => id);
