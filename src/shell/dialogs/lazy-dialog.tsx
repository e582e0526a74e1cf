import dynamic from 'next/dynamic';
import type { ComponentType } from 'react';
import { Loader } from '@/components/ui/loader';
import type { DialogName, DialogProps } from '@/contract/dialogs';

export type Dialogs<Name extends DialogName> = { [One in Name]: ComponentType<DialogProps<One>> };

/** The component `name` of a module that loads when the dialog host first opens it. It takes the same props. */
export function lazyDialog<Name extends string, Module extends Record<Name, ComponentType<never>>>(
  load: () => Promise<Module>,
  name: Name,
): Module[Name] {
  const component = () => load().then((module) => module[name]);
  return dynamic(component, { loading: () => <Loader /> }) as Module[Name];
}
