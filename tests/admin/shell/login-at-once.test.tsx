import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { LoginForm } from '@/features/accounts/auth/login-form';
import { server } from '../server';
import { renderApp } from './render-app';

// A slow line: validation and its texts do not arrive.
vi.mock('@/lib/form/lazy-resolver', () => ({ lazyResolver: () => () => new Promise(() => undefined) }));

it('a filled form is sent without waiting for validation', async () => {
  const sent = vi.fn();
  server.use(
    http.post('http://localhost/admin/rest/token', async ({ request }) => {
      sent(await request.json());
      return HttpResponse.json({ token: null, permissions: [] });
    }),
  );
  renderApp(<LoginForm />);

  await userEvent.type(screen.getByLabelText('Почта'), 'Owner@demo.ru');
  await userEvent.type(screen.getByLabelText('Пароль'), 'Demo12345');
  await userEvent.click(screen.getByRole('button', { name: 'Войти' }));

  await waitFor(() => expect(sent).toHaveBeenCalledWith({ email: 'owner@demo.ru', password: 'Demo12345' }));
});
