import type { ComponentProps } from 'react';

interface DescribedInputProps extends ComponentProps<'input'> {
  describedBy: string | undefined;
}

/**
 * What a combobox is typed into, given to it by `as`: the library sets `aria-describedby` itself, to nothing, and the hint
 * or error of the field would not be read out.
 */
export function DescribedInput({ describedBy, ...rest }: DescribedInputProps) {
  return <input {...rest} aria-describedby={describedBy} />;
}
