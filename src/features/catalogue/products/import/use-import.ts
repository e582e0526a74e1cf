import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useEffect, useState } from 'react';
import {
  characteristicOf,
  type ImportOptions,
  type ImportTarget,
  importFields,
  type ProductImport,
} from '@/contract/catalogue/products/imports';
import type { ReadingChoice } from '@/contract/core/files/file-tables';
import type { BodyOf } from '@/contract/endpoint-types';
import { api } from '@/lib/api/client';
import { type ClientError, errorText, toClientError } from '@/lib/api/errors';
import { sendForm } from '@/lib/api/files';
import { refreshLists } from '@/lib/api/refresh';
import { formatNumber } from '@/lib/format/format';

const family = 'product-imports';
/** Query key of what the shops have said that names mean. */
export const rememberedKey = [family, 'values'];
/** Polling interval in milliseconds. */
const pollMs = 1000;

const isBusy = (one: ProductImport | undefined) => one?.status === 'checking' || one?.status === 'running';

/** True for an unfinished import: the dialog resumes it when opened. */
const isOpen = ({ status }: ProductImport) => status !== 'done' && status !== 'cancelled';

export interface ImportSettings {
  mapping: Record<string, ImportTarget>;
  options: ImportOptions;
}

/**
 * State and actions of the current import. It runs on the server, so an import in progress is found again when
 * the dialog opens.
 */
export function useImport(shopId: number) {
  const client = useQueryClient();
  // Undefined picks the unfinished import; null asks for another file.
  const [chosen, choose] = useState<number | null>();
  const last = useQuery({
    queryKey: [family, 'list', shopId],
    queryFn: () => api.page(family, { shop_id: shopId, limit: 1 }),
    select: ({ rows }) => rows[0],
  });
  const offered = last.data && isOpen(last.data) ? last.data.id : undefined;
  const id = chosen === undefined ? offered : (chosen ?? undefined);
  const one = useQuery({
    queryKey: [family, 'one', id],
    queryFn: () => api.get(`${family}/${id as number}`),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (isBusy(state.data) ? pollMs : false),
    refetchIntervalInBackground: true,
  });

  const isDone = one.data?.status === 'done';
  useEffect(() => {
    if (isDone) void refreshLists(client, 'products');
  }, [isDone, client]);

  const storeImport = (answer: ProductImport) => {
    client.setQueryData([family, 'one', answer.id], answer);
    void client.invalidateQueries({ queryKey: [family, 'list'] });
    choose(answer.id);
  };
  const actions = useActions(shopId, id, storeImport);
  const failure = actions.failure ?? one.error ?? last.error;
  return {
    shopId,
    one: id === undefined ? undefined : one.data,
    last: last.data,
    isLoading: last.isPending || (id !== undefined && one.isPending),
    error: failure ? toClientError(failure) : undefined,
    choose,
    ...actions,
  };
}

/** What is done with an import; the answer is its new state. */
function useAction<Input>(
  run: (input: Input) => Promise<ProductImport>,
  onDone: (answer: ProductImport) => void,
) {
  return useMutation({ meta: { silent: true }, mutationFn: run, onSuccess: onDone });
}

function useActions(shopId: number, id: number | undefined, storeImport: (answer: ProductImport) => void) {
  const client = useQueryClient();
  // Without an import there are no buttons for it.
  const path = `${family}/${id as number}` as const;
  const [percent, setPercent] = useState<number>();
  const noPercent = () => setPercent(undefined);
  const upload = useAction(({ csv, chosen }: { csv: File; chosen: ReadingChoice }) => {
    const choice = Object.entries(chosen).filter(([, value]) => value !== undefined);
    return sendForm(
      family,
      { shop_id: String(shopId), ...Object.fromEntries(choice), csv },
      setPercent,
    ).finally(noPercent);
  }, storeImport);
  const pictures = useAction(async ({ zip, choices }: { zip: File; choices: ImportSettings }) => {
    // The server knows which cells refer to pictures only after the mapping is saved.
    await api.patch(path, choices);
    return sendForm(`${path}/pictures`, { zip }, setPercent).finally(noPercent);
  }, storeImport);
  const check = useAction(async (choices: ImportSettings) => {
    await api.patch(path, choices);
    return api.post(`${path}/check`);
  }, storeImport);
  const act = useAction((action: 'run' | 'cancel') => api.post(`${path}/${action}`), storeImport);
  const createMissing = useAction(
    (input: BodyOf<'POST', `${typeof path}/missing`>) => api.post(`${path}/missing`, input),
    storeImport,
  );
  const mapValues = useAction(
    (input: BodyOf<'POST', `${typeof path}/values`>) => api.post(`${path}/values`, input),
    (answer) => {
      void client.invalidateQueries({ queryKey: rememberedKey });
      storeImport(answer);
    },
  );
  const updateOptions = useAction(
    (options: Partial<ImportOptions>) => api.patch(path, { options }),
    storeImport,
  );
  /** Checks the rows again with another choice. */
  const recheck = useAction(async (options: Partial<ImportOptions>) => {
    await api.patch(path, { options });
    return api.post(`${path}/check`);
  }, storeImport);
  const all = [recheck, upload, pictures, check, act, createMissing, mapValues, updateOptions];
  const failed = all.find(({ error }) => error);
  return {
    percent,
    upload,
    /** The file of this import, while this dialog is the one that sent it. */
    file: upload.data?.id === id ? upload.variables?.csv : undefined,
    pictures,
    check,
    act,
    createMissing,
    mapValues,
    updateOptions,
    recheck,
    failure: failed?.error,
    forget: () => {
      for (const each of all) each.reset();
    },
  };
}

export type ImportState = ReturnType<typeof useImport>;

function fileErrorKey(error: ClientError | undefined): string | undefined {
  return error && (error.fields.csv ?? error.fields.zip)?.[0];
}

/** The row of the file that made it unreadable. */
const lineOf = (told: unknown): number | undefined =>
  told !== null && typeof told === 'object' && 'line' in told && typeof told.line === 'number'
    ? told.line
    : undefined;

export function useImportWords() {
  const { t, i18n } = useTranslation(['catalogue', 'common', 'form']);
  const number = (value: number) => formatNumber(value, i18n.language);
  const cellError = (key: string) => t([`catalogue:products.import.errors.${key}`, `form:${key}`]);
  return {
    language: i18n.language,
    number,
    text: (key: string, values: Record<string, string | number> = {}) =>
      t(`catalogue:products.import.${key}`, values),
    /** `12 305 строк`: plural form by the number, printed with separators. */
    counted: (key: string, count: number) =>
      t(`catalogue:products.import.${key}`, { count, number: number(count) }),
    field: (name: string) => {
      const characteristic = characteristicOf(name);
      if (characteristic !== undefined)
        return `${t('catalogue:products.import.characteristic')}: ${characteristic}`;
      return importFields.some((one) => one === name) ? t(`catalogue:products.import.fields.${name}`) : name;
    },
    /** Message of a cell error; some keys read differently here than in a form. */
    cellError,
    /** Message of a rejected file, or of a failed request. */
    requestError: (error: ClientError) => {
      const problem = fileErrorKey(error);
      if (!problem) return errorText(t, error);
      const line = lineOf(error.current);
      const where =
        line === undefined
          ? ''
          : ` (${t('catalogue:products.import.errors-only', { number: number(line) })})`;
      return cellError(problem) + where;
    },
  };
}
