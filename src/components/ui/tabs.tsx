import { Link } from './link';

interface TabsProps {
  label: string;
  tabs: readonly { href: string; label: string; isCurrent: boolean }[];
}

/** Pages that belong together, as one line that scrolls sideways on small screens. */
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

/** Brings a tab to the middle of its strip; the strip alone scrolls, never the page. */
function reveal(tab: HTMLElement | null): void {
  const strip = tab?.parentElement;
  if (!tab || !strip) return;
  strip.scrollLeft = tab.offsetLeft - strip.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
}
