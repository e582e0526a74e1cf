import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, type SyntheticEvent, useCallback, useState } from 'react';
import type { ShopStub } from '@/contract/accounts/auth';
import { useMe } from '@/lib/session/me';
import { usePins } from '@/state/menu';
import { activeNode } from './menu';
import { useMenuCounts } from './menu-count';
import { MenuEntry } from './menu-entry';
import { MenuSection } from './menu-section';
import type { MenuGroup } from './navigation';
import { isOffered, type MenuLink } from './offered';
import { PinnedPages } from './pinned';
import { useMenuPerson } from './use-menu-person';

export interface SidebarMenuProps {
  groups: MenuGroup[];
  /** The current address, with query. */
  address: string;
  /** Slug of the shop whose menu it is. */
  place: string | undefined;
  shop: ShopStub | undefined;
  card: ReactNode;
  isMini: boolean;
}

/** Daily work, pinned pages, then collapsible groups: in the sidebar and the drawer. */
export function SidebarMenu({ groups, address, place, shop, card, isMini }: SidebarMenuProps) {
  const { t } = useTranslation('common');
  const counts = useMenuCounts(place);
  const { pins, pin, unpin } = useOwnPins();
  const { tip, listeners } = useTip(isMini);
  const [main, ...others] = groups;
  // Home addresses would otherwise match every page below them.
  const homes = ['/', main?.nodes[0]?.links[0]?.path ?? '/'];
  // Only one entry is highlighted: a pinned page in the pinned group.
  const active = pins.some((one) => one.path === address) ? undefined : activeNode(groups, address, homes);

  // Two shops have pages of the same name.
  const sign = place !== undefined && shop ? ` · ${shop.name}` : '';
  const handlePin = useCallback(
    (link: MenuLink) => pin({ path: link.path, name: `${t(link.label)}${sign}` }),
    [pin, t, sign],
  );
  const entriesOf = (group: MenuGroup) =>
    group.nodes.map((node) => (
      <MenuEntry
        key={node.label + node.links[0]?.path}
        node={node}
        t={t}
        counts={counts}
        isMini={isMini}
        isActive={node === active}
        onPin={handlePin}
      />
    ));
  const shown = countsOf(main);
  const waitingIn = (group: MenuGroup) =>
    [...countsOf(group)].reduce((sum, name) => sum + (shown.has(name) ? 0 : (counts[name] ?? 0)), 0);

  return (
    <nav aria-label={t('text-nav-menu')} className={`pb-6 ${isMini ? 'px-3' : 'px-2.5'}`} {...listeners}>
      {!isMini && card}
      {main && <ul className="space-y-0.5">{entriesOf(main)}</ul>}
      <div className={isMini ? 'mt-3 space-y-0.5 border-t border-line pt-3' : 'mt-3 space-y-1'}>
        <PinnedPages
          pins={pins}
          address={address}
          groups={groups}
          sign={sign}
          isMini={isMini}
          onPin={pin}
          onUnpin={unpin}
        />
        {others.map((group) => (
          <MenuSection
            key={group.title}
            group={group}
            isMini={isMini}
            isHere={group.nodes.some((node) => node === active)}
            waiting={waitingIn(group)}
          >
            {entriesOf(group)}
          </MenuSection>
        ))}
      </div>
      {tip && isMini && <Tip {...tip} />}
    </nav>
  );
}

/** Names of the counters in a group. */
function countsOf(group: MenuGroup | undefined) {
  return new Set(group?.nodes.flatMap(({ count }) => count ?? []));
}

/** The person's pins, without pages they may no longer open. */
function useOwnPins() {
  const { data: me } = useMe();
  const person = useMenuPerson();
  const kept = usePins(me?.id);
  const pins = kept.pins.filter(({ path }) => isOffered(path, person));
  return { ...kept, pins };
}

interface TipProps {
  text: string;
  /** Vertical position in pixels. */
  top: number;
}

function Tip({ text, top }: TipProps) {
  return (
    <span
      aria-hidden="true"
      style={{ top }}
      className="pointer-events-none fixed start-17 z-30 -translate-y-1/2 rounded-control bg-floating px-2.5 py-1.5 text-small font-medium whitespace-nowrap text-white shadow-floating"
    >
      {text}
    </span>
  );
}

/** The name next to an icon, while the menu shows icons only: of the row under the pointer or with the focus. */
function useTip(isMini: boolean) {
  const [tip, setTip] = useState<TipProps>();
  const hide = () => setTip(undefined);
  const show = ({ target }: SyntheticEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;
    if (!row) return;
    const { top, height } = row.getBoundingClientRect();
    const next = { text: row.dataset.tip ?? '', top: top + height / 2 };
    // Every child crossed in a row comes here: the same tip does not redraw the menu.
    if (tip?.text !== next.text || tip.top !== next.top) setTip(next);
  };
  return {
    tip,
    listeners: {
      ...(isMini && { onMouseOver: show, onFocus: show }),
      // In the wide menu, too: a click on an icon widens the menu under its tip.
      onBlur: hide,
      onMouseLeave: hide,
    },
  };
}
