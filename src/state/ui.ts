import { atom, useAtom, useAtomValue, useSetAtom } from 'jotai';
import { useMemo } from 'react';
import { storedAtom } from './stored';

/** Open parts of the frame; `modal.ts` reads the dialog from it, with types. */
export interface Ui {
  isSidebarOpen: boolean;
  isCartSidebarOpen: boolean;
  isModalOpen: boolean;
  modalView: string;
  modalData: unknown;
}

export type Theme = 'light' | 'dark' | 'system';

/** Storage key of the theme. `public/early.js` reads it, as JSON, before the first paint. */
const themeKey = 'gostiny-theme';

/** No dialog: LOGIN_VIEW is the first view (specification §9). */
export const closedModal = { isModalOpen: false, modalView: 'LOGIN_VIEW', modalData: null };

export const uiAtom = atom<Ui>({ isSidebarOpen: false, isCartSidebarOpen: false, ...closedModal });

export function useUi(): Ui {
  return useAtomValue(uiAtom);
}

/** Opens, closes and toggles the sidebar and the cart sidebar; `modal.ts` does so with dialogs. */
export function useUiActions() {
  const set = useSetAtom(uiAtom);
  return useMemo(() => {
    const actionsFor = (flag: 'isSidebarOpen' | 'isCartSidebarOpen') => {
      // Every navigation closes the sidebar; a closed one must not re-render the frame.
      const put = (isOpen: boolean) => set((ui) => (ui[flag] === isOpen ? ui : { ...ui, [flag]: isOpen }));
      return {
        open: () => put(true),
        close: () => put(false),
        toggle: () => set((ui) => ({ ...ui, [flag]: !ui[flag] })),
      };
    };
    return { sidebar: actionsFor('isSidebarOpen'), cartSidebar: actionsFor('isCartSidebarOpen') };
  }, [set]);
}

const sidebarMiniAtom = storedAtom('gostiny-sidebar-mini', false, (kept) => kept === true);

/** Collapsed sidebar, stored. */
export function useSidebarMini(): [isMini: boolean, setMini: (isMini: boolean) => void] {
  return useAtom(sidebarMiniAtom);
}

const themeAtom = storedAtom<Theme>(themeKey, 'system', (kept) =>
  kept === 'light' || kept === 'dark' ? kept : 'system',
);

/** Light, dark or system, stored. */
export function useTheme(): [theme: Theme, setTheme: (theme: Theme) => void] {
  return useAtom(themeAtom);
}
