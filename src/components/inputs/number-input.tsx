import type { ComponentProps } from 'react';
import { Input } from './input';

/** A number typed as people type it: comma or point, spaces between thousands; the schema reads it (contract/rules). */
export function NumberInput(props: ComponentProps<typeof Input>) {
  return <Input inputMode="decimal" autoComplete="off" {...props} />;
}
