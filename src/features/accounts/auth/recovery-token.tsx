import { useTranslation } from 'next-i18next/pages';
import { Field } from '@/components/inputs/field';
import { TokenInput } from '@/components/inputs/token-input';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import type { Message } from '@/contract/accounts/auth';
import { usePartForm } from '@/crud/form/use-part-form';
import { api } from '@/lib/api/client';
import { wholeOr } from './message-errors';
import { ResendFooter } from './resend-footer';

/** Seconds that a letter may take before another is asked for. */
const patience = 60;

interface RecoveryTokenProps {
  email: string;
  onRight: (token: string) => void;
  onOtherEmail: () => void;
}

/** The token of the letter, typed or pasted; its link leads straight to the last step. */
export function RecoveryToken({ email, onRight, onOtherEmail }: RecoveryTokenProps) {
  const { t } = useTranslation('form');
  const part = usePartForm<Message>({
    schema: () => import('@/contract/accounts/auth/schema').then((module) => module.resetTokenSchema),
    values: { email, token: '' },
    send: async (values) => wholeOr('token', await api.post('verify-forget-password-token', values)),
    onSent: (_answer, values) => onRight(String(values.token)),
  });

  return (
    <form noValidate onSubmit={part.submit} className="mt-1 space-y-4">
      <p className="text-ink-second">
        {t('form:auth.token-text')}{' '}
        <span dir="ltr" className="font-medium break-all text-ink">
          {email}
        </span>
      </p>
      <Field id="token" label={t('form:token-label')} error={part.errorOf('token')}>
        {(control) => (
          <TokenInput {...control} {...part.form.register('token')} autoComplete="one-time-code" />
        )}
      </Field>
      {part.problem && <ErrorBanner text={part.problem} onClose={() => part.setProblem(undefined)} />}
      <Button type="submit" variant="primary" isLoading={part.isSending} className="h-10! w-full">
        {t('form:auth.next')}
      </Button>
      <ResendFooter
        back={t('form:auth.other-email')}
        onBack={onOtherEmail}
        label={t('form:auth.resend-letter')}
        wait={patience}
        resend={async () => {
          await api.post<Message>('forget-password', { email });
          return patience;
        }}
      />
    </form>
  );
}
