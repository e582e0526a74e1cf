import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { Withdraw, WithdrawState } from '@/contract/ledger/withdraws/schema';
import { api } from '@/lib/api/client';
import { errorText, toClientError } from '@/lib/api/errors';
import { showToast } from '@/lib/toast';

/** Decides a request; refetches it and the shop's money, also after a conflict. */
export function useDecision({ id, version }: Pick<Withdraw, 'id' | 'version'>) {
  const client = useQueryClient();
  const { t } = useTranslation(['ledger', 'common']);
  const refresh = () =>
    Promise.all(['withdraws', 'shops'].map((name) => client.invalidateQueries({ queryKey: [name] })));
  return useMutation({
    mutationFn: (decision: { status: WithdrawState; decision_note: string | null }) =>
      api.post('approve-withdraw', { id, version, ...decision }),
    onSuccess: (_row, { status }) => {
      showToast('success', t(`ledger:withdraws.decided.${status}`));
      return refresh();
    },
    onError: (reason) => {
      const error = toClientError(reason);
      // The field shows its own error.
      if (error.fields.decision_note) return;
      const { requestId } = error;
      showToast('error', errorText(t, error), requestId === undefined ? {} : { requestId });
      if (error.code === 'CONFLICT' || error.code === 'ACTION_NOT_VALID') void refresh();
    },
    meta: { silent: true },
  });
}
