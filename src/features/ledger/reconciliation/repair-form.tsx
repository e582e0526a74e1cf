import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { type SubmitEvent, useState } from 'react';
import { WaitsForSecond } from '@/components/domain/waits-for-second';
import { Field } from '@/components/inputs/field';
import { RadioGroup } from '@/components/inputs/radio-group';
import { Textarea } from '@/components/inputs/textarea';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import type { Difference } from '@/contract/payments/reconciliation';
import { api } from '@/lib/api/client';
import { errorText, toClientError } from '@/lib/api/errors';
import { showToast } from '@/lib/toast';
import { useMoney } from '@/state/use-money';
import { useReconciliationWords } from './use-words';

type Way = 'entry' | 'explain';

/** Closes a difference: by an entry whose effect is said before, or with a reason alone. */
export function RepairForm({ difference, onClose }: { difference: Difference; onClose: () => void }) {
  const { t } = useTranslation(['payments', 'common', 'form']);
  const { word } = useReconciliationWords();
  const { id, version, repair } = difference;
  const [way, setWay] = useState<Way>(repair === null ? 'explain' : 'entry');
  const [reason, setReason] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const close = useRepair(difference, onClose);
  const failure = close.error ? toClientError(close.error) : undefined;
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    setEmpty(reason.trim() === '');
    if (reason.trim() !== '') close.mutate({ way, reason: reason.trim(), version });
  };
  return (
    <form
      noValidate
      onSubmit={handleSubmit}
      className="mt-3 grid max-w-160 gap-4 border-t border-line-faint pt-4"
    >
      <WaitsForSecond family="reconciliation" id={id} />
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
      <Field
        as={Textarea}
        id={`reason-${id}`}
        label={word('repair.reason')}
        hint={word('repair.reason-hint')}
        isRequired
        error={isEmpty ? t('form:error-adjustment-reason-required') : undefined}
        rows={2}
        maxLength={1000}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      {failure && failure.status !== 202 && (
        <ErrorBanner text={errorText(t, failure)} requestId={failure.requestId} />
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isLoading={close.isPending}>
          {word(`repair.confirm-${way}`)}
        </Button>
        <Button onClick={onClose}>{t('common:button-cancel')}</Button>
      </div>
    </form>
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
