import type { ComponentProps } from 'react';
import { Input } from './input';

/** A code of letters and digits from an e-mail: no autocorrection, always left to right. */
export function TokenInput(props: ComponentProps<typeof Input>) {
  return <Input autoCapitalize="none" spellCheck={false} dir="ltr" className="font-mono" {...props} />;
}
