import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { Logout } from '@/features/accounts/auth/logout';
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
