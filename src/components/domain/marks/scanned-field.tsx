import { useTranslation } from 'next-i18next/pages';
import type { KeyboardEvent, RefObject } from 'react';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { scannerInput, withSeparator } from './scanner-input';

interface ScannedFieldProps {
  id: string;
  label: string;
  value: string;
  /** Why the code is refused, as a text of forms. */
  refused: string | undefined;
  /** Enter leads to its next field, and from the last one sends it. */
  form: RefObject<HTMLFormElement | null>;
  onChange: (text: string) => void;
}

/** A field that a scanner types a marking code into. */
export function ScannedField({ id, label, value, refused, form, onChange }: ScannedFieldProps) {
  const { t } = useTranslation('form');
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const separated = withSeparator(event, value);
    if (separated !== undefined) return onChange(separated);
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    const fields = Array.from(form.current?.querySelectorAll('input') ?? []);
    const next = fields[fields.indexOf(event.currentTarget) + 1];
    if (!next && refused === undefined) return;
    event.preventDefault();
    // A code that is refused stays where it was read.
    if (refused !== undefined) return event.currentTarget.select();
    next?.focus();
    next?.select();
  };
  return (
    <Field
      as={Input}
      id={id}
      label={label}
      error={refused && t(`form:${refused}`, { defaultValue: refused })}
      {...scannerInput}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={handleKey}
    />
  );
}
