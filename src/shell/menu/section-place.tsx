import { lazy, type ReactNode, Suspense } from 'react';
import type { SectionTabs } from './section-tabs';

/** In place of tabs that did not arrive. */
const NoTabs = () => null;
const load = () => import('./section-tabs').catch(() => ({ SectionTabs: NoTabs }));
let asked: ReturnType<typeof load> | undefined;

/** Asks for the tabs while the session is read, so that they come with the page and nothing moves. */
export function askForTabs() {
  asked ??= load();
  return asked;
}

const Tabs = lazy(async () => ({ default: (await askForTabs()).SectionTabs as typeof SectionTabs }));

interface SectionPlaceProps {
  address: string;
  place: string | undefined;
  children: ReactNode;
}

/** The page below the tabs of its section: tabs that come after it would move all of it. */
export const SectionPlace = ({ children, ...props }: SectionPlaceProps) => (
  <Suspense fallback={<div className="flex-1" />}>
    <Tabs {...props} />
    {children}
  </Suspense>
);
