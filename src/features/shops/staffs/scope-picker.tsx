import { useTranslation } from 'next-i18next/pages';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Checkbox } from '@/components/inputs/checkbox';
import { Field } from '@/components/inputs/field';
import { Select } from '@/components/inputs/select';
import { Card } from '@/components/ui/card';
import { staffScopes } from '@/contract/core/permissions';
import { useFormField } from '@/lib/form/use-form-field';
import { useShopRoleName, useShopRoles } from './use-shop-roles';

/** What a person may do: a role of shops, or parts of the work chosen one by one. */
export function ScopePicker({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation(['shops', 'form']);
  const roles = useShopRoles();
  const nameOf = useShopRoleName();
  const { field, error } = useFormField(form, 'role_id');
  const chosen = roles.find(({ id }) => id === field.value);
  return (
    <>
      {roles.length > 0 && (
        <Card title={t('shops:staffs.role.title')} isForm>
          <Field
            as={Select}
            id="field-role_id"
            label={t('shops:staffs.role.label')}
            hint={chosen?.key ? t(`shops:staffs.role.about.${chosen.key}`) : t('shops:staffs.role.hint')}
            error={error}
            {...field}
            value={String(field.value ?? '')}
            onChange={({ target }) => field.onChange(target.value === '' ? null : Number(target.value))}
            options={[
              { value: '', label: t('shops:staffs.role.none') },
              ...roles.map((role) => ({ value: String(role.id), label: nameOf(role) })),
            ]}
          />
        </Card>
      )}
      {field.value == null && <Scopes form={form} />}
    </>
  );
}

/** Staff scopes, each with what it allows. */
function Scopes({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation(['shops', 'form']);
  const { field, error } = useFormField(form, 'scopes');
  const chosen: unknown[] = Array.isArray(field.value) ? field.value : [];
  return (
    <Card>
      <fieldset
        aria-invalid={error !== undefined}
        aria-describedby={error ? 'field-scopes-error' : 'field-scopes-hint'}
        className="min-w-0"
      >
        <legend className="text-card font-semibold">{t('shops:staffs.fields.scopes')}</legend>
        <p id="field-scopes-hint" className="mt-0.5 text-small text-ink-second">
          {t('shops:staffs.hints.scopes')}
        </p>
        <ul className="mt-3 divide-y divide-line-faint">
          {staffScopes.map((scope, place) => (
            <li key={scope} className="py-2 first:pt-0 last:pb-0">
              <Checkbox
                ref={place === 0 ? field.ref : undefined}
                name={`scopes-${scope}`}
                className="items-start! py-1 [&>span:first-child]:mt-0.5"
                checked={chosen.includes(scope)}
                onBlur={field.onBlur}
                onChange={({ target }) =>
                  field.onChange(
                    staffScopes.filter((one) => (one === scope ? target.checked : chosen.includes(one))),
                  )
                }
                label={
                  <>
                    <span className="block font-medium">{t(`shops:staffs.options.scopes.${scope}`)}</span>
                    <span className="block text-small text-ink-second">
                      {t(`shops:staffs.scope.${scope}.text`)}
                    </span>
                  </>
                }
              />
            </li>
          ))}
        </ul>
        {error && (
          <p id="field-scopes-error" role="alert" className="mt-1.5 text-small font-medium text-bad">
            {error}
          </p>
        )}
      </fieldset>
    </Card>
  );
}
