import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { type SubmitEvent, useState } from 'react';
import { useWaiting } from '@/components/domain/second-person/use-waiting';
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
import { api } from '@/lib/api/client';
import { toClientError } from '@/lib/api/errors';
import { useRefresh } from '@/lib/api/use-refresh';
import { useRefusal } from '@/lib/form/use-refusal';
import { showToast } from '@/lib/toast';
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
export function Confirmation({ withdraw, target, onClose }: ConfirmationProps) {
  const { t } = useTranslation(['ledger', 'common', 'form']);
  const money = useMoney();
  const [note, setNote] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const decision = useDecision(withdraw);
  const isRequired = explainedStates.includes(target);
  const refused = useRefusal(decision.error).of('decision_note');
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
        error={isEmpty ? t('form:error-decision-note-required') : refused}
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

/** Decides a request; refetches it and the shop's money, also after a conflict. */
function useDecision({ id, version }: ConfirmationProps['withdraw']) {
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
