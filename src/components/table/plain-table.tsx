import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { phoneQuery, useIsPhone } from '@/lib/hooks/use-is-phone';
import { TableFrame } from './table-frame';

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
  /** A row on a phone; without it the values keep their names. */
  card?: (row: Row) => ReactNode;
}

const shape =
  'border-b border-line-faint px-3 py-2.5 align-top group-last:border-b-0 first:ps-4 last:pe-4 phone:flex phone:justify-between phone:gap-4 phone:border-0 phone:p-0!';

/** Rows without sorting and selection; on phones each is a card. */
export function PlainTable<Row>({ card, ...table }: PlainTableProps<Row>) {
  const box = useRef<HTMLDivElement>(null);
  const hasCards = useLayoutOf(box) && card !== undefined;
  return <div ref={box}>{hasCards ? <Cards {...table} card={card} /> : <Table {...table} />}</div>;
}

/**
 * Whether the rows are cards. While a form is open in one of them they stay what they are: drawn anew by a turned phone,
 * the form would lose what was typed (rules/panel: unsaved input survives).
 */
function useLayoutOf(box: RefObject<HTMLElement | null>): boolean {
  const [hasCards, setCards] = useState(useIsPhone());
  useEffect(() => {
    const media = window.matchMedia(phoneQuery);
    const follow = () => {
      if (!box.current?.querySelector('form')) setCards(media.matches);
    };
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, [box]);
  return hasCards;
}

type CardsProps<Row> = Pick<PlainTableProps<Row>, 'label' | 'rows' | 'rowKey'> & {
  card: (row: Row) => ReactNode;
};

function Cards<Row>({ label, rows, rowKey, card }: CardsProps<Row>) {
  return (
    <ul aria-label={label} className="divide-y divide-line-faint">
      {rows.map((row) => (
        <li key={rowKey(row)} className="grid gap-1 px-4 py-3">
          {card(row)}
        </li>
      ))}
    </ul>
  );
}

function Table<Row>({ label, rows, columns, rowKey }: Omit<PlainTableProps<Row>, 'card'>) {
  return (
    <TableFrame
      label={label}
      headings={columns.map(({ key, label: text, isFigure }) => ({ key, text, isFigure }))}
    >
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
              <div className={place > 0 ? 'min-w-0 phone:text-end' : 'min-w-0'}>{cell(row)}</div>
            </td>
          ))}
        </tr>
      ))}
    </TableFrame>
  );
}
