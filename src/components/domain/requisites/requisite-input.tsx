import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { type FieldValues, type UseFormReturn, useController } from 'react-hook-form';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { RadioGroup } from '@/components/inputs/radio-group';
import { Select } from '@/components/inputs/select';

interface RequisiteInputProps {
  form: UseFormReturn<FieldValues>;
  /** Where the requisites stand in the form. */
  prefix: string;
  /** Key of the requisite; its words are `form:requisites.fields.<label or key>` and `.hints.<key>`. */
  name: string;
  label?: string;
  kind?: 'text' | 'digits' | 'email' | 'radio' | 'select';
  options?: readonly string[];
  isOptional?: boolean;
  isNarrow?: boolean;
  /** Below the input: what a look-up has found. */
  children?: ReactNode;
}

/** One labelled requisite. */
export function RequisiteInput(props: RequisiteInputProps) {
  const { form, prefix, name, label: labelKey = name, kind = 'text', options = [], children } = props;
  const { t, i18n } = useTranslation('form');
  const path = `${prefix}.${name}`;
  const { field, fieldState } = useController({ name: path, control: form.control });
  const message = fieldState.error?.message;
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
        error={message && t(`form:${message}`, { defaultValue: message })}
        isRequired={!props.isOptional}
      >
        {(control) => {
          if (kind === 'radio')
            return (
              <RadioGroup
                {...{ control, label, value }}
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
  // Numbers of requisites read from left to right in every language.
  digits: { inputMode: 'numeric', dir: 'ltr', autoComplete: 'off', className: 'tabular-nums' },
  email: { type: 'email', dir: 'ltr', autoComplete: 'email' },
} as const;
