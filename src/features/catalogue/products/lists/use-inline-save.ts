import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { Product } from '@/contract/catalogue/products/schema';
import type { Variation } from '@/contract/catalogue/products/variations';
import { api } from '@/lib/api/client';
import { type ClientError, errorText, toClientError } from '@/lib/api/errors';
import { refreshLists } from '@/lib/api/refresh';
import { formatNumber } from '@/lib/format/format';
import { showToast } from '@/lib/toast';
import { useMoney } from '@/state/use-money';
import { cachedVersion, patchRow, savedFields } from './cached-rows';

export interface EditTarget {
  productId: number;
  variationId?: number;
  field: 'price' | 'quantity';
  /** Value shown in the list. */
  value: number | null;
}

/** Shows the outcome of a save, with an optional action. */
export type ShowNotice = (
  kind: 'error' | 'info',
  text: string,
  action?: { label: string; onClick: () => void },
) => void;

interface Edit {
  value: number;
  was: number | null;
}

const toast: ShowNotice = (kind, text, action) => showToast(kind, text, action ? { action } : {});

/**
 * Saves one field optimistically and rolls back on an error. Edits of one product are serialized, so that each carries
 * the version created by the previous one; a quantity is sent as a difference and needs no version.
 */
export function useInlineSave(target: EditTarget, showNotice: ShowNotice = toast) {
  const { productId, variationId, field } = target;
  const client = useQueryClient();
  const { t, i18n } = useTranslation(['catalogue', 'common', 'form']);
  const money = useMoney();
  const formatValue = (value: unknown) =>
    field === 'price' ? money(Number(value)) : formatNumber(Number(value), i18n.language);
  const ids = { productId, variationId };

  const handleRefusal = (error: ClientError, edit: Edit) => {
    const current = currentRow(error);
    if (current) {
      patchRow(client, ids, savedFields(current));
      const text = t('catalogue:products.lists.conflict', { value: formatValue(current[field]) });
      const again = () => save.mutate({ value: edit.value, was: current[field] });
      showNotice('error', text, { label: t('catalogue:products.lists.anyway'), onClick: again });
      return;
    }
    const [reason] = Object.values(error.fields).flat();
    showNotice('error', reason ? t(`form:${reason}`, { defaultValue: reason }) : errorText(t, error));
    // The cached row is stale.
    if (field === 'quantity' || error.status === 404) void refreshLists(client, 'products');
  };

  const save = useMutation({
    scope: { id: `product ${productId}` },
    meta: { silent: true },
    mutationFn: async ({ value, was }: Edit) => {
      const body =
        field === 'price'
          ? { price: value, version: cachedVersion(client, ids) }
          : { quantity: value, quantity_was: was };
      if (variationId === undefined) return { row: await api.put(`products/${productId}`, body) };
      const path = `products/${productId}/variations/${variationId}` as const;
      const { variation, product } = await api.patch(path, body);
      return { row: variation, product };
    },
    onMutate: ({ value }: Edit) => patchRow(client, ids, { [field]: value }),
    onError: (reason, edit) => {
      patchRow(client, ids, { [field]: edit.was });
      handleRefusal(toClientError(reason), edit);
    },
    onSuccess: ({ row, product }, { value }) => {
      patchRow(client, ids, savedFields(row));
      if (product) patchRow(client, { productId }, savedFields(product));
      if (row[field] !== value)
        showNotice('info', t('catalogue:products.lists.now', { value: formatValue(row[field]) }));
      // Not refetched now: rows would jump while the user edits.
      return client.invalidateQueries({ queryKey: ['products'], refetchType: 'none' });
    },
  });
  return save;
}

function currentRow({ code, current }: ClientError): Product | Variation | undefined {
  if (code !== 'CONFLICT' || typeof current !== 'object' || current === null) return undefined;
  return 'version' in current ? (current as Product | Variation) : undefined;
}
