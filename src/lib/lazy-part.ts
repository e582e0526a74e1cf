import dynamic from 'next/dynamic';
import type { ComponentType, ReactNode } from 'react';
import { part } from './part';

/** The component `name` of a module that loads when it is first drawn, in a boundary of its own (`part.tsx`). */
export function lazyPart<Name extends string, Module extends Record<Name, ComponentType<never>>>(
  load: () => Promise<Module>,
  name: Name,
  loading: (props: object) => ReactNode = () => null,
): Module[Name] {
  const component = () => load().then((module) => module[name]);
  return part(dynamic(component, { loading })) as Module[Name];
}
