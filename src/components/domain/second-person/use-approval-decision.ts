import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { Approval } from '@/contract/settings/approvals';
import { api } from '@/lib/api/client';
import { useRefresh } from '@/lib/api/use-refresh';
import { showToast } from '@/lib/toast';

type Act = { act: 'confirm'; hash: string } | { act: 'decline'; reason: string } | { act: 'withdraw' };

/** Families that a prepared action changes. */
const decided = [
  ...['approvals', 'withdraws', 'shops', 'refunds', 'orders', 'users', 'ledger', 'roles', 'settings'],
  ...['reconciliation', 'receipts', 'coupons'],
];

/** Decides a request. What it was about is refetched, also after a refusal, which may have ended it. */
export function useApprovalDecision({ id }: Pick<Approval, 'id'>) {
  const { t } = useTranslation('settings');
  const refresh = useRefresh(decided);
  return useMutation({
    mutationFn: (given: Act) => {
      if (given.act === 'confirm') return api.post(`approvals/${id}/confirm`, { hash: given.hash });
      if (given.act === 'decline') return api.post(`approvals/${id}/decline`, { reason: given.reason });
      return api.post(`approvals/${id}/withdraw`);
    },
    onSuccess: (_row, { act }) => {
      showToast('success', t(`settings:approvals.done.${act}`));
      return refresh();
    },
    onError: () => void refresh(),
  });
}
