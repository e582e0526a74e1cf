import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { SendPart } from '@/components/form/send-part';
import { CodeInput } from '@/components/inputs/code-input';
import { Field } from '@/components/inputs/field';
import { PhoneInput } from '@/components/inputs/phone-input';
import type { CodeSent } from '@/contract/accounts/auth';
import { api } from '@/lib/api/client';
import { usePartForm } from '@/lib/form/use-part-form';
import { useSettings } from '@/state/settings';
import { accept } from './accept';
import { ToLogin } from './auth-link';
import { ResendFooter } from './resend-footer';
import { SecondFactor } from './second-factor';

type Step =
  | { kind: 'phone' }
  | { kind: 'code'; phone: string; retryAfter: number }
  | { kind: 'second-factor'; challenge: string };

/** Sign-in by a code sent to a confirmed phone. */
export function LoginCode() {
  const { t } = useTranslation('common');
  const { useOtp, sends } = useSettings();
  const hasCodes = useOtp && sends?.sms !== false;
  const [step, setStep] = useState<Step>({ kind: 'phone' });
  // The number is kept for going back to change it.
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
      <ToLogin />
    </>
  );
}

interface SendCodeProps {
  phone: string;
  /** Called with the number in stored form. */
  onSent: (sent: CodeSent, phone: string) => void;
}

/** Step 1: the phone number. */
function SendCode({ phone, onSent }: SendCodeProps) {
  const { t } = useTranslation('accounts');
  const part = usePartForm({
    schema: () => import('@/contract/accounts/auth/schema').then((module) => module.sendCodeSchema),
    values: { phone },
    send: (values) => api.post('api/admin/auth/send-code', values),
    onSent: (sent, values) => onSent(sent, String(values.phone)),
  });

  return (
    <form noValidate onSubmit={part.submit} className="mt-1 space-y-4">
      <p className="text-ink-second">{t('accounts:auth.code-text')}</p>
      <Field
        as={PhoneInput}
        id="phone"
        label={t('accounts:auth.phone')}
        error={part.errorOf('phone')}
        {...part.bind('phone')}
      />
      <SendPart part={part} label={t('accounts:auth.get-code')} />
    </form>
  );
}

interface CheckCodeProps {
  phone: string;
  /** Seconds before another code can be requested. */
  retryAfter: number;
  onChallenge: (challenge: string) => void;
  onOtherPhone: () => void;
}

/** Step 2: the code, submitted with its last digit. */
function CheckCode({ phone, retryAfter, onChallenge, onOtherPhone }: CheckCodeProps) {
  const { t } = useTranslation(['form', 'common', 'accounts']);
  const part = usePartForm({
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
        {t('accounts:auth.code-sent')}{' '}
        <span dir="ltr" className="font-medium whitespace-nowrap text-ink">
          {phone}
        </span>
      </p>
      <Field id="code" label={t('form:code.label')} error={part.errorOf('code')}>
        {(control) => <CodeInput control={control} {...code} onComplete={() => part.submit()} autoFocus />}
      </Field>
      <SendPart part={part} label={t('common:button-login')} />
      <ResendFooter
        back={t('accounts:auth.other-phone')}
        onBack={onOtherPhone}
        label={t('form:code.resend')}
        wait={retryAfter}
        resend={async () => {
          const sent = await api.post('api/admin/auth/send-code', { phone });
          return sent.retry_after;
        }}
      />
    </form>
  );
}
