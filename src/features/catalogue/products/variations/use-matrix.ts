import { useTranslation } from 'next-i18next/pages';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { type FieldErrors, type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import type { TypedField } from './fill';
import { FormMatrix, isSameMatrix, type MatrixRow, matrixValues, readMatrix } from './matrix';
import { changedKeys } from './matrix-changes';
import type { CellField } from './matrix-checks';
import { MatrixStore, type Shape } from './matrix-store';

/** Long enough not to interrupt typing, short enough for the draft and the leave warning. */
const pauseMs = 400;

/**
 * Binds the form field `matrix` to a store: edits reach the form when typing pauses or on `flush`; a save or a
 * restored draft reloads the store.
 */
export function useMatrix(form: UseFormReturn<FieldValues>, product: ProductDetails | undefined) {
  const { i18n } = useTranslation();
  // Form value at the last synchronization.
  const [seen] = useState(() => ({ current: form.getValues('matrix') as unknown }));
  const [store] = useState(
    () => new MatrixStore(readMatrix(seen.current) ?? matrixValues(product, i18n.language)),
  );
  const bound = useRef<{ flush: () => void }>(undefined);
  useEffect(() => {
    const binding = bindStore(form, store, seen);
    bound.current = binding;
    return binding.release;
  }, [form, store, seen]);
  return { store, flush: () => bound.current?.flush() };
}

function bindStore(form: UseFormReturn<FieldValues>, store: MatrixStore, seen: { current: unknown }) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOurs = false;
  let loaded = formMatrix(seen.current);

  const setFormValue = (matrix: FormMatrix, isDirty: boolean) => {
    isOurs = true;
    form.setValue('matrix', matrix, { shouldDirty: isDirty });
    isOurs = false;
    seen.current = form.getValues('matrix');
  };
  const flush = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    // Input that was reverted is no change.
    const isBack = loaded && isSameMatrix(store.matrix, loaded);
    setFormValue(isBack && loaded ? loaded : new FormMatrix(store.matrix), true);
  };
  const reload = () => {
    const now: unknown = form.getValues('matrix');
    if (isOurs || now === seen.current) return;
    seen.current = now;
    clearTimeout(timer);
    timer = undefined;
    loaded = formMatrix(now) ?? new FormMatrix({ attributes: [], rows: [] });
    store.load(loaded);
    if (now !== loaded) setFormValue(loaded, true);
  };
  // A draft may have been restored before this effect.
  reload();
  const unlisten = store.onChange((change) => {
    clearTimeout(timer);
    timer = setTimeout(flush, pauseMs);
    if (change === 'rows') flush();
  });
  const unsubscribe = form.subscribe({ name: 'matrix', formState: { values: true }, callback: reload });
  // In the capture phase, before `useDraft` stores the draft: it must hold the last input.
  window.addEventListener('pagehide', flush, true);
  window.addEventListener('visibilitychange', flush, true);
  return {
    flush,
    release: () => {
      flush();
      window.removeEventListener('pagehide', flush, true);
      window.removeEventListener('visibilitychange', flush, true);
      unlisten();
      unsubscribe();
    },
  };
}

function formMatrix(value: unknown): FormMatrix | undefined {
  if (value instanceof FormMatrix) return value;
  const matrix = readMatrix(value);
  return matrix && new FormMatrix(matrix);
}

export function useShape(store: MatrixStore): Shape {
  return useSyncExternalStore(store.onShape, store.shape, store.shape);
}

/**
 * Shows form errors in the matrix: after an attempt to save every cell validates, and server errors of
 * `variation_options.upsert[i].field` are mapped to their rows. Calls `onWrong` when there are errors.
 */
export function useMatrixErrors(
  form: UseFormReturn<FieldValues>,
  store: MatrixStore,
  product: ProductDetails | undefined,
  onWrong: () => void,
) {
  const { errors, isSubmitting, submitCount } = useFormState({ control: form.control });
  const sent = useRef<string[]>(undefined);
  const latestOnWrong = useRef(onWrong);
  latestOnWrong.current = onWrong;

  // Server errors refer to indexes in the request, so the keys are recorded when it is sent.
  useEffect(() => {
    if (isSubmitting) sent.current = changedKeys(store.matrix.rows, product);
  }, [isSubmitting, store, product]);

  const serverErrors = JSON.stringify(serverCellErrors(errors.variation_options));
  const isWrong = Boolean(errors.matrix) || serverErrors !== '[]';
  useEffect(() => {
    const cells: ReturnType<typeof serverCellErrors> = JSON.parse(serverErrors);
    // A synchronous failure leaves no time to record the keys.
    const keys = sent.current ?? changedKeys(store.matrix.rows, product);
    const named = cells.flatMap(([place, field, message]) => {
      const key = keys[place];
      return key === undefined ? [] : [[`${key}.${field}`, message] as const];
    });
    if (named.length > 0 || store.hasServerErrors) store.setServerErrors(new Map(named));
  }, [serverErrors, store, product]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt to submit jumps to the first error
  useEffect(() => {
    if (!isWrong || isSubmitting) return;
    store.showAllErrors();
    latestOnWrong.current();
  }, [isWrong, isSubmitting, submitCount, serverErrors, store]);

  return useMemo(() => {
    const whole = [errors.variations, errors.variation_options].flatMap((part) => wholeErrors(part));
    return [...new Set(whole)];
  }, [errors.variations, errors.variation_options]);
}

/** Index in `upsert`, field and message of each server error. */
function serverCellErrors(errors: FieldErrors[string]): [number, string, string][] {
  const rows: unknown = errors && 'upsert' in errors ? errors.upsert : undefined;
  if (typeof rows !== 'object' || rows === null) return [];
  return Object.entries(rows).flatMap(([place, fields]: [string, unknown]) =>
    typeof fields === 'object' && fields !== null && /^\d+$/.test(place)
      ? Object.entries(fields).flatMap(([field, error]) => {
          const message = errorMessage(error);
          return message === undefined ? [] : [[Number(place), field, message] as [number, string, string]];
        })
      : [],
  );
}

function wholeErrors(errors: FieldErrors[string]): string[] {
  const parts: unknown[] = [errors, errors && 'upsert' in errors ? errors.upsert : undefined];
  return parts.flatMap((part) => errorMessage(part) ?? []);
}

function errorMessage(error: unknown): string | undefined {
  const isError = typeof error === 'object' && error !== null && 'message' in error;
  return isError && typeof error.message === 'string' ? error.message : undefined;
}

/** One field of a row; re-renders only when that field changes. */
export function useRowField<Part extends keyof MatrixRow>(
  store: MatrixStore,
  key: string,
  part: Part,
): MatrixRow[Part] | undefined {
  return useRowValue(store, key, () => store.row(key)?.[part]);
}

/** Error of a cell as a key of `form`. */
export function useCellError(store: MatrixStore, key: string, field: CellField): string | undefined {
  return useRowValue(store, key, () => store.error(key, field));
}

export function useIsTicked(store: MatrixStore, key: string): boolean {
  return useRowValue(store, key, () => store.isTicked(key));
}

function useRowValue<Value>(store: MatrixStore, key: string, read: () => Value): Value {
  const subscribe = useCallback((listener: () => void) => store.onRow(key, listener), [store, key]);
  return useSyncExternalStore(subscribe, read, read);
}

/** Column titles; a stable object per language, so that rows are not re-rendered. */
export type MatrixWords = Record<TypedField, string>;

export function useMatrixWords(): MatrixWords {
  const { t } = useTranslation('catalogue');
  return useMemo(
    () => ({
      price: t('catalogue:products.variations.price'),
      sale_price: t('catalogue:products.variations.sale-price'),
      quantity: t('catalogue:products.variations.quantity'),
      sku: t('catalogue:products.variations.sku'),
      barcode: t('catalogue:products.variations.barcode'),
    }),
    [t],
  );
}
