import { Barcode, ChevronDown, PaintBucket, Undo2, X } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { type FocusEvent, type KeyboardEvent, memo, useId, useMemo, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Select } from '@/components/inputs/select';
import { Button } from '@/components/ui/button';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import { useIsPhone } from '@/lib/hooks/use-is-phone';
import { typedFields } from './fill';
import { FillPanel } from './fill-panel';
import { rowTitle } from './matrix';
import { MatrixCards } from './matrix-cards';
import { CellForms } from './matrix-cell';
import { computeTotals, MatrixFooter, type Totals } from './matrix-footer';
import { MatrixGrid } from './matrix-grid';
import type { MatrixStore } from './matrix-store';
import { OptionRows } from './option-rows';
import { useMatrix, useMatrixErrors, useMatrixWords, useShape } from './use-matrix';

interface VariationMatrixProps {
  form: UseFormReturn<FieldValues>;
  shopId: number;
  /** Absent on create. */
  product?: ProductDetails;
}

/**
 * Variations editor: attributes with values, and a grid of all combinations. Its rows live in the form field
 * `matrix` (`matrixValues`); `variationChanges` and `chosenValues` build the request.
 */
export const VariationMatrix = memo(function VariationMatrix(props: VariationMatrixProps) {
  const { form, shopId, product } = props;
  const { t } = useTranslation(['catalogue', 'form']);
  const { store, flush } = useMatrix(form, product);
  const shape = useShape(store);
  const view = useMatrixView(store);
  const [announcement, setAnnouncement] = useState('');
  const messages = useMatrixErrors(form, store, product, () => {
    // Another invalid field above may already have the focus.
    const isOnly = Object.keys(form.formState.errors).every((key) => matrixFields.includes(key));
    if (isOnly) view.goToFirst(computeTotals(store));
  });
  const isAttempted = form.formState.submitCount > 0;

  const handleKey = (event: KeyboardEvent) => {
    // Ctrl+S saves the form values: pending input must be flushed first.
    if (event.ctrlKey || event.metaKey) flush();
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
  };
  const handleBlur = ({ relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof HTMLElement) || relatedTarget.dataset.cell === undefined) flush();
  };
  const announce = (key: string, count: number) =>
    setAnnouncement(t(`catalogue:products.variations.${key}`, { count }));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles events bubbling from the controls inside
    <div onKeyDown={handleKey} onBlur={handleBlur}>
      <div className="isolate">
        <OptionRows store={store} shopId={shopId} />
      </div>
      {messages.map((message) => (
        <p key={message} role="alert" className="mt-3 font-medium text-bad">
          {t(message, { defaultValue: message })}
        </p>
      ))}
      {shape.included === 0 && isAttempted && (
        <p role="alert" className="mt-3 font-medium text-bad">
          {t('catalogue:products.variations.error-none')}
        </p>
      )}
      {shape.included > 0 && (
        <MatrixEditor
          store={store}
          form={form}
          view={view}
          announce={announce}
          showsErrorCount={isAttempted}
          onTotals={(totals) => followTotals(form, totals, flush)}
        />
      )}
      <ExcludedRows store={store} />
      <CellForms />
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </div>
  );
});

const matrixFields = ['matrix', 'variations', 'variation_options'];

/** View state of the matrix: open panel, columns, navigation to a cell. */
function useMatrixView(store: MatrixStore) {
  const fillId = useId();
  const shape = useShape(store);
  const [isFilling, setFilling] = useState(false);
  const [hasBarcodes, setBarcodes] = useState(() => store.matrix.rows.some(({ barcode }) => barcode !== ''));
  const jump = useRef<(key: string, field: string) => void>(undefined);
  const fields = useMemo(
    () => (hasBarcodes ? typedFields : typedFields.filter((field) => field !== 'barcode')),
    [hasBarcodes],
  );

  const goToFirst = ({ first }: Totals) => {
    if (!first) return;
    if (!shape.shown.includes(first.key)) for (const { id } of shape.attributes) store.show(id, undefined);
    if (first.field === 'barcode') setBarcodes(true);
    // After the filter has been cleared and the row is mounted.
    requestAnimationFrame(() => jump.current?.(first.key, first.field));
  };
  return { fillId, isFilling, setFilling, hasBarcodes, setBarcodes, fields, jump, goToFirst };
}

/** Clears the form's matrix error once the totals are valid; refreshes its count otherwise. */
function followTotals(form: UseFormReturn<FieldValues>, totals: Totals, flush: () => void): void {
  const { matrix: error } = form.formState.errors;
  if (totals.errors > 0 || totals.variations === 0) {
    // The bar counts the wrong cells again.
    flush();
    if (error) form.setError('matrix', { type: String(error.type), message: String(error.message) });
    return;
  }
  const wrong = ['matrix', 'variation_options'].filter((key) => form.formState.errors[key]);
  if (wrong.length > 0) form.clearErrors(wrong);
}

interface MatrixEditorProps {
  store: MatrixStore;
  form: UseFormReturn<FieldValues>;
  view: ReturnType<typeof useMatrixView>;
  showsErrorCount: boolean;
  announce: (key: string, count: number) => void;
  onTotals: (totals: Totals) => void;
}

function MatrixEditor({ store, form, view, showsErrorCount, announce, onTotals }: MatrixEditorProps) {
  const { t } = useTranslation('catalogue');
  const words = useMatrixWords();
  const isPhone = useIsPhone();
  const { fillId, isFilling, setFilling, hasBarcodes, setBarcodes, fields, jump } = view;
  const label = t('catalogue:products.variations.title');
  return (
    <div className="mt-5">
      <MatrixToolbar
        store={store}
        isFilling={isFilling}
        fillId={fillId}
        onFill={() => setFilling(!isFilling)}
        hasBarcodes={isPhone ? undefined : hasBarcodes}
        onBarcodes={() => setBarcodes(!hasBarcodes)}
      />
      {isFilling && (
        <div className="mt-2">
          <FillPanel store={store} form={form} id={fillId} onFilled={(count) => announce('filled', count)} />
        </div>
      )}
      <div className="mt-2">
        {isPhone ? (
          <MatrixCards store={store} form={form} words={words} label={label} jump={jump} />
        ) : (
          <MatrixGrid
            store={store}
            form={form}
            fields={fields}
            words={words}
            label={label}
            jump={jump}
            onPasted={(count) => announce('pasted', count)}
          />
        )}
      </div>
      <MatrixFooter
        store={store}
        showsErrorCount={showsErrorCount}
        onTotals={onTotals}
        onFirstError={view.goToFirst}
      />
    </div>
  );
}

interface MatrixToolbarProps {
  store: MatrixStore;
  isFilling: boolean;
  fillId: string;
  onFill: () => void;
  /** Undefined where barcodes are always shown. */
  hasBarcodes: boolean | undefined;
  onBarcodes: () => void;
}

function MatrixToolbar(props: MatrixToolbarProps) {
  const { store, isFilling, fillId, onFill, hasBarcodes, onBarcodes } = props;
  const { t } = useTranslation('catalogue');
  const { attributes, filter, ticked, canUndo } = useShape(store);
  const choosable = attributes.filter(({ values }) => values.length > 1);
  return (
    <div className="isolate flex flex-wrap items-center gap-2">
      {choosable.map(({ id, name, values }) => (
        <Select
          key={id}
          aria-label={t('catalogue:products.variations.show-of', { name })}
          className="max-w-44"
          value={filter[id] ?? ''}
          options={[
            { value: '', label: t('catalogue:products.variations.all-of', { name }) },
            ...values.map((one) => ({ value: String(one.id), label: one.value })),
          ]}
          onChange={({ target }) => store.show(id, target.value === '' ? undefined : Number(target.value))}
        />
      ))}
      <Button
        aria-expanded={isFilling}
        aria-controls={fillId}
        icon={<PaintBucket className="size-4" />}
        onClick={onFill}
      >
        {t('catalogue:products.variations.fill')}
      </Button>
      {hasBarcodes !== undefined && (
        <Button
          variant="ghost"
          aria-pressed={hasBarcodes}
          className={hasBarcodes ? 'bg-accent-soft! text-accent-ink!' : ''}
          icon={<Barcode className="size-4" />}
          onClick={onBarcodes}
        >
          {t('catalogue:products.variations.barcodes')}
        </Button>
      )}
      {ticked.size > 0 && (
        <Button
          variant="ghost"
          icon={<X className="size-4" />}
          onClick={() => store.exclude([...ticked], true)}
        >
          {t('catalogue:products.variations.exclude-ticked', { count: ticked.size })}
        </Button>
      )}
      {canUndo && (
        <Button
          variant="ghost"
          icon={<Undo2 className="size-4 rtl:-scale-x-100" />}
          onClick={() => store.undo()}
        >
          {t('catalogue:products.variations.undo')}
        </Button>
      )}
    </div>
  );
}

/** Further combinations are only counted; all can be restored at once. */
const maxNamed = 60;

/** Excluded combinations, each restored by a click. */
function ExcludedRows({ store }: { store: MatrixStore }) {
  const { t } = useTranslation('catalogue');
  const id = useId();
  const { excluded, names } = useShape(store);
  const [isOpen, setOpen] = useState(false);
  if (excluded.length === 0) return null;
  return (
    <div className="mt-2">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        className="inline-flex min-h-8.5 items-center gap-1.5 rounded-control font-medium text-accent-ink hover:underline pointer-coarse:min-h-10"
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronDown className={`size-4 transition-transform ${isOpen ? '' : '-rotate-90 rtl:rotate-90'}`} />
        {t('catalogue:products.variations.excluded', { count: excluded.length })}
      </button>
      {isOpen && (
        <div id={id} className="mt-1">
          <ul className="flex flex-wrap gap-1.5">
            {excluded.slice(0, maxNamed).map((row) => (
              <ExcludedRow
                key={row.key}
                title={rowTitle(row, names)}
                isStored={row.id !== undefined}
                onRestore={() => store.exclude([row.key], false)}
              />
            ))}
          </ul>
          <div className="mt-2 flex flex-wrap items-center gap-3">
            {excluded.length > maxNamed && (
              <span className="text-small text-ink-second">
                {t('catalogue:products.variations.and-more', { count: excluded.length - maxNamed })}
              </span>
            )}
            <Button
              size="small"
              onClick={() =>
                store.exclude(
                  excluded.map(({ key }) => key),
                  false,
                )
              }
            >
              {t('catalogue:products.variations.bring-back-all')}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}

interface ExcludedRowProps {
  title: string;
  /** Stored, and deleted when the product is saved. */
  isStored: boolean;
  onRestore: () => void;
}

function ExcludedRow({ title, isStored, onRestore }: ExcludedRowProps) {
  const { t } = useTranslation('catalogue');
  return (
    <li>
      <button
        type="button"
        aria-label={t('catalogue:products.variations.bring-back-one', { title })}
        title={isStored ? t('catalogue:products.variations.goes-when-saved') : undefined}
        className="inline-flex min-h-7.5 max-w-full items-center gap-1.5 rounded-badge bg-line-faint px-2.5 text-small font-medium text-ink-second transition-colors hover:bg-accent-soft hover:text-accent-ink pointer-coarse:min-h-10"
        onClick={onRestore}
      >
        <span className={`truncate ${isStored ? 'line-through' : ''}`}>{title}</span>
        <Undo2 className="size-3.5 shrink-0" />
      </button>
    </li>
  );
}
