import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import {
  legalFormOptions,
  requisitesToSend,
  taxSystemOptions,
  vatRateOptions,
} from '@/components/domain/requisites/values';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { RadioGroup } from '@/components/inputs/radio-group';
import { Select } from '@/components/inputs/select';
import { Card } from '@/components/ui/card';
import { useFormField } from '@/lib/form/use-form-field';
import { FoundBank, FoundOrganisations } from './register-hints';

interface RequisitesFieldsProps {
  form: UseFormReturn<FieldValues>;
  /** Path of the requisites in the form: `requisites` of a shop, `company` of a vendor. */
  name: string;
  /** Texts of the cards, when they are not a vendor's. */
  texts?: Record<'company' | 'bank' | 'taxes', string>;
}

/**
 * Requisites of a vendor (contract/shops/requisites.ts) as three cards: who sells, the bank account, taxes. A whole ИНН
 * or БИК is looked up and fills in what belongs to it; everything can be written by hand. The form holds them as
 * `requisitesValues(row.requisites)` under `name` and sends `requisitesToSend(values[name])`, both of `./values`.
 *
 *     valuesOf: (row) => ({ …, requisites: requisitesValues(row?.requisites) }),
 *     shown: (values) => ({ ...values, requisites: requisitesToSend(values.requisites) }),
 *     <RequisitesFields form={record.form} name="requisites" />
 */
export function RequisitesFields({ form, name, texts }: RequisitesFieldsProps) {
  const { t } = useTranslation('form');
  const legalForm: unknown = useWatch({ control: form.control, name: `${name}.legal_form` });
  // All or none of them: they are required once one is written.
  const isOptional = useWatch({
    control: form.control,
    name,
    compute: (values: unknown) => requisitesToSend(values) === null,
  });
  const at = { form, prefix: name, isOptional };
  const isOrganisation = legalForm === 'organisation';
  const isEntrepreneur = legalForm === 'entrepreneur';
  return (
    <>
      <Card
        title={t('form:requisites.company')}
        text={texts?.company ?? t('form:requisites.company-text')}
        isForm
      >
        <RequisiteInput {...at} name="legal_form" kind="radio" options={legalFormOptions} />
        <RequisiteInput {...at} name="inn" label={isOrganisation ? 'inn' : 'inn-person'} kind="digits">
          <FoundOrganisations {...at} />
        </RequisiteInput>
        <RequisiteInput {...at} name="legal_name" label={isOrganisation ? 'legal_name' : 'person-name'} />
        {isOrganisation && <RequisiteInput {...at} name="kpp" isNarrow />}
        {isOrganisation && <RequisiteInput {...at} name="ogrn" kind="digits" isNarrow />}
        {isEntrepreneur && <RequisiteInput {...at} name="ogrn" label="ogrnip" kind="digits" />}
        <RequisiteInput {...at} name="legal_address" />
      </Card>
      <Card title={t('form:requisites.bank')} text={texts?.bank ?? t('form:requisites.bank-text')} isForm>
        <RequisiteInput {...at} name="bic" kind="digits">
          <FoundBank {...at} />
        </RequisiteInput>
        <RequisiteInput {...at} name="bank_name" />
        <RequisiteInput {...at} name="correspondent_account" kind="digits" />
        <RequisiteInput {...at} name="account" kind="digits" />
        <RequisiteInput {...at} isOptional name="payment_email" kind="email" />
      </Card>
      <Card title={t('form:requisites.taxes')} text={texts?.taxes ?? t('form:requisites.taxes-text')} isForm>
        <RequisiteInput {...at} name="tax_system" kind="select" options={taxSystemOptions} />
        <RequisiteInput {...at} name="vat_rate" kind="select" options={vatRateOptions} />
      </Card>
    </>
  );
}

interface RequisiteInputProps {
  form: UseFormReturn<FieldValues>;
  /** Path of the requisites in the form. */
  prefix: string;
  /** Key of the requisite; texts: `form:requisites.fields.<label or key>` and `.hints.<key>`. */
  name: string;
  label?: string;
  kind?: 'text' | 'digits' | 'email' | 'radio' | 'select';
  options?: readonly string[];
  isOptional?: boolean;
  isNarrow?: boolean;
  /** Look-up result below the input. */
  children?: ReactNode;
}

export function RequisiteInput(props: RequisiteInputProps) {
  const { form, prefix, name, label: labelKey = name, kind = 'text', options = [], children } = props;
  const { t, i18n } = useTranslation('form');
  const path = `${prefix}.${name}`;
  const { field, error } = useFormField(form, path);
  const label = t(`form:requisites.fields.${labelKey}`);
  const hint = `form:requisites.hints.${labelKey}`;
  const words = (value: string) => ({ value, label: t(`form:requisites.${name}.${value}`) });
  const value = String(field.value ?? '');
  return (
    <div data-narrow={props.isNarrow || undefined} className="min-w-0">
      <Field
        id={`field-${path}`}
        label={label}
        hint={i18n.exists(hint) ? t(hint) : undefined}
        error={error}
        isRequired={!props.isOptional}
      >
        {(control) => {
          if (kind === 'radio')
            return (
              <RadioGroup
                control={control}
                label={label}
                value={value}
                name={path}
                options={options.map(words)}
                onChange={field.onChange}
              />
            );
          if (kind === 'select')
            return (
              <Select
                {...control}
                {...field}
                value={value}
                options={[{ value: '', label: t('form:requisites.choose') }, ...options.map(words)]}
              />
            );
          return <Input {...control} {...field} {...attributes[kind]} value={value} />;
        }}
      </Field>
      {children}
    </div>
  );
}

const attributes = {
  text: {},
  // Requisite numbers are left-to-right in every language.
  digits: { inputMode: 'numeric', dir: 'ltr', autoComplete: 'off', className: 'tabular-nums' },
  email: { type: 'email', dir: 'ltr', autoComplete: 'email' },
} as const;
