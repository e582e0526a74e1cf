import type { ComponentProps } from 'react';
import { fieldClass } from './field-style';

/** Several lines of text; it grows with them where the browser can. */
export function Textarea({ className = '', rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...rest}
      rows={rows}
      // A text that grows would shrink to one line as well.
      style={{ minHeight: `calc(${rows}lh + 18px)` }}
      className={`${fieldClass} block field-sizing-content px-3 py-2 ${className}`}
    />
  );
}
