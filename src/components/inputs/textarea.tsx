import type { ComponentProps } from 'react';
import { fieldClass } from './field-style';

/** Multi-line text that grows with its content where the browser supports it. */
export function Textarea({ className = '', rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      dir="auto"
      {...rest}
      rows={rows}
      // A growing field would also shrink to one line.
      style={{ minHeight: `max(calc(${rows}lh + 18px), 40px)` }}
      className={`${fieldClass} block field-sizing-content px-3 py-2 ${className}`}
    />
  );
}
