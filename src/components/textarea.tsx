import type { ComponentProps } from 'react';
import { fieldClass } from './field-style';

/** Several lines of text; it grows with them where the browser can. */
export function Textarea({ className = '', ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={4}
      {...rest}
      className={`${fieldClass} block field-sizing-content min-h-20 px-3 py-2 ${className}`}
    />
  );
}
