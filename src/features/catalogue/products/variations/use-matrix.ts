import { useTranslation } from 'next-i18next/pages';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { type FieldErrors, type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import type { TypedField } from './fill';
import { FormMatrix, isSameMatrix, type MatrixRow, matrixValues, readMatrix } from './matrix';
import { changedKeys } from './matrix-changes';
import type { CellField } from './matrix-checks';
import { MatrixStore, type Shape } from './matrix-store';

/** Long enough that typing is over, short enough that a draft and a warning know of it. */
const pauseMs = 400;

/**
 * The matrix that stands in the form under `matrix`: what is typed goes into a store and, once typing pauses or the grid
 * is left (`flush`), into the form. What else changes the form, a saved product or a draft, is taken over.
 */
export function useMatrix(form: UseFormReturn<FieldValues>, product: ProductDetails | undefined) {
  const { i18n } = useTranslation();
  // What the form held when the store last agreed with it.
  const [seen] = useState(() => ({ current: form.getValues('matrix') as unknown }));
  const [store] = useState(
    () => new MatrixStore(readMatrix(seen.current) ?? matrixValues(product, i18n.language)),
  );
  const bound = useRef<{ flush: () => void }>(undefined);
  useEffect(() => {
    const binding = bind(form, store, seen);
    bound.current = binding;
    return binding.release;
  }, [form, store, seen]);
  return { store, flush: () => bound.current?.flush() };
}

function bind(form: UseFormReturn<FieldValues>, store: MatrixStore, seen: { current: unknown }) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOurs = false;
  let loaded = formMatrix(seen.current);

  const put = (matrix: FormMatrix, isDirty: boolean) => {
    isOurs = true;
    form.setValue('matrix', matrix, { shouldDirty: isDirty });
    isOurs = false;
    seen.current = form.getValues('matrix');
  };
  const flush = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    // What was typed and taken back is no change.
    const isBack = loaded && isSameMatrix(store.matrix, loaded);
    put(isBack && loaded ? loaded : new FormMatrix(store.matrix), true);
  };
  const takeOver = () => {
    const now: unknown = form.getValues('matrix');
    if (isOurs || now === seen.current) return;
    seen.current = now;
    clearTimeout(timer);
    timer = undefined;
    loaded = formMatrix(now) ?? new FormMatrix({ attributes: [], rows: [] });
    store.load(loaded);
    if (now !== loaded) put(loaded, true);
  };
  // A draft may have come before this effect.
  takeOver();
  const unlisten = store.onChange((change) => {
    clearTimeout(timer);
    timer = setTimeout(flush, pauseMs);
    if (change === 'rows') flush();
  });
  const unsubscribe = form.subscribe({ name: 'matrix', formState: { values: true }, callback: takeOver });
  // A page that ends keeps its draft (`useDraft`), which must hold the last letters: before it hears of the end.
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
 * Brings the form's mistakes into the matrix: after an attempt to save every cell says what is wrong with it, and what
 * the server says of `variation_options.upsert[i].field` stands at its row. `onWrong` is called when there are some.
 */
export function useMatrixErrors(
  form: UseFormReturn<FieldValues>,
  store: MatrixStore,
  product: ProductDetails | undefined,
  onWrong: () => void,
) {
  const { errors, isSubmitting, submitCount } = useFormState({ control: form.control });
  const sent = useRef<string[]>(undefined);
  const told = useRef(onWrong);
  told.current = onWrong;

  // Rows are told apart by their place in what was sent, not in what stands there when the answer comes.
  useEffect(() => {
    if (isSubmitting) sent.current = changedKeys(store.matrix.rows, product);
  }, [isSubmitting, store, product]);

  const refusals = JSON.stringify(refusedCells(errors.variation_options));
  const isWrong = Boolean(errors.matrix) || refusals !== '[]';
  useEffect(() => {
    const cells: ReturnType<typeof refusedCells> = JSON.parse(refusals);
    // An answer that came at once left no time to note what was sent.
    const keys = sent.current ?? changedKeys(store.matrix.rows, product);
    const named = cells.flatMap(([place, field, message]) => {
      const key = keys[place];
      return key === undefined ? [] : [[`${key}.${field}`, message] as const];
    });
    if (named.length > 0 || store.hasRefusals) store.refuse(new Map(named));
  }, [refusals, store, product]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt leads to the first mistake again
  useEffect(() => {
    if (!isWrong || isSubmitting) return;
    store.showAll();
    told.current();
  }, [isWrong, isSubmitting, submitCount, refusals, store]);

  return useMemo(() => {
    const whole = [errors.variations, errors.variation_options].flatMap((part) => messagesOf(part));
    return [...new Set(whole)];
  }, [errors.variations, errors.variation_options]);
}

/** Place in `upsert`, field and message of every cell that the server refused. */
function refusedCells(errors: FieldErrors[string]): [number, string, string][] {
  const rows: unknown = errors && 'upsert' in errors ? errors.upsert : undefined;
  if (typeof rows !== 'object' || rows === null) return [];
  return Object.entries(rows).flatMap(([place, fields]: [string, unknown]) =>
    typeof fields === 'object' && fields !== null && /^\d+$/.test(place)
      ? Object.entries(fields).flatMap(([field, error]) => {
          const message = messageOf(error);
          return message === undefined ? [] : [[Number(place), field, message] as [number, string, string]];
        })
      : [],
  );
}

/** What is said of all variations together. */
function messagesOf(errors: FieldErrors[string]): string[] {
  const parts: unknown[] = [errors, errors && 'upsert' in errors ? errors.upsert : undefined];
  return parts.flatMap((part) => messageOf(part) ?? []);
}

function messageOf(error: unknown): string | undefined {
  const isError = typeof error === 'object' && error !== null && 'message' in error;
  return isError && typeof error.message === 'string' ? error.message : undefined;
}

/** Something of a row; drawn anew only when that very thing changes. */
export function useRowPart<Part extends keyof MatrixRow>(
  store: MatrixStore,
  key: string,
  part: Part,
): MatrixRow[Part] | undefined {
  return useOfRow(store, key, () => store.row(key)?.[part]);
}

/** What a cell says is wrong, as a key of `form`. */
export function useCellError(store: MatrixStore, key: string, field: CellField): string | undefined {
  return useOfRow(store, key, () => store.error(key, field));
}

export function useIsTicked(store: MatrixStore, key: string): boolean {
  return useOfRow(store, key, () => store.isTicked(key));
}

function useOfRow<Value>(store: MatrixStore, key: string, read: () => Value): Value {
  const subscribe = useCallback((listener: () => void) => store.onRow(key, listener), [store, key]);
  return useSyncExternalStore(subscribe, read, read);
}

/** Names of the columns; the same object until the language changes, so that rows need not be drawn anew. */
export type MatrixWords = Record<TypedField, string>;

export function useMatrixWords(): MatrixWords {
  const { t } = useTranslation('form');
  return useMemo(
    () => ({
      price: t('form:products.variations.price'),
      sale_price: t('form:products.variations.sale-price'),
      quantity: t('form:products.variations.quantity'),
      sku: t('form:products.variations.sku'),
      barcode: t('form:products.variations.barcode'),
    }),
    [t],
  );
}
