import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, useReducer, useRef } from 'react';
import { CreateLink, FloatingAction } from '@/components/page/create-link';
import { ErrorBanner } from '@/components/page/error-banner';
import { PageHeader } from '@/components/page/page-header';
import { DataTable } from '@/components/table/data-table';
import { TitleCell } from '@/components/table/title-cell';
import { Button } from '@/components/ui/button';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import { addressKey, familyPaths } from '@/contract/core/define';
import { useCells } from '@/crud/list/cells';
import { ListPages } from '@/crud/list/list-pages';
import { listOptions, toListQuery, useListState } from '@/crud/list/list-state';
import { ListToolbar } from '@/crud/list/list-toolbar';
import { useRowActions } from '@/crud/list/row-actions';
import { useToolbar } from '@/crud/list/use-toolbar';
import type { ListProps, ListState, Row } from '@/crud/types';
import { useCapabilities } from '@/lib/api/capabilities';
import { messageKey, toClientError } from '@/lib/api/client-error';
import { formatNumber } from '@/lib/format/format';
import { pictureIn } from '@/lib/format/pictures';
import { useAfterPaint } from '@/lib/hooks/use-after-paint';
import { useIsPhone } from '@/lib/hooks/use-is-phone';
import { useSelection } from '@/lib/hooks/use-selection';
import { useShortcut } from '@/lib/hooks/use-shortcut';
import { useStoredKeys } from '@/lib/hooks/use-stored-keys';
import { useLabels } from '@/lib/i18n/labels';
import { part } from '@/lib/part';
import { useRights } from '@/lib/session/rights';
import { type Branch, type CategoryRow, Children, useTree } from './tree';

const ListEmpty = part(
  dynamic(() => import('@/components/page/list-empty').then((module) => module.ListEmpty)),
);
const BulkActions = part(
  dynamic(() => import('@/crud/list/bulk-actions').then((module) => module.BulkActions)),
);
const TreeMoves = part(dynamic(() => import('./tree-moves').then((module) => module.TreeMoves)));

/** Default order of the tree: the one of the storefront. */
const ownOrder = { orderBy: 'position', sortedBy: 'asc' } as const;

/**
 * Category tree loaded by levels: roots are paged, children are fetched on expand. A search or a filter shows a flat
 * list, each row with its path.
 */
export function CategoriesList({ resource }: ListProps) {
  const { i18n } = useTranslation(['catalogue', 'common']);
  const router = useRouter();
  const view = useCategoriesView(resource);
  const { labels, rights, change, paginator, rows } = view;
  useShortcut('KeyN', rights.canCreate ? () => void router.push(view.paths.create) : undefined);
  const create = rights.canCreate && <CreateLink href={view.paths.create} text={labels.text('create')} />;

  return (
    <>
      <PageHeader
        title={labels.text('title')}
        total={paginator && formatNumber(paginator.total, i18n.language)}
      >
        <FloatingAction>{create}</FloatingAction>
      </PageHeader>
      <ListToolbar isReady={rows !== undefined} {...view.toolbar} />
      {!view.isFlat && !view.isOwnOrder && <OwnOrder onChoose={() => change(ownOrder)} />}
      <CategoriesCard view={view} create={create} />
      {!view.selection.isEmpty && paginator && (
        <BulkActions
          resource={resource}
          rights={rights}
          selection={view.selection}
          query={view.asked}
          isFiltered={view.isFlat}
          total={paginator.total}
        />
      )}
    </>
  );
}

CategoriesList.adaptQuery = treeQuery;

type CategoriesView = ReturnType<typeof useCategoriesView>;

function useCategoriesView(resource: ListProps['resource']) {
  const { i18n } = useTranslation(['catalogue', 'common']);
  const labels = useLabels(resource);
  const rights = useRights(resource, undefined);
  const paths = familyPaths(resource);
  const { state, change, sort } = useListState(resource, paths.list);
  const isFlat = isSearched(state);
  const isOwnOrder = state.orderBy === ownOrder.orderBy;
  const can = useCapabilities();
  const canMove = can.has('category-tree') && !isFlat && isOwnOrder && rights.canUpdate;

  const { asked, query, list, rows, paginator, error } = useCategories(resource, state, i18n.language);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const opened = useStoredKeys('gostiny-open:categories', []);
  const { search: _search, page: _page, ...shared } = query;
  // The placeholder of a flat list holds rows that are not roots.
  const isTree = !isFlat && !list.isPlaceholderData;
  const { branches, queries } = useTree(resource, isTree ? (rows ?? []) : [], opened.keys, shared);
  const shown = isTree && rows ? branches.map(({ row }) => row) : rows;
  // Keyboard and drag-and-drop are loaded after the rows are painted.
  const moves = useAfterPaint(isTree && branches.length > 0);
  const selection = useSelection(`${state.search} ${JSON.stringify(state.filters)}`);
  const { columns, headings, toolbar } = useToolbar(resource, {}, { state, change }, query);
  return {
    resource,
    labels,
    rights,
    paths,
    state,
    change,
    sort,
    isFlat,
    isOwnOrder,
    canMove,
    asked,
    list,
    rows,
    paginator,
    error,
    opened,
    branches,
    queries,
    redraw,
    shown,
    moves,
    selection,
    columns,
    headings,
    toolbar,
  };
}

/** Returns to the storefront order, the only one in which categories can be moved. */
function OwnOrder({ onChoose }: { onChoose: () => void }) {
  const { t } = useTranslation('catalogue');
  return (
    <p className="mt-2 flex flex-wrap items-center gap-2 text-small text-ink-second">
      <Button size="small" onClick={onChoose}>
        {t('catalogue:categories.tree.own-order')}
      </Button>
      {t('catalogue:categories.tree.own-order-hint')}
    </p>
  );
}

function CategoriesCard({ view, create }: { view: CategoriesView; create: ReactNode }) {
  const { t } = useTranslation(['catalogue', 'common', 'form']);
  const { resource, error, shown, rows, paginator, labels, change } = view;
  const table = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={table}
      className="mt-3 rounded-card border border-line bg-surface phone:-mx-4 phone:rounded-none phone:border-x-0"
    >
      {error && (
        <div className="p-4">
          <ErrorBanner
            text={t(messageKey(error))}
            requestId={error.requestId}
            onRetry={() => void view.list.refetch()}
          />
        </div>
      )}
      {(shown ? shown.length > 0 : !error) && <CategoriesTable view={view} />}
      {view.queries.map((query) => (
        <Children key={JSON.stringify(query.queryKey)} query={query} onChange={view.redraw} />
      ))}
      {view.moves && (
        <TreeMoves
          resource={resource}
          table={table}
          branches={view.branches}
          canMove={view.canMove}
          onToggle={(id) => view.opened.toggle(String(id))}
        />
      )}
      {rows?.length === 0 && (
        <ListEmpty
          isFiltered={view.isFlat}
          text={labels.text('empty')}
          create={create}
          onReset={() => change({ search: '', filters: {} })}
        />
      )}
      {paginator && paginator.total > 0 && <ListPages info={paginator} onPage={(page) => change({ page })} />}
    </div>
  );
}

function CategoriesTable({ view }: { view: CategoriesView }) {
  const { t } = useTranslation(['catalogue', 'common']);
  const router = useRouter();
  const { resource, labels, rights, branches, selection, rows } = view;
  const draw = useCells(resource);
  const drawActions = useRowActions({ resource, rights });
  const hrefOf = (row: Row) => {
    if (rights.canUpdate) return view.paths.edit(addressKey(resource, row));
    return rights.canRead ? view.paths.details(addressKey(resource, row)) : undefined;
  };
  const isPhone = useIsPhone();
  const canBulk = useCapabilities().has('bulk');
  const levelOf = (row: CategoryRow) => branches.find((one) => one.row.id === row.id)?.level ?? 0;
  return (
    <DataTable<CategoryRow>
      label={labels.text('title')}
      // On a phone the number of products is below the name.
      columns={isPhone ? view.headings.filter(({ key }) => key === 'name') : view.headings}
      rows={view.shown}
      skeletonRows={10}
      sort={view.state}
      isBusy={view.list.isFetching}
      actionsLabel={t('common:list.actions')}
      rowLabel={(row) => {
        const level = levelOf(row);
        return level > 0
          ? t('catalogue:categories.tree.level', { name: row.name, level: level + 1 })
          : row.name;
      }}
      onSort={view.sort}
      {...(canBulk &&
        rights.canRemove && {
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
        if (key === 'name') return <NameCell view={view} row={row} href={hrefOf(row)} />;
        const column = view.columns.find((one) => one.key === key);
        return column && draw({ column, row, canUpdate: rights.canUpdate });
      }}
      actions={drawActions}
    />
  );
}

function NameCell({ view, row, href }: { view: CategoriesView; row: CategoryRow; href: string | undefined }) {
  const client = useQueryClient();
  const branch = view.branches.find((one) => one.row.id === row.id);
  const { i18n } = useTranslation();
  const count = `${view.labels.field('products_count')}: ${formatNumber(row.products_count, i18n.language)}`;
  const isPhone = useIsPhone();
  if (branch) {
    return (
      <TreeCell
        branch={branch}
        note={isPhone ? count : textOf(row.details)}
        href={href}
        canMove={view.canMove}
        onToggle={() => view.opened.toggle(String(row.id))}
        onRetry={() => void client.refetchQueries({ queryKey: [view.resource.name] })}
      />
    );
  }
  const note = row.ancestors.map(({ name }) => name).join(' › ');
  const picture = pictureIn(row.image)?.thumbnail ?? null;
  return <TitleCell title={row.name} note={note} picture={picture} href={href} />;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

/** The page of the list: roots of the tree, or all categories while it is searched. */
function useCategories(resource: ListProps['resource'], state: ListState, language: string) {
  const asked = treeQuery(toListQuery(resource, state, {}, language), state);
  const { parent: _roots, ...query } = asked;
  const list = useQuery({
    ...listOptions<CategoryRow>(resource, asked),
    placeholderData: keepPreviousData,
  });
  const error = list.error ? toClientError(list.error) : undefined;
  return { asked, query, list, rows: list.data?.rows, paginator: list.data?.paginator, error };
}

/** Restricts the tree query to roots; a flat list takes all categories, sorted by name by default. */
function treeQuery(query: Record<string, unknown>, state: ListState): Record<string, unknown> {
  if (!isSearched(state)) return { ...query, parent: 'null' };
  return state.orderBy === ownOrder.orderBy ? { ...query, orderBy: 'name', sortedBy: 'asc' } : query;
}

function isSearched({ search, filters }: ListState): boolean {
  return search !== '' || Object.keys(filters).length > 0;
}

const idsOf = (rows: readonly Row[] = []) => rows.map(({ id }) => id);

interface TreeCellProps {
  branch: Branch;
  note: string | null;
  href: string | undefined;
  canMove: boolean;
  onToggle: () => void;
  onRetry: () => void;
}

/** Indents by level, narrower on a phone. */
const indents = [
  '',
  'ps-6 phone:ps-4',
  'ps-12 phone:ps-8',
  'ps-18 phone:ps-12',
  'ps-24 phone:ps-16',
] as const;

const handleClass =
  'grid size-7 shrink-0 pointer-coarse:size-10 cursor-grab touch-none place-items-center rounded-badge text-ink-third opacity-0 ' +
  'group-hover:opacity-100 group-focus-within:opacity-100 group-focus-visible:opacity-100 hover:bg-line-faint ' +
  'hover:text-ink active:cursor-grabbing pointer-coarse:opacity-100';

function TreeCell({ branch, note, href, canMove, onToggle, onRetry }: TreeCellProps) {
  const { t } = useTranslation(['catalogue', 'common']);
  const { row, level, isOpen, isFailed } = branch;
  const { name } = row;
  return (
    <span
      className={`-ms-2 flex items-center gap-0.5 phone:-me-8 ${indents[Math.min(level, indents.length - 1)]}`}
    >
      {canMove && (
        <button
          type="button"
          tabIndex={-1}
          data-drag={row.id}
          aria-label={t('catalogue:categories.tree.drag', { name })}
          className={handleClass}
        >
          <SpriteIcon name="grip-vertical" className="size-4" />
        </button>
      )}
      {row.children_count > 0 ? (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={t(`catalogue:categories.tree.${isOpen ? 'collapse' : 'expand'}`, { name })}
          className="grid size-7 shrink-0 place-items-center rounded-badge text-ink-second hover:bg-line-faint hover:text-ink pointer-coarse:size-10"
          onClick={onToggle}
        >
          <SpriteIcon
            name="chevron-right"
            className={`size-4 transition-transform ${isOpen ? 'rotate-90' : 'rtl:rotate-180'}`}
          />
        </button>
      ) : (
        <span className="size-7 shrink-0 pointer-coarse:size-10" />
      )}
      <span className="min-w-0">
        <TitleCell title={name} note={note} picture={pictureIn(row.image)?.thumbnail ?? null} href={href} />
        {isFailed && (
          <span className="mt-1 block text-small text-bad">
            {t('catalogue:categories.tree.failed')}{' '}
            <button type="button" className="font-medium underline" onClick={onRetry}>
              {t('common:button-retry')}
            </button>
          </span>
        )}
      </span>
    </span>
  );
}
