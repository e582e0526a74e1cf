import dynamic from 'next/dynamic';
import { memo, useState } from 'react';
import { Link } from '@/components/ui/link';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import { useFirstData } from '@/shell/use-first-data';
import { useSidebarMini } from '@/state/ui';
import type { MenuNode } from './navigation';

const MenuCount = dynamic(() => import('./menu-count').then((module) => module.MenuCount), { ssr: false });

interface MenuEntryProps {
  node: MenuNode;
  /** Passed in instead of a hook per entry: a menu has forty. */
  t: (key: string) => string;
  /** Address of this node's link that matches the current page. */
  active: string | undefined;
  isMini: boolean;
  /** Called when an icon without a label is hovered or focused. */
  onPoint: ((text: string, element: HTMLElement) => void) | undefined;
  onLeave: () => void;
}

const row =
  'relative flex h-8 w-full items-center gap-2.5 rounded-control transition-colors pointer-coarse:h-10 hover:bg-line-faint hover:text-ink';
const chosen = 'bg-surface font-semibold text-ink shadow-tile';
const plain = 'font-medium text-ink-second';

/** A link or an expandable folder. Memoised: navigation re-renders only the two entries that change. */
export const MenuEntry = memo(function MenuEntry(props: MenuEntryProps) {
  return <li>{props.node.isFolder ? <Folder {...props} /> : <Entry {...props} />}</li>;
});

function Entry({ node, t, active, isMini, onPoint, onLeave }: MenuEntryProps) {
  const path = node.links[0]?.path ?? '/';
  const isActive = path === active;
  const label = t(node.label);

  return (
    <Link
      href={path}
      aria-current={isActive ? 'page' : undefined}
      onMouseEnter={(event) => onPoint?.(label, event.currentTarget)}
      onFocus={(event) => onPoint?.(label, event.currentTarget)}
      onBlur={onLeave}
      className={`${row} ${isActive ? chosen : plain} ${isMini ? 'justify-center' : 'px-2.5'}`}
    >
      <SpriteIcon name={node.icon} className="size-4.25 shrink-0" />
      <span className={isMini ? 'sr-only' : 'truncate'}>{label}</span>
      {node.hasCount && <LateCount path={path} isMini={isMini} />}
    </Link>
  );
}

function Folder({ node, t, active, isMini, onPoint, onLeave }: MenuEntryProps) {
  const [, setMini] = useSidebarMini();
  const [choice, setChoice] = useState<boolean>();
  const isHere = node.links.some((link) => link.path === active);
  const isOpen = (choice ?? isHere) && !isMini;
  const label = t(node.label);

  const handleClick = () => {
    // Icons-only mode has no room for the folder's links: expand the menu first.
    if (isMini) setMini(false);
    setChoice(isMini || !isOpen);
  };

  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={handleClick}
        onMouseEnter={(event) => onPoint?.(label, event.currentTarget)}
        onFocus={(event) => onPoint?.(label, event.currentTarget)}
        onBlur={onLeave}
        className={`${row} ${isHere && !isOpen ? chosen : plain} ${isMini ? 'justify-center' : 'px-2.5'}`}
      >
        <SpriteIcon name={node.icon} className="size-4.25 shrink-0" />
        <span className={isMini ? 'sr-only' : 'flex-1 truncate text-start'}>{label}</span>
        {!isMini && (
          <SpriteIcon
            name="chevron-down"
            className={`size-3.75 shrink-0 transition-transform ${isOpen ? 'rotate-180' : ''}`}
          />
        )}
      </button>
      {isOpen && (
        <ul className="mt-0.5 space-y-0.5">
          {node.links.map((link) => (
            <li key={link.path}>
              <Link
                href={link.path}
                aria-current={link.path === active ? 'page' : undefined}
                className={`${row} ${link.path === active ? chosen : plain} ps-9.5 pe-2.5`}
              >
                <span className="truncate">{t(link.label)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The counter loads after the page's own rows. */
function LateCount(props: { path: string; isMini: boolean }) {
  return useFirstData() && <MenuCount {...props} />;
}
