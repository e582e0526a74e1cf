import { type ComponentProps, useRef } from 'react';
import { maskPhone, wholePhone } from '@/lib/format/phone-mask';
import { Input } from './input';

interface PhoneInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'prefix'> {
  value: string;
  onChange: (phone: string) => void;
}

/**
 * A Russian phone number, formatted while it is typed at its end; other input is formatted on blur. An unedited number
 * stays as it was stored.
 */
export function PhoneInput({ value, onChange, onBlur, ...rest }: PhoneInputProps) {
  const isTouched = useRef(false);
  const handleChange = (text: string, isAtEnd: boolean) => {
    isTouched.current = true;
    // Deleting must remove brackets and spaces, too, and a caret in the middle must stay there.
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
        if (isTouched.current && phone && phone !== value) onChange(phone);
        onBlur?.(event);
      }}
      className="rtl:text-end"
    />
  );
}
