import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SecondPerson } from '@/components/domain/second-person/second-person';
import { ReasonForm } from '@/components/form/reason-form';
import { Field } from '@/components/inputs/field';
import { RadioGroup } from '@/components/inputs/radio-group';
import type { Difference } from '@/contract/payments/reconciliation';
import { api } from '@/lib/api/client';
import { toClientError } from '@/lib/api/errors';
import { showToast } from '@/lib/toast';
import { useMoney } from '@/state/use-money';
import { useReconciliationWords } from './use-words';

type Way = 'entry' | 'explain';

/** Closes a difference: by an entry whose effect is said before, or with a reason alone. */
export function RepairForm({ difference, onClose }: { difference: Difference; onClose: () => void }) {
  const { word } = useReconciliationWords();
  const { id, version, repair } = difference;
  const [way, setWay] = useState<Way>(repair === null ? 'explain' : 'entry');
  const close = useRepair(difference, onClose);
  return (
    <ReasonForm
      id={`reason-${id}`}
      label={word('repair.reason')}
      hint={word('repair.reason-hint')}
      submit={word(`repair.confirm-${way}`)}
      isLoading={close.isPending}
      error={close.error}
      onSubmit={(reason) => close.mutate({ way, reason, version })}
      onClose={onClose}
      className="mt-3 grid max-w-160 gap-4 border-t border-line-faint pt-4"
    >
      <SecondPerson family="reconciliation" id={id} />
      {repair !== null && (
        <Field id={`way-${id}`} label={word('repair.way')}>
          {(control) => (
            <RadioGroup
              control={control}
              name={`way-${id}`}
              label={word('repair.way')}
              value={way}
              options={(['entry', 'explain'] as const).map((value) => ({
                value,
                label: word(`repair.${value}`),
              }))}
              onChange={(value) => setWay(value === 'entry' ? 'entry' : 'explain')}
            />
          )}
        </Field>
      )}
      <Effect difference={difference} way={way} />
    </ReasonForm>
  );
}

function useRepair(difference: Difference, onClose: () => void) {
  const { word } = useReconciliationWords();
  const client = useQueryClient();
  return useMutation({
    meta: { silent: true },
    mutationFn: (input: { way: Way; reason: string; version: number }) =>
      api.post(`reconciliation/differences/${difference.id}/repair`, input),
    onError: (error) => {
      // Waits for a second person: the toast of such an answer says so.
      if (toClientError(error).status === 202) onClose();
    },
    onSuccess: async () => {
      showToast('success', word('repair.done'));
      onClose();
      await client.invalidateQueries({ queryKey: ['reconciliation'] });
    },
  });
}

function Effect({ difference: { kind, repair }, way }: { difference: Difference; way: Way }) {
  const { word } = useReconciliationWords();
  const money = useMoney();
  if (repair === null) return <p className="text-small text-ink-second">{word('repair.no-entry')}</p>;
  if (way === 'explain')
    return kind === 'outgoing_unknown' ? (
      <p className="text-small text-ink-second">{word('repair.explain-outgoing')}</p>
    ) : null;
  const effect =
    kind === 'bank_differs'
      ? 'settle'
      : kind === 'outgoing_unknown'
        ? 'suspense'
        : repair > 0
          ? 'into'
          : 'from';
  return (
    <p className="rounded-card bg-warn-soft px-4 py-3">
      {word(`repair.${effect}`, { sum: money(Math.abs(repair)) })}{' '}
      <span className="text-ink-second">{word('repair.second')}</span>
    </p>
  );
}
