import type { ComponentProps } from 'react';
import { fieldClass } from './field-style';

interface InputProps extends ComponentProps<'input'> {
  /** Fixed prefix, such as the start of a URL. */
  prefix?: string;
  /** Fixed suffix, such as a unit or a currency. */
  suffix?: string;
}

/** Single-line text, in its own direction unless a unit stands beside it. */
export function Input({ prefix, suffix, className = '', ...rest }: InputProps) {
  if (!prefix && !suffix)
    return (
      <input
        type="text"
        dir="auto"
        {...rest}
        className={`${fieldClass} h-9 px-3 pointer-coarse:h-10 ${className}`}
      />
    );
  return (
    <span dir={prefix && 'ltr'} className="relative flex items-stretch">
      {prefix && (
        <span className="flex items-center rounded-s-control border border-e-0 border-line bg-sunken px-3 whitespace-nowrap text-ink-second">
          {prefix}
        </span>
      )}
      <input
        type="text"
        {...rest}
        className={`${fieldClass} h-9 min-w-0 px-3 pointer-coarse:h-10 ${prefix ? 'rounded-s-none' : ''} ${suffix ? 'pe-10' : ''} ${className}`}
      />
      {suffix && (
        <span className="pointer-events-none absolute inset-y-0 end-3 flex items-center text-ink-second">
          {suffix}
        </span>
      )}
    </span>
  );
}
