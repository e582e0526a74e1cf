import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/button';
import { CodeInput } from '@/components/code-input';
import { ErrorBanner } from '@/components/error-banner';
import { Field } from '@/components/field';
import { ResendButton } from '@/components/resend-button';
import type { AuthAnswer, CodeSent } from '@/contract/auth';
import { api } from '@/lib/api';
import { useCountdown } from '@/lib/use-countdown';
import { usePartForm } from '@/lib/use-part-form';
import { accept } from './accept';

interface CheckCodeProps {
  phone: string;
  /** Seconds until another code may be asked for. */
  retryAfter: number;
  onChallenge: (challenge: string) => void;
  onOtherPhone: () => void;
}

/** Second step: the code itself. It is sent as soon as its last digit is there. */
export function CheckCode({ phone, retryAfter, onChallenge, onOtherPhone }: CheckCodeProps) {
  const { t } = useTranslation('form');
  const { left, start } = useCountdown(retryAfter);
  const part = usePartForm<AuthAnswer>({
    schema: () => import('@/contract/auth/schema').then((module) => module.checkCodeSchema),
    values: { phone, code: '' },
    send: (values) => api.post('api/admin/auth/check-code', values),
    onSent: (answer) => {
      if (answer.challenge) return onChallenge(answer.challenge);
      const key = accept(answer);
      if (key) part.setProblem(t(key));
    },
  });
  const resend = useMutation({
    mutationFn: () => api.post<CodeSent>('api/admin/auth/send-code', { phone }),
    onSuccess: (sent) => start(sent.retry_after),
  });
  const code = part.bind('code');

  return (
    <form noValidate onSubmit={part.submit} className="mt-1 space-y-4">
      <p className="text-ink-second">
        {t('form:auth.code-sent')}{' '}
        <span dir="ltr" className="font-medium whitespace-nowrap text-ink">
          {phone}
        </span>
      </p>
      <Field id="code" label={t('form:code.label')} error={part.errorOf('code')}>
        {(control) => <CodeInput control={control} {...code} onComplete={() => part.submit()} autoFocus />}
      </Field>
      {part.problem && <ErrorBanner text={part.problem} onClose={() => part.setProblem(undefined)} />}
      <Button type="submit" variant="primary" isLoading={part.isSending} className="h-10! w-full">
        {t('common:button-login')}
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="ghost" className="-ms-3.5" onClick={onOtherPhone}>
          {t('form:auth.other-phone')}
        </Button>
        <ResendButton
          label={t('form:code.resend')}
          left={left}
          isLoading={resend.isPending}
          onClick={() => resend.mutate()}
          className="-me-3.5"
        />
      </div>
    </form>
  );
}
