import { useState } from 'react';
import type { ControllerRenderProps } from 'react-hook-form';
import { LateRichText } from '@/components/editor/late-rich-text';
import type { Control } from '@/components/inputs/field';
import { Textarea } from '@/components/inputs/textarea';
import { isHtml } from '@/lib/format/plain-text';

/** As long as the longest of these texts; the schema knows the limit of each. */
const longest = 10_000;

interface LongTextProps {
  control: Control;
  input: ControllerRenderProps;
  field: { rows?: number };
  label: string;
  attributes?: { lang?: string; dir?: string };
}

/** A text of several lines: as plain as it was stored, or formatted when another client has stored tags. */
export function LongText({ control, input, field, label, attributes }: LongTextProps) {
  const [isRich] = useState(() => isHtml(String(input.value ?? '')));
  if (!isRich) return <Textarea {...control} {...input} {...attributes} rows={field.rows} />;
  const { value, onChange, onBlur } = input;
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
