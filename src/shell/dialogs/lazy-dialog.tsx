import dynamic from 'next/dynamic';
import type { ComponentType } from 'react';
import { Loader } from '@/components/ui/loader';
import type { DialogName, DialogProps } from '@/contract/dialogs';

export type Dialogs<Name extends DialogName> = { [One in Name]: ComponentType<DialogProps<One>> };

/** A component of the dialog host that loads when it is first opened. */
export function lazyDialog<Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return dynamic(load, { loading: () => <Loader /> });
}
