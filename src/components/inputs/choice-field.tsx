import { Field, type FieldFrame } from './field';
import { RadioGroup } from './radio-group';

interface ChoiceFieldProps<Value extends string> extends FieldFrame {
  value: Value;
  values: readonly Value[];
  word: (value: Value) => string;
  onChange: (value: Value) => void;
}

/** One of a few values, all of them in sight. */
export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { value, values, word, onChange, ...field } = props;
  return (
    <Field {...field}>
      {(control) => (
        <RadioGroup
          control={control}
          name={field.id}
          label={field.label}
          value={value}
          options={values.map((one) => ({ value: one, label: word(one) }))}
          onChange={onChange}
        />
      )}
    </Field>
  );
}
