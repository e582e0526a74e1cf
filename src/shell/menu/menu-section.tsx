import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, useId, useState } from 'react';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import { useOpenGroups } from '@/state/menu';
import { useSidebarMini } from '@/state/ui';
import { MenuCount } from './menu-count';
import { chosenStyle, plainStyle, rowStyle } from './menu-entry';
import type { MenuGroup } from './navigation';

interface MenuSectionProps {
  group: MenuGroup;
  /** The current page is in this group. */
  isHere: boolean;
  /** Pending items in the group that are not counted above it. */
  waiting: number;
  isMini: boolean;
  children: ReactNode;
}

/** A collapsible group. It stays as the person left it; the current page's group is open. */
export function MenuSection({ group, isHere, waiting, isMini, children }: MenuSectionProps) {
  const { t } = useTranslation('common');
  const id = useId();
  const [open, setOpen] = useOpenGroups();
  const [, setMini] = useSidebarMini();
  const [isFoldedHere, setFoldedHere] = useFoldedHere(isHere);
  const isOpen = isHere ? !isFoldedHere : open.includes(group.title);
  const title = t(group.title);

  const handleToggle = () => {
    setFoldedHere(isOpen);
    setOpen(group.title, !isOpen);
  };

  if (isMini) {
    const handleOpen = () => {
      setMini(false);
      setFoldedHere(false);
      setOpen(group.title, true);
    };
    return <MiniSection group={group} isHere={isHere} waiting={waiting} onOpen={handleOpen} />;
  }

  return (
    <section>
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={handleToggle}
          className="flex min-h-8 w-full items-center gap-2 rounded-control px-2.5 text-start text-small font-medium text-ink-second hover:bg-line-faint hover:text-ink pointer-coarse:min-h-10"
        >
          <span className="min-w-0 flex-1 break-words">{title}</span>
          {!isOpen && <MenuCount count={waiting} isMini={false} />}
          <SpriteIcon
            name="chevron-down"
            className={`size-3.75 shrink-0 transition-transform ${isOpen ? '' : '-rotate-90 rtl:rotate-90'}`}
          />
        </button>
      </h2>
      {isOpen && (
        <ul id={id} className="mt-0.5 mb-2 space-y-0.5">
          {children}
        </ul>
      )}
    </section>
  );
}

type MiniSectionProps = Pick<MenuSectionProps, 'group' | 'isHere' | 'waiting'> & {
  onOpen: () => void;
};

/** A group in the collapsed menu: its icon. */
function MiniSection({ group, isHere, waiting, onOpen }: MiniSectionProps) {
  const { t } = useTranslation('common');
  const title = t(group.title);
  return (
    <button
      type="button"
      aria-label={title}
      aria-expanded={false}
      onClick={onOpen}
      data-tip={title}
      className={`${rowStyle} justify-center ${isHere ? chosenStyle : plainStyle}`}
    >
      <SpriteIcon name={group.icon} className="size-4.25 shrink-0" />
      <MenuCount count={waiting} isMini />
    </button>
  );
}

/** Whether the current page's group was collapsed during this visit: coming back opens it again. */
function useFoldedHere(isHere: boolean): [isFolded: boolean, setFolded: (isFolded: boolean) => void] {
  const [state, setState] = useState({ isHere, isFolded: false });
  if (state.isHere !== isHere) setState({ isHere, isFolded: false });
  return [state.isFolded, (isFolded) => setState({ isHere, isFolded })];
}
