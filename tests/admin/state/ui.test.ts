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

  it('§3 UI: modal view and modal data can be set', () => {
    const page = open();

    page.run(({ actions }) => {
      actions.setModalView('REGISTER_VIEW');
      actions.setModalData({ id: 1 });
    });

    expect(page.now.ui).toMatchObject({ modalView: 'REGISTER_VIEW', modalData: { id: 1 } });
  });
});

describe('§4 UI', () => {
  it.each([
    ['§4.17', 'isSidebarOpen', 'openSidebar', 'closeSidebar', 'toggleSidebar'],
    ['§4.18', 'isCartSidebarOpen', 'openCartSidebar', 'closeCartSidebar', 'toggleCartSidebar'],
    ['§4.19', 'isModalOpen', 'openModal', 'closeModal', 'toggleModal'],
  ] as const)('%s UI: %s follows opening, closing and toggling', (_line, flag, openIt, closeIt, toggleIt) => {
    const page = open();

    page.run(({ actions }) => actions[openIt]());
    expect(page.now.ui[flag]).toBe(true);
    page.run(({ actions }) => actions[closeIt]());
    expect(page.now.ui[flag]).toBe(false);
    page.run(({ actions }) => actions[toggleIt]());
    expect(page.now.ui[flag]).toBe(true);
    page.run(({ actions }) => actions[toggleIt]());
    expect(page.now.ui[flag]).toBe(false);
  });
});

it('the open dialog is that of the UI state', () => {
  const page = renderState(() => ({
    ui: useUi(),
    actions: useUiActions(),
    modal: useModal(),
    dialogs: useModalActions(),
  }));

  page.run(({ dialogs }) => dialogs.open('DELETE_TAG', { id: 5, title: 'Новинка' }));
  expect(page.now.ui).toMatchObject({ isModalOpen: true, modalView: 'DELETE_TAG', modalData: { id: 5 } });
  page.run(({ actions }) => actions.toggleModal());
  expect(page.now.modal.isOpen).toBe(false);
  page.run(({ dialogs }) => dialogs.close());
  page.run(({ actions }) => actions.openModal());
  // The first view means no dialog.
  expect([page.now.ui.modalView, page.now.modal.isOpen]).toEqual(['LOGIN_VIEW', false]);
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
