import { DialogTitle } from '@headlessui/react';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { DialogButtons } from '@/components/dialog/dialog-buttons';
import { FactorCodeField } from '@/components/inputs/factor-code-field';
import { PasswordField } from '@/components/inputs/password-field';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import { api } from '@/lib/api/client';
import { usePartForm } from '@/lib/form/use-part-form';
import { loadPasskeys, PasskeyButton } from './passkey-button';

interface ConfirmAgainProps {
  /** Ways of which any would do: a code of the second factor, or the password. */
  needs: readonly string[];
  onDone: (isConfirmed: boolean) => void;
}

/** Money is about to move: the person proves again who they are, then the request goes on. */
export function ConfirmAgain({ needs, onDone }: ConfirmAgainProps) {
  const { t } = useTranslation(['accounts', 'common', 'form']);
  return (
    <div className="w-110 max-w-full p-6 phone:w-full phone:p-5">
      <DialogTitle className="text-card font-semibold">{t('accounts:confirm.title')}</DialogTitle>
      <p className="mt-1 text-ink-second">{t('accounts:confirm.text')}</p>
      {needs.includes('passkey') && (
        <div className="mt-4">
          <PasskeyButton
            label={t('accounts:passkeys.confirm')}
            run={async () => {
              const options = await api.post('me/confirm/passkey');
              const passkey = await (await loadPasskeys()).provePasskey(options);
              if (!passkey) return undefined;
              await api.post('me/confirm', { passkey });
              onDone(true);
              return undefined;
            }}
          />
        </div>
      )}
      {needs.includes('code') && <ByCode onDone={onDone} />}
      {needs.includes('password') && <ByPassword onDone={onDone} />}
    </div>
  );
}

type WayProps = Pick<ConfirmAgainProps, 'onDone'>;

function ByCode({ onDone }: WayProps) {
  const { t } = useTranslation(['accounts', 'common', 'form']);
  const [isRecovery, setRecovery] = useState(false);
  const part = usePartForm({
    schema: () => import('@/contract/accounts/auth/schema').then((module) => module.confirmCodeSchema),
    values: { code: '' },
    send: (values) => api.post('me/confirm', values),
    onSent: () => onDone(true),
  });
  const code = part.bind('code');
  const turn = () => {
    setRecovery(!isRecovery);
    code.onChange('');
  };
  return (
    <form noValidate onSubmit={part.submit} className="mt-4 grid gap-4">
      <FactorCodeField
        id="confirm-code"
        error={part.errorOf('code')}
        onComplete={() => part.submit()}
        isRecovery={isRecovery}
        code={code}
      />
      <Button variant="ghost" className="-ms-3.5 justify-self-start" onClick={turn}>
        {t(isRecovery ? 'accounts:second-factor.use-code' : 'accounts:second-factor.use-recovery')}
      </Button>
      <Ending part={part} onDone={onDone} />
    </form>
  );
}

function ByPassword({ onDone }: WayProps) {
  const { t } = useTranslation(['accounts', 'common']);
  const part = usePartForm({
    schema: () => import('@/contract/accounts/auth/schema').then((module) => module.passwordOnlySchema),
    values: { password: '' },
    send: (values) => api.post('me/confirm', values),
    onSent: () => onDone(true),
  });
  const password = part.bind('password');
  return (
    <form noValidate onSubmit={part.submit} className="mt-4 grid gap-4">
      <PasswordField
        id="confirm-password"
        label={t('common:text-password')}
        error={part.errorOf('password')}
        autoComplete="current-password"
        autoFocus
        value={password.value}
        onChange={({ target }) => password.onChange(target.value)}
      />
      <Ending part={part} onDone={onDone} />
    </form>
  );
}

interface EndingProps extends WayProps {
  part: { problem: string | undefined; setProblem: (text: undefined) => void; isSending: boolean };
}

function Ending({ part, onDone }: EndingProps) {
  const { t } = useTranslation(['accounts', 'common']);
  return (
    <>
      {part.problem && <ErrorBanner text={part.problem} onClose={() => part.setProblem(undefined)} />}
      <DialogButtons>
        <Button onClick={() => onDone(false)}>{t('common:button-cancel')}</Button>
        <Button type="submit" variant="primary" isLoading={part.isSending}>
          {t('accounts:confirm.button')}
        </Button>
      </DialogButtons>
    </>
  );
}
