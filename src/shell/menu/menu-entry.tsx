import { memo, useState } from 'react';
import { Link } from '@/components/ui/link';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import type { MenuCounts } from '@/contract/insights/menu-counts';
import { useSidebarMini } from '@/state/ui';
import { MenuCount } from './menu-count';
import type { MenuLink, MenuNode } from './navigation';
import { PinButton } from './pin-button';

interface MenuEntryProps {
  node: MenuNode;
  /** Passed in instead of a hook per entry: a menu has forty. */
  t: (key: string) => string;
  /** Address of this node's link that matches the current page. */
  active: string | undefined;
  counts: MenuCounts;
  isMini: boolean;
  onPin: (link: MenuLink) => void;
}

export const rowStyle =
  'relative flex min-h-8 w-full items-center gap-2.5 rounded-control py-1 transition-colors pointer-coarse:min-h-10 hover:bg-line-faint hover:text-ink';
export const chosenStyle = 'bg-surface font-semibold text-ink shadow-tile';
export const plainStyle = 'font-medium text-ink-second';
/** Long words break instead of being cut off. */
export const labelStyle = 'min-w-0 flex-1 text-start leading-4.5 break-words hyphens-auto';

/** A link or an expandable folder. Memoised: navigation re-renders only the two entries that change. */
export const MenuEntry = memo(function MenuEntry(props: MenuEntryProps) {
  return props.node.isFolder ? <Folder {...props} /> : <Entry {...props} />;
});

function Entry({ node, t, active, counts, isMini, onPin }: MenuEntryProps) {
  const [link] = node.links;
  if (!link) return null;
  const isActive = link.path === active;
  const label = t(link.label);

  return (
    <li className="group/entry relative">
      <Link
        href={link.path}
        aria-current={isActive ? 'page' : undefined}
        data-tip={label}
        className={`${rowStyle} ${isActive ? chosenStyle : plainStyle} ${isMini ? 'justify-center' : 'px-2.5'}`}
      >
        <SpriteIcon name={node.icon} className="size-4.25 shrink-0" />
        <span className={isMini ? 'sr-only' : labelStyle}>{label}</span>
        <MenuCount count={link.count && counts[link.count]} isMini={isMini} />
      </Link>
      {!isMini && <PinButton label={label} onClick={() => onPin(link)} />}
    </li>
  );
}

function Folder({ node, t, active, counts, isMini, onPin }: MenuEntryProps) {
  const [, setMini] = useSidebarMini();
  const [choice, setChoice] = useState<boolean>();
  const isHere = node.links.some((link) => link.path === active);
  const isOpen = (choice ?? isHere) && !isMini;
  const label = t(node.label);
  const waiting = node.links.reduce((sum, { count }) => sum + ((count && counts[count]) ?? 0), 0);

  const handleClick = () => {
    // Icons-only mode has no room for the folder's links: expand the menu first.
    if (isMini) setMini(false);
    setChoice(isMini || !isOpen);
  };

  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={handleClick}
        data-tip={label}
        className={`${rowStyle} ${isHere && !isOpen ? chosenStyle : plainStyle} ${isMini ? 'justify-center' : 'px-2.5'}`}
      >
        <SpriteIcon name={node.icon} className="size-4.25 shrink-0" />
        <span className={isMini ? 'sr-only' : labelStyle}>{label}</span>
        {!isOpen && <MenuCount count={waiting} isMini={isMini} />}
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
            <li key={link.path} className="group/entry relative">
              <Link
                href={link.path}
                aria-current={link.path === active ? 'page' : undefined}
                className={`${rowStyle} ${link.path === active ? chosenStyle : plainStyle} ps-9.5 pe-2.5`}
              >
                <span className={labelStyle}>{t(link.label)}</span>
                <MenuCount count={link.count && counts[link.count]} isMini={false} />
              </Link>
              <PinButton label={t(link.label)} onClick={() => onPin(link)} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
