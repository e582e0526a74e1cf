import { Field } from '@/components/inputs/field';
import { RadioGroup } from '@/components/inputs/radio-group';

interface ChoiceFieldProps<Value extends string> {
  id: string;
  label: string;
  hint?: string | undefined;
  value: Value;
  values: readonly Value[];
  word: (value: Value) => string;
  onChange: (value: Value) => void;
}

export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { id, label, hint, value, values, word, onChange } = props;
  const choose = (text: string) => {
    const chosen = values.find((one) => one === text);
    if (chosen !== undefined) onChange(chosen);
  };
  return (
    <Field id={id} label={label} {...(hint && { hint })}>
      {(control) => (
        <RadioGroup
          control={control}
          label={label}
          value={value}
          name={id}
          options={values.map((one) => ({ value: one, label: word(one) }))}
          onChange={choose}
        />
      )}
    </Field>
  );
}
