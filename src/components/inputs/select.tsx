import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { fieldClass } from './field-style';

interface SelectProps extends ComponentProps<'select'> {
  options: readonly { value: string; label: string }[];
}

/** One of a few known values. */
export function Select({ options, className = '', ...rest }: SelectProps) {
  return (
    <span className={`relative block ${className}`}>
      <select {...rest} className={`${fieldClass} h-9 appearance-none ps-3 pe-9 pointer-coarse:h-10`}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown className="pointer-events-none absolute inset-y-0 end-3 my-auto size-4 text-ink-third" />
    </span>
  );
}
