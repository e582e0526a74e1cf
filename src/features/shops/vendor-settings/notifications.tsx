import { useTranslation } from 'next-i18next/pages';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { Switch } from '@/components/inputs/switch';
import { Card } from '@/components/ui/card';
import { useFormField } from '@/lib/form/use-form-field';

/** Whether new orders and messages are reported by e-mail, and to which address. */
export function Notifications({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation(['shops', 'form']);
  const enable = useFormField(form, 'notifications.enable');
  const email = useFormField(form, 'notifications.email');
  const isOn = enable.field.value === true;
  return (
    <Card title={t('shops:vendor.parts.notifications')} isForm>
      <div className="flex items-center justify-between gap-3">
        <label htmlFor="field-notify" className="min-w-0 font-medium">
          {t('shops:vendor.fields.enable')}
        </label>
        <Switch id="field-notify" ref={enable.field.ref} isOn={isOn} onChange={enable.field.onChange} />
      </div>
      <Field
        as={Input}
        id="field-notify-email"
        label={t('shops:vendor.fields.notify-email')}
        error={email.error}
        isRequired={isOn}
        {...email.field}
        type="email"
        dir="ltr"
        autoComplete="email"
        value={String(email.field.value ?? '')}
        className="rtl:text-end"
      />
    </Card>
  );
}
