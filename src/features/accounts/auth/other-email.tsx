import { useTranslation } from 'next-i18next/pages';
import { PasswordField } from '@/components/inputs/password-field';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import type { Message } from '@/contract/accounts/auth';
import { usePartForm } from '@/crud/form/use-part-form';
import { api } from '@/lib/api/client';
import { EmailField } from './email-field';

interface OtherEmailProps {
  /** Told where the letter has gone. */
  onSent: (email: string) => void;
  onCancel: () => void;
}

/** Another address, when the first one was mistyped; the password proves that it is really the person. */
export function OtherEmail({ onSent, onCancel }: OtherEmailProps) {
  const { t } = useTranslation('form');
  const part = usePartForm<Message>({
    schema: () => import('@/contract/accounts/auth/schema').then((module) => module.updateEmailSchema),
    values: { email: '', password: '' },
    send: (values) => api.post('update-email', values),
    onSent: (_answer, values) => onSent(String(values.email)),
  });

  return (
    <form noValidate onSubmit={part.submit} className="space-y-4 border-t border-line-faint pt-4">
      <EmailField part={part} label={t('form:profile.new-email')} />
      <PasswordField
        id="password"
        label={t('common:text-password')}
        error={part.errorOf('password')}
        {...part.form.register('password')}
        autoComplete="current-password"
      />
      {part.problem && <ErrorBanner text={part.problem} onClose={() => part.setProblem(undefined)} />}
      <div className="grid grid-cols-2 gap-2">
        <Button onClick={onCancel}>{t('common:button-cancel')}</Button>
        <Button type="submit" variant="primary" isLoading={part.isSending}>
          {t('form:auth.send-letter')}
        </Button>
      </div>
    </form>
  );
}
