import { useState } from 'react';
import type { ControllerRenderProps } from 'react-hook-form';
import { LateRichText } from '@/components/editor/late-rich-text';
import type { Control } from '@/components/inputs/field';
import { Textarea } from '@/components/inputs/textarea';
import { decodeText, encodeText, isHtml } from '@/lib/format/plain-text';

/** As long as the longest of these texts; the schema knows the limit of each. */
const longest = 10_000;

interface LongTextProps {
  control: Control;
  input: ControllerRenderProps;
  field: { rows?: number };
  label: string;
  attributes?: { lang?: string; dir?: string };
}

/** A formatted field: a plain text is edited as it reads, HTML that another client has stored in the editor. */
export function LongText({ control, input, field, label, attributes }: LongTextProps) {
  const [isRich] = useState(() => isHtml(String(input.value ?? '')));
  const { value, onChange, onBlur } = input;
  if (!isRich) {
    return (
      <Textarea
        {...control}
        {...input}
        {...attributes}
        rows={field.rows}
        value={decodeText(String(value ?? ''))}
        onChange={(event) => onChange(encodeText(event.target.value))}
      />
    );
  }
  return (
    <LateRichText
      control={control}
      label={label}
      onChange={onChange}
      onBlur={onBlur}
      lang={attributes?.lang}
      dir={attributes?.dir}
      value={String(value)}
      limit={longest}
    />
  );
}
