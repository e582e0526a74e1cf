import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { ForgotPassword } from '@/features/accounts/auth/forgot-password';
import { LoginCode } from '@/features/accounts/auth/login-code';
import { LoginForm } from '@/features/accounts/auth/login-form';
import { RegisterForm } from '@/features/accounts/auth/register-form';
import { ResetPassword } from '@/features/accounts/auth/reset-password';
import { readCredentials } from '@/lib/session/session';
import { pageOf } from '../../crud/render-screen';
import { server } from '../../server';
import { fakeRouter, renderApp } from '../../shell/render-app';

/** Every way to sign in except the plain password, which is in shell/login-form.test.tsx. */
const base = 'http://localhost/admin/rest/';
const owner = {
  token: 'abc',
  permissions: ['store_owner', 'customer'],
  role: 'store_owner',
  email_verified: true,
};

let sent: { path: string; body: unknown }[] = [];
beforeEach(() => {
  sent = [];
  const term = { id: 1, title: 'Пользовательское соглашение', description: 'Текст соглашения' };
  server.use(http.get(`${base}terms-and-conditions`, () => HttpResponse.json(pageOf([term]))));
});

/** Responds to an endpoint and records its requests. */
function answer(path: string, body: object, init: ResponseInit = {}) {
  server.use(
    http.post(`${base}${path}`, async ({ request }) => {
      sent.push({ path, body: await request.json() });
      return HttpResponse.json(body, init);
    }),
  );
}

const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const token = () => readCredentials()?.token;

describe('the second factor', () => {
  async function reach() {
    answer('token', { token: null, permissions: [], challenge: 'ch-1' });
    renderApp(<LoginForm />);
    await type('Почта', 'owner@demo.ru');
    await type('Пароль', 'Demo12345');
    await click('Войти');
    await screen.findByRole('heading', { name: 'Подтвердите вход' });
  }

  it('is requested after the right password, and sent with its last digit', async () => {
    await reach();
    answer('token/second-factor', owner);

    await type('Код', '123 456');

    await waitFor(() => expect(token()).toBe('abc'));
    expect(sent.at(-1)?.body).toEqual({ challenge: 'ch-1', code: '123456' });
  });

  it('takes a recovery code instead', async () => {
    await reach();
    answer('token/second-factor', owner);

    await click('Нет телефона под рукой');
    await type('Запасной код', 'ABCDE-12345');
    await click('Войти');

    await waitFor(() => expect(token()).toBe('abc'));
    expect(sent.at(-1)?.body).toEqual({ challenge: 'ch-1', code: 'abcde12345' });
  });

  it('rejects a wrong code, and shows the error at the code', async () => {
    await reach();
    answer('token/second-factor', { message: 'INVALID_CODE', attempts_left: 2 }, { status: 422 });

    await type('Код', '111111');

    expect(await screen.findByText('Код не подошёл. Осталось 2 попытки')).toBeInTheDocument();
    expect(screen.getByLabelText('Код')).toBeInvalid();
    expect(token()).toBeUndefined();
  });
});

it('warns about a password typed in the Russian layout', async () => {
  renderApp(<LoginForm />);

  await type('Пароль', 'Вуьщ');
  expect(screen.getByText('Похоже, включена русская раскладка')).toBeInTheDocument();

  await userEvent.clear(screen.getByLabelText('Пароль'));
  expect(screen.queryByText('Похоже, включена русская раскладка')).not.toBeInTheDocument();
});

describe('signing in by a code', () => {
  async function reach(phone = '89991234567') {
    answer('api/admin/auth/send-code', { success: true, expires_in: 300, retry_after: 60 });
    renderApp(<LoginCode />);
    await type('Телефон', phone);
    await click('Получить код');
    await screen.findByLabelText('Код');
  }

  it('formats the number while it is typed and sends it in stored form', async () => {
    await reach();

    expect(sent[0]?.body).toEqual({ phone: '+7 (999) 123-45-67' });
    expect(screen.getByText('+7 (999) 123-45-67')).toBeInTheDocument();
  });

  it('accepts a pasted number in any usual format', async () => {
    renderApp(<LoginCode />);
    const input = screen.getByLabelText('Телефон');

    await userEvent.click(input);
    await userEvent.paste('8 999 123-45-67');

    expect(input).toHaveValue('+7 (999) 123-45-67');
  });

  it('sends no request for an incomplete number', async () => {
    renderApp(<LoginCode />);
    await type('Телефон', '9991');
    await click('Получить код');

    expect(await screen.findByText('Номер нужен в виде +7 (999) 123-45-67')).toBeInTheDocument();
    expect(sent).toEqual([]);
  });

  it('signs in with a pasted code', async () => {
    await reach();
    answer('api/admin/auth/check-code', owner);

    await userEvent.click(screen.getByLabelText('Код'));
    await userEvent.paste('654 321');

    await waitFor(() => expect(token()).toBe('abc'));
    expect(sent.at(-1)?.body).toEqual({ phone: '+7 (999) 123-45-67', code: '654321' });
  });

  it('counts down to the next code, and keeps the number for a change', async () => {
    await reach();

    expect(screen.getByRole('button', { name: /Ещё раз через (1:00|0:59)/ })).toBeDisabled();
    await click('Другой номер');
    expect(screen.getByLabelText('Телефон')).toHaveValue('+7 (999) 123-45-67');
  });

  it('requires the second factor where it is enabled', async () => {
    await reach();
    answer('api/admin/auth/check-code', { token: null, permissions: [], challenge: 'ch-2' });

    await type('Код', '654321');

    expect(await screen.findByRole('heading', { name: 'Подтвердите вход' })).toBeInTheDocument();
    expect(token()).toBeUndefined();
  });
});

describe('registration', () => {
  async function fill() {
    renderApp(<RegisterForm />);
    await type('Имя и фамилия', 'Ольга Смирнова');
    await type('Почта', 'Olga@demo.ru');
    await type('Пароль', 'Demo12345');
    for (const name of [/персональных данных/, /условия площадки/])
      await userEvent.click(screen.getByRole('checkbox', { name }));
  }

  it('shows where the e-mail was sent, sends another one after a minute, and signs nobody in', async () => {
    answer('register', { message: 'CHECK_INBOX_TO_CONFIRM_EMAIL', success: true });

    await fill();
    await click('Зарегистрироваться');

    expect(await screen.findByRole('heading', { name: 'Проверьте почту' })).toBeInTheDocument();
    expect(screen.getByText('olga@demo.ru')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Войти' })).toHaveAttribute('href', '/login');
    expect(screen.getByRole('button', { name: /Ещё раз через/ })).toBeDisabled();
    expect(token()).toBeUndefined();
    await click('Другая почта');
    expect(screen.getByLabelText('Имя и фамилия')).toHaveValue('Ольга Смирнова');
  });

  it('shows the e-mail itself in demo mode', async () => {
    const body = 'Здравствуйте!\n\nhttps://shop.test/admin/rest/register/confirm/7/abc\n\n— Гостиный двор';
    const letter = { subject: 'Подтвердите почту', body };
    answer('register', { message: 'CHECK_INBOX_TO_CONFIRM_EMAIL', success: true, letter });

    await fill();
    await click('Зарегистрироваться');

    const shown = await screen.findByRole('region', { name: /Демо-режим/ });
    expect(shown).toHaveTextContent('Подтвердите почту');
    expect(within(shown).getByRole('link', { name: 'Открыть ссылку из письма' })).toHaveAttribute(
      'href',
      '/admin/rest/register/confirm/7/abc',
    );
  });

  it('is not sent without both consents, and shows the error at the checkbox', async () => {
    renderApp(<RegisterForm />);
    await type('Имя и фамилия', 'Ольга Смирнова');
    await type('Почта', 'olga@demo.ru');
    await type('Пароль', 'Demo12345');
    await click('Зарегистрироваться');

    expect(await screen.findByRole('button', { name: 'Пользовательское соглашение' })).toBeVisible();
    expect(await screen.findAllByText('Без этого согласия зарегистрироваться нельзя')).toHaveLength(2);
    expect(screen.getByRole('checkbox', { name: /условия площадки/ })).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    expect(sent).toEqual([]);
  });

  it('asks for no consents where there is no document to consent to', async () => {
    server.use(http.get(`${base}terms-and-conditions`, () => HttpResponse.json(pageOf([]))));
    answer('register', { message: 'CHECK_INBOX_TO_CONFIRM_EMAIL', success: true });
    renderApp(<RegisterForm />);
    await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull());
    await type('Имя и фамилия', 'Ольга Смирнова');
    await type('Почта', 'olga@demo.ru');
    await type('Пароль', 'Demo12345');

    await click('Зарегистрироваться');

    expect(await screen.findByRole('heading', { name: 'Проверьте почту' })).toBeInTheDocument();
    expect(sent[0]?.body).toMatchObject({ accepts_personal_data: false, accepts_terms: false });
  });

  it('keeps the session where a server of this dialect opens one immediately', async () => {
    answer('register', { ...owner, email_verified: false });

    await fill();
    await click('Зарегистрироваться');

    await waitFor(() => expect(token()).toBe('abc'));
    expect(sent[0]?.body).toEqual({
      name: 'Ольга Смирнова',
      email: 'olga@demo.ru',
      password: 'Demo12345',
      permission: 'store_owner',
      accepts_personal_data: true,
      accepts_terms: true,
    });
    expect(decodeURIComponent(document.cookie)).toContain('"emailVerified":false');
  });

  it('ticks off the rules that the password meets', async () => {
    renderApp(<RegisterForm />);

    await type('Пароль', 'abc1');

    expect(screen.getByText('цифра')).toHaveTextContent('есть');
    expect(screen.getByText('строчная буква')).toHaveTextContent('есть');
    expect(screen.getByText('заглавная буква')).not.toHaveTextContent('есть');
    expect(screen.getByText('8 знаков или больше')).not.toHaveTextContent('есть');
  });

  it('shows server errors at their fields and keeps the input', async () => {
    answer('register', { message: 'VALIDATION_FAILED', errors: { email: ['error-taken'] } }, { status: 422 });

    await fill();
    await click('Зарегистрироваться');

    expect(await screen.findByText('Такое значение уже занято')).toBeInTheDocument();
    expect(screen.getByLabelText('Имя и фамилия')).toHaveValue('Ольга Смирнова');
    expect(screen.getByLabelText('Пароль')).toHaveValue('Demo12345');
  });
});

describe('a forgotten password', () => {
  const ok = { message: 'OK', success: true };

  it('is replaced in three steps, and the person signs in again', async () => {
    answer('forget-password', ok);
    answer('verify-forget-password-token', ok);
    answer('reset-password', ok);
    const router = fakeRouter('/forgot-password');

    renderApp(<ForgotPassword />, router);
    await type('Почта', 'owner@demo.ru');
    await click('Отправить письмо');
    await userEvent.type(await screen.findByLabelText('Код из письма'), 'abcd-efgh');
    await click('Продолжить');
    await userEvent.type(await screen.findByLabelText('Новый пароль'), 'Novyj1234');
    await type('Новый пароль ещё раз', 'Novyj1234');
    await click('Сохранить пароль');

    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/login', undefined, { locale: 'ru' }));
    expect(sent.at(-1)).toEqual({
      path: 'reset-password',
      body: { email: 'owner@demo.ru', token: 'abcdefgh', password: 'Novyj1234' },
    });
    expect(token()).toBeUndefined();
  });

  it('stays on the code when the server rejects it with status 200', async () => {
    answer('forget-password', ok);
    answer('verify-forget-password-token', { message: 'INVALID_TOKEN', success: false });

    renderApp(<ForgotPassword />);
    await type('Почта', 'owner@demo.ru');
    await click('Отправить письмо');
    await userEvent.type(await screen.findByLabelText('Код из письма'), 'wrong');
    await click('Продолжить');

    await waitFor(() => expect(screen.getByLabelText('Код из письма')).toBeInvalid());
    expect(screen.queryByLabelText('Новый пароль')).not.toBeInTheDocument();
  });

  it('is replaced by the link of the e-mail, once both passwords match', async () => {
    answer('verify-forget-password-token', ok);
    answer('reset-password', ok);
    const router = fakeRouter('/reset-password', '/reset-password', { email: 'a@b.ru', token: 't1' });

    renderApp(<ResetPassword />, router);
    await screen.findByLabelText('Новый пароль');
    await type('Новый пароль', 'Novyj1234');
    await type('Новый пароль ещё раз', 'Novyj123');
    await click('Сохранить пароль');
    expect(await screen.findByText('Пароли не совпадают')).toBeInTheDocument();
    expect(sent.map(({ path }) => path)).toEqual(['verify-forget-password-token']);
    await type('Новый пароль ещё раз', '4');
    await click('Сохранить пароль');

    await waitFor(() => expect(router.push).toHaveBeenCalledWith('/login', undefined, { locale: 'ru' }));
    expect(sent.at(-1)?.body).toEqual({ email: 'a@b.ru', token: 't1', password: 'Novyj1234' });
  });

  it('offers a new link when this one was used or is incomplete', async () => {
    answer('verify-forget-password-token', ok);
    answer(
      'reset-password',
      { message: 'INVALID_CODE', errors: { token: ['error-token-wrong'] } },
      { status: 422 },
    );
    const router = fakeRouter('/reset-password', '/reset-password', { email: 'a@b.ru', token: 'old' });

    renderApp(<ResetPassword />, router);
    await screen.findByLabelText('Новый пароль');
    await type('Новый пароль', 'Novyj1234');
    await type('Новый пароль ещё раз', 'Novyj1234');
    await click('Сохранить пароль');

    expect(await screen.findByRole('link', { name: 'Получить новую ссылку' })).toBeInTheDocument();
  });
});

describe('an invitation', () => {
  const link = () => fakeRouter('/reset-password', '/reset-password', { email: 'anna@demo.ru', token: 't1' });
  const invitation = {
    shop: { name: 'Чайная лавка', logo: null },
    role: { key: 'shop-packer', name: 'Сборщик' },
    scopes: [],
    expires_at: '2026-12-04T09:00:00.000Z',
    has_account: true,
  };
  const offer = (more: object = {}) =>
    answer('verify-forget-password-token', {
      ...{ message: 'TOKEN_IS_VALID', success: true },
      invitation: { ...invitation, ...more },
    });

  it('names shop and role, and leads an account to its own sign-in', async () => {
    offer();
    renderApp(<ResetPassword />, link());

    expect(await screen.findByText('Чайная лавка')).toBeVisible();
    expect(screen.getByText('Сборщик')).toBeVisible();
    const signIn = screen.getByRole('link', { name: 'Войти и принять' });
    expect(signIn).toHaveAttribute('href', expect.stringContaining('from_url=%2Freset-password%3Femail'));
    expect(screen.queryByLabelText('Новый пароль')).not.toBeInTheDocument();
  });

  it('asks for a password where the address has no account', async () => {
    offer({ has_account: false });
    renderApp(<ResetPassword />, link());

    expect(await screen.findByLabelText('Новый пароль')).toBeVisible();
  });

  it('says that it has expired', async () => {
    const reason = 'error-invitation-expired';
    answer('verify-forget-password-token', { message: 'INVALID_TOKEN', success: false, reason });
    renderApp(<ResetPassword />, link());

    expect(await screen.findByText('Срок приглашения истёк. Попросите прислать новое')).toBeVisible();
  });
});
