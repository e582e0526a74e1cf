import dynamic from 'next/dynamic';
import { memo, type ReactNode, useMemo, useRef, useState } from 'react';
import { RowTick } from '@/components/table/row-tick';
import { Skeleton } from '@/components/ui/skeleton';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import type { CellKind } from '@/contract/core/define';
import { useIsNarrow } from '@/lib/hooks/use-is-narrow';
import { useIsPhone } from '@/lib/hooks/use-is-phone';
import { part } from '@/lib/part';
import type { CardListProps, CardList as Cards } from './card-list';
import { type FittedColumn, fitColumns, type Yielding } from './fit-columns';
import { handleRowKey } from './row-keys';
import { useFirstRowKeys } from './use-first-row-keys';

// The cast restores the generic type that `dynamic` drops.
const CardList = part(
  dynamic(() => import('./card-list').then((module) => module.CardList), {
    // The footer stays below the window.
    loading: () => <div className="min-h-dvh" />,
  }),
) as typeof Cards;

interface DataTableProps<Row extends { id: number }> extends Omit<CardListProps<Row>, 'card'> {
  columns: readonly TableColumn[];
  sort: { orderBy: string; sortedBy: 'asc' | 'desc' };
  actionsLabel: string;
  onSort: (key: string) => void;
  cell: (row: Row, key: string) => ReactNode;
  /** Changes when rows with relative times must re-render. */
  minute?: number;
  /** A row on a phone; without it the cells of a row wrap. */
  card?: ((row: Row) => ReactNode) | undefined;
}

/** Rows under sortable headings; on phones every row is a card. */
export function DataTable<Row extends { id: number }>(props: DataTableProps<Row>) {
  const isPhone = useIsPhone();
  const place = useFirstRowKeys();
  return (
    <div ref={place}>
      {isPhone && props.card ? <CardList<Row> {...props} card={props.card} /> : <Table<Row> {...props} />}
    </div>
  );
}

function Table<Row extends { id: number }>(props: DataTableProps<Row>) {
  const { label, rows, skeletonRows, isBusy, ticks, minute, cell, actions } = props;
  const isNarrow = useIsNarrow();
  const columns = useMemo(() => fitColumns(props.columns, isNarrow), [props.columns, isNarrow]);
  const hasTicks = ticks !== undefined;
  const latest = useRef(props);
  latest.current = props;
  const [rowActions] = useState(() => ({
    open: (row: Row) => latest.current.onOpen(row),
    mark: (row: Row, isTicked: boolean) => latest.current.ticks?.mark([row], isTicked),
  }));
  return (
    <div
      ref={scrollWhenTight}
      className="relative overflow-x-auto rounded-t-card desk:not-data-tight:overflow-visible"
    >
      {isBusy && rows && (
        <div aria-hidden="true" className="absolute inset-x-0 top-0 z-10 h-0.5 animate-pulse bg-accent" />
      )}
      <table
        aria-label={label}
        aria-busy={isBusy}
        className="w-full border-separate border-spacing-0 text-start phone:block"
      >
        <TableHead {...props} columns={columns} />
        <tbody className="phone:block">
          {rows?.map((row, index) => (
            <TableRow
              key={row.id}
              isFirst={index === 0}
              isTicked={ticks?.has(row.id)}
              label={props.rowLabel(row)}
              tickLabel={ticks?.rowLabel(row)}
              row={row}
              columns={columns}
              minute={minute}
              cell={cell}
              actions={actions}
              rowActions={rowActions}
            />
          ))}
          {!rows && <SkeletonRows columns={columns} count={skeletonRows} hasTicks={hasTicks} />}
        </tbody>
      </table>
    </div>
  );
}

function TableHead<Row extends { id: number }>(props: DataTableProps<Row>) {
  const { columns, rows, ticks, actionsLabel } = props;
  const ticked = ticks ? (rows?.filter((row) => ticks.has(row.id)).length ?? 0) : 0;
  return (
    <thead className="phone:hidden">
      <tr>
        {ticks && (
          <th scope="col" className={`${headShape} start-0 z-6 w-10 pe-0`}>
            <RowTick
              label={ticks.pageLabel}
              isOn={ticked > 0 && ticked === rows?.length}
              isMixed={ticked > 0 && ticked !== rows?.length}
              onChange={(isOn) => ticks.mark(rows ?? [], isOn)}
            />
          </th>
        )}
        {columns.map((column, index) => (
          <Heading
            key={column.key}
            column={column}
            firstPlace={index > 0 ? '' : ticks ? 'start-10 z-6 ps-2' : 'start-0 z-6'}
            sort={props.sort}
            onSort={props.onSort}
          />
        ))}
        <th scope="col" className={`${headShape} end-0 z-6 w-24 pe-4 narrow:w-22 narrow:ps-0`}>
          <span className="sr-only">{actionsLabel}</span>
        </th>
      </tr>
    </thead>
  );
}

const headShape =
  'sticky top-0 z-5 h-10 border-b border-line bg-surface px-2.5 sm:narrow:not-first:not-last:px-2 text-small font-medium whitespace-nowrap text-ink-second desk:top-[var(--top-bar,52px)] in-data-tight:top-0! first:rounded-ss-card first:ps-4 last:rounded-se-card';

interface HeadingProps {
  column: TableColumn;
  /** Sticky offset of the first heading. */
  firstPlace: string;
  sort: { orderBy: string; sortedBy: 'asc' | 'desc' };
  onSort: (key: string) => void;
}

function Heading({ column, firstPlace, sort, onSort }: HeadingProps) {
  const isSorted = sort.orderBy === column.key;
  const isFigure = figureKinds.includes(column.kind);
  const side = `${isFigure ? 'text-end' : 'text-start'} ${firstPlace}`;
  if (!column.isSortable) {
    return (
      <th scope="col" className={`${headShape} ${side}`}>
        {column.label}
      </th>
    );
  }
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sort.sortedBy === 'asc' ? 'ascending' : 'descending') : 'none'}
      className={`${headShape} ${side}`}
    >
      <button
        type="button"
        className={`-mx-1.5 inline-flex h-7 pointer-coarse:h-10 items-center gap-1 rounded-badge px-1.5 whitespace-nowrap hover:text-ink ${isSorted ? 'text-ink' : ''}`}
        onClick={() => onSort(column.key)}
      >
        {column.label}
        {isSorted && (
          <SpriteIcon name={sort.sortedBy === 'asc' ? 'arrow-up' : 'arrow-down'} className="size-3.5" />
        )}
      </button>
    </th>
  );
}

interface SkeletonProps {
  columns: readonly TableColumn[];
  count: number;
  hasTicks: boolean;
}

function SkeletonRows({ columns, count, hasTicks }: SkeletonProps) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: grey rows have no other name
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: these rows take no focus
    <tr key={row} aria-hidden="true" className={rowShape}>
      {hasTicks && <td className={`${cellShape} ${cellLine} phone:hidden`} />}
      {columns.map((column, index) => (
        <td
          key={column.key}
          className={`${cellShape} border-b border-line-faint phone:border-0 ${index === 0 ? 'ps-4 phone:basis-full' : ''}`}
        >
          <Skeleton
            className={`h-3.5 ${index === 0 ? 'w-48' : figureKinds.includes(column.kind) ? 'ms-auto w-12 phone:ms-0' : 'w-24'}`}
          />
          {index === 0 && <Skeleton className="mt-2 h-3 w-32" />}
        </td>
      ))}
      <td className={`${cellShape} border-b border-line-faint phone:hidden`} />
    </tr>
  ));
}

interface TableColumn extends Yielding {
  label: string;
  kind: CellKind;
  isSortable: boolean;
}

interface TableRowProps<Row> {
  row: Row;
  columns: readonly FittedColumn<TableColumn>[];
  isFirst: boolean;
  /** Undefined when rows cannot be ticked. */
  isTicked: boolean | undefined;
  label: string;
  tickLabel: string | undefined;
  minute: number | undefined;
  cell: (row: Row, key: string) => ReactNode;
  actions: (row: Row) => ReactNode;
  rowActions: { open: (row: Row) => void; mark: (row: Row, isTicked: boolean) => void };
}

/** Numbers are end-aligned, so that digits line up. */
const figureKinds: readonly CellKind[] = ['number', 'money'];
/** Self-explanatory kinds: phone cards show them without a heading. */
const plainKinds: readonly CellKind[] = ['title', 'text', 'badge', 'chips', 'icon', 'relative'];

const rowShape =
  'group border-b border-line-faint last:border-b-0 phone:relative phone:flex phone:flex-wrap phone:items-center ' +
  'phone:gap-x-3.5 phone:gap-y-0.5 phone:px-4 phone:py-3 ';
// Sticky cells would hide an outline of the row.
const cellLine =
  'border-b border-line-faint group-last:border-b-0 phone:border-0 ' +
  'group-focus-visible:shadow-[inset_0_2px_var(--accent),inset_0_-2px_var(--accent)]';
const cellShape =
  'h-14 px-2.5 sm:narrow:not-first:not-last:px-2 py-2 align-middle phone:flex phone:h-auto phone:min-h-6 phone:items-center phone:gap-1.5 phone:p-0 ';
/** What scrolls sideways passes below sticky cells. */
const cover =
  'bg-surface group-hover:bg-sunken group-focus-visible:bg-sunken group-data-ticked:bg-accent-soft! phone:bg-transparent! ';
const firstCell = `z-1 phone:z-auto ${cover}`;
/** The title is sticky next to the ticks, or at the edge without them. */
const titleCell = (hasTicks: boolean) =>
  `sticky phone:static phone:basis-full phone:pe-20 phone:text-body ${hasTicks ? 'start-10 ps-2 phone:ps-8' : 'start-0 ps-4'}`;
const tickCell =
  'sticky start-0 w-10 ps-4 pe-0 phone:absolute phone:start-4 phone:top-2.5 phone:z-1 phone:w-auto ';

/** On phones actions are next to the title; more than three move to the card's last line. */
const actionsCell =
  'sticky end-0 z-1 pe-4 narrow:ps-0 text-end in-data-tight:border-s in-data-tight:border-s-line-faint phone:absolute phone:end-2 phone:top-2 phone:has-[>span>:nth-child(4)]:static ' +
  'phone:has-[>span>:nth-child(4)]:order-3 phone:has-[>span>:nth-child(4)]:ms-auto';

/** On phones badges come right below the title. */
function otherCell(kind: CellKind): string {
  const side = figureKinds.includes(kind) ? 'text-end phone:text-start' : '';
  return `${side} phone:text-small ${kind === 'badge' ? 'phone:order-1' : 'phone:order-2'}`;
}

function PlainRow<Row>(props: TableRowProps<Row>) {
  const { row, columns, isFirst, isTicked, label, tickLabel, cell, actions, rowActions } = props;
  const hasTicks = isTicked !== undefined;
  return (
    <tr
      // One Tab stop; arrows move on.
      tabIndex={isFirst ? 0 : -1}
      aria-label={label}
      data-ticked={isTicked || undefined}
      className={`${rowShape} hover:bg-sunken focus-visible:bg-sunken focus-visible:outline-none data-ticked:bg-accent-soft!`}
      onKeyDown={(event) =>
        handleRowKey(
          event,
          () => rowActions.open(row),
          hasTicks ? () => rowActions.mark(row, !isTicked) : undefined,
        )
      }
    >
      {hasTicks && (
        <td className={`${cellShape} ${cellLine} ${firstCell} ${tickCell}`}>
          <RowTick
            label={tickLabel ?? label}
            isOn={isTicked}
            onChange={(isOn) => rowActions.mark(row, isOn)}
          />
        </td>
      )}
      {columns.map((column, position) => (
        <td
          key={column.key}
          className={`${cellShape} ${cellLine} ${position === 0 ? firstCell + titleCell(hasTicks) : otherCell(column.kind)}`}
        >
          {!plainKinds.includes(column.kind) && (
            <span className="hidden text-small text-ink-second phone:inline">{column.label}: </span>
          )}
          {cell(row, column.key)}
          {column.below.map(({ key }) => (
            <span key={key} className="mt-1 block text-small text-ink-second">
              {cell(row, key)}
            </span>
          ))}
        </td>
      ))}
      <td className={`${cellShape} ${cellLine} ${cover} ${actionsCell}`}>
        <span className="inline-flex items-center gap-0.5">{actions(row)}</span>
      </td>
    </tr>
  );
}

/** Memoised row: only changed rows re-render. The cast restores the generic type that memo drops. */
const TableRow = memo(PlainRow) as typeof PlainRow;

/**
 * Sets `data-tight` on a table wider than its container: it scrolls inside, while others leave their heading sticky to
 * the page. Returns the cleanup function.
 */
function scrollWhenTight(place: HTMLDivElement | null) {
  const table = place?.querySelector('table');
  if (!place || !table) return;
  const watcher = new ResizeObserver(() =>
    place.toggleAttribute('data-tight', table.offsetWidth > place.clientWidth),
  );
  watcher.observe(place);
  watcher.observe(table);
  return () => watcher.disconnect();
}
