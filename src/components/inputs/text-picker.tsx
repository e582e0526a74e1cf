import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions } from '@headlessui/react';
import { DescribedInput } from './described-input';
import type { Control } from './field';
import { fieldClass } from './field-style';
import { useComboboxFocus } from './use-combobox-focus';

interface TextPickerProps {
  control: Control;
  /** Where no visible label names the field. */
  label?: string;
  value: string;
  /** Texts to choose from; any other may be typed. */
  options: readonly string[];
  placeholder?: string;
  maxLength?: number;
  /** What is typed or chosen. */
  onChange: (text: string) => void;
  onBlur?: () => void;
}

/** A text, typed or chosen from those that are known already. */
export function TextPicker(props: TextPickerProps) {
  const { control, label, value, options, placeholder, maxLength, onChange, onBlur } = props;
  const { isPressed, noteChoice, onInput } = useComboboxFocus();
  return (
    <Combobox
      immediate={isPressed}
      value={value}
      onChange={(picked: string | null) => {
        noteChoice();
        if (picked !== null) onChange(picked);
      }}
    >
      <ComboboxInput
        as={DescribedInput}
        {...control}
        describedBy={control['aria-describedby']}
        aria-label={label}
        autoComplete="off"
        maxLength={maxLength}
        className={`${fieldClass} h-9 px-3 pointer-coarse:h-10`}
        placeholder={placeholder}
        displayValue={(text: string) => text}
        {...onInput}
        onBlur={() => {
          onInput.onBlur();
          onBlur?.();
        }}
        onChange={(event) => onChange(event.target.value)}
      />
      <ComboboxOptions
        anchor="bottom start"
        modal={false}
        className="z-50 max-h-64 w-(--input-width) overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-floating [--anchor-gap:6px] empty:invisible"
      >
        {options.map((option) => (
          <ComboboxOption
            key={option}
            value={option}
            className="flex min-h-8.5 items-center rounded-control px-2.5 py-1.5 break-words pointer-coarse:min-h-10 data-focus:bg-line-faint"
          >
            {option}
          </ComboboxOption>
        ))}
      </ComboboxOptions>
    </Combobox>
  );
}
