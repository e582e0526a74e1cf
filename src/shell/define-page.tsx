import dynamic from 'next/dynamic';
import type { ComponentType, ReactNode } from 'react';
import type { Namespace } from '@/contract/domains';
import type { FirstList } from '@/crud/list/first-requests';

/** What the shell shows and loads around a page. */
export interface PageOptions {
  titleKey?: string;
  firstList?: FirstList;
  /** Dictionaries that it shows besides `common`; the document preloads them (`pages/_document.tsx`). */
  texts?: readonly Namespace[];
  /** The page's HTML is useful before the session and the settings are known. */
  isShownAtOnce?: boolean;
}

export const definePage = (Screen: ComponentType, options: PageOptions) =>
  Object.assign(() => <Screen />, options);

/**
 * The screen `name` of a module that loads when it is first drawn. It takes the same props. Not for a page that `isShownAtOnce`:
 * Next does not see the import here, so the served page would not name its script.
 */
export function lazy<Name extends string, Module extends Record<Name, ComponentType<never>>>(
  load: () => Promise<Module>,
  name: Name,
  loading: (props: object) => ReactNode = () => null,
): Module[Name] {
  const component = () => load().then((module) => module[name]);
  return dynamic(component, { loading }) as Module[Name];
}
