import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ImportField, ImportOptions, ProductImport } from '@/contract/catalogue/products/imports';
import { api } from '@/lib/api/client';
import { type ClientError, toClientError } from '@/lib/api/errors';
import { sendForm } from '@/lib/api/files';
import { refreshLists } from '@/lib/api/refresh';

const family = 'product-imports';
const meta = { silent: true };
/** How often the progress is asked for. */
const everyMs = 1000;

const isBusy = (one: ProductImport | undefined) => one?.status === 'checking' || one?.status === 'running';

/** True for what waits for the person: it is offered again when the dialog opens. */
const isOpen = ({ status }: ProductImport) => status !== 'done' && status !== 'cancelled';

export interface Choices {
  mapping: Record<string, ImportField>;
  options: ImportOptions;
}

/**
 * The import that the dialog shows, and what is done with it. The server works on, whether anybody looks or not: what is
 * under way is found again.
 */
export function useImport(shopId: number) {
  const client = useQueryClient();
  // Undefined: whichever is open; null: another file is wanted.
  const [chosen, choose] = useState<number | null>();
  const last = useQuery({
    queryKey: [family, 'list', shopId],
    queryFn: () => api.page<ProductImport>(family, { shop_id: shopId, limit: 1 }),
    select: ({ rows }) => rows[0],
    staleTime: 0,
    meta,
  });
  const offered = last.data && isOpen(last.data) ? last.data.id : undefined;
  const id = chosen === undefined ? offered : (chosen ?? undefined);
  const one = useQuery({
    queryKey: [family, 'one', id],
    queryFn: () => api.get<ProductImport>(`${family}/${id}`),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (isBusy(state.data) ? everyMs : false),
    refetchIntervalInBackground: true,
    meta,
  });

  const isDone = one.data?.status === 'done';
  useEffect(() => {
    if (isDone) void refreshLists(client, 'products');
  }, [isDone, client]);

  const keep = (answer: ProductImport) => {
    client.setQueryData([family, 'one', answer.id], answer);
    void client.invalidateQueries({ queryKey: [family, 'list'] });
    choose(answer.id);
  };
  const actions = useActions(shopId, id, keep);
  const failure = actions.failure ?? one.error ?? last.error;
  return {
    one: id === undefined ? undefined : one.data,
    last: last.data,
    isLoading: last.isPending || (id !== undefined && one.isPending),
    error: failure ? toClientError(failure) : undefined,
    choose,
    ...actions,
  };
}

function useActions(shopId: number, id: number | undefined, keep: (answer: ProductImport) => void) {
  const [percent, setPercent] = useState<number>();
  const upload = useMutation({
    meta,
    mutationFn: (csv: File) => sendForm<ProductImport>(family, { shop_id: String(shopId), csv }, setPercent),
    onSuccess: keep,
    onSettled: () => setPercent(undefined),
  });
  const pictures = useMutation({
    meta,
    mutationFn: async ({ zip, choices }: { zip: File; choices: Choices }) => {
      // What cells name pictures is known by the choice of columns.
      await api.patch<ProductImport>(`${family}/${id}`, choices);
      return sendForm<ProductImport>(`${family}/${id}/pictures`, { zip }, setPercent);
    },
    onSuccess: keep,
    onSettled: () => setPercent(undefined),
  });
  const check = useMutation({
    meta,
    mutationFn: async (choices: Choices) => {
      await api.patch<ProductImport>(`${family}/${id}`, choices);
      return api.post<ProductImport>(`${family}/${id}/check`);
    },
    onSuccess: keep,
  });
  const act = useMutation({
    meta,
    mutationFn: (action: 'check' | 'run' | 'cancel') => api.post<ProductImport>(`${family}/${id}/${action}`),
    onSuccess: keep,
  });
  const rechoose = useMutation({
    meta,
    mutationFn: (options: Partial<ImportOptions>) => api.patch<ProductImport>(`${family}/${id}`, { options }),
    onSuccess: keep,
  });
  const all = [upload, pictures, check, act, rechoose];
  const failed = all.find(({ error }) => error);
  return {
    percent,
    upload,
    pictures,
    check,
    act,
    rechoose,
    failure: failed?.error,
    forget: () => {
      for (const each of all) each.reset();
    },
  };
}

export type ImportState = ReturnType<typeof useImport>;

/** The keys of what is wrong with a file, in a refusal. */
export function fileProblem(error: ClientError | undefined): string | undefined {
  return error && (error.fields.csv ?? error.fields.zip)?.[0];
}
