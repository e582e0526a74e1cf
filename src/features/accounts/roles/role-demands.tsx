import { useTranslation } from 'next-i18next/pages';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { DateInput } from '@/components/inputs/dates/date-input';
import { Field } from '@/components/inputs/field';
import { NumberInput } from '@/components/inputs/number-input';
import { Select } from '@/components/inputs/select';
import { Card } from '@/components/ui/card';
import { type LimitedKind, limitedKinds } from '@/contract/accounts/roles/limits';
import type { LevelByArea } from '@/contract/core/areas';
import { useFormField } from '@/lib/form/use-form-field';
import { useSettings } from '@/state/settings';
import { isWithin } from './role-changes';

interface RoleDemandsProps {
  form: UseFormReturn<FieldValues>;
  areas: LevelByArea;
  isReadOnly: boolean;
}

/** How people of the role sign in, and up to which sums they move money alone. */
export function RoleDemands({ form, areas, isReadOnly }: RoleDemandsProps) {
  const { t } = useTranslation('accounts');
  const kinds = (Object.keys(limitedKinds) as LimitedKind[]).filter((kind) =>
    isWithin(areas, limitedKinds[kind]),
  );
  return (
    <Card title={t('accounts:roles.demands.title')} text={t('accounts:roles.demands.text')}>
      <div className="grid items-start gap-x-6 gap-y-4 @xl:grid-cols-2">
        <FactorDay form={form} isReadOnly={isReadOnly} />
        <Provider form={form} isReadOnly={isReadOnly} />
        {kinds.map((kind) => (
          <Limit key={kind} form={form} kind={kind} isReadOnly={isReadOnly} />
        ))}
      </div>
    </Card>
  );
}

type PartProps = Pick<RoleDemandsProps, 'form' | 'isReadOnly'>;

function FactorDay({ form, isReadOnly }: PartProps) {
  const { t } = useTranslation('accounts');
  const { field, error } = useFormField(form, 'two_factor_from');
  return (
    <Field
      as={DateInput}
      id="field-two_factor_from"
      label={t('accounts:roles.fields.two_factor_from')}
      hint={t('accounts:roles.demands.two_factor_hint')}
      error={error}
      {...field}
      disabled={isReadOnly}
    />
  );
}

function Provider({ form, isReadOnly }: PartProps) {
  const { t } = useTranslation('accounts');
  const { signInProviders: offered = [] } = useSettings();
  const { field, error } = useFormField(form, 'sign_in_provider');
  const chosen = String(field.value ?? '');
  if (offered.length === 0 && chosen === '') return null;
  const options = [
    { value: '', label: t('accounts:roles.demands.any') },
    ...offered.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  const isKnown = options.some(({ value }) => value === chosen);
  return (
    <Field
      as={Select}
      id="field-sign_in_provider"
      label={t('accounts:roles.fields.sign_in_provider')}
      hint={t('accounts:roles.demands.provider_hint')}
      error={error}
      {...field}
      value={chosen}
      disabled={isReadOnly}
      options={isKnown ? options : [...options, { value: chosen, label: t('accounts:roles.demands.off') }]}
      onChange={({ target }) => field.onChange(target.value === '' ? null : Number(target.value))}
    />
  );
}

function Limit({ form, kind, isReadOnly }: PartProps & { kind: LimitedKind }) {
  const { t } = useTranslation('accounts');
  const { field, error } = useFormField(form, `alone_limits.${kind}`);
  return (
    <Field
      as={NumberInput}
      id={`field-alone_limits.${kind}`}
      label={t(`accounts:roles.demands.${kind}`)}
      hint={t('accounts:roles.demands.limit_hint')}
      error={error}
      {...field}
      value={String(field.value ?? '')}
      disabled={isReadOnly}
    />
  );
}
