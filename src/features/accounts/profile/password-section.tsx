import { useTranslation } from 'next-i18next/pages';
import { PasswordField } from '@/components/inputs/password-field';
import type { Message } from '@/contract/accounts/auth';
import type { BodyOf } from '@/contract/endpoint-types';
import { api } from '@/lib/api/client';
import { ClientError } from '@/lib/api/errors';
import { useRefresh } from '@/lib/api/use-refresh';
import { usePartForm } from '@/lib/form/use-part-form';
import { showToast } from '@/lib/toast';
import { NewPasswordField } from '../auth/new-password-field';
import { CurrentPassword } from './current-password';
import { SectionForm, type SectionProps } from './section-form';

/** Some servers of the dialect reject a wrong old password with status 200. */
async function changePassword(values: BodyOf<'POST', 'change-password'>): Promise<Message> {
  const answer = await api.post('change-password', values);
  if (answer.success) return answer;
  throw new ClientError('VALIDATION_FAILED', { fields: { oldPassword: ['error-old-password-wrong'] } });
}

/** Changing the password ends the other sessions. */
export function PasswordSection({ me, onDirty }: SectionProps) {
  const { t } = useTranslation(['accounts', 'common', 'form']);
  const refresh = useRefresh(['sessions']);
  const part = usePartForm({
    schema: () => import('@/contract/accounts/auth/schema').then((module) => module.changePasswordFormSchema),
    values: { oldPassword: '', newPassword: '', passwordConfirmation: '' },
    send: ({ oldPassword, newPassword }) => changePassword({ oldPassword, newPassword }),
    onSent: () => {
      showToast('success', t('common:password-changed-successfully'));
      part.form.reset();
      void refresh();
    },
    onDirty,
  });

  return (
    <SectionForm
      title={t('common:text-password')}
      text={t('accounts:profile.password-text')}
      part={part}
      submitLabel={t('accounts:profile.change-password')}
    >
      {/* For password managers: the account of the password. */}
      <input type="email" autoComplete="username" value={me.email} readOnly hidden />
      <div className="@2xl:col-span-full @2xl:max-w-[calc(50%-0.5rem)]">
        <CurrentPassword part={part} id="old-password" name="oldPassword" />
      </div>
      <NewPasswordField part={part} name="newPassword" label={t('common:text-new-password')} />
      <PasswordField
        id="repeated-password"
        label={t('form:password.repeat')}
        {...part.field('passwordConfirmation')}
        autoComplete="new-password"
      />
    </SectionForm>
  );
}
