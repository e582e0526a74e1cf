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

/** A row on a phone: amount and status float at the end, the title and distinguishing facts flow next to them. */
export function RowCard({ row, columns, cell, label }: RowCardProps) {
  const [title, ...others] = columns;
  const filled = others.filter((column) => hasValue(column, row));
  const sum = filled.find(({ kind }) => kind === 'money');
  // A number is meaningless without its heading.
  const number = sum ? undefined : filled.find(({ kind }) => kind === 'number');
  const states = filled.filter(({ kind }) => stateKinds.includes(kind)).slice(0, 2);
  const texts = filled.filter(
    // An icon name or a page address is of no use on a phone.
    ({ key, kind }) =>
      key !== 'slug' && kind !== 'icon' && !stateKinds.includes(kind) && !figureKinds.includes(kind),
  );
  const facts = [...texts.slice(0, number ? 1 : 2), ...(number ? [number] : [])];
  // Of two states the switch is next to the facts: three lines at the end would be longer than the title.
  const aside = states.length > 1 ? states.find(({ kind }) => kind === 'switch') : undefined;
  // In every row one below the other, not only where they are too long for one line.
  const isStacked = facts.length > 1 && facts.every((column) => needsHeading(column, row));
  return (
    <div className="min-w-0 has-data-picture:[&>.facts]:ms-12.5">
      <div className="float-end ms-3 flex max-w-3/5 flex-col items-end gap-1.5 text-end empty:hidden">
        {sum && <span className="font-semibold">{cell(row, sum.key)}</span>}
        {states
          .filter((state) => state !== aside)
          .map(({ key }) => (
            <Fragment key={key}>{cell(row, key)}</Fragment>
          ))}
      </div>
      {title && cell(row, title.key)}
      {(facts.length > 0 || aside) && (
        <div
          className={`facts mt-0.5 flex items-center justify-between gap-3 overflow-hidden text-small break-words text-ink-second ${states.length > 1 ? 'clear-both' : ''}`}
        >
          {/* Hides the dot before the first fact of a line. */}
          <div className={`-ms-2.5 flex min-w-0 ${isStacked ? 'flex-col' : 'flex-wrap'}`}>
            {facts.map((column) => (
              <span
                key={column.key}
                className="relative flex max-w-full min-w-0 gap-1 ps-2.5 before:absolute before:start-0.75 before:content-['·']"
              >
                {needsHeading(column, row) && <span className="shrink-0">{label(column.key)}:</span>}
                <span className="min-w-0">{cell(row, column.key)}</span>
              </span>
            ))}
          </div>
          {aside && cell(row, aside.key)}
        </div>
      )}
    </div>
  );
}

/** Counts, and dates other than the row's own, are meaningless without their headings. */
function needsHeading({ key, kind, value }: Column<Row>, row: Row): boolean {
  if (kind === 'number') return true;
  if (kind === 'date' || kind === 'datetime' || kind === 'relative') return key !== 'created_at';
  // `3` or `3 / 20`.
  return kind === 'text' && /^[\d\s/]+$/.test(String(value ? value(row) : row[key]));
}

/** False for values that a table shows as a dash. */
function hasValue({ key, kind, value }: Column<Row>, row: Row): boolean {
  const shown = value ? value(row) : row[key];
  // A zero is meaningless without its heading.
  if (kind === 'number' && shown === 0) return false;
  return (
    shown !== undefined && shown !== null && shown !== '' && !(Array.isArray(shown) && shown.length === 0)
  );
}
