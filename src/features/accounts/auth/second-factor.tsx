import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { SendPart } from '@/components/form/send-part';
import { FactorCodeField } from '@/components/inputs/factor-code-field';
import { Button } from '@/components/ui/button';
import { api } from '@/lib/api/client';
import { usePartForm } from '@/lib/form/use-part-form';
import { accept } from './accept';
import { PasskeySignIn } from './passkey-button';

interface SecondFactorProps {
  /** Challenge from the response to the password; valid for five minutes. */
  challenge: string;
  onBack: () => void;
}

/** The code of the authenticator app, or a recovery code when the phone is lost. */
export function SecondFactor({ challenge, onBack }: SecondFactorProps) {
  const { t } = useTranslation(['form', 'common', 'accounts']);
  const [isRecovery, setRecovery] = useState(false);
  const part = usePartForm({
    schema: () => import('@/contract/accounts/auth/schema').then((module) => module.secondFactorSchema),
    values: { challenge, code: '' },
    send: (values) => api.post('token/second-factor', values),
    onSent: (answer) => {
      const key = accept(answer);
      if (key) part.setProblem(t(key));
    },
  });
  const code = part.bind('code');
  const turn = () => {
    setRecovery(!isRecovery);
    code.onChange('');
  };

  return (
    <form noValidate onSubmit={part.submit} className="space-y-4">
      <div>
        <h1 className="text-title font-semibold">{t('accounts:second-factor.title')}</h1>
        <p className="mt-1 text-ink-second">
          {t(isRecovery ? 'accounts:second-factor.recovery-text' : 'accounts:second-factor.text')}
        </p>
      </div>
      <FactorCodeField
        id="code"
        error={part.errorOf('code')}
        onComplete={() => part.submit()}
        isRecovery={isRecovery}
        code={code}
      />
      <SendPart part={part} label={t('common:button-login')} />
      <PasskeySignIn />
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="ghost" className="-ms-3.5" onClick={onBack}>
          {t('accounts:auth.back-to-login')}
        </Button>
        <Button variant="ghost" className="-me-3.5" onClick={turn}>
          {t(isRecovery ? 'accounts:second-factor.use-code' : 'accounts:second-factor.use-recovery')}
        </Button>
      </div>
    </form>
  );
}
