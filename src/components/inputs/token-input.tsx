import type { ComponentProps } from 'react';
import { Input } from './input';

/** A code of letters and digits, typed or pasted from a letter: nothing is corrected in it, and it reads from left to right. */
export function TokenInput(props: ComponentProps<typeof Input>) {
  return <Input autoCapitalize="none" spellCheck={false} dir="ltr" className="font-mono" {...props} />;
}
