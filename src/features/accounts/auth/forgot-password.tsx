import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { SendPart } from '@/components/form/send-part';
import { Field } from '@/components/inputs/field';
import { TokenInput } from '@/components/inputs/token-input';
import { api } from '@/lib/api/client';
import { usePartForm } from '@/lib/form/use-part-form';
import { NoMail, useNoMail } from '../no-mail';
import { ToLogin } from './auth-link';
import { EmailField } from './email-field';
import { wholeToken } from './message-errors';
import { NewPassword } from './new-password';
import { ResendFooter } from './resend-footer';

type Step = { kind: 'email' } | { kind: 'token' } | { kind: 'password'; token: string };

/** One card, three steps: e-mail, token from the e-mail, new password. */
export function ForgotPassword() {
  const { t } = useTranslation('common');
  const [step, setStep] = useState<Step>({ kind: 'email' });
  const [email, setEmail] = useState('');
  const isClosed = useNoMail();

  return (
    <>
      <h1 className="text-title font-semibold">
        {t(step.kind === 'password' ? 'text-new-password' : 'text-password-recovery')}
      </h1>
      {step.kind === 'email' && isClosed && <NoMail />}
      {step.kind === 'email' && !isClosed && (
        <RecoveryEmail
          email={email}
          onSent={(to) => {
            setEmail(to);
            setStep({ kind: 'token' });
          }}
        />
      )}
      {step.kind === 'token' && (
        <RecoveryToken
          email={email}
          onRight={(token) => setStep({ kind: 'password', token })}
          onOtherEmail={() => setStep({ kind: 'email' })}
        />
      )}
      {step.kind === 'password' && (
        <NewPassword email={email} token={step.token} onTokenWrong={() => setStep({ kind: 'token' })} />
      )}
      <ToLogin />
    </>
  );
}

/** Requests an e-mail. The response is the same whether or not the account exists. */
function RecoveryEmail({ email, onSent }: { email: string; onSent: (email: string) => void }) {
  const { t } = useTranslation('accounts');
  const part = usePartForm({
    schema: () => import('@/contract/accounts/auth/schema').then((module) => module.forgotPasswordSchema),
    values: { email },
    send: (values) => api.post('forget-password', values),
    onSent: (_answer, values) => onSent(String(values.email)),
  });

  return (
    <form noValidate onSubmit={part.submit} className="mt-1 space-y-4">
      <p className="text-ink-second">{t('accounts:auth.forgot-text')}</p>
      <EmailField part={part} />
      <SendPart part={part} label={t('accounts:auth.send-letter')} />
    </form>
  );
}

/** Seconds before another e-mail can be requested. */
const patience = 60;

interface RecoveryTokenProps {
  email: string;
  onRight: (token: string) => void;
  onOtherEmail: () => void;
}

/** The token from the e-mail, typed or pasted; the e-mail's link skips this step. */
function RecoveryToken({ email, onRight, onOtherEmail }: RecoveryTokenProps) {
  const { t } = useTranslation(['accounts', 'form']);
  const part = usePartForm({
    schema: () => import('@/contract/accounts/auth/schema').then((module) => module.resetTokenSchema),
    values: { email, token: '' },
    send: async (values) => wholeToken(await api.post('verify-forget-password-token', values)),
    onSent: (_answer, values) => onRight(String(values.token)),
  });

  return (
    <form noValidate onSubmit={part.submit} className="mt-1 space-y-4">
      <p className="text-ink-second">
        {t('accounts:auth.token-text')}{' '}
        <span dir="ltr" className="font-medium break-all text-ink">
          {email}
        </span>
      </p>
      <Field
        as={TokenInput}
        id="token"
        label={t('form:token-label')}
        {...part.field('token')}
        autoComplete="one-time-code"
      />
      <SendPart part={part} label={t('accounts:auth.next')} />
      <ResendFooter
        back={t('accounts:auth.other-email')}
        onBack={onOtherEmail}
        label={t('accounts:auth.resend-letter')}
        wait={patience}
        resend={async () => {
          await api.post('forget-password', { email });
          return patience;
        }}
      />
    </form>
  );
}
