import { useTranslation } from 'next-i18next/pages';
import { PasswordField } from '@/components/inputs/password-field';
import type { PartForm } from '@/lib/form/use-part-form';

interface CurrentPasswordProps {
  part: PartForm;
  id: string;
  name?: string;
}

/** The password that the person has now, asked for before a change of how they sign in. */
export function CurrentPassword({ part, id, name = 'password' }: CurrentPasswordProps) {
  const { t } = useTranslation('accounts');
  return (
    <PasswordField
      id={id}
      label={t('accounts:profile.current-password')}
      {...part.field(name)}
      autoComplete="current-password"
    />
  );
}
