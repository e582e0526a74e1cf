import { Fragment, type ReactNode } from 'react';
import type { CellKind, Column } from '@/contract/core/define';
import type { Row } from '@/crud/types';

interface RowCardProps {
  row: Row;
  columns: readonly Column<Row>[];
  cell: (row: Row, key: string) => ReactNode;
  /** Heading of a column. */
  label: (key: string) => string;
}

const stateKinds: readonly CellKind[] = ['badge', 'switch'];
const figureKinds: readonly CellKind[] = ['money', 'number'];

/** A row on a phone: title and what tells it apart at the start, its sum and its state at the end. */
export function RowCard({ row, columns, cell, label }: RowCardProps) {
  const [title, ...others] = columns;
  const filled = others.filter((column) => hasValue(column, row));
  const sum = filled.find(({ kind }) => kind === 'money');
  // A number says nothing without its heading.
  const number = sum ? undefined : filled.find(({ kind }) => kind === 'number');
  const states = filled.filter(({ kind }) => stateKinds.includes(kind)).slice(0, 2);
  const facts = filled
    .filter(
      // An icon or an address of a page tells nobody anything on a phone.
      ({ key, kind }) =>
        key !== 'slug' && kind !== 'icon' && !stateKinds.includes(kind) && !figureKinds.includes(kind),
    )
    .slice(0, number ? 1 : 2);
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        {title && cell(row, title.key)}
        <div className="mt-0.5 text-small break-words text-ink-second empty:hidden">
          {facts.map((column) => (
            <div key={column.key}>
              {isCount(column, row) && `${label(column.key)}: `}
              {cell(row, column.key)}
            </div>
          ))}
          {number && (
            <div>
              {label(number.key)}: {cell(row, number.key)}
            </div>
          )}
        </div>
      </div>
      <div className="flex max-w-3/5 shrink-0 flex-col items-end gap-1.5 text-end empty:hidden">
        {sum && <span className="font-semibold">{cell(row, sum.key)}</span>}
        {states.map(({ key }) => (
          <Fragment key={key}>{cell(row, key)}</Fragment>
        ))}
      </div>
    </div>
  );
}

/** `3` or `3 / 20`. */
const isCount = ({ key, kind, value }: Column<Row>, row: Row) =>
  kind === 'text' && /^[\d\s/]+$/.test(String(value ? value(row) : row[key]));

/** False for what a table shows as a dash. */
function hasValue({ key, kind, value }: Column<Row>, row: Row): boolean {
  const shown = value ? value(row) : row[key];
  // Without its heading a zero says nothing.
  if (kind === 'number' && shown === 0) return false;
  return (
    shown !== undefined && shown !== null && shown !== '' && !(Array.isArray(shown) && shown.length === 0)
  );
}
