import { useTranslation } from 'next-i18next/pages';
import { ActionForm } from '@/components/form/action-form';
import {
  explainedStates,
  type WithdrawDetails,
  type WithdrawState,
} from '@/contract/ledger/withdraws/schema';
import { api } from '@/lib/api/client';
import { useMoney } from '@/state/use-money';

interface ConfirmationProps {
  withdraw: Pick<WithdrawDetails, 'id' | 'version' | 'amount'>;
  target: WithdrawState;
  onClose: () => void;
}

/** Confirms a transition and takes the note for the vendor. */
export function Confirmation({ withdraw: { id, version, amount }, target, onClose }: ConfirmationProps) {
  const { t } = useTranslation('ledger');
  const money = useMoney();
  const isRequired = explainedStates.includes(target);
  return (
    <ActionForm
      id="field"
      look="plain"
      text={t(`ledger:withdraws.confirm.${target}`, { sum: money(amount) })}
      confirmLabel={t(`ledger:withdraws.moves.${target}`)}
      isDanger={target === 'rejected'}
      values={{ decision_note: '' }}
      fields={[
        {
          name: 'decision_note',
          kind: 'text',
          label: t('ledger:withdraws.fields.decision_note'),
          hint: t('ledger:withdraws.hints.decision_note'),
          isRequired,
          ...(isRequired && { emptyError: 'error-decision-note-required' }),
        },
      ]}
      send={({ decision_note }) =>
        api.post('approve-withdraw', { id, version, status: target, decision_note: decision_note || null })
      }
      done={t(`ledger:withdraws.decided.${target}`)}
      refresh={['withdraws', 'shops', 'approvals']}
      onDone={onClose}
      onClose={onClose}
    />
  );
}
