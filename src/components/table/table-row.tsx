import { type KeyboardEvent, memo, type ReactNode } from 'react';
import type { CellKind } from '@/contract/core/define';
import { RowTick } from './row-tick';

export interface TableColumn {
  key: string;
  label: string;
  kind: CellKind;
  isSortable: boolean;
}

interface TableRowProps<Row> {
  row: Row;
  columns: readonly TableColumn[];
  isFirst: boolean;
  /** Undefined where rows cannot be ticked. */
  isTicked: boolean | undefined;
  label: string;
  tickLabel: string | undefined;
  minute: number | undefined;
  cell: (row: Row, key: string) => ReactNode;
  actions: (row: Row) => ReactNode;
  hands: { open: (row: Row) => void; mark: (row: Row, isTicked: boolean) => void };
}

/** Figures stand at the end of their cell, so that their digits line up. */
export const figureKinds: readonly CellKind[] = ['number', 'money'];
/** What says itself what it is: a card on the phone shows it without its heading. */
const plainKinds: readonly CellKind[] = ['title', 'text', 'badge', 'chips', 'icon', 'relative'];

export const rowShape =
  'group border-b border-line-faint last:border-b-0 phone:relative phone:flex phone:flex-wrap phone:items-center ' +
  'phone:gap-x-3.5 phone:gap-y-0.5 phone:px-4 phone:py-3 ';
export const cellLine = 'border-b border-line-faint group-last:border-b-0 phone:border-0';
export const cellShape =
  'h-14 px-2.5 py-2 align-middle phone:flex phone:h-auto phone:min-h-6 phone:items-center phone:gap-1.5 phone:p-0 ';
const firstCell =
  'z-1 bg-surface group-hover:bg-sunken group-focus-visible:bg-sunken group-data-ticked:bg-accent-soft! phone:z-auto phone:bg-transparent! ';
/** The title sticks beside the ticks, or at the edge where there are none. */
const titleCell = (hasTicks: boolean) =>
  `sticky phone:static phone:basis-full phone:pe-20 phone:text-body ${hasTicks ? 'start-10 ps-2 phone:ps-8' : 'start-0 ps-4'}`;
const tickCell =
  'sticky start-0 w-10 ps-4 pe-0 phone:absolute phone:start-4 phone:top-2.5 phone:z-1 phone:w-auto ';

/** On the phone actions stand beside the title; more than three would lie over it and go to the card's last line. */
const actionsCell =
  'pe-4 text-end phone:absolute phone:end-2 phone:top-2 phone:z-1 phone:has-[>span>:nth-child(4)]:static ' +
  'phone:has-[>span>:nth-child(4)]:order-3 phone:has-[>span>:nth-child(4)]:ms-auto';

/** On the phone badges come first, right below the name; then the rest in its order. */
function otherCell(kind: CellKind): string {
  const side = figureKinds.includes(kind) ? 'text-end phone:text-start' : '';
  return `${side} phone:text-small ${kind === 'badge' ? 'phone:order-1' : 'phone:order-2'}`;
}

/** Arrow keys walk over the rows, Enter opens one, x or Space ticks it; keys inside a row belong to its controls. */
function handleRowKey(
  event: KeyboardEvent<HTMLTableRowElement>,
  open: () => void,
  tick: (() => void) | undefined,
) {
  if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
  const { nextElementSibling: next, previousElementSibling: previous } = event.currentTarget;
  const goal = event.key === 'ArrowDown' ? next : event.key === 'ArrowUp' ? previous : null;
  if (goal instanceof HTMLElement) {
    event.preventDefault();
    goal.focus();
  }
  if (event.key === 'Enter') open();
  if (tick && (event.code === 'KeyX' || event.key === ' ')) {
    event.preventDefault();
    tick();
  }
}

function PlainRow<Row>(props: TableRowProps<Row>) {
  const { row, columns, isFirst, isTicked, label, tickLabel, cell, actions, hands } = props;
  const hasTicks = isTicked !== undefined;
  return (
    <tr
      // One stop for the Tab key; the arrows go on from there.
      tabIndex={isFirst ? 0 : -1}
      aria-label={label}
      data-ticked={isTicked || undefined}
      className={`${rowShape} hover:bg-sunken focus-visible:bg-sunken focus-visible:-outline-offset-2 data-ticked:bg-accent-soft!`}
      onKeyDown={(event) =>
        handleRowKey(event, () => hands.open(row), hasTicks ? () => hands.mark(row, !isTicked) : undefined)
      }
    >
      {hasTicks && (
        <td className={`${cellShape} ${cellLine} ${firstCell} ${tickCell}`}>
          <RowTick label={tickLabel ?? label} isOn={isTicked} onChange={(isOn) => hands.mark(row, isOn)} />
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
        </td>
      ))}
      <td className={`${cellShape} ${cellLine} ${actionsCell}`}>
        <span className="inline-flex items-center gap-0.5">{actions(row)}</span>
      </td>
    </tr>
  );
}

/** A row of a table; of twenty only those are drawn anew that have changed. The compiler forgets of what kind its rows are. */
export const TableRow = memo(PlainRow) as typeof PlainRow;
