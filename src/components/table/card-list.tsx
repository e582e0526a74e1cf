import type { KeyboardEvent, ReactNode } from 'react';
import { Skeleton } from '@/components/ui/skeleton';
import { handleRowKey } from './row-keys';
import { RowTick } from './row-tick';
import type { Ticks } from './ticks';

export interface CardListProps<Row extends { id: number }> {
  label: string;
  /** Undefined until the first page loads. */
  rows: readonly Row[] | undefined;
  skeletonRows: number;
  isBusy: boolean;
  ticks?: Ticks<Row> | undefined;
  /** Accessible name of a focused row. */
  rowLabel: (row: Row) => string;
  card: (row: Row) => ReactNode;
  actions: (row: Row) => ReactNode;
  onOpen: (row: Row) => void;
}

const shape = 'relative flex items-start gap-3 border-b border-line-faint px-4 py-3 last:border-b-0';

/**
 * The rows of a table on a phone, each as a card (rules/panel: rows become cards on a phone). A tap outside its
 * controls opens the row.
 */
export function CardList<Row extends { id: number }>(props: CardListProps<Row>) {
  const { label, rows, skeletonRows, isBusy, ticks, rowLabel, card, actions, onOpen } = props;
  if (!rows) return <CardSkeleton count={skeletonRows} />;
  return (
    <ul aria-label={label} aria-busy={isBusy}>
      {rows.map((row, index) => (
        <li
          key={row.id}
          tabIndex={index === 0 ? 0 : -1}
          aria-label={rowLabel(row)}
          data-ticked={ticks?.has(row.id) || undefined}
          className={`${shape} focus-visible:-outline-offset-2 data-ticked:bg-accent-soft`}
          onClick={(event) => {
            if (event.target instanceof Element && !event.target.closest(controls)) onOpen(row);
          }}
          onKeyDown={(event: KeyboardEvent<HTMLElement>) =>
            handleRowKey(event, () => onOpen(row), ticks && (() => ticks.mark([row], !ticks.has(row.id))))
          }
        >
          {ticks && (
            <span className="mt-0.5">
              <RowTick
                label={ticks.rowLabel(row)}
                isOn={ticks.has(row.id)}
                onChange={(isOn) => ticks.mark([row], isOn)}
              />
            </span>
          )}
          <div className="min-w-0 flex-1">{card(row)}</div>
          <span className="-my-1.5 -me-3 flex shrink-0 items-center empty:hidden">{actions(row)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Elements that handle a tap themselves; dialogs of a row's menu are portals, but their events bubble here. */
const controls = 'a, button, input, label, select, textarea, [role="dialog"], [id^="headlessui"]';

function CardSkeleton({ count }: { count: number }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey rows have no other name
        <div key={row} className={`${shape} min-h-18`}>
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-3.5 w-48" />
            <Skeleton className="h-3 w-32" />
          </div>
          <Skeleton className="h-3.5 w-16" />
        </div>
      ))}
    </div>
  );
}
