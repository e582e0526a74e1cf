import type { ComponentProps } from 'react';
import { Input } from './input';

/** A calendar day by the browser's own picker: the keyboard, the language and small screens come with it. */
export function DateInput(props: Omit<ComponentProps<typeof Input>, 'type' | 'prefix' | 'suffix'>) {
  return <Input {...props} type="date" />;
}
