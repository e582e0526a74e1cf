import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { flashSaleRequests } from '@/contract/flash-sale/requests';
import type { FlashSaleRequest } from '@/contract/flash-sale/schema';
import { toSearch } from '@/contract/search';
import { api } from '@/lib/api';
import { showToast } from '@/lib/toast';

const { endpoint, name, pageSize } = flashSaleRequests;

/** A page of the requests to a campaign, of one shop or of all; those that wait come first. */
export function useRequests(saleId: number, shopId: number | undefined, isEnabled = true) {
  const { i18n } = useTranslation();
  const [page, setPage] = useState(1);
  const query = {
    page,
    limit: pageSize,
    // By the alphabet of the states: waiting, rejected, approved.
    orderBy: 'status',
    sortedBy: 'desc',
    searchJoin: 'and',
    language: i18n.language,
    search: toSearch({ flash_sale_id: saleId, shop_id: shopId }),
  };
  const found = useQuery({
    queryKey: [name, 'list', query],
    queryFn: () => api.page<FlashSaleRequest>(endpoint, query),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  return { found, setPage };
}

/** Approves or declines; sales and their products are asked for anew. Refusals by the rules are the caller's to show. */
export function useDecision(id: number) {
  const client = useQueryClient();
  const { t } = useTranslation('resources');
  return useMutation({
    meta: { silent: ['VALIDATION_FAILED'] },
    mutationFn: (isApproved: boolean) =>
      api.post<FlashSaleRequest>(`${isApproved ? 'approve' : 'disapprove'}-flash-sale-requested-products`, {
        id,
      }),
    onSuccess: (_request, isApproved) => {
      showToast('success', t(`resources:flash-sale.card.${isApproved ? 'approved' : 'declined'}`));
      return Promise.all([
        client.invalidateQueries({ queryKey: [name] }),
        client.invalidateQueries({ queryKey: ['flash-sale'] }),
      ]);
    },
  });
}
