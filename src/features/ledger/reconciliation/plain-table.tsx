import type { ReactNode } from 'react';

export interface PlainColumn<Row> {
  key: string;
  label: string;
  /** Sums and counts stand at the end. */
  isFigure?: boolean;
  /** Takes the width that is left. */
  isWide?: boolean;
  cell: (row: Row) => ReactNode;
}

interface PlainTableProps<Row> {
  label: string;
  rows: readonly Row[];
  columns: readonly PlainColumn<Row>[];
  rowKey: (row: Row) => string | number;
}

const head =
  'h-10 border-b border-line px-3 text-small font-medium whitespace-nowrap text-ink-second first:ps-4 last:pe-4';
const shape =
  'border-b border-line-faint px-3 py-2.5 align-top group-last:border-b-0 first:ps-4 last:pe-4 phone:flex phone:justify-between phone:gap-4 phone:border-0 phone:p-0!';

/** Rows without sorting and selection; on phones each is a card whose values keep their names. */
export function PlainTable<Row>({ label, rows, columns, rowKey }: PlainTableProps<Row>) {
  return (
    <table aria-label={label} className="w-full border-separate border-spacing-0 phone:block">
      <thead className="phone:hidden">
        <tr>
          {columns.map(({ key, label: name, isFigure }) => (
            <th key={key} scope="col" className={`${head} ${isFigure ? 'text-end' : 'text-start'}`}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="phone:block">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            className="group phone:grid phone:gap-1 phone:border-b phone:border-line-faint phone:px-4 phone:py-3 phone:last:border-b-0"
          >
            {columns.map(({ key, label: name, isFigure, isWide, cell }, place) => (
              <td
                key={key}
                className={`${shape} ${isFigure ? 'text-end whitespace-nowrap tabular-nums' : ''} ${isWide ? 'w-full min-w-48' : ''}`}
              >
                {place > 0 && name !== '' && (
                  <span className="hidden shrink-0 text-small text-ink-second phone:inline">{name}</span>
                )}
                <div className="min-w-0">{cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
