import { useTranslation } from 'next-i18next/pages';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import type { Message } from '@/contract/accounts/auth';
import { usePartForm } from '@/crud/form/use-part-form';
import { api } from '@/lib/api/client';
import { EmailField } from './email-field';

interface RecoveryEmailProps {
  email: string;
  onSent: (email: string) => void;
}

/** Asks for a letter. The answer is the same whether there is such an account or not. */
export function RecoveryEmail({ email, onSent }: RecoveryEmailProps) {
  const { t } = useTranslation('form');
  const part = usePartForm<Message>({
    schema: () => import('@/contract/accounts/auth/schema').then((module) => module.forgotPasswordSchema),
    values: { email },
    send: (values) => api.post('forget-password', values),
    onSent: (_answer, values) => onSent(String(values.email)),
  });

  return (
    <form noValidate onSubmit={part.submit} className="mt-1 space-y-4">
      <p className="text-ink-second">{t('form:auth.forgot-text')}</p>
      <EmailField part={part} />
      {part.problem && <ErrorBanner text={part.problem} onClose={() => part.setProblem(undefined)} />}
      <Button type="submit" variant="primary" isLoading={part.isSending} className="h-10! w-full">
        {t('form:auth.send-letter')}
      </Button>
    </form>
  );
}
