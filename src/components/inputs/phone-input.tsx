import type { ComponentProps } from 'react';
import { maskPhone, wholePhone } from '@/lib/format/phone-mask';
import { Input } from './input';

interface PhoneInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'prefix'> {
  value: string;
  onChange: (phone: string) => void;
}

/** A Russian phone number, shaped while it is typed at its end; whatever was pasted is shaped when the field is left. */
export function PhoneInput({ value, onChange, onBlur, ...rest }: PhoneInputProps) {
  const handleChange = (text: string, isAtEnd: boolean) => {
    // Deleting must get rid of brackets and spaces too, and a caret in the middle must stay there.
    const isTyping = text.length > value.length && isAtEnd;
    onChange(isTyping ? maskPhone(text) : text);
  };
  return (
    <Input
      {...rest}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      dir="ltr"
      placeholder="+7 (___) ___-__-__"
      value={value}
      onChange={({ target }) => handleChange(target.value, target.selectionStart === target.value.length)}
      onBlur={(event) => {
        const phone = wholePhone(value);
        if (phone && phone !== value) onChange(phone);
        onBlur?.(event);
      }}
      className="rtl:text-end"
    />
  );
}
