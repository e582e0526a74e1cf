import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { AskForm } from '@/components/dialog/ask-form';
import { OnlyWith } from '@/components/domain/only-with';
import { CodeInput } from '@/components/inputs/code-input';
import { Field } from '@/components/inputs/field';
import { ResendButton } from '@/components/inputs/resend-button';
import type { DialogData } from '@/contract/core/dialogs';
import { useOrderCall } from '@/features/orders/details/use-order-call';
import { api } from '@/lib/api/client';
import { type ClientError, errorText, toClientError } from '@/lib/api/errors';
import { useCountdown } from '@/lib/hooks/use-countdown';

interface CompleteCodeDialogProps {
  data: DialogData['COMPLETE_ORDER_CODE'];
  onClose: () => void;
}

/** Completes an order by the code sent to the customer (reference pages §7.5). */
export function CompleteCodeDialog({ data: { id, number }, onClose }: CompleteCodeDialogProps) {
  const { t } = useTranslation(['form', 'common']);
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState<string>();
  const { sending, countdown } = useCodeLetter(id);
  const completing = useOrderCall({
    path: `orders/${id}/complete`,
    done: 'form:orders.dialogs.code-done',
    silent: ['INVALID_CODE', 'VALIDATION_FAILED'],
    onDone: onClose,
  });
  const refusal = completing.error ? toClientError(completing.error) : undefined;
  const send = (digits: string) => {
    const isWhole = /^\d{6}$/.test(digits);
    setWrong(isWhole ? undefined : t('form:error-code-format'));
    if (isWhole) completing.mutate({ code: digits });
  };
  const refusalText = (error: ClientError) =>
    error.attemptsLeft === undefined
      ? errorText(t, error)
      : `${t('form:orders.dialogs.code-wrong')} ${t('form:orders.dialogs.code-left', { count: error.attemptsLeft })}`;
  return (
    <AskForm
      title={t('form:orders.dialogs.code-title', { number })}
      text={t('form:orders.dialogs.code-text')}
      confirmLabel={t('form:orders.dialogs.code-confirm')}
      isLoading={completing.isPending}
      onConfirm={() => send(code)}
      onClose={onClose}
    >
      <Field
        id="field-code"
        label={t('form:orders.dialogs.code')}
        error={wrong ?? (refusal && refusalText(refusal))}
        isRequired
      >
        {(control) => (
          <CodeInput control={control} value={code} onChange={setCode} onComplete={send} autoFocus />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <OnlyWith capability="order-codes">
          <ResendButton
            label={t(`form:orders.dialogs.code-${sending.data ? 'resend' : 'send'}`)}
            left={countdown.left}
            isLoading={sending.isPending}
            onClick={() => sending.mutate()}
          />
        </OnlyWith>
        <span role="status" className="text-small text-ink-second">
          {sending.data && t('form:orders.dialogs.code-sent')}
        </span>
      </div>
    </AskForm>
  );
}

/** Sends the code to the customer, with a countdown until the next one. */
function useCodeLetter(id: number) {
  const countdown = useCountdown();
  const sending = useMutation({
    mutationFn: () => api.post<{ retry_after?: number }>(`orders/${id}/code`),
    onSuccess: ({ retry_after = 60 }) => countdown.start(retry_after),
    onError: (reason) => {
      const { retryAfter } = toClientError(reason);
      if (retryAfter) countdown.start(retryAfter);
    },
  });
  return { sending, countdown };
}
