import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { LoginForm } from '@/features/accounts/auth/login-form';
import { loseSession, readCredentials, replaceReload, storeCredentials } from '@/lib/session/session';
import { server } from '../server';
import { renderApp } from './render-app';

const url = 'http://localhost/admin/rest/token';

async function signIn(email = 'admin@demo.ru', password = 'Demo12345') {
  renderApp(<LoginForm />);
  if (email) await userEvent.type(screen.getByLabelText('Почта'), email);
  if (password) await userEvent.type(screen.getByLabelText('Пароль'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Войти' }));
}

const answer = (body: object, init: ResponseInit = {}) =>
  server.use(http.post(url, () => HttpResponse.json(body, init)));

describe('the login form', () => {
  it('stores the session from the server', async () => {
    answer({ token: 'abc', permissions: ['super_admin', 'store_owner', 'customer'], role: 'super_admin' });

    await signIn();

    await waitFor(() =>
      expect(readCredentials()).toEqual({
        token: 'abc',
        permissions: ['super_admin', 'store_owner', 'customer'],
        role: 'super_admin',
      }),
    );
    expect(decodeURIComponent(document.cookie)).toContain('"emailVerified":true');
  });

  it('starts empty and reports missing values at their fields, without a request', async () => {
    await signIn('', '');

    await waitFor(() => expect(screen.getByLabelText('Почта')).toBeInvalid());
    expect(screen.getByLabelText('Пароль')).toBeInvalid();
    expect(screen.getAllByRole('alert')).toHaveLength(2);
  });

  it('reports wrong credentials in a dismissible alert', async () => {
    answer({ token: null, permissions: [] });
    await signIn();
    const alert = await screen.findByRole('alert');

    await userEvent.click(screen.getByRole('button', { name: 'Закрыть' }));

    expect(alert).not.toBeInTheDocument();
    expect(readCredentials()).toBeNull();
  });

  it('does not let a customer in', async () => {
    answer({ token: 'abc', permissions: ['customer'], role: 'customer' });

    await signIn();

    expect(await screen.findByRole('alert')).toBeInTheDocument();
    expect(readCredentials()).toBeNull();
  });

  it('shows how long to wait after too many attempts', async () => {
    answer({ message: 'TOO_MANY_REQUESTS' }, { status: 429, headers: { 'Retry-After': '240' } });

    await signIn();

    expect(await screen.findByText('Слишком много попыток. Подождите 4 минуты.')).toBeInTheDocument();
  });

  it('shows a short wait in seconds', async () => {
    answer({ message: 'TOO_MANY_REQUESTS' }, { status: 429, headers: { 'Retry-After': '6' } });

    await signIn();

    expect(await screen.findByText('Слишком много попыток. Подождите 6 секунд.')).toBeInTheDocument();
  });

  it('says once that the session has ended', async () => {
    replaceReload(() => undefined);
    storeCredentials({ token: 'abc', permissions: ['store_owner'], role: 'store_owner' });
    loseSession('abc');

    const { unmount } = renderApp(<LoginForm />);

    const words = 'Сеанс закончился. Войдите ещё раз, и откроется та же страница.';
    expect(await screen.findByText(words)).toBeInTheDocument();
    unmount();
    renderApp(<LoginForm />);
    await screen.findByLabelText('Почта');
    expect(screen.queryByText(words)).toBeNull();
  });

  it('shows and hides the password', async () => {
    renderApp(<LoginForm />);

    await userEvent.click(screen.getByRole('button', { name: 'Показать пароль' }));

    expect(screen.getByLabelText('Пароль')).toHaveAttribute('type', 'text');
    await userEvent.click(screen.getByRole('button', { name: 'Скрыть пароль' }));
    expect(screen.getByLabelText('Пароль')).toHaveAttribute('type', 'password');
  });
});
