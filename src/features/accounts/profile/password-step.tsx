import { useTranslation } from 'next-i18next/pages';
import { SendPart } from '@/components/form/send-part';
import { PasswordField } from '@/components/inputs/password-field';
import { usePartForm } from '@/lib/form/use-part-form';

interface PasswordStepProps<Answer> {
  text: string;
  submitLabel: string;
  send: (input: { password: string }) => Promise<Answer>;
  onSent: (answer: Answer) => void;
  onCancel: () => void;
}

/** Asks for the password again before a security setting is changed. */
export function PasswordStep<Answer>(props: PasswordStepProps<Answer>) {
  const { text, submitLabel, send, onSent, onCancel } = props;
  const { t } = useTranslation(['accounts', 'common']);
  const part = usePartForm({
    schema: () => import('@/contract/accounts/auth/schema').then((module) => module.passwordOnlySchema),
    values: { password: '' },
    send,
    onSent,
  });

  return (
    <form noValidate onSubmit={part.submit} className="grid max-w-xl gap-4">
      <p>{text}</p>
      <PasswordField
        id="factor-password"
        label={t('accounts:profile.current-password')}
        {...part.field('password')}
        autoComplete="current-password"
      />
      <SendPart part={part} label={submitLabel} onCancel={onCancel} />
    </form>
  );
}
