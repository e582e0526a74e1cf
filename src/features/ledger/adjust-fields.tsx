import { useTranslation } from 'next-i18next/pages';
import { SumAndReason, typedSum } from '@/components/form/sum-and-reason';
import { Field } from '@/components/inputs/field';
import { RadioGroup } from '@/components/inputs/radio-group';

/** Form values of an adjustment. */
export interface Adjustment {
  direction: 'add' | 'take';
  amount: string;
  reason: string;
}

/** Request body: the signed amount as typed. */
export function toAdjustmentBody({ direction, amount, reason }: Adjustment): {
  amount: string;
  reason: string;
} {
  const sum = typedSum(amount).replace(/^[-−+]/, '');
  return { amount: sum !== '' && direction === 'take' ? `-${sum}` : sum, reason: reason.trim() };
}

interface AdjustFieldsProps {
  values: Adjustment;
  /** Error translation keys by field. */
  errors: Record<string, string>;
  onChange: (values: Adjustment) => void;
}

/** Direction, amount and reason. */
export function AdjustFields({ values, errors, onChange }: AdjustFieldsProps) {
  const { t } = useTranslation('ledger');
  const word = (key: string) => t(`ledger:ledger.adjust.${key}`);
  return (
    <>
      <Field id="adjust-direction" label={word('direction')}>
        {(control) => (
          <RadioGroup
            control={control}
            name="direction"
            label={word('direction')}
            value={values.direction}
            options={(['add', 'take'] as const).map((value) => ({ value, label: word(value) }))}
            onChange={(value) => onChange({ ...values, direction: value === 'take' ? 'take' : 'add' })}
          />
        )}
      </Field>
      <SumAndReason
        id="adjust"
        labels={{ amount: word('amount'), reason: word('reason'), hint: word('reason-hint') }}
        values={values}
        errors={errors}
        onChange={onChange}
        // First input of the dialog.
        autoFocus
      />
    </>
  );
}
