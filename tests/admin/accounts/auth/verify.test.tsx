import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { capabilities } from '@/contract/capabilities';
import { NoPhoneDialog } from '@/features/accounts/auth/no-phone-dialog';
import { VerifyEmail } from '@/features/accounts/auth/verify-email';
import { VerifyLicense } from '@/features/accounts/auth/verify-license';
import { keepCapabilities } from '@/lib/api/capabilities';
import { replaceReload } from '@/lib/session/session';
import { AuthGate } from '@/shell/auth-gate';
import { DialogFrame } from '@/shell/dialogs/dialog-frame';
import { server } from '../../server';
import { buildMe, fakeRouter, renderApp, signInAs } from '../../shell/render-app';

const base = 'http://localhost/admin/rest/';
const answerMeWith = (status: number, message: string) =>
  server.use(http.get(`${base}me`, () => HttpResponse.json({ message }, { status })));

describe('an unconfirmed e-mail', () => {
  it.each([
    [409, 'EMAIL_NOT_VERIFIED', '/verify-email'],
    [417, 'INVALID_LICENSE_KEY', '/verify-license'],
  ])('leads from any page (%i %s) to %s', async (status, message, target) => {
    signInAs('store_owner');
    answerMeWith(status, message);
    const router = fakeRouter('/my-shop');

    renderApp(<AuthGate>страница</AuthGate>, router);

    await waitFor(() => expect(router.replace).toHaveBeenCalledWith(target));
  });

  it('opens the verification page and goes home once the address is confirmed elsewhere', async () => {
    signInAs('store_owner');
    answerMeWith(409, 'EMAIL_NOT_VERIFIED');
    const router = fakeRouter('/verify-email');

    renderApp(
      <AuthGate>
        <VerifyEmail />
      </AuthGate>,
      router,
    );
    expect(await screen.findByText('Почта не подтверждена')).toBeInTheDocument();
    await waitFor(() => expect(decodeURIComponent(document.cookie)).toContain('"emailVerified":false'));
    server.use(http.get(`${base}me`, () => HttpResponse.json(buildMe('store_owner'))));
    window.dispatchEvent(new Event('focus'));

    await waitFor(() => expect(router.replace).toHaveBeenCalledWith('/'));
  });

  it('shows the e-mail itself in demo mode, and requests none outside of it', async () => {
    signInAs('store_owner');
    answerMeWith(409, 'EMAIL_NOT_VERIFIED');
    const asked: string[] = [];
    const letter = { subject: 'Подтвердите почту', body: 'https://shop.test/admin/rest/email/verify/7/abc' };
    server.use(
      http.get(`${base}dev/email`, ({ request }) => {
        asked.push(request.url);
        return HttpResponse.json({ letter });
      }),
    );
    await keepCapabilities([]);
    const { unmount } = renderApp(<VerifyEmail />, fakeRouter('/verify-email'));
    expect(await screen.findByText('Почта не подтверждена')).toBeInTheDocument();
    unmount();
    expect(asked).toEqual([]);

    await keepCapabilities(['outbox']);
    renderApp(<VerifyEmail />, fakeRouter('/verify-email'));
    const link = await screen.findByRole('link', { name: 'Открыть ссылку из письма' });

    expect(link).toHaveAttribute('href', '/admin/rest/email/verify/7/abc');
  });

  it('stays on the page of the e-mail’s link, which confirms success', async () => {
    signInAs('store_owner');
    server.use(http.get(`${base}me`, () => HttpResponse.json(buildMe('store_owner'))));
    const router = fakeRouter('/verify-email?verified=1', '/verify-email', { verified: '1' });

    renderApp(
      <AuthGate>
        <VerifyEmail />
      </AuthGate>,
      router,
    );

    expect(await screen.findByRole('heading', { name: 'Почта подтверждена' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Продолжить' })).toHaveAttribute('href', '/');
    expect(router.replace).not.toHaveBeenCalled();
  });

  it.each([
    ['1', 'Почта подтверждена'],
    ['0', 'Подтверждение почты'],
  ])(
    'shows somebody without a session what became of the link (%s), and leads to the login page',
    async (verified, title) => {
      const router = fakeRouter(`/verify-email?verified=${verified}`, '/verify-email', { verified });

      renderApp(
        <AuthGate>
          <VerifyEmail />
        </AuthGate>,
        router,
      );

      expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument();
      expect(screen.getByRole('link', { name: 'Войти' })).toHaveAttribute('href', '/login');
      expect(router.replace).not.toHaveBeenCalled();
    },
  );

  it('redirects a guest without a link to the login page', async () => {
    const router = fakeRouter('/verify-email');

    renderApp(<AuthGate>страница</AuthGate>, router);

    await waitFor(() => expect(router.replace).toHaveBeenCalled());
    expect(screen.queryByText('страница')).not.toBeInTheDocument();
  });

  it('sends a second e-mail, but no third one immediately', async () => {
    let letters = 0;
    server.use(
      http.post(`${base}email/verification-notification`, () => {
        letters += 1;
        return HttpResponse.json({ message: 'EMAIL_SENT_SUCCESSFUL', success: true });
      }),
    );
    renderApp(<VerifyEmail />, fakeRouter('/verify-email'));

    await userEvent.click(screen.getByRole('button', { name: 'Отправить письмо ещё раз' }));

    expect(await screen.findByRole('button', { name: /Ещё раз через/ })).toBeDisabled();
    expect(letters).toBe(1);
  });

  it('can be changed with the password; only an administrator reads the e-mail in demo mode', async () => {
    let body: unknown;
    await keepCapabilities(['outbox']);
    server.use(
      http.get(`${base}dev/email`, () =>
        HttpResponse.json({ letter: { subject: 'Прежний адрес', body: 'https://shop.test/admin' } }),
      ),
      http.post(`${base}update-email`, async ({ request }) => {
        body = await request.json();
        return HttpResponse.json({ message: 'OK', success: true });
      }),
    );
    renderApp(<VerifyEmail />, fakeRouter('/verify-email'));

    await userEvent.click(screen.getByRole('button', { name: 'Другая почта' }));
    await userEvent.type(screen.getByLabelText('Новая почта'), 'new@demo.ru');
    await userEvent.type(screen.getByLabelText('Пароль'), 'Demo12345');
    await userEvent.click(screen.getByRole('button', { name: 'Отправить письмо' }));

    expect(await screen.findByText('Письмо отправлено на new@demo.ru')).toBeInTheDocument();
    expect(screen.getByText(/на странице «Письма демо-режима»/)).toBeInTheDocument();
    expect(screen.queryByText('Прежний адрес')).not.toBeInTheDocument();
    expect(body).toEqual({ email: 'new@demo.ru', password: 'Demo12345' });
  });
});

describe('the licence', () => {
  beforeEach(() => keepCapabilities([]));
  const key = '0123abcd-0123-4567-89ab-0123456789ab';

  it('is not asked for by our own server, which works without one', async () => {
    await keepCapabilities(capabilities);
    renderApp(<VerifyLicense />, fakeRouter('/verify-license'));

    expect(screen.getByText('Здесь ключ не нужен: панель работает без него.')).toBeInTheDocument();
    expect(screen.queryByLabelText('Лицензионный ключ')).toBeNull();
    expect(screen.getByRole('link', { name: 'Вернуться на главную' })).toHaveAttribute('href', '/');
  });

  it('is validated before it is sent, and an unknown key is reported at the field', async () => {
    server.use(
      http.post(`${base}license-key/verify`, () =>
        HttpResponse.json({ message: 'NOT_FOUND' }, { status: 404 }),
      ),
    );
    renderApp(<VerifyLicense />, fakeRouter('/verify-license'));
    const input = screen.getByLabelText('Лицензионный ключ');

    await userEvent.type(input, 'abc');
    await userEvent.click(screen.getByRole('button', { name: 'Проверить' }));
    expect(await screen.findByText(/пяти групп/)).toBeInTheDocument();
    await userEvent.clear(input);
    await userEvent.type(input, key);
    await userEvent.click(screen.getByRole('button', { name: 'Проверить' }));

    expect(await screen.findByText('Такого ключа нет')).toBeInTheDocument();
  });

  it('reloads the page when it is valid', async () => {
    const reload = vi.fn();
    replaceReload(reload);
    server.use(http.post(`${base}license-key/verify`, () => HttpResponse.json({ success: true })));
    renderApp(<VerifyLicense />, fakeRouter('/verify-license'));

    await userEvent.type(screen.getByLabelText('Лицензионный ключ'), key);
    await userEvent.click(screen.getByRole('button', { name: 'Проверить' }));

    await waitFor(() => expect(reload).toHaveBeenCalledOnce(), { timeout: 5000 });
  });
});

it('links to the page where a phone is confirmed', () => {
  renderApp(
    <DialogFrame look={{}} onClose={vi.fn()}>
      <NoPhoneDialog onClose={vi.fn()} />
    </DialogFrame>,
  );

  expect(screen.getByRole('dialog', { name: 'Телефон не подтверждён' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Открыть профиль' })).toHaveAttribute('href', '/profile-update');
});
