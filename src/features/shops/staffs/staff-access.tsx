import { useTranslation } from 'next-i18next/pages';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { PasswordField } from '@/components/inputs/password-field';
import { Card } from '@/components/ui/card';
import { useCan } from '@/lib/api/capabilities';
import { useFormField } from '@/lib/form/use-form-field';
import { useSettings } from '@/state/settings';

/** First access of a new member: an invitation, or on a server without invitations a password to pass on. */
export function StaffAccess({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation(['shops', 'form']);
  const invites = useCan('staff-editing');
  const hasMail = useSettings().sends?.mail !== false;
  const { field: password, error } = useFormField(form, 'password');
  return (
    <Card title={t('shops:staffs.access.title')} isForm>
      <p className="text-small text-ink-second">
        {t(`shops:staffs.access.${!invites ? 'password' : hasMail ? 'letter' : 'no-mail'}-hint`)}
      </p>
      {!invites && (
        <PasswordField
          {...password}
          id="field-password"
          label={t('shops:staffs.fields.password')}
          hint={t('shops:staffs.hints.password')}
          error={error}
          autoComplete="new-password"
          aria-required
        />
      )}
    </Card>
  );
}
