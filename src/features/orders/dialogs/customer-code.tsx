import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { OnlyWith } from '@/components/domain/only-with';
import { ResendButton } from '@/components/inputs/resend-button';
import type { BodyOf } from '@/contract/endpoint-types';
import { apiAs } from '@/lib/api/client';
import { type ClientError, errorText, type Translate, toClientError } from '@/lib/api/errors';
import { useCountdown } from '@/lib/hooks/use-countdown';

type SentCode = ReturnType<typeof useCustomerCode>;

/** Sends a code to the customer, with a countdown until the next one. `body`: what the code is for. */
export function useCustomerCode(
  path: `orders/${number}/code` | `orders/${number}/lines/code`,
  body?: BodyOf<'POST', `orders/${number}/lines/code`>,
) {
  const countdown = useCountdown();
  const sending = useMutation({
    mutationFn: () => apiAs.post<{ retry_after?: number; arrives?: boolean }>(path, body),
    onSuccess: ({ retry_after = 60 }) => countdown.start(retry_after),
    onError: (reason) => {
      const { retryAfter } = toClientError(reason);
      if (retryAfter) countdown.start(retryAfter);
    },
  });
  return { sending, countdown };
}

export function SendCodeButton({ code: { sending, countdown } }: { code: SentCode }) {
  const { t } = useTranslation('orders');
  return (
    <div className="flex flex-wrap items-center gap-2">
      <OnlyWith capability="order-codes">
        <ResendButton
          label={t(`orders:orders.dialogs.code-${sending.data ? 'resend' : 'send'}`)}
          left={countdown.left}
          isLoading={sending.isPending}
          onClick={() => sending.mutate()}
        />
      </OnlyWith>
      <span role="status" className="text-small text-ink-second">
        {sending.data && sending.data.arrives !== false && t('orders:orders.dialogs.code-sent')}
      </span>
    </div>
  );
}

export function codeRefusalText(t: Translate, error: ClientError): string {
  if (error.attemptsLeft === undefined) return errorText(t, error);
  return `${t('orders:orders.dialogs.code-wrong', {})} ${t('orders:orders.dialogs.code-left', { count: error.attemptsLeft })}`;
}
