import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { useWaiting } from '@/components/domain/second-person/use-waiting';
import { ActionForm } from '@/components/form/action-form';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import {
  explainedStates,
  type WithdrawDetails,
  type WithdrawState,
  withdrawMoves,
} from '@/contract/ledger/withdraws/schema';
import { api } from '@/lib/api/client';
import { useMoney } from '@/state/use-money';

/** Moves of a state, in the usual order of use. */
export const orderedMoves = (state: WithdrawState) =>
  (['approved', 'processing', 'on_hold', 'rejected'] as const).filter((to) =>
    withdrawMoves[state].includes(to),
  );

/** Moves a request to another state; offers valid transitions only. */
export function Decision({ withdraw }: { withdraw: WithdrawDetails }) {
  const { t } = useTranslation('ledger');
  const [target, setTarget] = useState<WithdrawState>();
  const moves = orderedMoves(withdraw.status);
  // Whoever confirms it does so above.
  if (useWaiting({ family: 'withdraws', id: withdraw.id }).length > 0) return null;
  return (
    <Card title={t('ledger:withdraws.card.decision')}>
      {moves.length === 0 && (
        <p className="text-ink-second">{t(`ledger:withdraws.final.${withdraw.status}`)}</p>
      )}
      {target === undefined ? (
        <div className="grid gap-2">
          {moves.map((state) => (
            <Button
              key={state}
              variant={state === 'approved' ? 'primary' : 'secondary'}
              onClick={() => setTarget(state)}
            >
              {t(`ledger:withdraws.moves.${state}`)}
            </Button>
          ))}
        </div>
      ) : (
        <Confirmation withdraw={withdraw} target={target} onClose={() => setTarget(undefined)} />
      )}
    </Card>
  );
}

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
