import { useTranslation } from 'next-i18next/pages';
import { type FieldValues, type UseFormReturn, useController } from 'react-hook-form';
import { PasswordField } from '@/components/inputs/password-field';
import { RadioGroup } from '@/components/inputs/radio-group';
import { Card } from '@/components/ui/card';

/** First access of a new member: an invitation to choose a password, or a password to pass on. */
export function StaffAccess({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation(['resources', 'form']);
  const { field: byLetter } = useController({ name: 'by_letter', control: form.control });
  const { field: password, fieldState } = useController({ name: 'password', control: form.control });
  const isByLetter = byLetter.value !== false;
  const message = fieldState.error?.message;
  return (
    <Card title={t('resources:staffs.access.title')} isForm>
      <RadioGroup
        control={{
          id: 'field-by_letter',
          'aria-invalid': false,
          'aria-describedby': 'field-by_letter-hint',
          'aria-required': undefined,
        }}
        name="by_letter"
        label={t('resources:staffs.access.title')}
        value={isByLetter ? 'letter' : 'password'}
        options={['letter', 'password'].map((value) => ({
          value,
          label: t(`resources:staffs.access.${value}`),
        }))}
        onChange={(value) => {
          byLetter.onChange(value === 'letter');
          form.clearErrors('password');
        }}
      />
      <p id="field-by_letter-hint" className="-mt-2 text-small text-ink-second">
        {t(`resources:staffs.access.${isByLetter ? 'letter' : 'password'}-hint`)}
      </p>
      {!isByLetter && (
        <PasswordField
          {...password}
          id="field-password"
          label={t('resources:staffs.fields.password')}
          hint={t('resources:staffs.hints.password')}
          error={message && t(`form:${message}`, { defaultValue: message })}
          autoComplete="new-password"
          aria-required
        />
      )}
    </Card>
  );
}
