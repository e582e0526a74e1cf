import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, useCallback, useState } from 'react';
import { activePath } from './menu';
import { MenuEntry } from './menu-entry';
import type { MenuGroup } from './navigation';

interface SidebarMenuProps {
  groups: MenuGroup[];
  /** The current address, without query. */
  path: string;
  card: ReactNode;
  isMini: boolean;
}

/** Groups, entries and folders of a menu, in the sidebar and the drawer. */
export function SidebarMenu({ groups, path, card, isMini }: SidebarMenuProps) {
  const { t } = useTranslation('common');
  const [tip, setTip] = useState<{ text: string; top: number }>();
  // Home addresses would otherwise match every page below them.
  const homes = ['/', groups[0]?.nodes[0]?.links[0]?.path ?? '/'];
  const active = activePath(groups, path, homes);

  const hideTip = useCallback(() => setTip(undefined), []);
  const showTip = (text: string, element: HTMLElement) => {
    const { top, height } = element.getBoundingClientRect();
    setTip({ text, top: top + height / 2 });
  };

  return (
    <nav
      aria-label={t('text-nav-menu')}
      className={`pb-6 ${isMini ? 'px-3' : 'px-2.5'}`}
      onMouseLeave={hideTip}
    >
      {!isMini && card}
      {groups.map((group, index) => (
        <section key={group.title} className={index > 0 ? 'mt-4' : ''}>
          {index > 0 && !isMini && (
            <h2 className="mb-1 px-2.5 text-small font-medium text-ink-second">{t(group.title)}</h2>
          )}
          {index > 0 && isMini && <hr className="mx-1 mb-3 border-line" />}
          <ul className="space-y-0.5">
            {group.nodes.map((node) => (
              <MenuEntry
                key={node.label + node.links[0]?.path}
                {...{ node, t }}
                active={node.links.some((link) => link.path === active) ? active : undefined}
                isMini={isMini}
                onPoint={isMini ? showTip : undefined}
                onLeave={hideTip}
              />
            ))}
          </ul>
        </section>
      ))}
      {tip && isMini && (
        <span
          aria-hidden="true"
          style={{ top: tip.top }}
          className="pointer-events-none fixed start-17 z-30 -translate-y-1/2 rounded-control bg-floating px-2.5 py-1.5 text-small font-medium whitespace-nowrap text-white shadow-floating"
        >
          {tip.text}
        </span>
      )}
    </nav>
  );
}
