import type { ComponentProps } from 'react';

interface SwitchProps extends Omit<ComponentProps<'button'>, 'onChange' | 'value'> {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** An on/off switch. Name it by `aria-label` or by a label for its id. */
export function Switch({ isOn, onChange, className = '', ...rest }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      {...rest}
      aria-checked={isOn}
      onClick={() => onChange(!isOn)}
      className={`group relative inline-flex h-5.5 w-9.5 shrink-0 items-center rounded-full align-middle transition-colors before:absolute before:-inset-2.25 before:content-[''] disabled:cursor-not-allowed disabled:opacity-60 ${
        isOn ? 'bg-accent' : 'bg-ink-third/60'
      } ${className}`}
    >
      <span
        aria-hidden="true"
        className={`size-4.5 rounded-full bg-white shadow-tile transition-[margin] ${isOn ? 'ms-4.5' : 'ms-0.5'}`}
      />
    </button>
  );
}
