import type { ComponentType } from 'react';
import { Loader } from '@/components/ui/loader';
import type { DialogName, DialogProps } from '@/contract/dialogs';
import { lazy } from '@/shell/define-page';

export type Dialogs<Name extends DialogName> = { [One in Name]: ComponentType<DialogProps<One>> };

/** The component `name` of a module that loads when the dialog host first opens it. It takes the same props. */
export function lazyDialog<Name extends string, Module extends Record<Name, ComponentType<never>>>(
  load: () => Promise<Module>,
  name: Name,
): Module[Name] {
  return lazy(load, name, Loader);
}
