import { type ComponentProps, useId } from 'react';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { siteSign } from '@/lib/format/site-money';

interface SumFieldProps
  extends Pick<ComponentProps<typeof Input>, 'autoFocus' | 'placeholder' | 'className'> {
  label: string;
  hint?: string;
  /** Already translated. */
  error?: string | undefined;
  value: string;
  onText: (text: string) => void;
}

/** Cash, typed. */
export function SumField({ label, hint, error, onText, ...input }: SumFieldProps) {
  return (
    <Field
      as={Input}
      id={useId()}
      label={label}
      hint={hint}
      error={error}
      {...input}
      inputMode="decimal"
      autoComplete="off"
      maxLength={12}
      suffix={siteSign()}
      onChange={(event) => onText(event.target.value)}
    />
  );
}
