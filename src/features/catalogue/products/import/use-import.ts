import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useEffect, useState } from 'react';
import {
  type CreatableField,
  type ImportField,
  type ImportOptions,
  importFields,
  type MappedField,
  type ProductImport,
} from '@/contract/catalogue/products/imports';
import { api } from '@/lib/api/client';
import { type ClientError, errorText, toClientError } from '@/lib/api/errors';
import { sendForm } from '@/lib/api/files';
import { refreshLists } from '@/lib/api/refresh';
import { formatNumber } from '@/lib/format/format';

const family = 'product-imports';
/** Query key of what the shops have said that names mean. */
export const rememberedKey = [family, 'values'];
const meta = { silent: true };
/** Polling interval in milliseconds. */
const pollMs = 1000;

const isBusy = (one: ProductImport | undefined) => one?.status === 'checking' || one?.status === 'running';

/** True for an unfinished import: the dialog resumes it when opened. */
const isOpen = ({ status }: ProductImport) => status !== 'done' && status !== 'cancelled';

export interface ImportSettings {
  mapping: Record<string, ImportField>;
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

function useActions(shopId: number, id: number | undefined, storeImport: (answer: ProductImport) => void) {
  const client = useQueryClient();
  // Without an import there are no buttons for it.
  const path = `${family}/${id as number}` as const;
  const [percent, setPercent] = useState<number>();
  const upload = useMutation({
    meta,
    mutationFn: (csv: File) => sendForm(family, { shop_id: String(shopId), csv }, setPercent),
    onSuccess: storeImport,
    onSettled: () => setPercent(undefined),
  });
  const pictures = useMutation({
    meta,
    mutationFn: async ({ zip, choices }: { zip: File; choices: ImportSettings }) => {
      // The server knows which cells refer to pictures only after the mapping is saved.
      await api.patch(path, choices);
      return sendForm(`${path}/pictures`, { zip }, setPercent);
    },
    onSuccess: storeImport,
    onSettled: () => setPercent(undefined),
  });
  const check = useMutation({
    meta,
    mutationFn: async (choices: ImportSettings) => {
      await api.patch(path, choices);
      return api.post(`${path}/check`);
    },
    onSuccess: storeImport,
  });
  const act = useMutation({
    meta,
    mutationFn: (action: 'check' | 'run' | 'cancel') => api.post(`${path}/${action}`),
    onSuccess: storeImport,
  });
  const createMissing = useMutation({
    meta,
    mutationFn: (input: { field: CreatableField; names: string[] }) => api.post(`${path}/missing`, input),
    onSuccess: storeImport,
  });
  const mapValues = useMutation({
    meta,
    mutationFn: (input: { field: MappedField; values: { name: string; target: string }[] }) =>
      api.post(`${path}/values`, input),
    onSuccess: (answer) => {
      void client.invalidateQueries({ queryKey: rememberedKey });
      storeImport(answer);
    },
  });
  const updateOptions = useMutation({
    meta,
    mutationFn: (options: Partial<ImportOptions>) => api.patch(path, { options }),
    onSuccess: storeImport,
  });
  const all = [upload, pictures, check, act, createMissing, mapValues, updateOptions];
  const failed = all.find(({ error }) => error);
  return {
    percent,
    upload,
    pictures,
    check,
    act,
    createMissing,
    mapValues,
    updateOptions,
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

export function useImportWords() {
  const { t, i18n } = useTranslation(['catalogue', 'common', 'form']);
  const number = (value: number) => formatNumber(value, i18n.language);
  const cellError = (key: string) =>
    t(`catalogue:products.import.errors.${key}`, { defaultValue: t(`form:${key}`) });
  return {
    language: i18n.language,
    number,
    text: (key: string, values: Record<string, string | number> = {}) =>
      t(`catalogue:products.import.${key}`, values),
    /** `12 305 строк`: plural form by the number, printed with separators. */
    counted: (key: string, count: number) =>
      t(`catalogue:products.import.${key}`, { count, number: number(count) }),
    field: (name: string) =>
      importFields.some((one) => one === name) ? t(`catalogue:products.import.fields.${name}`) : name,
    /** Message of a cell error; some keys read differently here than in a form. */
    cellError,
    /** Message of a rejected file, or of a failed request. */
    requestError: (error: ClientError) => {
      const problem = fileErrorKey(error);
      return problem ? cellError(problem) : errorText(t, error);
    },
  };
}
