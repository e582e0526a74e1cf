import '@/lib/i18n/form-words';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { useSettings } from '@/state/settings';
import { AuthLink } from './auth-link';
import { CheckCode } from './check-code';
import { SecondFactor } from './second-factor';
import { SendCode } from './send-code';

type Step =
  | { kind: 'phone' }
  | { kind: 'code'; phone: string; retryAfter: number }
  | { kind: 'second-factor'; challenge: string };

/** Signing in by a code that is sent to a confirmed phone (reference pages §3.1). */
export function LoginCode() {
  const { t } = useTranslation('common');
  const { useOtp: hasCodes } = useSettings();
  const [step, setStep] = useState<Step>({ kind: 'phone' });
  // The number stays typed for who comes back to change it.
  const [phone, setPhone] = useState('');

  if (step.kind === 'second-factor')
    return <SecondFactor challenge={step.challenge} onBack={() => setStep({ kind: 'phone' })} />;
  return (
    <>
      <h1 className="text-title font-semibold">{t('text-login-code')}</h1>
      {!hasCodes ? (
        <p className="mt-1 text-ink-second">{t('errors.CODE_SIGN_IN_OFF')}</p>
      ) : step.kind === 'phone' ? (
        <SendCode
          phone={phone}
          onSent={(sent, to) => {
            setPhone(to);
            setStep({ kind: 'code', phone: to, retryAfter: sent.retry_after });
          }}
        />
      ) : (
        <CheckCode
          phone={step.phone}
          retryAfter={step.retryAfter}
          onChallenge={(challenge) => setStep({ kind: 'second-factor', challenge })}
          onOtherPhone={() => setStep({ kind: 'phone' })}
        />
      )}
      <p className="mt-5 border-t border-line-faint pt-4 text-center">
        <AuthLink href="/login">{t('link-login-password')}</AuthLink>
      </p>
    </>
  );
}
