import { useTranslation } from 'next-i18next/pages';
import { type SubmitEvent, useState } from 'react';
import { Field } from '@/components/inputs/field';
import { Textarea } from '@/components/inputs/textarea';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import {
  explainedStates,
  type WithdrawDetails,
  type WithdrawState,
  withdrawMoves,
} from '@/contract/ledger/withdraws/schema';
import { toClientError } from '@/lib/api/errors';
import { useMoney } from '@/state/use-money';
import { useDecision } from './use-decision';

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
export function Confirmation({ withdraw, target, onClose }: ConfirmationProps) {
  const { t } = useTranslation(['ledger', 'common', 'form']);
  const money = useMoney();
  const [note, setNote] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const decision = useDecision(withdraw);
  const isRequired = explainedStates.includes(target);
  const refused = decision.error ? toClientError(decision.error).fields.decision_note?.[0] : undefined;
  const refusal = isEmpty ? 'error-decision-note-required' : refused;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const text = note.trim();
    setEmpty(isRequired && text === '');
    if (isRequired && text === '') return;
    decision.mutate(
      { status: target, decision_note: text || null },
      {
        onSuccess: onClose,
        onError: (reason) => {
          if (toClientError(reason).status === 202) onClose();
        },
      },
    );
  };
  return (
    <form className="grid gap-4" onSubmit={submit} noValidate>
      <p>{t(`ledger:withdraws.confirm.${target}`, { sum: money(withdraw.amount) })}</p>
      <Field
        as={Textarea}
        id="field-decision_note"
        label={t('ledger:withdraws.fields.decision_note')}
        hint={t('ledger:withdraws.hints.decision_note')}
        error={refusal && t(`form:${refusal}`, { defaultValue: refusal })}
        isRequired={isRequired}
        // Opened by the user's own click.
        autoFocus
        rows={3}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant={target === 'rejected' ? 'danger' : 'primary'}
          isLoading={decision.isPending}
        >
          {t(`ledger:withdraws.moves.${target}`)}
        </Button>
        <Button onClick={onClose}>{t('common:button-cancel')}</Button>
      </div>
    </form>
  );
}
