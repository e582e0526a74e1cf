import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { Withdraw, WithdrawState } from '@/contract/ledger/withdraws/schema';
import { api } from '@/lib/api/client';
import { toClientError } from '@/lib/api/errors';
import { useRefresh } from '@/lib/api/use-refresh';
import { showToast } from '@/lib/toast';

/** Decides a request; refetches it and the shop's money, also after a conflict. */
export function useDecision({ id, version }: Pick<Withdraw, 'id' | 'version'>) {
  const { t } = useTranslation('ledger');
  const refresh = useRefresh(['withdraws', 'shops', 'approvals']);
  return useMutation({
    mutationFn: (decision: { status: WithdrawState; decision_note: string | null }) =>
      api.post('approve-withdraw', { id, version, ...decision }),
    onSuccess: (_row, { status }) => {
      showToast('success', t(`ledger:withdraws.decided.${status}`));
      return refresh();
    },
    onError: (reason) => {
      const { code, status } = toClientError(reason);
      if (status === 202 || code === 'CONFLICT' || code === 'ACTION_NOT_VALID') void refresh();
    },
    // The field shows its own error.
    meta: { silent: ['VALIDATION_FAILED'] },
  });
}
