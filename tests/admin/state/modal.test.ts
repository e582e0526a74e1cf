/** Specification §4, lines 4.15 and 4.16 (numbered in cart.test.ts). */
import { describe, expect, it } from 'vitest';
import { useModal, useModalActions } from '@/state/modal';
import { renderState } from './render-state';

const open = () => renderState(() => ({ modal: useModal(), actions: useModalActions() }));

describe('§4 modal', () => {
  it('§3 modal: starts closed', () => {
    expect(open().now.modal).toEqual({ view: undefined, data: undefined, isOpen: false });
  });

  it('§4.15 modal: opens with a view and its data', () => {
    const page = open();

    page.run(({ actions }) => actions.open('DELETE_TAG', { id: 5, title: 'Новинка' }));

    expect(page.now.modal).toEqual({ view: 'DELETE_TAG', data: { id: 5, title: 'Новинка' }, isOpen: true });
  });

  it('§4.15 modal: a view without data is opened by name', () => {
    const page = open();

    page.run(({ actions }) => actions.open('SEARCH_VIEW'));

    expect(page.now.modal).toMatchObject({ view: 'SEARCH_VIEW', isOpen: true });
  });

  it('§4.16 modal: closing clears view and data', () => {
    const page = open();
    page.run(({ actions }) => actions.open('DELETE_BOX', { id: 1, title: 'Малая' }));

    page.run(({ actions }) => actions.close());

    expect(page.now.modal).toEqual({ view: undefined, data: undefined, isOpen: false });
  });
});
