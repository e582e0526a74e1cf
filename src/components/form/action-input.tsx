import { DateInput, DateTimeInput } from '@/components/inputs/dates/date-input';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { NumberInput } from '@/components/inputs/number-input';
import { Textarea } from '@/components/inputs/textarea';
import { ImagesField } from '@/components/media/images-field';
import type { Attachment } from '@/contract/core/define';
import { siteSign } from '@/lib/format/site-money';

interface FieldBase {
  name: string;
  label: string;
  hint?: string;
  isRequired?: boolean;
  /** Key of the error when nothing was entered; without one the server says so. */
  emptyError?: string;
}

export type ActionField = FieldBase &
  (
    | { kind: 'line'; maxLength?: number; isNumber?: boolean }
    | { kind: 'text'; maxLength?: number; rows?: number }
    | { kind: 'sum' | 'day' | 'moment' }
    /** Largest file in KiB, of the settings. */
    | { kind: 'pictures'; maxKib: number }
  );

interface ActionInputProps {
  id: string;
  field: ActionField;
  /** Translated. */
  error: string | undefined;
  autoFocus: boolean;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** One field of an `ActionForm`. */
export function ActionInput({ id, field, error, autoFocus, value, onChange }: ActionInputProps) {
  const { label, hint, isRequired } = field;
  const text = typeof value === 'string' ? value : '';
  const frame = { id, label, hint, isRequired, error, autoFocus, value: text };
  const onText = ({ target }: { target: { value: string } }) => onChange(target.value);
  switch (field.kind) {
    case 'line': {
      const digits = field.isNumber ? ({ dir: 'ltr', inputMode: 'numeric' } as const) : {};
      return (
        <Field
          as={Input}
          {...frame}
          {...digits}
          maxLength={field.maxLength}
          autoComplete="off"
          onChange={onText}
        />
      );
    }
    case 'text':
      return (
        <Field
          as={Textarea}
          {...frame}
          rows={field.rows ?? 3}
          maxLength={field.maxLength ?? 1000}
          onChange={onText}
        />
      );
    case 'sum':
      return <Field as={NumberInput} {...frame} suffix={siteSign()} onChange={onText} />;
    case 'day':
      return <Field as={DateInput} {...frame} onChange={onChange} />;
    case 'moment':
      return <Field as={DateTimeInput} {...frame} onChange={onChange} />;
    case 'pictures':
      return (
        <ImagesField
          id={id}
          label={label}
          maxKib={field.maxKib}
          value={value as Attachment[]}
          onChange={onChange}
        />
      );
  }
}
