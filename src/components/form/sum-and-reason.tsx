import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { Field } from '@/components/inputs/field';
import { NumberInput } from '@/components/inputs/number-input';
import { Textarea } from '@/components/inputs/textarea';
import { siteSign } from '@/lib/format/site-money';

interface SumAndReasonProps<Values extends { amount: string; reason: string }> {
  /** Of the fields' ids. */
  id: string;
  labels: { amount: string; reason: string; hint: string };
  values: Values;
  /** Error translation keys by field. */
  errors: Record<string, string | undefined>;
  onChange: (values: Values) => void;
  autoFocus?: boolean;
  /** Between the two. */
  children?: ReactNode;
}

/** A sum in roubles and why: of a correction by hand, of a claim. */
export function SumAndReason<Values extends { amount: string; reason: string }>({
  id,
  labels,
  values,
  errors,
  onChange,
  autoFocus = false,
  children,
}: SumAndReasonProps<Values>) {
  const { t } = useTranslation('form');
  const refusal = (key: string) => {
    const error = errors[key];
    return error && t(`form:${error}`, { defaultValue: error });
  };
  return (
    <>
      <Field
        as={NumberInput}
        id={`${id}-amount`}
        label={labels.amount}
        isRequired
        error={refusal('amount')}
        autoFocus={autoFocus}
        suffix={siteSign()}
        value={values.amount}
        onChange={({ target }) => onChange({ ...values, amount: target.value })}
      />
      {children}
      <Field
        as={Textarea}
        id={`${id}-reason`}
        label={labels.reason}
        hint={labels.hint}
        isRequired
        error={refusal('reason')}
        rows={3}
        maxLength={1000}
        value={values.reason}
        onChange={({ target }) => onChange({ ...values, reason: target.value })}
      />
    </>
  );
}

/** A sum as typed, with spaces between thousands and a comma, as the server reads it. */
export const typedSum = (text: string): string => text.replace(/\s/g, '').replace(',', '.');
