import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { staffs } from '@/contract/shops/staffs';
import type { Staff } from '@/contract/shops/staffs/schema';
import { resourcePage } from '@/crud/resource-page';
import { StaffForm } from '@/features/shops/staffs/staff-form';
import { keepCapabilities } from '@/lib/api/capabilities';
import { api, listenToToasts, pageOf, renderScreen } from '../../crud/render-screen';
import { server } from '../../server';

const Page = resourcePage(staffs, { Form: StaffForm });
const lavka = { id: 4, name: 'Чайная лавка', slug: 'chay', logo: null, is_active: true };

const buildStaff = (more: Partial<Staff> = {}): Staff => ({
  id: 7,
  version: 3,
  name: 'Галина Петрова',
  email: 'galina@test.ru',
  is_active: true,
  shop_id: 4,
  shop: { id: 4, name: 'Чайная лавка', slug: 'chay' },
  ...{ role_id: null, role: null, user_id: 7, expires_at: null },
  scopes: ['orders'],
  is_invited: false,
  created_at: '2026-03-09T09:00:00.000Z',
  updated_at: '2026-03-09T09:00:00.000Z',
  ...more,
});

const roles = [
  {
    id: 8,
    key: 'shop-accountant',
    name: 'Бухгалтер',
    shop_id: null,
    areas: { orders: 'read', finance: 'read' },
  },
];

/** The form at an address for the owner of some shops; requests are recorded. */
function open(address: string, { staff = buildStaff(), shops = [lavka] } = {}) {
  const sent: [string, unknown][] = [];
  const record = async ({ request }: { request: Request }) => {
    const text = await request.text();
    sent.push([`${request.method} ${new URL(request.url).pathname.slice(12)}`, text && JSON.parse(text)]);
    return HttpResponse.json(staff);
  };
  renderScreen(<Page />, address, { role: 'store_owner' });
  const permissions = ['store_owner', 'customer'].map((name) => ({ name }));
  server.use(
    http.get(api('me'), () =>
      HttpResponse.json({ id: 1, name: 'Борис', shops, managed_shop: null, permissions, profile: null }),
    ),
    http.get(api('staffs/7'), () => HttpResponse.json(staff)),
    http.get(api('staffs'), () => HttpResponse.json(pageOf([]))),
    http.get(api('shop-roles'), () => HttpResponse.json(roles)),
    http.get(api('vendor/shops'), () => HttpResponse.json(pageOf(shops))),
    http.post(api('staffs'), record),
    http.put(api('staffs/7'), record),
    http.post(api('staffs/7/invite'), record),
  );
  return sent;
}

const part = (title: string) => {
  const parts = screen.getByRole('heading', { name: title }).parentElement;
  return within(parts ?? document.body);
};
const save = () => userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));

describe('a new member of staff', () => {
  it('is invited by e-mail into the only shop, with exactly the ticked scopes', async () => {
    const sent = open('/staffs/create');

    await userEvent.type(await screen.findByRole('textbox', { name: /Имя/ }), 'Пётр');
    await userEvent.type(screen.getByRole('textbox', { name: /^Почта/ }), 'petr@test.ru');
    expect(screen.queryAllByRole('checkbox', { checked: true })).toEqual([]);
    await save();
    expect(await screen.findByText('Отметьте хотя бы одну часть работы')).toBeVisible();
    await userEvent.click(screen.getByRole('checkbox', { name: /Каталог/ }));
    await userEvent.click(screen.getByRole('checkbox', { name: /Заказы/ }));
    await save();

    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual([
      'POST staffs',
      expect.objectContaining({
        name: 'Пётр',
        email: 'petr@test.ru',
        shop_id: 4,
        scopes: ['catalogue', 'orders'],
      }),
    ]);
  });

  it('may get a role in place of scopes, whose limits are named', async () => {
    const sent = open('/staffs/create');

    await userEvent.type(await screen.findByRole('textbox', { name: /Имя/ }), 'Пётр');
    await userEvent.type(screen.getByRole('textbox', { name: /^Почта/ }), 'petr@test.ru');
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Роль' }), 'Бухгалтер');
    expect(screen.queryByRole('checkbox', { name: /Каталог/ })).not.toBeInTheDocument();
    expect(screen.getByText('смотреть баланс, выписки и выводы')).toBeVisible();
    expect(screen.getByText('запрашивать выводы и менять реквизиты')).toBeVisible();
    await save();

    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.[1]).toMatchObject({ email: 'petr@test.ru', role_id: 8 });
  });

  it('on a server without invitations needs a password', async () => {
    await keepCapabilities([]);
    const sent = open('/staffs/create');

    await userEvent.type(await screen.findByRole('textbox', { name: /Имя/ }), 'Пётр');
    await userEvent.type(screen.getByRole('textbox', { name: /^Почта/ }), 'petr@test.ru');
    await userEvent.click(screen.getByRole('checkbox', { name: /Заказы/ }));
    await save();

    expect(await screen.findByText('Введите пароль')).toBeVisible();
    expect(sent).toEqual([]);
    await userEvent.type(screen.getByLabelText('Пароль'), 'Qwerty123');
    await save();
    await waitFor(() => expect(sent[0]?.[1]).toMatchObject({ password: 'Qwerty123' }));
  });

  it('of an owner of several shops needs a shop', async () => {
    const sent = open('/staffs/create', { shops: [lavka, { ...lavka, id: 5, slug: 'kofe' }] });

    await userEvent.type(await screen.findByRole('textbox', { name: /Имя/ }), 'Пётр');
    await userEvent.type(screen.getByRole('textbox', { name: /^Почта/ }), 'petr@test.ru');
    await save();

    expect(await screen.findByText('Выберите магазин')).toBeVisible();
    expect(sent).toEqual([]);
  });
});

describe('a member of staff', () => {
  it('has a summary of what they will and will not be able to do', async () => {
    open('/staffs/7/edit');

    await userEvent.click(await screen.findByRole('checkbox', { name: /Каталог/ }));

    expect(part('Сможет').getByText('вести товары, характеристики и остатки')).toBeVisible();
    expect(part('Сможет').getByText('собирать заказы и разбирать возвраты')).toBeVisible();
    expect(part('Не сможет').getByText('отвечать на вопросы и отзывы')).toBeVisible();
    expect(part('Не сможет').getByText('видеть деньги: баланс, выводы, реквизиты')).toBeVisible();
  });

  it('is saved with the version that was shown, and not without any scope', async () => {
    const sent = open('/staffs/7/edit');
    const orders = await screen.findByRole('checkbox', { name: /Заказы/ });

    await userEvent.click(orders);
    await save();
    expect(await screen.findByText('Отметьте хотя бы одну часть работы')).toBeVisible();
    await userEvent.click(screen.getByRole('checkbox', { name: /Тексты магазина/ }));
    await save();

    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual(['PUT staffs/7', expect.objectContaining({ version: 3, scopes: ['content'] })]);
    expect(screen.queryByRole('textbox', { name: /^Почта/ })).toBeNull();
  });

  it('with a pending invitation is invited again', async () => {
    const toasts = listenToToasts();
    const sent = open('/staffs/7/edit', { staff: buildStaff({ is_invited: true }) });

    await userEvent.click(await screen.findByRole('button', { name: 'Отправить ещё раз' }));

    expect(await screen.findByRole('button', { name: 'Приглашение отправлено' })).toBeDisabled();
    expect(sent.map(([call]) => call)).toEqual(['POST staffs/7/invite']);
    expect(toasts.map(({ text }) => text)).toContain('Приглашение отправлено');
  });
});
