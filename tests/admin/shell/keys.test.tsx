import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { permissionsOfRole, type Role } from '@/contract/core/permissions';
import { ModalHost } from '@/shell/dialogs/modal-host';
import { goKeys } from '@/shell/keys/go-keys';
import { ShortcutKeys } from '@/shell/keys/shortcut-keys';
import { server } from '../server';
import { buildMe, buildShop, fakeRouter, ours, renderApp, signInAs } from './render-app';

beforeEach(() => {
  signInAs('super_admin');
  server.use(http.get('http://localhost/admin/rest/me', () => HttpResponse.json(buildMe('super_admin'))));
});

function openPage() {
  const router = fakeRouter('/');
  renderApp(
    <>
      <ShortcutKeys />
      <input aria-label="Поле" />
      <ModalHost />
    </>,
    router,
  );
  return router;
}

const press = (code: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { code, ...more });

describe('g and a letter', () => {
  it.each([
    ['KeyO', '/orders'],
    ['KeyP', '/products'],
    ['KeyH', '/'],
    ['KeyW', '/withdraws'],
  ])('%s opens %s, in any keyboard layout', (code, path) => {
    const router = openPage();
    press('KeyG', { key: 'п' });
    press(code, { key: 'ж' });
    expect(router.push.mock.calls).toEqual([[path]]);
  });

  it('opens nothing without g, after another letter, with Ctrl, or while typing', async () => {
    const router = openPage();
    press('KeyO');
    press('KeyG');
    press('KeyZ');
    press('KeyO');
    press('KeyG', { ctrlKey: true });
    press('KeyO');
    await userEvent.click(screen.getByRole('textbox', { name: 'Поле' }));
    press('KeyG');
    press('KeyO');
    expect(router.push).not.toHaveBeenCalled();
  });
});

describe('?', () => {
  it('shows all keys, and the page keys are inactive meanwhile', async () => {
    const router = openPage();
    press('Digit7', { key: '?', shiftKey: true });

    const dialog = await screen.findByRole('dialog');
    await waitFor(() => expect(within(dialog).getByText('Клавиши')).toBeVisible());
    expect(within(dialog).getByText('Заказы').closest('div')).toHaveTextContent('Заказыgo');
    expect(within(dialog).getByText('Добавить').closest('div')).toHaveTextContent('N');
    press('KeyG');
    press('KeyO');
    expect(router.push).not.toHaveBeenCalled();
  });

  it('is a question mark while typing', async () => {
    openPage();
    await userEvent.click(screen.getByRole('textbox', { name: 'Поле' }));
    press('Slash', { key: '?', shiftKey: true });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('the keys of a person', () => {
  const pathsOf = (role: Role, shop?: string) => {
    const me = buildMe(role, role === 'super_admin' ? {} : { shops: [buildShop('lavka')] });
    const keys = goKeys({ permissions: permissionsOfRole[role], id: 7, capabilities: ours }, me, shop);
    return Object.fromEntries(keys.map(({ letter, path }) => [letter, path]));
  };

  it('open the pages of their own menu', () => {
    expect(pathsOf('super_admin')).toMatchObject({ h: '/', o: '/orders', s: '/shops', m: '/message' });
    expect(pathsOf('store_owner', 'lavka')).toMatchObject({ h: '/lavka', o: '/lavka/orders' });
    expect(pathsOf('staff', 'lavka')).not.toHaveProperty('w');
  });

  it('open pages of an owner’s first shop from the root', () => {
    expect(pathsOf('store_owner')).toMatchObject({
      h: '/',
      o: '/lavka/orders',
      s: '/my-shop',
      m: '/owner-message',
    });
  });
});
