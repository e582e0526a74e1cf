import type { Control } from './field';

interface RadioGroupProps<Value extends string> {
  control: Control | { id: string };
  name: string;
  label: string;
  value: string;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** Radio buttons styled as a segmented control. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { control, name, label, value, options, onChange } = props;
  return (
    <div
      {...control}
      role="radiogroup"
      aria-label={label}
      className="flex min-h-9 flex-wrap gap-0.5 rounded-control border border-line bg-line-faint p-0.5 aria-invalid:border-bad pointer-coarse:min-h-10"
    >
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex min-h-7.5 pointer-coarse:min-h-10 min-w-max flex-1 items-center justify-center rounded-[7px] px-3 text-center font-medium text-ink-second transition-colors hover:text-ink has-checked:bg-surface has-checked:text-accent-ink has-checked:shadow-tile has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            className="absolute inset-0 appearance-none rounded-[7px] outline-none"
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
