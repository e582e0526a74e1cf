import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionRow } from '@/contract/accounts/auth';
import type { Role } from '@/contract/core/permissions';
import { Profile } from '@/features/accounts/profile/profile';
import { ProfileUpdate } from '@/features/accounts/profile/profile-update';
import { onToast } from '@/lib/toast';
import { server } from '../../server';
import { buildMe, buildShop, fakeRouter, renderApp, signInAs } from '../../shell/render-app';

/** The person's own account: every section is saved separately. */
const base = 'http://localhost/admin/rest/';
const chrome =
  'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';

const session = (id: number, more: Partial<SessionRow> = {}): SessionRow => ({
  id,
  ip: '10.0.0.1',
  user_agent: chrome,
  created_at: '2026-11-20T10:00:00.000Z',
  last_seen_at: null,
  expires_at: '2026-11-27T10:00:00.000Z',
  is_current: false,
  ...more,
});

let sent: { call: string; body: unknown }[] = [];
let me = buildMe('super_admin');
beforeEach(() => {
  sent = [];
});

function answer(method: 'post' | 'put', path: string, body: object | boolean, init: ResponseInit = {}) {
  server.use(
    http[method](`${base}${path}`, async ({ request }) => {
      sent.push({ call: `${method} ${path}`, body: await request.json() });
      return HttpResponse.json(body, init);
    }),
  );
}

async function show(role: Role = 'super_admin', more: Parameters<typeof buildMe>[1] = {}) {
  me = buildMe(role, {
    profile: {
      avatar: null,
      bio: 'Торгую чаем',
      contact: '+7 (999) 123-45-67',
      contact_verified: false,
      notifications: { email: 'box@demo.ru', enable: true },
    },
    ...more,
  });
  server.use(
    http.get(`${base}me`, () => HttpResponse.json(me)),
    http.get(`${base}sessions`, () => HttpResponse.json([session(1, { is_current: true }), session(2)])),
    http.get(`${base}address`, () => HttpResponse.json([])),
    http.get(`${base}notification-preferences`, () =>
      HttpResponse.json({ muted: [], message_mail: true, digest: 'off', digest_hour: 9 }),
    ),
  );
  signInAs(role);
  renderApp(<ProfileUpdate />, fakeRouter('/profile-update'));
  await screen.findByRole('heading', { name: 'Настройки профиля' });
}

const part = (name: string) => within(screen.getByRole('form', { name }));

describe('the profile', () => {
  it('saves a section and sends the others as they are stored', async () => {
    await show();
    answer('put', 'users/7', {});
    const own = part('О себе');

    await userEvent.clear(own.getByLabelText(/Имя/));
    await userEvent.type(own.getByLabelText(/Имя/), 'Анна Иванова');
    await userEvent.click(own.getByRole('button', { name: 'Сохранить' }));

    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toEqual({
      name: 'Анна Иванова',
      profile: {
        avatar: null,
        bio: 'Торгую чаем',
        contact: '+7 (999) 123-45-67',
        notifications: { email: 'box@demo.ru', enable: true },
      },
    });
  });

  it('shows a server error at its field and keeps the input in all sections', async () => {
    await show();
    answer(
      'put',
      'users/7',
      { message: 'VALIDATION_FAILED', errors: { 'profile.bio': ['error-too-long'] } },
      { status: 422 },
    );
    const own = part('О себе');

    await userEvent.type(screen.getByLabelText('Новая почта'), 'new@demo.ru');
    await userEvent.type(own.getByLabelText('Несколько слов о себе'), ' и кофе');
    await userEvent.click(own.getByRole('button', { name: 'Сохранить' }));

    expect(await own.findByText('Слишком длинно, сократите')).toBeInTheDocument();
    expect(own.getByLabelText('Несколько слов о себе')).toHaveValue('Торгую чаем и кофе');
    expect(screen.getByLabelText('Новая почта')).toHaveValue('new@demo.ru');
  });

  it('asks before unsaved input is lost, and only then', async () => {
    await show();
    const unload = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(unload()).toBe(false);

    await userEvent.type(screen.getByLabelText('Новая почта'), 'n');

    expect(unload()).toBe(true);
  });

  it('confirms the phone by a code', async () => {
    await show();
    answer('post', 'send-otp-code', { id: 'otp-1', success: true, message: '', phone_number: '' });
    answer('post', 'update-contact', { message: 'OK', success: true });

    await userEvent.click(screen.getByRole('button', { name: 'Подтвердить' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    await userEvent.type(screen.getByLabelText('Код'), '123456');
    const form = within(screen.getByRole('form', { name: 'Подтвердить' }));
    await userEvent.type(form.getByLabelText('Нынешний пароль'), 'Parole-1234');
    await userEvent.click(form.getByRole('button', { name: 'Подтвердить' }));

    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[0]?.body).toEqual({ phone_number: '+7 (999) 123-45-67' });
    expect(sent[1]?.body).toEqual({
      otp_id: 'otp-1',
      code: '123456',
      password: 'Parole-1234',
      phone_number: '+7 (999) 123-45-67',
      user_id: 7,
    });
  });

  it('reports a number that belongs to another account', async () => {
    await show();
    answer('post', 'send-otp-code', { id: 'otp-1', success: true, message: '', phone_number: '' });
    answer(
      'post',
      'update-contact',
      { message: 'VALIDATION_FAILED', errors: { phone_number: ['error-taken'] } },
      { status: 422 },
    );

    await userEvent.click(screen.getByRole('button', { name: 'Подтвердить' }));
    await userEvent.type(screen.getByLabelText('Код'), '123456');
    const form = within(screen.getByRole('form', { name: 'Подтвердить' }));
    await userEvent.type(form.getByLabelText('Нынешний пароль'), 'Parole-1234');
    await userEvent.click(form.getByRole('button', { name: 'Подтвердить' }));

    expect(await screen.findByText('Этот номер уже подтверждён в другом аккаунте')).toBeInTheDocument();
  });

  it('shows the address for notifications to administrators alone', async () => {
    await show('store_owner');

    expect(screen.queryByRole('form', { name: 'Уведомления на почту' })).not.toBeInTheDocument();
  });

  it('changes the password, reports a wrong old one at its field, and clears the fields afterwards', async () => {
    await show();
    answer(
      'post',
      'change-password',
      { message: 'VALIDATION_FAILED', errors: { oldPassword: ['error-old-password-wrong'] } },
      { status: 422 },
    );
    const form = part('Пароль');
    await userEvent.type(form.getByLabelText('Нынешний пароль'), 'wrong');
    await userEvent.type(form.getByLabelText('Новый пароль'), 'Novyj1234');
    await userEvent.type(form.getByLabelText('Новый пароль ещё раз'), 'Novyj1234');
    await userEvent.click(form.getByRole('button', { name: 'Сменить пароль' }));
    expect(await form.findByText('Нынешний пароль не подходит')).toBeInTheDocument();
    expect(form.getByLabelText('Новый пароль')).toHaveValue('Novyj1234');

    answer('post', 'change-password', { message: 'OK', success: true });
    await userEvent.click(form.getByRole('button', { name: 'Сменить пароль' }));

    await waitFor(() => expect(form.getByLabelText('Новый пароль')).toHaveValue(''));
    expect(sent.at(-1)?.body).toEqual({ oldPassword: 'wrong', newPassword: 'Novyj1234' });
  });

  it('ends another session, but offers no button for this one', async () => {
    await show();
    let ended: string | undefined;
    server.use(
      http.delete(`${base}sessions/:id`, ({ params }) => {
        ended = String(params.id);
        return HttpResponse.json(true);
      }),
    );

    await userEvent.click(await screen.findByRole('button', { name: 'Выйти: Chrome, Windows' }));

    await waitFor(() => expect(ended).toBe('2'));
    expect(screen.getByText('Это устройство')).toBeInTheDocument();
  });
});

describe('the second factor', () => {
  it('is turned on with the password, a QR code, and a code; its recovery codes must be saved', async () => {
    await show();
    answer('post', 'two-factor/setup', {
      secret: 'JBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/x?secret=JBSWY3DP',
    });
    answer('post', 'two-factor/confirm', { recovery_codes: ['aaaaa11111', 'bbbbb22222'] });

    await userEvent.click(await screen.findByRole('button', { name: 'Включить' }));
    const section = screen.getByRole('heading', { name: 'Вход в два шага' }).closest('section');
    const inside = within(section ?? document.body);
    await userEvent.type(inside.getByLabelText('Нынешний пароль'), 'Demo12345');
    await userEvent.click(inside.getByRole('button', { name: 'Продолжить' }));
    expect(await inside.findByRole('img', { name: 'QR-код для приложения' })).toBeInTheDocument();
    expect(inside.getByText('JBSW Y3DP EHPK 3PXP')).toBeInTheDocument();
    await userEvent.type(inside.getByLabelText('Код из приложения'), '123456');

    const codes = await inside.findByRole('list', { name: 'Запасные коды' });
    expect(within(codes).getAllByRole('listitem')).toHaveLength(2);
    expect(inside.getByRole('button', { name: 'Готово' })).toBeDisabled();
    await userEvent.click(inside.getByLabelText('Коды сохранены'));
    await userEvent.click(inside.getByRole('button', { name: 'Готово' }));
    expect(screen.queryByText('aaaaa11111')).not.toBeInTheDocument();
  });

  it('is turned off with the password and a code', async () => {
    await show('store_owner', { two_factor: true });
    answer('post', 'two-factor/disable', true);
    const said = vi.fn();
    const stop = onToast(said);

    await userEvent.click(await screen.findByRole('button', { name: 'Выключить' }));
    const section = screen.getByRole('heading', { name: 'Вход в два шага' }).closest('section');
    const inside = within(section ?? document.body);
    await userEvent.type(inside.getByLabelText('Нынешний пароль'), 'Demo12345');
    await userEvent.type(inside.getByLabelText('Код из приложения или запасной код'), '123456');
    await userEvent.click(inside.getByRole('button', { name: 'Выключить' }));

    await waitFor(() =>
      expect(said).toHaveBeenCalledWith({ kind: 'success', text: 'Вход в два шага выключен' }),
    );
    expect(sent.at(-1)?.body).toEqual({ password: 'Demo12345', code: '123456' });
    stop();
  });
});

it('is shown read-only, with rights and shops', async () => {
  me = buildMe('staff', { managed_shop: buildShop('lavka') });
  server.use(
    http.get(`${base}me`, () => HttpResponse.json(me)),
    http.get(`${base}sessions`, () => HttpResponse.json([session(1, { is_current: true })])),
  );
  signInAs('staff');

  renderApp(<Profile />, fakeRouter('/profile'));

  expect(await screen.findByText('Анна Ковалёва')).toBeInTheDocument();
  expect(screen.getByText('Сотрудник')).toBeInTheDocument();
  expect(screen.getByText(/каталог, заказы/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /Лавка lavka/ })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Изменить' })).toHaveAttribute('href', '/profile-update');
});
