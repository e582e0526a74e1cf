import { type KeyboardEventHandler, type ReactNode, type Ref, useId } from 'react';
import { Input } from '@/components/inputs/input';

interface CreationInputProps {
  ref?: Ref<HTMLInputElement>;
  label: string;
  placeholder: string;
  value: string;
  /** Reason for the failure. */
  problem: string | undefined;
  onChange: (value: string) => void;
  onKeyDown: KeyboardEventHandler;
  className: string;
  /** Buttons next to the input. */
  children: ReactNode;
}

/** Name of a record to create in place, with its buttons; an error is shown below. */
export function CreationInput({
  label,
  problem,
  onChange,
  className,
  children,
  ...rest
}: CreationInputProps) {
  const id = useId();
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Input
          {...rest}
          aria-label={label}
          aria-invalid={problem !== undefined}
          aria-describedby={problem && id}
          autoComplete="off"
          maxLength={120}
          className={`w-auto! flex-1 ${className}`}
          onChange={(event) => onChange(event.target.value)}
        />
        {children}
      </div>
      {problem && (
        <p id={id} role="alert" className="mt-1.5 text-small font-medium text-bad">
          {problem}
        </p>
      )}
    </>
  );
}
