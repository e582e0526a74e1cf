import type { ReactNode } from 'react';
import { Link } from './link';

interface Tab {
  href: string;
  label: string;
  isCurrent: boolean;
  /** Already formatted. */
  count?: string | undefined;
  /** Called instead of following the link in this browser tab. */
  onOpen?: () => void;
}

interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  /** On phones the tabs are pills. */
  isList?: boolean;
  /** At the end of the strip. */
  children?: ReactNode;
}

const tabShape =
  'inline-flex items-center gap-1.5 border-b-2 border-transparent px-3 py-2.5 pointer-coarse:min-h-10 font-medium whitespace-nowrap text-ink-second -outline-offset-2 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink';
const pillShape =
  'phone:m-0 phone:h-10 phone:shrink-0 phone:rounded-full phone:border phone:border-line phone:px-3.5 phone:py-0 phone:aria-[current=page]:border-accent-soft phone:aria-[current=page]:bg-accent-soft phone:aria-[current=page]:text-accent-ink';

/** Links to related pages, in one line that scrolls horizontally on small screens. */
export function Tabs({ label, tabs, isList = false, children }: TabsProps) {
  return (
    <nav
      aria-label={label}
      className={`flex overflow-x-auto border-b border-line-faint phone:[scrollbar-width:none] ${isList ? 'phone:-mx-4 phone:gap-2 phone:border-0 phone:px-4 phone:py-1' : ''}`}
    >
      {tabs.map(({ href, label: name, isCurrent, count, onOpen }) => (
        <Link
          key={href}
          ref={isCurrent ? reveal : undefined}
          href={href}
          aria-current={isCurrent ? 'page' : undefined}
          className={`${tabShape} ${isList ? pillShape : ''}`}
          onClick={(event) => {
            if (!onOpen || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            onOpen();
          }}
        >
          {name}
          {count !== undefined && (
            <>
              {' '}
              <span className="font-normal text-ink-second tabular-nums">{count}</span>
            </>
          )}
        </Link>
      ))}
      {children}
    </nav>
  );
}

/** Scrolls the strip, never the page, to centre a tab: once it has a width, and when one of the strip changes. */
function reveal(tab: HTMLElement | null) {
  const strip = tab?.parentElement;
  if (!tab || !strip) return;
  const watcher = new ResizeObserver(() => {
    strip.scrollLeft = tab.offsetLeft - strip.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
  });
  watcher.observe(strip);
  for (const one of strip.children) watcher.observe(one);
  return () => watcher.disconnect();
}
