import { Check } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
}

/** A checkbox with its label; the whole line is clickable. */
export function Checkbox({ label, className = '', ...rest }: CheckboxProps) {
  return (
    <label className={`flex min-h-8 items-center gap-2.5 pointer-coarse:min-h-10 ${className}`}>
      <span className="inline-grid size-4 shrink-0 place-items-center *:[grid-area:1/1]">
        <input
          type="checkbox"
          {...rest}
          className="peer size-4 appearance-none rounded-[5px] border border-ink-third/60 bg-surface checked:border-accent checked:bg-accent disabled:opacity-50"
        />
        <Check
          className="pointer-events-none relative hidden size-3 text-accent-on peer-checked:block"
          strokeWidth={3.5}
        />
      </span>
      <span className="min-w-0">{label}</span>
    </label>
  );
}
