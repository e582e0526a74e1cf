import { Copy, RefreshCw } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { Button } from '@/components/ui/button';
import type { AnyResource } from '@/contract/core/define';
import { useFormField } from '@/lib/form/use-form-field';
import { useLabels } from '@/lib/i18n/labels';
import { showToast } from '@/lib/toast';
import { newPassword } from './new-password';

interface PasswordFieldProps {
  resource: AnyResource;
  form: UseFormReturn<FieldValues>;
}

/** The first password of another person: visible, because it must be passed on; can be generated. */
export function PasswordField({ resource, form }: PasswordFieldProps) {
  const { t } = useTranslation(['accounts', 'common', 'form']);
  const labels = useLabels(resource);
  const { field, error } = useFormField(form, 'password');
  const value = String(field.value ?? '');
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    showToast('success', t('accounts:people.password.copied'));
  };
  return (
    <Field
      id="field-password"
      label={labels.field('password')}
      hint={labels.hint('password')}
      error={error}
      isRequired
    >
      {(control) => (
        <div className="flex flex-wrap gap-2">
          <Input
            {...control}
            {...field}
            value={value}
            autoComplete="new-password"
            spellCheck={false}
            autoCapitalize="none"
            dir="ltr"
            className="min-w-48 flex-1"
          />
          <Button
            icon={<RefreshCw className="size-4" />}
            onClick={() =>
              form.setValue('password', newPassword(), {
                shouldDirty: true,
                shouldValidate: Boolean(error),
              })
            }
          >
            {t('accounts:people.password.make')}
          </Button>
          {value !== '' && (
            <Button
              aria-label={t('common:button-copy')}
              icon={<Copy className="size-4" />}
              onClick={() => void copy()}
            />
          )}
        </div>
      )}
    </Field>
  );
}
