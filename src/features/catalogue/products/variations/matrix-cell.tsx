import { useTranslation } from 'next-i18next/pages';
import { memo, useLayoutEffect, useRef } from 'react';
import { fieldClass } from '@/components/inputs/field-style';
import { Portal } from '@/components/ui/portal';
import type { TypedField } from './fill';
import type { MatrixStore } from './matrix-store';
import { useCellError } from './use-matrix';

interface MatrixCellProps {
  store: MatrixStore;
  rowKey: string;
  field: TypedField;
  /** Accessible name: column and variation. */
  label: string;
  id: string;
  /** Shows the error below the input instead of over the next row. */
  isRoomy?: boolean;
}

/**
 * Text cell. Keyboard, paste and blur are handled by the container (`data-cell`). The input is uncontrolled:
 * typing renders nothing in React.
 */
export const MatrixCell = memo(function MatrixCell(props: MatrixCellProps) {
  const { store, rowKey, field, label, id, isRoomy = false } = props;
  const { t } = useTranslation('form');
  const input = useRef<HTMLInputElement>(null);
  const error = useCellError(store, rowKey, field);
  useLayoutEffect(() => {
    const show = () => {
      const value = store.row(rowKey)?.[field] ?? '';
      if (input.current && input.current.value !== value) input.current.value = value;
    };
    show();
    return store.onRow(rowKey, show);
  }, [store, rowKey, field]);
  const isNumeric = field !== 'sku' && field !== 'barcode';
  return (
    // Positioned elements slow down typing, so only cells with an error are.
    <span className={`group/cell block ${error ? 'relative' : ''}`}>
      <input
        ref={input}
        id={id}
        type="text"
        form={cellFormId(rowKey)}
        data-cell={`${rowKey}:${field}`}
        aria-label={label}
        aria-invalid={error !== undefined}
        aria-describedby={error && `${id}-error`}
        inputMode={isNumeric ? (field === 'quantity' ? 'numeric' : 'decimal') : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={120}
        className={`${fieldClass} ${isRoomy ? 'h-9 px-3 pointer-coarse:h-10' : 'h-8 px-2 pointer-coarse:h-10'} ${isNumeric ? 'text-end' : ''}`}
        onChange={(event) => store.edit(rowKey, { [field]: event.target.value })}
      />
      {error && (
        <span
          id={`${id}-error`}
          className={
            isRoomy
              ? 'mt-1 block text-small font-medium text-bad'
              : 'pointer-events-none absolute start-0 top-full z-40 my-1 hidden w-max max-w-60 rounded-badge bg-bad px-2 py-1 text-small font-medium text-bad-on shadow-floating group-focus-within/cell:block group-hover/cell:block group-last/row:top-auto group-last/row:bottom-full'
          }
        >
          {t(error, { defaultValue: error })}
        </span>
      )}
    </span>
  );
});

const count = 24;

/** Form id of a row's cells; neighbouring rows get different forms. */
function cellFormId(rowKey: string): string {
  const sum = rowKey.split('-').reduce((so, id) => so + Number(id), 0);
  return `cell-form-${sum % count}`;
}

/**
 * Hidden forms of a few cells each, never submitted. On every keystroke the browser's autofill scans all fields
 * of the input's form; with hundreds of cells in one form that dominates the cost of typing.
 */
export function CellForms() {
  return (
    <Portal>
      <div hidden>
        {Array.from({ length: count }, (_form, place) => {
          const id = `cell-form-${place}`;
          return <form key={id} id={id} onSubmit={(event) => event.preventDefault()} />;
        })}
      </div>
    </Portal>
  );
}
