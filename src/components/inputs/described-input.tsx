import type { ComponentProps } from 'react';

interface DescribedInputProps extends ComponentProps<'input'> {
  describedBy: string | undefined;
}

/**
 * Input of a combobox, passed by `as`: the library clears `aria-describedby`, and the field's hint or error would not
 * be announced.
 */
export function DescribedInput({ describedBy, ...rest }: DescribedInputProps) {
  return <input {...rest} aria-describedby={describedBy} />;
}
