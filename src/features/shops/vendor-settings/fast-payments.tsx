import { useTranslation } from 'next-i18next/pages';
import { type FieldValues, type UseFormReturn, useController } from 'react-hook-form';
import { Field } from '@/components/inputs/field';
import { PhoneInput } from '@/components/inputs/phone-input';
import { Select } from '@/components/inputs/select';
import { Card } from '@/components/ui/card';
import { useSbpMembers } from '@/lib/api/register-lookup';

/** Account of the fast payment system: a phone number and its bank. */
export function FastPayments({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation('form');
  const phone = useController({ name: 'fast_payments.phone', control: form.control });
  const member = useController({ name: 'fast_payments.member', control: form.control });
  const members = useSbpMembers();
  const banks = (members.data ?? []).map(({ schema, bankName }) => ({ value: schema, label: bankName }));
  const chosen = String(member.field.value ?? '');
  // The bank that is stored stays, even while the list cannot be had.
  const unlisted =
    chosen && !banks.some(({ value }) => value === chosen) ? [{ value: chosen, label: chosen }] : [];
  const text = (message: string | undefined) => message && t(`form:${message}`, { defaultValue: message });
  return (
    <Card title={t('form:vendor.parts.fast_payments')} text={t('form:vendor.fast-payments-text')} isForm>
      <Field
        id="field-fast-phone"
        label={t('form:vendor.fields.phone')}
        error={text(phone.fieldState.error?.message)}
      >
        {(control) => <PhoneInput {...control} {...phone.field} value={String(phone.field.value ?? '')} />}
      </Field>
      <Field
        id="field-fast-member"
        label={t('form:vendor.fields.member')}
        error={text(member.fieldState.error?.message)}
        hint={members.isError ? t('form:vendor.no-banks') : undefined}
      >
        {(control) => (
          <Select
            {...control}
            {...member.field}
            value={chosen}
            options={[
              {
                value: '',
                label: t(members.isPending ? 'form:relation.loading' : 'form:requisites.choose'),
              },
              ...unlisted,
              ...banks,
            ]}
          />
        )}
      </Field>
    </Card>
  );
}
