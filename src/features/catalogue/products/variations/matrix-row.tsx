import { useTranslation } from 'next-i18next/pages';
import { memo } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { TypedField } from './fill';
import { MatrixCell } from './matrix-cell';
import type { MatrixStore } from './matrix-store';
import { RowTitle } from './row-title';
import { MoreTool, PictureTool, SaleTool } from './row-tools';
import type { MatrixWords } from './use-matrix-words';

interface MatrixRowProps {
  store: MatrixStore;
  form: UseFormReturn<FieldValues>;
  rowKey: string;
  title: string;
  /** Where it stands in the list, from 0, and how many pixels below its beginning. */
  index: number;
  top: number;
  fields: readonly TypedField[];
  words: MatrixWords;
  /** Names of its parts begin with it. */
  id: string;
  className: string;
  onExclude: (key: string) => void;
}

/** A variation as a line of the grid. It knows only its key: what is typed draws its cell alone. */
export const MatrixRow = memo(function MatrixRow(props: MatrixRowProps) {
  const { store, form, rowKey, title, index, top, fields, words, id, className, onExclude } = props;
  const { t } = useTranslation('form');
  const tools = { store, rowKey, title };
  return (
    <tr
      // The heading is the first row. A letter lays out its row alone; the row pointed at stands above the others, for
      // what a cell says hangs over its edge.
      aria-rowindex={index + 2}
      className={`group/row absolute inset-x-0 border-b border-line-faint contain-layout contain-size contain-style focus-within:z-20 hover:z-20 ${className}`}
      style={{ top }}
    >
      <th
        scope="row"
        className="group-data-wide/grid:sticky group-data-wide/grid:z-10 start-0 flex h-full items-center bg-surface text-start"
      >
        <RowTitle store={store} rowKey={rowKey} title={title} />
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
          aria-label={t('form:products.variations.exclude-one', { title })}
          title={t('form:products.variations.exclude')}
          className="grid size-8 place-items-center rounded-control text-ink-second transition-colors hover:bg-bad-soft hover:text-bad pointer-coarse:size-10"
          onClick={() => onExclude(rowKey)}
        >
          <span aria-hidden="true" className="icon-cross size-4" />
        </button>
      </td>
    </tr>
  );
});
