import { useTranslation } from 'next-i18next/pages';
import { CodeInput } from '@/components/inputs/code-input';
import { Field } from '@/components/inputs/field';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import type { AuthAnswer, CodeSent } from '@/contract/accounts/auth';
import { usePartForm } from '@/crud/form/use-part-form';
import { api } from '@/lib/api/client';
import { accept } from './accept';
import { ResendFooter } from './resend-footer';

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
  const part = usePartForm<AuthAnswer>({
    schema: () => import('@/contract/accounts/auth/schema').then((module) => module.checkCodeSchema),
    values: { phone, code: '' },
    send: (values) => api.post('api/admin/auth/check-code', values),
    onSent: (answer) => {
      if (answer.challenge) return onChallenge(answer.challenge);
      const key = accept(answer);
      if (key) part.setProblem(t(key));
    },
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
      <ResendFooter
        back={t('form:auth.other-phone')}
        onBack={onOtherPhone}
        label={t('form:code.resend')}
        wait={retryAfter}
        resend={async () => {
          const sent = await api.post<CodeSent>('api/admin/auth/send-code', { phone });
          return sent.retry_after;
        }}
      />
    </form>
  );
}
