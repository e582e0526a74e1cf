import type { ComponentProps } from 'react';
import { Input } from './input';

/** A number with comma or point and spaces between thousands; the schema parses it (contract/core/rules). */
export function NumberInput(props: ComponentProps<typeof Input>) {
  // A number has no direction of its own: it stands where the page begins.
  return <Input inputMode="decimal" autoComplete="off" dir={undefined} {...props} />;
}
