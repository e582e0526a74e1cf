import { useTranslation } from 'next-i18next/pages';
import { Field } from '@/components/inputs/field';
import { PhoneInput } from '@/components/inputs/phone-input';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import type { CodeSent } from '@/contract/accounts/auth';
import { usePartForm } from '@/crud/form/use-part-form';
import { api } from '@/lib/api/client';

interface SendCodeProps {
  phone: string;
  /** Told with the number in the form in which it is stored. */
  onSent: (sent: CodeSent, phone: string) => void;
}

/** First step: where the code is to go. */
export function SendCode({ phone, onSent }: SendCodeProps) {
  const { t } = useTranslation('form');
  const part = usePartForm<CodeSent>({
    schema: () => import('@/contract/accounts/auth/schema').then((module) => module.sendCodeSchema),
    values: { phone },
    send: (values) => api.post('api/admin/auth/send-code', values),
    onSent: (sent, values) => onSent(sent, String(values.phone)),
  });

  return (
    <form noValidate onSubmit={part.submit} className="mt-1 space-y-4">
      <p className="text-ink-second">{t('form:auth.code-text')}</p>
      <Field id="phone" label={t('form:auth.phone')} error={part.errorOf('phone')}>
        {(control) => <PhoneInput {...control} {...part.bind('phone')} />}
      </Field>
      {part.problem && <ErrorBanner text={part.problem} onClose={() => part.setProblem(undefined)} />}
      <Button type="submit" variant="primary" isLoading={part.isSending} className="h-10! w-full">
        {t('form:auth.get-code')}
      </Button>
    </form>
  );
}
