import '@/lib/i18n/form-words';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { AuthLink } from './auth-link';
import { NewPassword } from './new-password';
import { RecoveryEmail } from './recovery-email';
import { RecoveryToken } from './recovery-token';

type Step = { kind: 'email' } | { kind: 'token' } | { kind: 'password'; token: string };

/** One card, three views: e-mail, token of the letter, new password (reference pages §3.1). */
export function ForgotPassword() {
  const { t } = useTranslation('common');
  const [step, setStep] = useState<Step>({ kind: 'email' });
  const [email, setEmail] = useState('');

  return (
    <>
      <h1 className="text-title font-semibold">
        {t(step.kind === 'password' ? 'text-new-password' : 'text-password-recovery')}
      </h1>
      {step.kind === 'email' && (
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
      <p className="mt-5 border-t border-line-faint pt-4 text-center">
        <AuthLink href="/login">{t('link-login-password')}</AuthLink>
      </p>
    </>
  );
}
