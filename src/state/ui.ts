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

/** Sidebar, cart sidebar and modal can be opened, closed and toggled. */
export function useUiActions() {
  const set = useSetAtom(uiAtom);
  return useMemo(() => {
    const change = (facts: Partial<Ui>) =>
      set((ui) => {
        const next = { ...ui, ...facts };
        // Every navigation closes the sidebar; a closed one must not re-render the frame.
        return Object.entries(next).every(([key, value]) => value === Reflect.get(ui, key)) ? ui : next;
      });
    return {
      openSidebar: () => change({ isSidebarOpen: true }),
      closeSidebar: () => change({ isSidebarOpen: false }),
      toggleSidebar: () => set((ui) => ({ ...ui, isSidebarOpen: !ui.isSidebarOpen })),
      openCartSidebar: () => change({ isCartSidebarOpen: true }),
      closeCartSidebar: () => change({ isCartSidebarOpen: false }),
      toggleCartSidebar: () => set((ui) => ({ ...ui, isCartSidebarOpen: !ui.isCartSidebarOpen })),
      openModal: () => change({ isModalOpen: true }),
      closeModal: () => change({ isModalOpen: false }),
      toggleModal: () => set((ui) => ({ ...ui, isModalOpen: !ui.isModalOpen })),
      setModalView: (modalView: string) => change({ modalView }),
      setModalData: (modalData: unknown) => change({ modalData }),
    };
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
