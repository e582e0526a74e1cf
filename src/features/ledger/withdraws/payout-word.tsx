import { useTranslation } from 'next-i18next/pages';
import { ActionForm } from '@/components/form/action-form';
import type { PayoutState, WithdrawDetails } from '@/contract/ledger/withdraws/schema';
import { api } from '@/lib/api/client';
import { useMoney } from '@/state/use-money';

interface PayoutWordProps {
  withdraw: WithdrawDetails;
  state: PayoutState;
  onClose: () => void;
}

/** What a person says of a payout, with the reason. */
export function PayoutWord({ withdraw: { id, version, amount }, state, onClose }: PayoutWordProps) {
  const { t } = useTranslation('ledger');
  const money = useMoney();
  return (
    <ActionForm
      id="field-payout"
      look="plain"
      text={t(`ledger:withdraws.payout.ask.${state}`, { sum: money(amount) })}
      confirmLabel={t(`ledger:withdraws.payout.words.${state}`)}
      values={{ reason: '' }}
      fields={[
        {
          name: 'reason',
          kind: 'text',
          label: t('ledger:withdraws.payout.reason'),
          rows: 2,
          isRequired: true,
          emptyError: 'error-adjustment-reason-required',
        },
      ]}
      send={({ reason }) => api.post(`withdraws/${id}/payout`, { state, reason, version })}
      done={t('ledger:withdraws.payout.said')}
      refresh={['withdraws', 'shops', 'approvals', 'reconciliation', 'ledger']}
      onDone={onClose}
      onClose={onClose}
    />
  );
}
