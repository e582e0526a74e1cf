import { Fragment, type ReactNode } from 'react';
import type { CellKind, Column } from '@/contract/core/define';
import type { Row } from '@/crud/types';

interface RowCardProps {
  row: Row;
  columns: readonly Column<Row>[];
  cell: (row: Row, key: string) => ReactNode;
}

const stateKinds: readonly CellKind[] = ['badge', 'switch'];
const figureKinds: readonly CellKind[] = ['money', 'number'];

/** A row on a phone: title and what tells it apart at the start, its sum and its state at the end. */
export function RowCard({ row, columns, cell }: RowCardProps) {
  const [title, ...others] = columns;
  const filled = others.filter((column) => hasValue(column, row));
  // A number without its heading would pass for the sum that is missing.
  const sumKind = others.some(({ kind }) => kind === 'money') ? 'money' : 'number';
  const sum = filled.find(({ kind }) => kind === sumKind);
  const states = filled.filter(({ kind }) => stateKinds.includes(kind)).slice(0, 2);
  const facts = filled
    .filter(({ kind }) => !stateKinds.includes(kind) && !figureKinds.includes(kind))
    .slice(0, 2);
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        {title && cell(row, title.key)}
        {facts.length > 0 && (
          <div className="mt-0.5 text-small break-words text-ink-second">
            {facts.map(({ key }) => (
              <div key={key}>{cell(row, key)}</div>
            ))}
          </div>
        )}
      </div>
      <div className="flex max-w-1/2 shrink-0 flex-col items-end gap-1.5 text-end empty:hidden">
        {sum && <span className="font-semibold">{cell(row, sum.key)}</span>}
        {states.map(({ key }) => (
          <Fragment key={key}>{cell(row, key)}</Fragment>
        ))}
      </div>
    </div>
  );
}

/** False for what a table shows as a dash. */
function hasValue({ key, kind, value }: Column<Row>, row: Row): boolean {
  const shown = value ? value(row) : row[key];
  // Without its heading a zero says nothing.
  if (kind === 'number' && shown === 0) return false;
  return (
    shown !== undefined && shown !== null && shown !== '' && !(Array.isArray(shown) && shown.length === 0)
  );
}
