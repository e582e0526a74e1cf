import '@/lib/i18n/form-words';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { type FocusEvent, type KeyboardEvent, memo, useId, useMemo, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import { CellForms } from './cell-forms';
import { ExcludedRows } from './excluded-rows';
import { typedFields } from './fill';
import { FillPanel } from './fill-panel';
import { MatrixCards } from './matrix-cards';
import { MatrixFooter } from './matrix-footer';
import { MatrixGrid } from './matrix-grid';
import { MatrixToolbar } from './matrix-toolbar';
import { OptionRows } from './option-rows';
import { type Totals, totalsOf } from './totals';
import { useIsPhone } from './use-is-phone';
import { useMatrix, useMatrixErrors, useShape } from './use-matrix';
import { useMatrixWords } from './use-matrix-words';

interface VariationMatrixProps {
  form: UseFormReturn<FieldValues>;
  shopId: number;
  /** Absent on create. */
  product?: ProductDetails;
}

/**
 * What a variable product is sold as: attributes with their values, and a grid of every combination. Its rows stand in
 * the form under `matrix` (`matrixValues`); `variationChanges` and `chosenValues` make of them what is sent.
 */
export const VariationMatrix = memo(function VariationMatrix(props: VariationMatrixProps) {
  const { form, shopId, product } = props;
  const { t } = useTranslation('form');
  const { query } = useRouter();
  const words = useMatrixWords();
  const isPhone = useIsPhone();
  const fillId = useId();
  const { store, flush } = useMatrix(form, product);
  const shape = useShape(store);
  const [isFilling, setFilling] = useState(false);
  const [hasBarcodes, setBarcodes] = useState(() => store.matrix.rows.some(({ barcode }) => barcode !== ''));
  const [said, setSaid] = useState('');
  const jump = useRef<(key: string, field: string) => void>(undefined);
  const fields = useMemo(
    () => (hasBarcodes ? typedFields : typedFields.filter((field) => field !== 'barcode')),
    [hasBarcodes],
  );

  const goToFirst = ({ first }: Totals) => {
    if (!first) return;
    if (!shape.shown.includes(first.key)) for (const { id } of shape.attributes) store.show(id, undefined);
    if (first.field === 'barcode') setBarcodes(true);
    // Once the row is among those that are shown.
    requestAnimationFrame(() => jump.current?.(first.key, first.field));
  };
  const messages = useMatrixErrors(form, store, product, () => {
    // Another field may have the focus already: it stands above.
    const isOnly = Object.keys(form.formState.errors).every((key) => ownKeys.includes(key));
    if (isOnly) goToFirst(totalsOf(store));
  });
  const isAttempted = form.formState.submitCount > 0;

  const handleTotals = (totals: Totals) => {
    if (totals.wrong > 0 || totals.variations === 0) return;
    const wrong = ['matrix', 'variation_options'].filter((key) => form.formState.errors[key]);
    if (wrong.length > 0) form.clearErrors(wrong);
  };
  const handleKey = (event: KeyboardEvent) => {
    // Ctrl+S saves what stands in the form: the last letters must be there.
    if (event.ctrlKey || event.metaKey) flush();
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
  };
  const handleBlur = ({ relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof HTMLElement) || relatedTarget.dataset.cell === undefined) flush();
  };
  const say = (key: string, count: number) => setSaid(t(`form:products.variations.${key}`, { count }));
  const label = t('form:products.variations.title');
  const shop = typeof query.shop === 'string' ? query.shop : product?.shop?.slug;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears what bubbles from the controls inside
    <div onKeyDown={handleKey} onBlur={handleBlur}>
      <div className="isolate">
        <OptionRows
          store={store}
          shopId={shopId}
          createHref={shop ? `/${encodeURIComponent(shop)}/attributes/create` : '/attributes/create'}
        />
      </div>
      {messages.map((message) => (
        <p key={message} role="alert" className="mt-3 font-medium text-bad">
          {t(`form:${message}`, { defaultValue: message })}
        </p>
      ))}
      {shape.included === 0 && isAttempted && (
        <p role="alert" className="mt-3 font-medium text-bad">
          {t('form:products.variations.error-none')}
        </p>
      )}
      {shape.included > 0 && (
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
              <FillPanel store={store} form={form} id={fillId} onFilled={(count) => say('filled', count)} />
            </div>
          )}
          <div className="mt-2">
            {isPhone ? (
              <MatrixCards {...{ store, form, words, label, jump }} />
            ) : (
              <MatrixGrid
                {...{ store, form, fields, words, label, jump }}
                onPasted={(count) => say('pasted', count)}
              />
            )}
          </div>
          <MatrixFooter
            store={store}
            countsErrors={isAttempted}
            onTotals={handleTotals}
            onFirstError={goToFirst}
          />
        </div>
      )}
      <ExcludedRows store={store} />
      <CellForms />
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </div>
  );
});

/** Keys of the form that stand for the matrix. */
const ownKeys = ['matrix', 'variations', 'variation_options'];
