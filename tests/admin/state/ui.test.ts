/** Specification §4, lines 4.17–4.19 (numbered in cart.test.ts), and the UI state of §3. */
import { describe, expect, it } from 'vitest';
import { useModal, useModalActions } from '@/state/modal';
import { useSidebarMini, useTheme, useUi, useUiActions } from '@/state/ui';
import { renderState } from './render-state';

const open = () => renderState(() => ({ ui: useUi(), actions: useUiActions() }));

describe('§3 UI', () => {
  it('§3 UI: everything is closed at first and the modal view is LOGIN_VIEW', () => {
    expect(open().now.ui).toEqual({
      isSidebarOpen: false,
      isCartSidebarOpen: false,
      isModalOpen: false,
      modalView: 'LOGIN_VIEW',
      modalData: null,
    });
  });
});

describe('§4 UI', () => {
  it.each([
    ['§4.17', 'isSidebarOpen', 'sidebar'],
    ['§4.18', 'isCartSidebarOpen', 'cartSidebar'],
  ] as const)('%s UI: %s follows opening, closing and toggling', (_line, flag, part) => {
    const page = open();

    page.run(({ actions }) => actions[part].open());
    expect(page.now.ui[flag]).toBe(true);
    page.run(({ actions }) => actions[part].close());
    expect(page.now.ui[flag]).toBe(false);
    page.run(({ actions }) => actions[part].toggle());
    expect(page.now.ui[flag]).toBe(true);
    page.run(({ actions }) => actions[part].toggle());
    expect(page.now.ui[flag]).toBe(false);
  });

  it('§4.19 UI: the modal follows opening, closing and toggling, with its view and data', () => {
    const page = renderState(() => ({ ui: useUi(), modal: useModal(), actions: useModalActions() }));

    page.run(({ actions }) => actions.open('DELETE_TAG', { id: 5, title: 'Новинка' }));
    expect(page.now.ui).toMatchObject({ isModalOpen: true, modalView: 'DELETE_TAG', modalData: { id: 5 } });
    page.run(({ actions }) => actions.close());
    expect(page.now.ui).toMatchObject({ isModalOpen: false, modalView: 'LOGIN_VIEW', modalData: null });
    page.run(({ actions }) => actions.toggle('SEARCH_VIEW'));
    expect(page.now.modal).toMatchObject({ view: 'SEARCH_VIEW', isOpen: true });
    page.run(({ actions }) => actions.toggle('SEARCH_VIEW'));
    expect(page.now.modal).toEqual({ view: undefined, data: undefined, isOpen: false });
    page.run(({ actions }) => actions.toggle('SHORTCUT_KEYS'));
    page.run(({ actions }) => actions.toggle('SEARCH_VIEW'));
    expect(page.now.modal).toMatchObject({ view: 'SEARCH_VIEW', isOpen: true });
  });
});

describe('stored state of the frame', () => {
  it('the theme is the system’s until it is chosen, then stored', () => {
    const page = renderState(useTheme);
    expect(page.now[0]).toBe('system');

    page.run(([, setTheme]) => setTheme('dark'));
    page.unmount();

    expect(renderState(useTheme).now[0]).toBe('dark');
  });

  it('the collapsed sidebar is stored', () => {
    const page = renderState(useSidebarMini);
    expect(page.now[0]).toBe(false);

    page.run(([, setMini]) => setMini(true));
    page.unmount();

    expect(renderState(useSidebarMini).now[0]).toBe(true);
  });
});
