import { memo } from 'react';
import { Link } from '@/components/ui/link';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import type { MenuCounts } from '@/contract/insights/menu-counts';
import { MenuCount } from './menu-count';
import type { MenuNode } from './navigation';
import type { MenuLink } from './offered';
import { PinButton } from './pin-button';

interface MenuEntryProps {
  node: MenuNode;
  /** Passed in instead of a hook per entry: a menu has thirty. */
  t: (key: string) => string;
  /** The current page is one of its pages. */
  isActive: boolean;
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

/** Memoised: navigation re-renders only the two entries that change. */
export const MenuEntry = memo(function MenuEntry({
  node,
  t,
  isActive,
  counts,
  isMini,
  onPin,
}: MenuEntryProps) {
  const [first] = node.links;
  if (!first) return null;
  const label = t(node.label);
  return (
    <li className="group/entry relative">
      <Link
        href={first.path}
        aria-current={isActive ? 'page' : undefined}
        data-tip={label}
        className={`${rowStyle} ${isActive ? chosenStyle : plainStyle} ${isMini ? 'justify-center' : 'px-2.5'}`}
      >
        <SpriteIcon name={node.icon} className="size-4.25 shrink-0" />
        <span className={isMini ? 'sr-only' : labelStyle}>{label}</span>
        <MenuCount count={node.count && counts[node.count]} isMini={isMini} />
      </Link>
      {!isMini && <PinButton label={label} onClick={() => onPin({ path: first.path, label: node.label })} />}
    </li>
  );
});
