import { useTranslation } from 'next-i18next/pages';
import { SendPart } from '@/components/form/send-part';
import { PasswordField } from '@/components/inputs/password-field';
import { api } from '@/lib/api/client';
import { toClientError } from '@/lib/api/errors';
import { usePartForm } from '@/lib/form/use-part-form';
import { useRedirect } from '@/lib/hooks/use-redirect';
import { showToast } from '@/lib/toast';
import { wholeToken } from './message-errors';
import { NewPasswordField } from './new-password-field';

interface NewPasswordProps {
  email: string;
  token: string;
  /** The token was used or has expired. */
  onTokenWrong: () => void;
}

/** The last step of a password reset; leads to the login page, because a reset ends every session. */
export function NewPassword({ email, token, onTokenWrong }: NewPasswordProps) {
  const { t } = useTranslation(['accounts', 'common', 'form']);
  const redirect = useRedirect();
  const part = usePartForm({
    schema: () => import('@/contract/accounts/auth/schema').then((module) => module.resetPasswordFormSchema),
    values: { password: '', passwordConfirmation: '' },
    send: async ({ password }) => {
      try {
        return wholeToken(await api.post('reset-password', { email, token, password }));
      } catch (reason) {
        const [problem] = toClientError(reason).fields.token ?? [];
        if (problem) {
          showToast('error', t(`form:${problem}`, { defaultValue: t('form:error-token-wrong') }));
          onTokenWrong();
        }
        throw reason;
      }
    },
    onSent: () => {
      showToast('success', t('common:password-changed-successfully'));
      redirect('/login');
    },
  });

  return (
    <form noValidate onSubmit={part.submit} className="mt-3 space-y-4">
      {/* For password managers: the account of the password. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordField part={part} name="password" label={t('common:text-new-password')} />
      <PasswordField
        id="passwordConfirmation"
        label={t('form:password.repeat')}
        {...part.field('passwordConfirmation')}
        autoComplete="new-password"
      />
      <SendPart part={part} label={t('accounts:auth.save-password')} />
    </form>
  );
}
