import { ArrowDown, ArrowUp } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { CellKind } from '@/contract/define';
import { Skeleton } from './skeleton';

interface TableColumn {
  key: string;
  label: string;
  kind: CellKind;
  isSortable: boolean;
}

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
  /** Names a row when the keyboard stands on it. */
  rowLabel: (row: Row) => string;
}

/** Figures stand at the end of their cell, so that their digits line up. */
const figureKinds: readonly CellKind[] = ['number', 'money'];
/** What says itself what it is: a card on the phone shows it without its heading. */
const plainKinds: readonly CellKind[] = ['title', 'text', 'badge', 'chips', 'icon', 'relative'];

const rowShape =
  'group border-b border-line-faint last:border-b-0 phone:relative phone:flex phone:flex-wrap phone:items-center ' +
  'phone:gap-x-3.5 phone:gap-y-0.5 phone:px-4 phone:py-3 ';
const cellShape =
  'h-14 px-3 py-2 align-middle phone:flex phone:h-auto phone:min-h-6 phone:items-center phone:gap-1.5 phone:p-0 ';
const firstCell =
  'sticky start-0 z-1 bg-surface ps-4 group-hover:bg-sunken group-focus-visible:bg-sunken phone:static phone:z-auto phone:basis-full phone:bg-transparent phone:pe-20 phone:text-body ';

/** On the phone badges come first, right below the name; then the rest in its order. */
function otherCell(kind: CellKind): string {
  const side = figureKinds.includes(kind) ? 'text-end phone:text-start' : '';
  return `${side} phone:text-small ${kind === 'badge' ? 'phone:order-1' : 'phone:order-2'}`;
}

/** Arrow keys walk over the rows, Enter opens one; keys inside a row belong to its controls. */
function handleRowKey(event: KeyboardEvent<HTMLTableRowElement>, open: () => void) {
  if (event.target !== event.currentTarget) return;
  const { nextElementSibling: next, previousElementSibling: previous } = event.currentTarget;
  const goal = event.key === 'ArrowDown' ? next : event.key === 'ArrowUp' ? previous : null;
  if (goal instanceof HTMLElement) {
    event.preventDefault();
    goal.focus();
  }
  if (event.key === 'Enter') open();
}

/** Rows under sortable headings; under 600 px every row becomes a card (look.md). */
export function DataTable<Row extends { id: number }>(props: DataTableProps<Row>) {
  const { label, columns, rows, skeletonRows, isBusy, actionsLabel } = props;
  return (
    <div className="relative overflow-x-auto rounded-t-card desk:overflow-visible">
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
            {columns.map((column, index) => (
              <Heading
                key={column.key}
                column={column}
                isFirst={index === 0}
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
            <tr
              key={row.id}
              // One stop for the Tab key; the arrows go on from there.
              tabIndex={index === 0 ? 0 : -1}
              aria-label={props.rowLabel(row)}
              className={`${rowShape} hover:bg-sunken focus-visible:bg-sunken focus-visible:-outline-offset-2`}
              onKeyDown={(event) => handleRowKey(event, () => props.onOpen(row))}
            >
              {columns.map((column, position) => (
                <td
                  key={column.key}
                  className={`${cellShape} border-b border-line-faint group-last:border-b-0 phone:border-0 ${position === 0 ? firstCell : otherCell(column.kind)}`}
                >
                  {!plainKinds.includes(column.kind) && (
                    <span className="hidden text-small text-ink-second phone:inline">{column.label}: </span>
                  )}
                  {props.cell(row, column.key)}
                </td>
              ))}
              <td
                className={`${cellShape} border-b border-line-faint pe-4 text-end group-last:border-b-0 phone:absolute phone:end-2 phone:top-2 phone:z-1 phone:border-0`}
              >
                <span className="inline-flex items-center gap-0.5">{props.actions(row)}</span>
              </td>
            </tr>
          ))}
          {!rows && <SkeletonRows columns={columns} count={skeletonRows} />}
        </tbody>
      </table>
    </div>
  );
}

const headShape =
  'sticky top-0 z-5 h-10 border-b border-line bg-surface px-3 text-small font-medium whitespace-nowrap text-ink-second desk:top-[var(--top-bar,52px)] first:rounded-ss-card first:ps-4 last:rounded-se-card';

interface HeadingProps {
  column: TableColumn;
  isFirst: boolean;
  sort: { orderBy: string; sortedBy: 'asc' | 'desc' };
  onSort: (key: string) => void;
}

function Heading({ column, isFirst, sort, onSort }: HeadingProps) {
  const isSorted = sort.orderBy === column.key;
  const Arrow = sort.sortedBy === 'asc' ? ArrowUp : ArrowDown;
  const isFigure = figureKinds.includes(column.kind);
  const side = `${isFigure ? 'text-end' : 'text-start'} ${isFirst ? 'start-0 z-6' : ''}`;
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
        {isSorted && <Arrow aria-hidden="true" className="size-3.5" />}
      </button>
    </th>
  );
}

function SkeletonRows({ columns, count }: { columns: readonly TableColumn[]; count: number }) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: grey rows have no other name
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: these rows take no focus
    <tr key={row} aria-hidden="true" className={rowShape}>
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
