import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { type SubmitEvent, useState } from 'react';
import { Field } from '@/components/inputs/field';
import { Textarea } from '@/components/inputs/textarea';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import type { ReceiptView } from '@/contract/receipts/views';
import { api } from '@/lib/api/client';
import { errorText, toClientError } from '@/lib/api/errors';
import { useRefresh } from '@/lib/api/use-refresh';
import { showToast } from '@/lib/toast';
import { useReceiptWords } from './use-receipt-words';

/** Asks for the reason of a correction; above the threshold a second person confirms it. */
export function CorrectionForm({ receipt: { id }, onDone }: { receipt: ReceiptView; onDone: () => void }) {
  const { t } = useTranslation(['receipts', 'form', 'common']);
  const { word } = useReceiptWords();
  const [reason, setReason] = useState('');
  const refresh = useRefresh(['orders', 'receipts', 'approvals']);
  const correct = useMutation({
    meta: { silent: true },
    mutationFn: () => api.post(`receipts/${id}/corrections`, { reason: reason.trim() }),
    onSuccess: () => {
      showToast('success', word('correction.done'));
      onDone();
      return refresh();
    },
    onError: (error) => {
      if (toClientError(error).status !== 202) return;
      onDone();
      return refresh();
    },
  });
  const failure = correct.error ? toClientError(correct.error) : undefined;
  const [refusal] = failure?.fields.reason ?? [];
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    correct.mutate();
  };
  return (
    <form noValidate className="grid gap-4 rounded-card bg-sunken p-4" onSubmit={handleSubmit}>
      <p className="text-small text-ink-second">{word('correction.text')}</p>
      <Field
        as={Textarea}
        id="correction-reason"
        label={word('correction.reason')}
        hint={word('correction.reason-hint')}
        isRequired
        {...(refusal && { error: t(`form:${refusal}`, { defaultValue: refusal }) })}
        rows={3}
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      {failure && !refusal && failure.status !== 202 && (
        <ErrorBanner text={errorText(t, failure)} requestId={failure.requestId} />
      )}
      <Button type="submit" variant="primary" className="justify-self-start" isLoading={correct.isPending}>
        {word('correction.confirm')}
      </Button>
    </form>
  );
}
