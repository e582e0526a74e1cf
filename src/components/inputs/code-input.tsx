import type { SyntheticEvent } from 'react';
import type { Control } from './field';

interface CodeInputProps {
  control: Control;
  value: string;
  onChange: (digits: string) => void;
  /** Called when the last digit is typed. */
  onComplete?: (digits: string) => void;
  autoFocus?: boolean;
}

const length = 6;

/** Boxes over one real input, so that pasting, one-time-code autofill, deletion and screen readers work as usual. */
export function CodeInput({ control, value, onChange, onComplete, autoFocus }: CodeInputProps) {
  const handleChange = (text: string) => {
    const digits = text.replace(/\D/g, '').slice(0, length);
    onChange(digits);
    if (digits.length === length && digits !== value) onComplete?.(digits);
  };
  // Digits are appended: a caret between the boxes would be invisible.
  const toEnd = ({ currentTarget: input }: SyntheticEvent<HTMLInputElement>) =>
    input.setSelectionRange(input.value.length, input.value.length);

  return (
    <div dir="ltr" className="group relative">
      <div aria-hidden="true" className="flex gap-2">
        {Array.from({ length }, (_, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a box is identified by its position
            key={index}
            className={`grid h-12 min-w-0 flex-1 place-items-center rounded-control border bg-surface text-title font-semibold transition-colors ${
              control['aria-invalid'] ? 'border-bad' : 'border-line'
            } ${
              index === Math.min(value.length, length - 1)
                ? 'group-focus-within:border-accent group-focus-within:ring-3 group-focus-within:ring-accent-soft'
                : ''
            }`}
          >
            {value[index]}
          </span>
        ))}
      </div>
      <input
        {...control}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        // biome-ignore lint/a11y/noAutofocus: the code is the only input of the card
        autoFocus={autoFocus}
        value={value}
        onChange={({ target }) => handleChange(target.value)}
        onFocus={toEnd}
        onClick={toEnd}
        className="absolute inset-0 w-full cursor-text bg-transparent text-transparent caret-transparent outline-none selection:bg-transparent"
      />
    </div>
  );
}
