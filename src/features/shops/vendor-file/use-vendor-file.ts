import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { shops } from '@/contract/shops';
import type { VendorFile } from '@/contract/shops/vendor-file';
import { useCan } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';
import { useRefreshShops } from '../use-shop-call';

const keyOf = (shopId: number) => [shops.name, 'vendor-file', shopId];

/** What a vendor shows before the shop opens; undefined on a server without such files. */
export function useVendorFile(shopId: number) {
  const canAsk = useCan('vendor-file');
  return useQuery({
    queryKey: keyOf(shopId),
    queryFn: () => api.get(`shops/${shopId}/file`),
    enabled: canAsk,
  });
}

/** A change of the file: shows what the server has now, also after a conflict, and refetches what depends on it. */
export function useFileCall<Input>(
  shopId: number,
  run: (input: Input) => Promise<VendorFile>,
  onDone?: () => void,
) {
  const client = useQueryClient();
  const refresh = useRefreshShops();
  return useMutation({
    meta: { silent: true },
    mutationFn: run,
    onSuccess: (file) => {
      client.setQueryData(keyOf(shopId), file);
      onDone?.();
      void refresh();
    },
    onError: () => void client.invalidateQueries({ queryKey: keyOf(shopId) }),
  });
}

/** Names of papers, registers and the contract; a paper of the operator's own has its own. */
export function useItemName(file: VendorFile) {
  const { t } = useTranslation('shops');
  return (key: string): string =>
    file.items.find((item) => item.key === key)?.name || t(`shops:vendor-file.papers.${key}`);
}
