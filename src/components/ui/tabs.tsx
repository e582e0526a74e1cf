import { Link } from './link';

interface TabsProps {
  label: string;
  tabs: readonly { href: string; label: string; isCurrent: boolean }[];
}

/** Links to related pages, in one line that scrolls horizontally on small screens. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav aria-label={label} className="flex overflow-x-auto border-b border-line-faint">
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          ref={tab.isCurrent ? reveal : undefined}
          href={tab.href}
          aria-current={tab.isCurrent ? 'page' : undefined}
          className="-mb-px border-b-2 border-transparent px-3 py-2.5 font-medium whitespace-nowrap text-ink-second -outline-offset-2 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}

/** Scrolls the strip, never the page, to centre a tab. */
function reveal(tab: HTMLElement | null): void {
  const strip = tab?.parentElement;
  if (!tab || !strip) return;
  strip.scrollLeft = tab.offsetLeft - strip.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
}
