import { type ReactNode, useRef, useState } from 'react';
import { Skeleton } from '@/components/ui/skeleton';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import { RowTick } from './row-tick';
import { scrollWhenTight } from './scroll-when-tight';
import { cellLine, cellShape, figureKinds, rowShape, type TableColumn, TableRow } from './table-row';

interface DataTableProps<Row extends { id: number }> {
  label: string;
  columns: readonly TableColumn[];
  /** Undefined until the first page has come: as many grey rows as a page holds stand in. */
  rows: readonly Row[] | undefined;
  skeletonRows: number;
  sort: { orderBy: string; sortedBy: 'asc' | 'desc' };
  isBusy: boolean;
  actionsLabel: string;
  onSort: (key: string) => void;
  onOpen: (row: Row) => void;
  cell: (row: Row, key: string) => ReactNode;
  actions: (row: Row) => ReactNode;
  /** Rows that say how long ago something was are drawn anew with another one. */
  minute?: number;
  /** Names a row when the keyboard stands on it. */
  rowLabel: (row: Row) => string;
  /** Rows that are ticked, where they may be. */
  ticks?: Ticks<Row>;
}

interface Ticks<Row> {
  has: (id: number) => boolean;
  mark: (rows: readonly Row[], isTicked: boolean) => void;
  pageLabel: string;
  rowLabel: (row: Row) => string;
}

/** Rows under sortable headings; under 600 px every row becomes a card (look.md). */
export function DataTable<Row extends { id: number }>(props: DataTableProps<Row>) {
  const { label, columns, rows, skeletonRows, isBusy, actionsLabel, ticks, minute, cell, actions } = props;
  const hasTicks = ticks !== undefined;
  const ticked = ticks ? (rows?.filter((row) => ticks.has(row.id)).length ?? 0) : 0;
  const latest = useRef(props);
  latest.current = props;
  const [hands] = useState(() => ({
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
                firstPlace={index > 0 ? '' : hasTicks ? 'start-10 z-6 ps-2' : 'start-0 z-6'}
                sort={props.sort}
                onSort={props.onSort}
              />
            ))}
            <th scope="col" className={`${headShape} w-24 pe-4`}>
              <span className="sr-only">{actionsLabel}</span>
            </th>
          </tr>
        </thead>
        <tbody className="phone:block">
          {rows?.map((row, index) => (
            <TableRow
              key={row.id}
              isFirst={index === 0}
              isTicked={ticks?.has(row.id)}
              label={props.rowLabel(row)}
              tickLabel={ticks?.rowLabel(row)}
              {...{ row, columns, minute, cell, actions, hands }}
            />
          ))}
          {!rows && <SkeletonRows columns={columns} count={skeletonRows} hasTicks={hasTicks} />}
        </tbody>
      </table>
    </div>
  );
}

const headShape =
  'sticky top-0 z-5 h-10 border-b border-line bg-surface px-2.5 text-small font-medium whitespace-nowrap text-ink-second desk:top-[var(--top-bar,52px)] in-data-tight:top-0! first:rounded-ss-card first:ps-4 last:rounded-se-card';

interface HeadingProps {
  column: TableColumn;
  /** Where the first heading sticks. */
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
        className={`-mx-1.5 inline-flex h-7 items-center gap-1 rounded-badge px-1.5 whitespace-nowrap hover:text-ink ${isSorted ? 'text-ink' : ''}`}
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
