import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useTranslation } from 'next-i18next/pages';
import { memo, type RefObject, useCallback, useEffect, useId, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Checkbox } from '@/components/inputs/checkbox';
import type { TypedField } from './fill';
import { rowTitle } from './matrix';
import { MatrixCell } from './matrix-cell';
import type { MatrixStore } from './matrix-store';
import { MoreTool, PictureTool, RowTitle, SaleTool } from './row-tools';
import { useGridKeys } from './use-grid-keys';
import { type MatrixWords, useShape } from './use-matrix';

interface MatrixGridProps {
  store: MatrixStore;
  form: UseFormReturn<FieldValues>;
  fields: readonly TypedField[];
  words: MatrixWords;
  label: string;
  /** Set by this component: focuses a cell. */
  jump: RefObject<((key: string, field: string) => void) | undefined>;
  onPasted: (rows: number) => void;
}

const rowHeight = 46;
const headHeight = 38;
/** Up to this many rows are all rendered, so that the browser's page search finds them. */
const renderAllBelow = 60;

const columns =
  'grid items-center gap-1 px-1 grid-cols-[minmax(8.25rem,1.6fr)_5.25rem_5.25rem_4.75rem_minmax(6.5rem,1fr)_2rem_2.5rem_2rem_2rem] pointer-coarse:gap-2 pointer-coarse:grid-cols-[minmax(8.25rem,1.6fr)_5.25rem_5.25rem_4.75rem_minmax(6.5rem,1fr)_2.5rem_2.75rem_2.5rem_2.5rem]';
const columnsWithBarcode =
  'grid items-center gap-1 px-1 grid-cols-[minmax(8.25rem,1.6fr)_5.25rem_5.25rem_4.75rem_minmax(6.5rem,1fr)_8.25rem_2rem_2.5rem_2rem_2rem] pointer-coarse:gap-2 pointer-coarse:grid-cols-[minmax(8.25rem,1.6fr)_5.25rem_5.25rem_4.75rem_minmax(6.5rem,1fr)_8.25rem_2.5rem_2.75rem_2.5rem_2.5rem]';

/** Variations as a spreadsheet, virtualized above `renderAllBelow` rows. */
export function MatrixGrid({ store, form, fields, words, label, jump, onPasted }: MatrixGridProps) {
  const { t } = useTranslation('catalogue');
  const id = useId();
  const { shown, names } = useShape(store);
  const scroller = useRef<HTMLDivElement>(null);
  const active = useRef<number>(undefined);
  const places = useDrawnRows(shown.length, scroller, active);
  const reveal = (index: number) => {
    active.current = index;
    if (scroller.current) scrollToRow(scroller.current, index);
  };
  const keys = useGridKeys({ store, grid: scroller, fields, reveal, onPasted });
  useJump({ jump, store, fields, goTo: keys.goTo });
  const handleExclude = useExclude(store, keys.focusLater);

  const isWide = fields.includes('barcode');
  const columnClass = isWide ? columnsWithBarcode : columns;
  if (shown.length === 0)
    return (
      <p className="py-6 text-center text-ink-second">{t('catalogue:products.variations.none-shown')}</p>
    );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles bubbling keys of the inputs inside
    <div
      ref={scroller}
      className="relative -mx-1 max-h-[min(36rem,70dvh)] overflow-auto overscroll-contain"
      {...keys.handlers}
      onFocus={(event) => {
        active.current = rowAt(event.target);
        keys.handlers.onFocus(event);
      }}
    >
      <table
        aria-label={label}
        aria-rowcount={shown.length + 1}
        data-wide={isWide || undefined}
        className={`group/grid block ${isWide ? 'min-w-190 pointer-coarse:min-w-220' : ''}`}
      >
        <GridHead store={store} fields={fields} words={words} className={columnClass} />
        <tbody className="relative block" style={{ height: shown.length * rowHeight }}>
          {places.map((index) => {
            const key = shown[index] ?? '';
            const row = store.row(key);
            return (
              row && (
                <MatrixRow
                  key={key}
                  rowKey={key}
                  title={rowTitle(row, names)}
                  index={index}
                  top={index * rowHeight}
                  className={`h-11.5 ${columnClass}`}
                  onExclude={handleExclude}
                  store={store}
                  form={form}
                  fields={fields}
                  words={words}
                  id={id}
                />
              )
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Indexes of the rows to render: all of a short list, else the visible ones. */
function useDrawnRows(
  count: number,
  scroller: RefObject<HTMLDivElement | null>,
  active: RefObject<number | undefined>,
): number[] {
  const rendersAll = count <= renderAllBelow;
  // oxlint-disable-next-line react/incompatible-library -- no React Compiler runs here
  const virtual = useVirtualizer({
    count,
    enabled: !rendersAll,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 2,
    // The focused row stays mounted while scrolling.
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      const { current } = active;
      if (current === undefined || current >= range.count || drawn.includes(current)) return drawn;
      return current < range.startIndex ? [current, ...drawn] : [...drawn, current];
    },
  });
  if (rendersAll) return Array.from({ length: count }, (_one, index) => index);
  return virtual.getVirtualItems().map(({ index }) => index);
}

type GridKeys = ReturnType<typeof useGridKeys>;

interface JumpOptions extends Pick<MatrixGridProps, 'jump' | 'store' | 'fields'> {
  goTo: GridKeys['goTo'];
}

function useJump({ jump, store, fields, goTo }: JumpOptions): void {
  useEffect(() => {
    jump.current = (key, field) => {
      const index = store.shape().shown.indexOf(key);
      goTo(index, fields.some((one) => one === field) ? field : (fields[0] ?? ''));
    };
  });
}

/** Excludes a row; the focus goes to its neighbour. */
function useExclude(store: MatrixStore, focus: GridKeys['focusLater']) {
  const focusLater = useRef(focus);
  focusLater.current = focus;
  return useCallback(
    (key: string) => {
      const { shown: all } = store.shape();
      const place = all.indexOf(key);
      const next = all[place + 1] ?? all[place - 1];
      if (next !== undefined) focusLater.current(`[data-exclude="${next}"]`);
      store.exclude([key], true);
    },
    [store],
  );
}

function rowAt(element: Element): number | undefined {
  const row = element.closest('[aria-rowindex]')?.getAttribute('aria-rowindex');
  return row ? Number(row) - 2 : undefined;
}

/** Scrolls by the least amount that shows the row below the header. */
function scrollToRow(element: HTMLElement, index: number): void {
  const top = index * rowHeight;
  const room = element.clientHeight - headHeight - rowHeight;
  if (top < element.scrollTop) element.scrollTop = top;
  else if (top > element.scrollTop + room) element.scrollTop = top - room;
}

type GridHeadProps = Pick<MatrixGridProps, 'store' | 'fields' | 'words'> & { className: string };

const required: readonly TypedField[] = ['price', 'quantity', 'sku'];

function GridHead({ store, fields, words, className }: GridHeadProps) {
  const { t } = useTranslation(['catalogue', 'form']);
  const { shown, ticked } = useShape(store);
  const count = shown.filter((key) => ticked.has(key)).length;
  const isAll = count > 0 && count === shown.length;
  return (
    <thead className="sticky top-0 z-30 block">
      <tr
        aria-rowindex={1}
        className={`h-9.5 border-b border-line bg-surface text-small font-medium text-ink-second ${className}`}
      >
        <th scope="col" className="start-0 bg-surface text-start group-data-wide/grid:sticky">
          <Checkbox
            ref={(input) => {
              if (input) input.indeterminate = count > 0 && !isAll;
            }}
            label={t('catalogue:products.variations.variation')}
            aria-label={t('catalogue:products.variations.tick-all')}
            checked={isAll}
            disabled={shown.length === 0}
            onChange={() => store.tick(shown, !isAll)}
          />
        </th>
        {fields.map((field) => (
          <th
            key={field}
            scope="col"
            className={`px-2 font-medium whitespace-nowrap ${field === 'sku' || field === 'barcode' ? 'text-start' : 'text-end'}`}
          >
            {words[field]}
            {required.includes(field) && (
              <span aria-hidden="true" className="text-bad" title={t('form:required')}>
                {' *'}
              </span>
            )}
          </th>
        ))}
        {(['picture', 'on-sale', 'more', 'exclude'] as const).map((name) => (
          <th key={name} scope="col">
            <span className="sr-only">{t(`catalogue:products.variations.${name}`)}</span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface MatrixRowProps extends Pick<MatrixGridProps, 'store' | 'form' | 'fields' | 'words'> {
  rowKey: string;
  title: string;
  /** Index in the list, and offset from its top in pixels. */
  index: number;
  top: number;
  /** Prefix of element ids. */
  id: string;
  className: string;
  onExclude: (key: string) => void;
}

/** Grid row. It subscribes by key: typing re-renders one cell only. */
const MatrixRow = memo(function MatrixRow(props: MatrixRowProps) {
  const { store, form, rowKey, title, index, top, fields, words, id, className, onExclude } = props;
  const { t } = useTranslation('catalogue');
  const tools = { store, rowKey, title };
  return (
    <tr
      // The header is row 1. Containment limits layout to the row while typing; the hovered row is raised, since
      // its error overflows.
      aria-rowindex={index + 2}
      className={`group/row absolute inset-x-0 border-b border-line-faint contain-layout contain-size contain-style focus-within:z-20 hover:z-20 ${className}`}
      style={{ top }}
    >
      <th
        scope="row"
        className="group-data-wide/grid:sticky group-data-wide/grid:z-10 start-0 flex h-full items-center bg-surface text-start"
      >
        <RowTitle {...tools} />
      </th>
      {fields.map((field) => (
        <td key={field}>
          <MatrixCell
            store={store}
            rowKey={rowKey}
            field={field}
            id={`${id}-${rowKey}-${field}`}
            label={`${words[field]}: ${title}`}
          />
        </td>
      ))}
      <td>
        <PictureTool {...tools} form={form} />
      </td>
      <td>
        <SaleTool {...tools} />
      </td>
      <td>
        <MoreTool {...tools} />
      </td>
      <td>
        <button
          type="button"
          data-exclude={rowKey}
          aria-label={t('catalogue:products.variations.exclude-one', { title })}
          title={t('catalogue:products.variations.exclude')}
          className="grid size-8 place-items-center rounded-control text-ink-second transition-colors hover:bg-bad-soft hover:text-bad pointer-coarse:size-10"
          onClick={() => onExclude(rowKey)}
        >
          <span aria-hidden="true" className="icon-cross size-4" />
        </button>
      </td>
    </tr>
  );
});
