import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, useEffect, useRef } from 'react';
import { EmptyState } from '@/components/page/empty-state';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Pagination } from '@/components/table/pagination';
import { RowTick } from '@/components/table/row-tick';
import { Link } from '@/components/ui/link';
import { Tabs } from '@/components/ui/tabs';
import type { PaginatorInfo } from '@/contract/core/paging';
import { formatNumber } from '@/lib/format/format';
import type { QueueControl } from '@/lib/hooks/use-queue-state';
import { type Selection, useSelection } from '@/lib/hooks/use-selection';
import { useShortcut } from '@/lib/hooks/use-shortcut';

interface QueueProps<Item> {
  control: QueueControl;
  /** The used part of a TanStack query. */
  query: {
    data: { rows: Item[]; paginator: PaginatorInfo } | undefined;
    error: unknown;
    refetch: () => unknown;
  };
  /** Where its texts are in the `form` dictionary. */
  words: string;
  /** Classes of the two columns, and of the place of a tick. */
  look: { columns: string; tick: string };
  /** Key in the address. */
  keyOf: (item: Item) => string;
  /** Stable id of a tick. */
  tickOf: (item: Item) => number;
  tickLabel: (item: Item) => string;
  filters: ReactNode;
  /** Shown when nothing waits. */
  empty: ReactNode;
  row: (item: Item) => ReactNode;
  /** The open item; `backHref` leads to the list on narrow screens. */
  pane: (key: string, backHref: string) => ReactNode;
  /** Actions on the ticked items; without them nothing is ticked. */
  bulk: ((ticked: Item[], ticks: QueueTicks) => ReactNode) | undefined;
  /** Taking all means every item that matches the filters, not those of the page. */
  isWhole?: boolean;
}

/** What is ticked; `total` counts what can be taken. */
export interface QueueTicks {
  total: number;
  isAll: boolean;
  onTakeAll: () => void;
  onClear: () => void;
}

/** Items that wait for a decision: the list and the open item side by side; one at a time on narrow screens. */
export function Queue<Item>(props: QueueProps<Item>) {
  const { control, query, words, look, filters, keyOf, tickOf, pane, bulk } = props;
  const { state, hrefOf, states, firstState } = control;
  const { t, i18n } = useTranslation('form');
  const rows = query.data?.rows ?? [];
  const chosen = useChosen(rows.map(keyOf), state.item);
  const ticks = useSelection(JSON.stringify([state.state, state.filters, state.page]));
  const ticked = state.state === firstState ? rows.filter((item) => ticks.has(tickOf(item))) : [];
  const isOpen = state.item !== '' && chosen !== undefined;
  const ids = rows.map(tickOf);
  return (
    <>
      <div className={isOpen ? 'max-desk:hidden' : ''}>
        <PageHeader
          title={t(`${words}.title`)}
          total={query.data && formatNumber(query.data.paginator.total, i18n.language)}
        />
        <div className="mt-3 grid gap-3">
          <Tabs
            label={t(`${words}.state`)}
            tabs={states.map((one) => ({
              href: hrefOf({ state: one }),
              label: t(`${words}.tabs.${one}`),
              isCurrent: state.state === one,
            }))}
          />
          <div className="flex flex-wrap gap-2">{filters}</div>
        </div>
      </div>
      <QueryBoundary query={query}>
        {({ paginator }) => (
          <div className={`mt-3 grid items-start gap-4 ${look.columns}`}>
            <QueueList
              {...props}
              rows={rows}
              paginator={paginator}
              ticks={ticks}
              chosen={chosen}
              isOpen={isOpen}
            />
            {chosen !== undefined && (
              <div key={chosen} className={isOpen ? '' : 'max-desk:hidden'}>
                {pane(chosen, hrefOf({ item: '', page: state.page }))}
              </div>
            )}
          </div>
        )}
      </QueryBoundary>
      {bulk && ticked.length > 0 && (
        <div className={isOpen ? 'contents max-desk:hidden' : 'contents'}>
          {bulk(ticked, {
            total: props.isWhole ? (query.data?.paginator.total ?? rows.length) : rows.length,
            isAll: ticks.isAll,
            onTakeAll: props.isWhole ? ticks.takeAll : () => ticks.mark(ids, true, ids),
            onClear: ticks.clear,
          })}
        </div>
      )}
    </>
  );
}

interface QueueListProps<Item> extends QueueProps<Item> {
  rows: Item[];
  paginator: PaginatorInfo;
  ticks: Selection;
  chosen: string | undefined;
  isOpen: boolean;
}

/** The rows, moved through by arrow keys, or by J and K. */
function QueueList<Item>(props: QueueListProps<Item>) {
  const { control, words, look, keyOf, tickOf, tickLabel, rows, ticks, chosen, isOpen, paginator } = props;
  const { state, change, hrefOf, firstState } = control;
  const { t } = useTranslation('form');
  const keys = rows.map(keyOf);
  const placeOf = (key: string | undefined) => ({ item: key ?? '', page: state.page });
  const choose = (key: string | undefined) => key !== undefined && change(placeOf(key));
  const at = chosen === undefined ? -1 : keys.indexOf(chosen);
  const [next, previous] = [() => choose(keys[at + 1]), () => choose(keys[at - 1])];
  useShortcut('ArrowDown', next);
  useShortcut('KeyJ', next);
  useShortcut('ArrowUp', previous);
  useShortcut('KeyK', previous);
  return (
    <section
      aria-label={t(`${words}.list`)}
      className={`rounded-card border border-line bg-surface desk:sticky desk:top-17 desk:max-h-[calc(100dvh-5.25rem)] desk:overflow-y-auto phone:-mx-4 phone:rounded-none phone:border-x-0 ${isOpen ? 'max-desk:hidden' : ''} ${chosen === undefined ? 'desk:col-span-full' : ''}`}
    >
      {rows.length === 0 &&
        (state.state === firstState ? (
          props.empty
        ) : (
          <EmptyState picture="search" title={t(`${words}.none`)} />
        ))}
      <ul className="divide-y divide-line-faint">
        {rows.map((item) => (
          <QueueRow
            key={keyOf(item)}
            href={hrefOf(placeOf(keyOf(item)))}
            isChosen={keyOf(item) === chosen}
            onChoose={() => choose(keyOf(item))}
            tick={
              props.bulk &&
              state.state === firstState && (
                <span className={`absolute start-4 z-1 ${look.tick}`}>
                  <RowTick
                    label={tickLabel(item)}
                    isOn={ticks.has(tickOf(item))}
                    onChange={(isOn) => ticks.mark([tickOf(item)], isOn, rows.map(tickOf))}
                  />
                </span>
              )
            }
          >
            {props.row(item)}
          </QueueRow>
        ))}
      </ul>
      {paginator.lastPage > 1 && (
        <Pagination info={paginator} onPage={(page) => change({ page, item: '' })} />
      )}
    </section>
  );
}

interface QueueRowProps {
  href: string;
  isChosen: boolean;
  onChoose: () => void;
  /** Empty where there is nothing to decide. */
  tick: ReactNode;
  children: ReactNode;
}

function QueueRow({ href, isChosen, onChoose, tick, children }: QueueRowProps) {
  const row = useRef<HTMLLIElement>(null);
  // Keyboard navigation may choose a row outside the viewport.
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isChosen]);
  return (
    <li ref={row} className="relative">
      {tick}
      <Link
        href={href}
        aria-current={isChosen ? 'true' : undefined}
        className={`flex items-start gap-3 py-2.5 pe-3.5 -outline-offset-2 hover:bg-sunken desk:aria-[current=true]:bg-accent-soft ${tick ? 'ps-11' : 'ps-3.5'}`}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          onChoose();
        }}
      >
        {children}
      </Link>
    </li>
  );
}

/**
 * Key of the open item: the asked one, else the first. When it has left the list after a decision, the next one opens;
 * an address may name one outside the page.
 */
function useChosen(keys: readonly string[], asked: string): string | undefined {
  const last = useRef({ index: 0, keys: new Set<string>() });
  const index = keys.indexOf(asked);
  const hasLeft = asked !== '' && index === -1 && last.current.keys.has(asked);
  if (asked !== '' && index === -1 && !hasLeft) return asked;
  if (index !== -1) last.current.index = index;
  for (const key of keys) last.current.keys.add(key);
  if (index !== -1) return asked;
  return keys[hasLeft ? Math.min(last.current.index, keys.length - 1) : 0];
}
