import { DialogTitle } from '@headlessui/react';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { DialogButtons } from '@/components/dialog/dialog-buttons';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { PasswordField } from '@/components/inputs/password-field';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import { api } from '@/lib/api/client';
import { usePartForm } from '@/lib/form/use-part-form';
import { accept } from './accept';
import { SecondFactor } from './second-factor';

interface SignInAgainProps {
  /** Whose session has ended: only this person's input is here. */
  email: string;
  /** Ends the session, for another account. */
  onLeave: () => void;
}

/** The password, and the second factor if enabled, of the person whose session ended in the middle of something. */
export function SignInAgain({ email, onLeave }: SignInAgainProps) {
  const { t } = useTranslation(['accounts', 'common']);
  const [challenge, setChallenge] = useState<string>();
  const part = usePartForm({
    schema: () => import('@/contract/accounts/auth/schema').then((module) => module.loginSchema),
    values: { email, password: '' },
    send: (values) => api.post('token', values),
    onSent: (answer) => {
      if (answer.challenge) return setChallenge(answer.challenge);
      const key = accept(answer);
      if (key) part.setProblem(t(key));
    },
  });
  const password = part.bind('password');
  return (
    <div className="w-110 max-w-full p-6 phone:w-full phone:p-5">
      <DialogTitle className={challenge ? 'sr-only' : 'text-card font-semibold'}>
        {t('accounts:again.title')}
      </DialogTitle>
      {challenge ? (
        <SecondFactor challenge={challenge} onBack={() => setChallenge(undefined)} />
      ) : (
        <form noValidate onSubmit={part.submit}>
          <p className="mt-1 text-ink-second">{t('accounts:again.text')}</p>
          <div className="mt-4 grid gap-4">
            <Field
              as={Input}
              id="again-email"
              label={t('common:text-email')}
              hint={t('accounts:again.same')}
              readOnly
              type="email"
              autoComplete="username"
              dir="ltr"
              className="rtl:text-end"
              value={email}
            />
            <PasswordField
              id="again-password"
              label={t('common:text-password')}
              error={part.errorOf('password')}
              autoComplete="current-password"
              autoFocus
              value={password.value}
              onChange={({ target }) => password.onChange(target.value)}
            />
            {part.problem && <ErrorBanner text={part.problem} onClose={() => part.setProblem(undefined)} />}
          </div>
          <DialogButtons>
            <Button onClick={onLeave}>{t('accounts:again.other')}</Button>
            <Button type="submit" variant="primary" isLoading={part.isSending}>
              {t('common:button-login')}
            </Button>
          </DialogButtons>
        </form>
      )}
    </div>
  );
}
