import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { Logout } from '@/features/accounts/auth/logout';
import { changeQueue, readQueue, type WaitingEntry } from '@/lib/queue/waiting';
import { readCredentials } from '@/lib/session/session';
import { server } from '../server';
import { renderApp, signInAs } from './render-app';

it.each([200, 500])(
  'signs out, empties the cart and clears recent searches, also when the server responds with %s',
  async (status) => {
    signInAs('store_owner');
    window.localStorage.setItem(
      'gostiny-cart',
      JSON.stringify({ items: [{ id: 1, price: 5, quantity: 2, stock: 9 }] }),
    );
    const recent = { path: '/orders/1', title: '№ 1', note: null, icon: 'store' };
    window.localStorage.setItem('gostiny-recent', JSON.stringify({ person: 7, items: [recent] }));
    server.use(http.post('http://localhost/admin/rest/logout', () => HttpResponse.json(true, { status })));

    renderApp(<Logout />);

    expect(screen.getByText('Выходим…')).toBeInTheDocument();
    await waitFor(() => expect(readCredentials()).toBeNull());
    await waitFor(() =>
      expect(JSON.parse(window.localStorage.getItem('gostiny-cart') ?? '{}')).toMatchObject({ items: [] }),
    );
    await waitFor(() =>
      expect(JSON.parse(window.localStorage.getItem('gostiny-recent') ?? '{}')).toMatchObject({ items: [] }),
    );
  },
);

it('asks before it deletes what was not sent', async () => {
  signInAs('store_owner');
  const me = { id: 7, name: 'Анна', email: 'anna@demo.ru', shops: [], managed_shop: null, permissions: [] };
  server.use(
    http.get('http://localhost/admin/rest/me', () => HttpResponse.json(me)),
    http.post('http://localhost/admin/rest/logout', () => HttpResponse.json(true)),
  );
  const entry = { key: 'k', at: new Date().toISOString(), kind: 'step', method: 'put' };
  changeQueue(7, () => [
    { ...entry, path: 'orders/1', subject: 'order:1', body: {}, id: 1, number: '1' } as WaitingEntry,
  ]);

  renderApp(<Logout />);

  expect(await screen.findByText(/1 действие сделано без сети/)).toBeVisible();
  expect(readCredentials()).not.toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Выйти и удалить' }));
  await waitFor(() => expect(readCredentials()).toBeNull());
  expect(readQueue(7)).toEqual([]);
});
