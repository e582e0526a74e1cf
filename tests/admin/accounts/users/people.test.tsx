import words from '@locales/ru/accounts.json';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { admins, customers, pendingVendors, users, vendors } from '@/contract/accounts/users';
import type { PersonConsent, User } from '@/contract/accounts/users/schema';
import { permissionsOfRole, type Role } from '@/contract/core/permissions';
import { resourcePage } from '@/crud/resource-page';
import { newPassword } from '@/features/accounts/users/new-password';
import { PeopleList } from '@/features/accounts/users/people-list';
import { PermissionExplorer } from '@/features/accounts/users/permission-explorer';
import { UserDetails } from '@/features/accounts/users/user-details';
import { UserForm } from '@/features/accounts/users/user-form';
import { ModalHost } from '@/shell/dialogs/modal-host';
import { api, listenToToasts, pageOf, renderScreen } from '../../crud/render-screen';
import { server } from '../../server';

const Page = resourcePage(users, { List: PeopleList, Form: UserForm, Details: UserDetails });

const buildPerson = (id: number, role: Role = 'customer', more: Partial<User> = {}): User => ({
  id,
  version: 2,
  name: `Человек ${id}`,
  email: `person${id}@test.ru`,
  email_verified: true,
  email_verified_at: '2026-01-02T10:00:00.000Z',
  is_active: true,
  ban_reason: null,
  shop_id: null,
  profile: {
    avatar: null,
    bio: null,
    contact: '+7 (900) 111-22-33',
    contact_verified: false,
    socials: [],
    notifications: { enable: true, email: 'post@test.ru' },
  },
  permissions: permissionsOfRole[role].map((name, index) => ({ id: index + 1, name, guard_name: 'api' })),
  wallet: null,
  address: [],
  shops: [],
  managed_shop: null,
  two_factor: false,
  created_at: '2026-01-02T10:00:00.000Z',
  updated_at: '2026-01-02T10:00:00.000Z',
  ...more,
});

const consents: PersonConsent[] = (['personal-data', 'terms'] as const).map((kind, place) => ({
  ...{ id: place + 1, kind, ip: '203.0.113.7', given_at: '2026-01-02T10:00:00.000Z' },
  documents: [{ id: 3, version: 4, title: 'Оферта' }],
}));

/** A stateful mock of people; requests are recorded. */
function serve(...people: User[]) {
  const sent: [string, unknown][] = [];
  const take = (path: string, answer: object = {}) =>
    http.post(api(path), async ({ request }) => {
      sent.push([path, await request.json()]);
      return HttpResponse.json(answer);
    });
  server.use(
    http.get(api('users'), () => HttpResponse.json(pageOf(people))),
    http.get(api('users/:id'), ({ params }) =>
      HttpResponse.json(people.find(({ id }) => id === Number(params.id))),
    ),
    http.get(api('users/:id/wallet'), () => HttpResponse.json(pageOf([]))),
    http.get(api('users/:id/consents'), () => HttpResponse.json(consents)),
    http.get(api('audit'), () => HttpResponse.json(pageOf([]))),
    http.get(api('orders'), () => HttpResponse.json(pageOf([]))),
    http.put(api('users/:id'), async ({ request, params }) => {
      sent.push([`users/${String(params.id)}`, await request.json()]);
      return HttpResponse.json(people[0]);
    }),
    ...['users/block-user', 'users/unblock-user', 'users/make-admin', 'add-points', 'address'].map((path) =>
      take(path),
    ),
    take('users', people[0]),
  );
  return sent;
}

const screenOf = (address: string) =>
  renderScreen(
    <>
      <Page />
      <ModalHost />
    </>,
    address,
  );
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const inDialog = async () => within(await screen.findByRole('dialog'));

describe('the list of people', () => {
  it('offers rights, points and a ban for others, but not for oneself', async () => {
    serve(buildPerson(1, 'super_admin', { name: 'Анна' }), buildPerson(7, 'customer', { name: 'Егор' }));
    screenOf('/users');

    await userEvent.click(await button('Другие действия: Егор'));
    for (const name of ['Сделать администратором', 'Начислить баллы', 'Заблокировать'])
      expect(await button(name)).toBeVisible();
    expect(screen.queryByRole('button', { name: /: Анна$/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'Егор' })).toHaveAttribute('href', '/users/7');
  });

  it('bans with a reason and confirms it', async () => {
    const toasts = listenToToasts();
    const sent = serve(buildPerson(7, 'customer', { name: 'Егор' }));
    screenOf('/users');

    await userEvent.click(await button('Другие действия: Егор'));
    await userEvent.click(await button('Заблокировать'));
    const dialog = await inDialog();
    const reason = await dialog.findByLabelText('Причина');
    expect(reason).toHaveFocus();
    await userEvent.type(reason, ' Спам ');
    await userEvent.click(dialog.getByRole('button', { name: 'Заблокировать' }));

    await waitFor(() => expect(sent).toEqual([['users/block-user', { id: 7, reason: 'Спам' }]]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(toasts.map(({ text }) => text)).toEqual(['Доступ закрыт']);
  });

  it('lifts a ban with its own text, and names the direction of a change of rights', async () => {
    const sent = serve(buildPerson(7, 'super_admin', { name: 'Егор', is_active: false }));
    screenOf('/users');

    await userEvent.click(await button('Другие действия: Егор'));
    await userEvent.click(await button('Открыть доступ'));
    await userEvent.click(await (await inDialog()).findByRole('button', { name: 'Открыть доступ' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(await button('Другие действия: Егор'));
    await userEvent.click(await button('Снять права администратора'));
    await userEvent.click(await (await inDialog()).findByRole('button', { name: 'Снять права' }));

    await waitFor(() =>
      expect(sent).toEqual([
        ['users/unblock-user', { id: 7 }],
        ['users/make-admin', { user_id: 7, grant: false }],
      ]),
    );
  });

  it('accepts only whole points above zero', async () => {
    const sent = serve(buildPerson(7, 'customer', { name: 'Егор' }));
    screenOf('/users');
    await userEvent.click(await button('Другие действия: Егор'));
    await userEvent.click(await button('Начислить баллы'));
    const dialog = await inDialog();
    const points = await dialog.findByLabelText(/Сколько баллов/);

    for (const [typed, refusal] of [
      ['', /Укажите/],
      ['1,5', /целое/],
      ['-3', /больше нуля/],
    ] as const) {
      await userEvent.clear(points);
      if (typed) await userEvent.type(points, typed);
      await userEvent.click(dialog.getByRole('button', { name: 'Начислить баллы' }));
      await waitFor(() => expect(points).toHaveAccessibleDescription(refusal));
    }
    expect(sent).toEqual([]);
    await userEvent.clear(points);
    await userEvent.type(points, '1 500');
    await userEvent.click(dialog.getByRole('button', { name: 'Начислить баллы' }));

    await waitFor(() => expect(sent).toEqual([['add-points', { customer_id: 7, points: 1500 }]]));
  });
});

describe('the form of a person', () => {
  it('creates a person with a generated password', async () => {
    const sent = serve(buildPerson(7));
    screenOf('/users/create');

    await userEvent.type(await screen.findByLabelText(/^Имя/), 'Пётр Новиков');
    await userEvent.type(screen.getByLabelText(/^Почта/), 'petr@test.ru');
    await userEvent.click(await button('Сохранить'));
    const password = screen.getByLabelText(/^Пароль/);
    await waitFor(() => expect(password).toHaveAttribute('aria-invalid', 'true'));
    await userEvent.click(await button('Придумать'));
    await userEvent.click(await button('Сохранить'));

    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual([
      'users',
      { name: 'Пётр Новиков', email: 'petr@test.ru', password: (password as HTMLInputElement).value },
    ]);
  });

  it('changes name and profile, never the e-mail, and sends hidden values back unchanged', async () => {
    const sent = serve(buildPerson(7));
    screenOf('/users/7/edit');

    const name = await screen.findByLabelText(/^Имя/);
    expect(screen.getByLabelText(/^Почта/)).toHaveAttribute('readonly');
    expect(screen.queryByLabelText(/^Пароль/)).toBeNull();
    await userEvent.clear(name);
    await userEvent.type(name, 'Егор');
    await userEvent.click(await button('Сохранить'));

    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject([
      'users/7',
      {
        name: 'Егор',
        version: 2,
        profile: { contact: '+7 (900) 111-22-33', notifications: { enable: true, email: 'post@test.ru' } },
      },
    ]);
    expect(sent[0]?.[1]).not.toHaveProperty('email');
  });

  it('generates passwords that pass validation', () => {
    for (const password of Array.from({ length: 50 }, newPassword)) {
      expect(password).toMatch(/^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[a-zA-Z2-9]{14}$/);
    }
  });
});

describe('a person’s page', () => {
  it('shows a ban, its reason and the shops that stay hidden', async () => {
    const logo = null;
    const shops = [{ id: 4, name: 'Лавка', slug: 'lavka', logo, is_active: false }];
    serve(buildPerson(7, 'store_owner', { is_active: false, ban_reason: 'Спам', shops }));
    screenOf('/users/7');

    expect(await screen.findByText('Причина: Спам')).toBeVisible();
    expect(screen.getByText(/Скрыт 1 магазин/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Лавка' })).toHaveAttribute('href', '/lavka');
    expect(await button('Открыть доступ')).toBeVisible();
    expect(screen.getByText(/Баллов ещё не было/)).toBeVisible();
  });

  it('shows when somebody consented, and to which version', async () => {
    serve(buildPerson(7, 'customer'));
    screenOf('/users/7');

    const title = await screen.findByRole('heading', { name: 'Согласия' });
    const card = within(title.closest('section') as HTMLElement);
    expect(await card.findByText('Обработка персональных данных')).toBeVisible();
    expect(card.getByText('Условия площадки')).toBeVisible();
    expect(card.getAllByText('Оферта, версия 4')).toHaveLength(2);
    expect(card.getAllByText(/02.01.2026/)).toHaveLength(2);
  });

  it('adds an address filled in from a suggestion', async () => {
    const sent = serve(buildPerson(7));
    server.use(
      http.get(api('suggest/address'), () =>
        HttpResponse.json([
          {
            value: 'г Тула, пр-кт Ленина, д 5',
            country: 'Россия',
            state: 'Тульская область',
            city: 'Тула',
            zip: '300012',
            street_address: 'пр. Ленина, 5',
            lat: 54.19,
            lng: 37.61,
          },
        ]),
      ),
    );
    screenOf('/users/7');
    await userEvent.click(await button('Добавить адрес'));
    const dialog = await inDialog();
    await userEvent.type(await dialog.findByLabelText('Найти адрес'), 'Тула Ленина');
    await userEvent.click(await screen.findByRole('option', { name: /Тула/ }));
    expect(dialog.getByLabelText(/^Индекс/)).toHaveValue('300012');
    await userEvent.click(dialog.getByRole('button', { name: 'Сохранить' }));
    const title = dialog.getByLabelText(/^Название/);
    await waitFor(() => expect(title).toHaveAttribute('aria-invalid', 'true'));
    await userEvent.type(title, 'Дом');
    await userEvent.click(dialog.getByRole('button', { name: 'Сохранить' }));

    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject([
      'address',
      {
        customer_id: 7,
        title: 'Дом',
        type: 'billing',
        address: { city: 'Тула', street_address: 'пр. Ленина, 5' },
      },
    ]);
  });
});

it('explains what a member of staff may, and why', async () => {
  const logo = null;
  const workplace = { id: 4, name: 'Чайная лавка', slug: 'chay', logo, is_active: true };
  serve(buildPerson(7, 'staff', { name: 'Галина', managed_shop: workplace }));
  renderScreen(<PermissionExplorer />, '/users/permissions?id=7');

  expect(await screen.findByText('Права действуют в магазинах: «Чайная лавка».')).toBeVisible();
  const table = screen.getByRole('heading', { name: 'Разделы внутри магазина' }).closest('section');
  const row = within(table as HTMLElement).getByRole('row', { name: /Вопросы и ответы/ });
  expect(within(row).getAllByText(/Можно\. Даёт: право «Тексты магазина»/).length).toBeGreaterThan(0);
  await userEvent.click(screen.getByRole('radio', { name: 'Действия' }));
  expect(screen.getByRole('heading', { name: 'Действия с данными' })).toBeVisible();
});

describe('a filtered list of people', () => {
  it.each([
    [vendors, 'vendors/list?is_active=true'],
    [pendingVendors, 'vendors/list?is_active=false'],
    [admins, 'users?search=role:super_admin'],
    [customers, 'customers/list?'],
  ])('requests only those, and has its own texts', async (resource, request) => {
    const asked: string[] = [];
    const lists = ['users', 'vendors/list', 'customers/list'].map((path) =>
      http.get(api(path), ({ request: { url } }) => {
        const shown = [...new URL(url).searchParams].filter(
          ([key]) => key === 'search' || key === 'is_active',
        );
        asked.push(`${path}?${shown.map((pair) => pair.join('=')).join('&')}`);
        return HttpResponse.json(pageOf([]));
      }),
    );
    server.use(...lists);
    renderScreen(<PeopleList resource={resource} />, resource.only.path);

    const word = words.users[resource.only.name as 'vendors'].title;
    expect(await screen.findByRole('heading', { level: 1, name: new RegExp(`^${word}`) })).toBeVisible();
    await waitFor(() => expect(asked).toEqual([request]));
  });
});
