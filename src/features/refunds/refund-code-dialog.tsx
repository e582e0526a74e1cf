import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { AskForm } from '@/components/dialog/ask-form';
import { OnlyWith } from '@/components/domain/only-with';
import { CodeInput } from '@/components/inputs/code-input';
import { Field } from '@/components/inputs/field';
import { ResendButton } from '@/components/inputs/resend-button';
import type { DialogProps } from '@/contract/dialogs';
import { api } from '@/lib/api/client';
import { toClientError } from '@/lib/api/errors';
import { useRefusal } from '@/lib/form/use-refusal';
import { useCountdown } from '@/lib/hooks/use-countdown';
import { showToast } from '@/lib/toast';
import { useMoney } from '@/state/use-money';
import { CallRefusal } from './call-refusal';
import { useRefundCall } from './use-refund-call';

/** Handover of money: confirmed by the code that was sent to the customer. */
export function RefundCodeDialog({ data: { id, amount }, onClose }: DialogProps<'COMPLETE_REFUND_CODE'>) {
  const { t } = useTranslation('refunds');
  const money = useMoney();
  const countdown = useCountdown();
  const [code, setCode] = useState('');
  const word = (key: string, more = {}) => t(`refunds:refunds.dialogs.${key}`, more);
  const sending = useMutation({
    meta: { silent: true },
    mutationFn: () => api.post(`refunds/${id}/code`),
    onSuccess: ({ retry_after }) => {
      showToast('success', word('sent'));
      countdown.start(retry_after);
    },
  });
  const complete = useRefundCall({
    run: (text: string) => api.post(`refunds/${id}/complete`, { code: text }),
    done: () => t('refunds:refunds.decided.approved'),
    onDone: onClose,
  });
  const mistake = useRefusal(complete.error).of('code');
  const tries = complete.error ? toClientError(complete.error).attemptsLeft : undefined;
  const left = tries === undefined ? undefined : word('attempts', { count: tries });
  const error = mistake && [mistake, left].filter(Boolean).join('. ');
  return (
    <AskForm
      title={word('code-title')}
      text={word('code-text', { number: id, sum: money(amount) })}
      confirmLabel={word('complete')}
      isDisabled={code.length < 6}
      isLoading={complete.isPending}
      onConfirm={() => complete.mutate(code)}
      onClose={onClose}
    >
      <OnlyWith capability="order-codes">
        <ResendButton
          variant="primary"
          label={word('send-code')}
          left={countdown.left}
          isLoading={sending.isPending}
          onClick={() => sending.mutate()}
        />
      </OnlyWith>
      <Field id="refund-code" label={word('code')} error={error} isRequired>
        {(control) => <CodeInput control={control} value={code} onChange={setCode} />}
      </Field>
      <CallRefusal error={sending.error ?? complete.error} except={['code']} />
    </AskForm>
  );
}
