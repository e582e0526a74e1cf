import { useTranslation } from 'next-i18next/pages';
import { Field } from '@/components/inputs/field';
import { NumberInput } from '@/components/inputs/number-input';
import { RadioGroup } from '@/components/inputs/radio-group';
import { Textarea } from '@/components/inputs/textarea';

/** Form values of an adjustment. */
export interface Adjustment {
  direction: 'add' | 'take';
  amount: string;
  reason: string;
}

/** Request body: the signed amount as typed. */
export function adjustmentOf({ direction, amount, reason }: Adjustment): { amount: string; reason: string } {
  const sum = amount
    .replace(/[\s\u00a0]/g, '')
    .replace(',', '.')
    .replace(/^[-−+]/, '');
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
  const { t } = useTranslation(['ledger', 'form']);
  const word = (key: string) => t(`ledger:ledger.adjust.${key}`);
  const refusal = (key: string) => {
    const error = errors[key];
    return error ? { error: t(`form:${error}`, { defaultValue: error }) } : {};
  };
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
      <Field
        as={NumberInput}
        id="adjust-amount"
        label={word('amount')}
        isRequired
        {...refusal('amount')}
        // First input of the dialog.
        autoFocus
        suffix="₽"
        value={values.amount}
        onChange={({ target }) => onChange({ ...values, amount: target.value })}
      />
      <Field
        as={Textarea}
        id="adjust-reason"
        label={word('reason')}
        hint={word('reason-hint')}
        isRequired
        {...refusal('reason')}
        rows={3}
        maxLength={1000}
        value={values.reason}
        onChange={({ target }) => onChange({ ...values, reason: target.value })}
      />
    </>
  );
}
