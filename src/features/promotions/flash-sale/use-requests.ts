import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { toSearch } from '@/contract/core/search';
import type { BodyOf } from '@/contract/endpoint-types';
import { flashSaleRequests } from '@/contract/promotions/flash-sale/requests';
import { api } from '@/lib/api/client';
import { useRefresh } from '@/lib/api/use-refresh';
import { showToast } from '@/lib/toast';

const { endpoint, name, pageSize } = flashSaleRequests;

interface RequestQuery {
  saleId?: number;
  shopId?: number | undefined;
  /** Only requests that need the shop's consent. */
  needsConsent?: boolean;
  isEnabled?: boolean;
}

/** A page of requests and invitations, waiting ones first. */
export function useRequests({ saleId, shopId, needsConsent, isEnabled = true }: RequestQuery) {
  const { i18n } = useTranslation();
  const [page, setPage] = useState(1);
  const query = {
    page,
    limit: pageSize,
    // Descending alphabetical order gives waiting, rejected, approved.
    orderBy: 'status',
    sortedBy: 'desc',
    searchJoin: 'and',
    language: i18n.language,
    search: toSearch({
      flash_sale_id: saleId,
      shop_id: shopId,
      ...(needsConsent && { needs_consent: 'true' }),
    }),
  };
  const found = useQuery({
    queryKey: [name, 'list', query],
    queryFn: () => api.page(endpoint, query),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
  return { found, setPage };
}

/** What shows participating products. */
const affectedFamilies = [name, 'flash-sale', 'products'];

/** An action that says in a toast what it did, and refetches. Texts: `promotions:flash-sale.card.<word>`. */
function useRequestCall<Input>(
  run: (input: Input) => Promise<unknown>,
  wordOf: (input: Input) => string,
  silent: string[] = [],
) {
  const refresh = useRefresh(affectedFamilies);
  const { t } = useTranslation('promotions');
  return useMutation({
    meta: { silent },
    mutationFn: run,
    onSuccess: (_answer, input) => {
      showToast('success', t(`promotions:flash-sale.card.${wordOf(input)}`));
      return refresh();
    },
  });
}

/** The shop's answer to an invitation. The caller shows rule violations. */
export const useInvitationAnswer = (id: number) =>
  useRequestCall(
    (answer: Omit<BodyOf<'POST', 'answer-flash-sale-invitation'>, 'id'>) =>
      api.post('answer-flash-sale-invitation', { id, ...answer }),
    ({ is_accepted }) => (is_accepted ? 'accepted' : 'invitation-declined'),
    ['VALIDATION_FAILED'],
  );

export const useWithdrawConsent = () =>
  useRequestCall(
    (which: { flash_sale_id: number; product_id: number }) => api.post('withdraw-flash-sale-consent', which),
    () => 'consent-withdrawn',
  );

/** Removes a request or invitation: its products leave the sale. */
export const useRemoveRequest = () =>
  useRequestCall(
    (id: number) => api.remove(`${endpoint}/${id}`),
    () => 'request-removed',
  );

/** Approves or declines a request and refetches sales. The caller shows rule violations. */
export const useDecision = (id: number) =>
  useRequestCall(
    (isApproved: boolean) =>
      api.post(`${isApproved ? 'approve' : 'disapprove'}-flash-sale-requested-products`, { id }),
    (isApproved) => (isApproved ? 'approved' : 'declined'),
    ['VALIDATION_FAILED'],
  );
