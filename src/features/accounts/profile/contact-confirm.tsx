import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useEffect, useRef } from 'react';
import { SendPart } from '@/components/form/send-part';
import { CodeInput } from '@/components/inputs/code-input';
import { Field } from '@/components/inputs/field';
import { ResendButton } from '@/components/inputs/resend-button';
import type { Message } from '@/contract/accounts/auth';
import type { BodyOf } from '@/contract/endpoint-types';
import { api } from '@/lib/api/client';
import { ClientError, toClientError } from '@/lib/api/errors';
import { usePartForm } from '@/lib/form/use-part-form';
import { useCountdown } from '@/lib/hooks/use-countdown';
import { showToast } from '@/lib/toast';
import { CurrentPassword } from './current-password';

/** Seconds between two codes. */
const patience = 60;

/** Errors about a number that somebody else owns: shown at the code, the only field. */
async function updateContact(input: BodyOf<'POST', 'update-contact'>): Promise<Message> {
  try {
    const answer = await api.post('update-contact', input);
    if (answer.success) return answer;
  } catch (reason) {
    if (!toClientError(reason).fields.phone_number) throw reason;
    throw new ClientError('VALIDATION_FAILED', { status: 422, fields: { code: ['error-phone-taken'] } });
  }
  throw new ClientError('INVALID_CODE', { status: 422 });
}

interface ContactConfirmProps {
  phone: string;
  userId: number;
  onDone: () => void;
  onCancel: () => void;
}

/** Sends a code to the number on mount, and checks the entered code with the password, which says who asks. */
export function ContactConfirm({ phone, userId, onDone, onCancel }: ContactConfirmProps) {
  const { t } = useTranslation(['accounts', 'common', 'form']);
  const { left, start } = useCountdown();
  const hasStarted = useRef(false);
  const request = useMutation({
    mutationFn: () => api.post('send-otp-code', { phone_number: phone }),
    onSuccess: () => start(patience),
  });
  const part = usePartForm({
    schema: () => import('@/contract/accounts/auth/schema').then((module) => module.contactCodeSchema),
    values: { code: '', password: '' },
    send: ({ code, password }) =>
      updateContact({ otp_id: request.data?.id, code, password, phone_number: phone, user_id: userId }),
    onSent: () => {
      showToast('success', t('accounts:profile.contact-done'));
      onDone();
    },
  });
  const code = part.bind('code');

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is shown
  useEffect(() => {
    // Strict mode runs effects twice.
    if (hasStarted.current) return;
    hasStarted.current = true;
    request.mutate();
  }, []);

  return (
    <form
      noValidate
      onSubmit={part.submit}
      aria-label={t('accounts:profile.confirm-contact')}
      className="mt-4 grid max-w-xl gap-4 rounded-control bg-sunken p-4"
    >
      <p>
        {t(request.isSuccess ? 'form:code.sent-to' : 'form:code.sending-to')}{' '}
        <span dir="ltr" className="font-medium whitespace-nowrap">
          {phone}
        </span>
      </p>
      <div className="max-w-80">
        <Field id="contact-code" label={t('form:code.label')} error={part.errorOf('code')}>
          {(control) => <CodeInput control={control} {...code} autoFocus />}
        </Field>
      </div>
      <CurrentPassword part={part} id="contact-password" />
      <SendPart part={part} label={t('accounts:profile.confirm-contact')} onCancel={onCancel}>
        <ResendButton
          label={t('form:code.resend')}
          left={left}
          isLoading={request.isPending}
          onClick={() => request.mutate()}
        />
      </SendPart>
    </form>
  );
}
