import { useTranslation } from 'next-i18next/pages';
import { SendPart } from '@/components/form/send-part';
import { Field } from '@/components/inputs/field';
import { TokenInput } from '@/components/inputs/token-input';
import { api } from '@/lib/api/client';
import { usePartForm } from '@/lib/form/use-part-form';
import { CurrentPassword } from './current-password';

/** Turning it off needs both the password and a code. */
export function SecondFactorOff({ onOff, onCancel }: { onOff: () => void; onCancel: () => void }) {
  const { t } = useTranslation(['accounts', 'common']);
  const part = usePartForm({
    schema: () =>
      import('@/contract/accounts/auth/schema').then((module) => module.disableSecondFactorSchema),
    values: { password: '', code: '' },
    send: (values) => api.post('two-factor/disable', values),
    onSent: onOff,
  });

  return (
    <form noValidate onSubmit={part.submit} className="grid max-w-xl gap-4">
      <p>{t('accounts:second-factor.off-text')}</p>
      <CurrentPassword part={part} id="factor-password" />
      <div className="max-w-80">
        <Field
          as={TokenInput}
          id="factor-code"
          label={t('accounts:second-factor.code-or-recovery')}
          {...part.field('code')}
          autoComplete="one-time-code"
        />
      </div>
      <SendPart
        part={part}
        label={t('accounts:second-factor.turn-off')}
        variant="danger"
        onCancel={onCancel}
      />
    </form>
  );
}
