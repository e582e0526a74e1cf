import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { Shop } from '@/contract/shops/schema';
import { MyShops } from '@/features/shops/shop-home/my-shops';
import { ShopHome } from '@/features/shops/shop-home/shop-home';
import { TransfersPage } from '@/features/shops/transfers/transfers-page';
import { ModalHost } from '@/shell/dialogs/modal-host';
import { api, pageOf, renderScreen } from '../crud/render-screen';
import { server } from '../server';
import { answer, buildShop, listenTo } from './scene';

const stub = { id: 7, name: 'Чайная лавка', slug: 'chay', logo: null, is_active: true };

type Visitor = 'super_admin' | 'store_owner' | 'staff';

function signIn(role: Visitor) {
  const permissions = [role, 'customer'];
  answer('me', {
    id: 2,
    name: 'Пётр',
    shops: role === 'staff' ? [] : [stub],
    managed_shop: role === 'staff' ? stub : null,
    permissions: permissions.map((name) => ({ name })),
  });
}

function openHome(shop: Partial<Shop>, role: Visitor = 'store_owner') {
  renderScreen(
    <>
      <ShopHome Dashboard={({ head }) => head} Waiting={() => <p>Ждут вас</p>} />
      <ModalHost />
    </>,
    '/chay?shop=chay',
    { role },
  );
  signIn(role);
  answer('shops/chay', buildShop(shop));
  answer('shops/7', buildShop(shop));
  answer('audit', pageOf([]));
  for (const family of [
    'faqs',
    'store-notices',
    'withdraws',
    'staffs',
    'attributes',
    'authors',
    'manufacturers',
    'products',
    'orders',
    'refunds',
    'reviews',
    'questions',
  ])
    answer(family, pageOf([]));
  answer('flash-sale', pageOf([]));
  answer('terms-and-conditions', pageOf([]));
}

describe('own shops', () => {
  it('are cards with state, place and money', async () => {
    renderScreen(<MyShops />, '/my-shop', { role: 'store_owner' });
    answer('my-shops', [buildShop()]);

    const card = await screen.findByRole('link', { name: /Чайная лавка/ });
    expect(card).toHaveAttribute('href', '/chay');
    expect(card).toHaveTextContent('Казань, ул. Баумана, 12');
    expect(card).toHaveTextContent('Комиссия7.5 %'.replace('.', ','));
    expect(card).toHaveTextContent('Работает');
    expect(screen.getByRole('link', { name: 'Создать магазин' })).toHaveAttribute('href', '/shops/create');
  });

  it('show staff no money and no create button', async () => {
    renderScreen(<MyShops />, '/my-shop', { role: 'staff' });
    answer('my-shops', [{ ...buildShop(), balance: undefined, requisites: undefined }]);

    const card = await screen.findByRole('link', { name: /Чайная лавка/ });
    expect(card).not.toHaveTextContent('Баланс');
    expect(screen.queryByRole('link', { name: 'Создать магазин' })).toBeNull();
  });

  it('have an empty state with the next step', async () => {
    renderScreen(<MyShops />, '/my-shop', { role: 'store_owner' });
    answer('my-shops', []);

    expect(await screen.findByText('Магазинов пока нет')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Создать магазин' })).toBeVisible();
  });

  it('link an administrator without one to the shops of vendors', async () => {
    renderScreen(<MyShops />, '/my-shops', { role: 'super_admin' });
    answer('my-shops', []);

    expect(await screen.findByRole('link', { name: 'Все магазины' })).toHaveAttribute('href', '/shops');
    expect(screen.getByText(/которыми владеете вы сами/)).toBeVisible();
  });
});

describe('the first page of a shop', () => {
  it('shows why it is inactive and the way to the one list of steps', async () => {
    openHome({ is_active: false, disapproved_reason: 'Нет документов', requisites: null });

    expect(await screen.findByText('Магазин не работает: Нет документов')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Что осталось сделать' })).toHaveAttribute('href', '/');
    // The home page of the vendor has the list.
    expect(screen.queryByRole('heading', { name: 'Что осталось до открытия' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Одобрить' })).toBeNull();
  });

  it.each([
    [false, 'Одобрить', 'Одобрить магазин?'],
    [true, 'Выключить', 'Выключить магазин?'],
  ])(
    'switches a shop that is active (%s) in one dialog for both directions',
    async (is_active, action, title) => {
      openHome({ is_active }, 'super_admin');

      if (is_active) await userEvent.click(await screen.findByRole('button', { name: 'Ещё' }));
      await userEvent.click(await screen.findByRole(is_active ? 'menuitem' : 'button', { name: action }));

      expect(await screen.findByRole('dialog', { name: title })).toHaveTextContent('Чайная лавка');
    },
  );

  it('has state, money, what waits and people, and the rest only when somebody asks', async () => {
    openHome({});

    expect(await screen.findByText('Ждут вас')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Деньги' })).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Пригласить сотрудника' })).toHaveAttribute(
      'href',
      '/chay/staffs',
    );
    expect(screen.queryByRole('heading', { name: 'Как идут дела' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Подробно: продажи, объявления, история' }));
    expect(screen.getByRole('heading', { name: 'Как идут дела' })).toBeVisible();
    expect(await screen.findByText('Действующие объявления')).toBeVisible();
  });

  it('keeps money and the form from staff', async () => {
    openHome({ balance: undefined, requisites: undefined }, 'staff');

    expect(await screen.findByRole('heading', { level: 1, name: 'Чайная лавка' })).toBeVisible();
    expect(screen.queryByText('Деньги')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Изменить' })).toBeNull();
    expect(screen.getByRole('button', { name: 'QR-код' })).toBeVisible();
  });

  it('shows the history of the commission on request', async () => {
    openHome({});
    answer('shops/7/commissions', [{ id: 1, rate: 7.5, is_custom: true, at: '2026-02-01T10:00:00.000Z' }]);

    await userEvent.click(await screen.findByRole('button', { name: 'Как менялась комиссия' }));

    expect(await screen.findByText('01.02.2026, 13:00')).toBeVisible();
  });

  it('is transferred to another vendor by the exact e-mail', async () => {
    openHome({});
    answer('shops/7/transfer-conditions', {
      balance: 75_000.5,
      on_hold: 0,
      pending_withdraws: 1,
      open_orders: 0,
      staffs: 2,
      blocked: 'error-transfer-money',
    });
    answer('ownership-transfer/vendors', [{ id: 9, name: 'Анна Новая', email: 'new@demo.ru' }]);
    const sent = listenTo('post', 'transfer-shop-ownership', {});

    await userEvent.click(await screen.findByRole('button', { name: 'Ещё' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Передать другому владельцу' }));
    expect(await screen.findByText(/Пока есть незаконченные выплаты/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Отправить заявку' }));
    const field = screen.getByRole('combobox', { name: /Новый владелец/ });
    expect(await screen.findByText('Выберите нового владельца')).toBeVisible();
    await userEvent.click(field);
    await userEvent.paste('new@demo.ru');
    await userEvent.click(await screen.findByRole('option', { name: 'Анна Новая · new@demo.ru' }));
    await userEvent.click(screen.getByRole('button', { name: 'Отправить заявку' }));

    await waitFor(() => expect(sent).toEqual([{ shop_id: 7, vendor_id: 9, message: null }]));
  });
});

describe('transfers of shops', () => {
  const transfer = {
    id: 3,
    version: 2,
    transaction_identifier: 'OT-1',
    shop_id: 7,
    shop: { id: 7, name: 'Чайная лавка', slug: 'chay' },
    from: 2,
    to: 9,
    from_user: { id: 2, name: 'Пётр' },
    to_user: { id: 9, name: 'Анна' },
    message: 'Переезжаю',
    status: 'pending',
    note: null,
    created_by: 2,
    decided_at: null,
    created_at: '2026-02-01T10:00:00.000Z',
    updated_at: '2026-02-01T10:00:00.000Z',
  };
  const conditions = {
    balance: 0,
    on_hold: 0,
    pending_withdraws: 0,
    open_orders: 0,
    staffs: 0,
    blocked: null,
  };

  it('are decided by an administrator, with a note and the version that was shown', async () => {
    renderScreen(<TransfersPage />, '/ownership-transfers');
    answer('ownership-transfer', pageOf([transfer]));
    answer('shops/7/transfer-conditions', conditions);
    const sent = listenTo('put', 'ownership-transfer/3', transfer);

    await userEvent.type(await screen.findByLabelText('Комментарий для владельцев'), 'Проверено');
    await userEvent.click(screen.getByRole('button', { name: 'Передать магазин: Чайная лавка' }));

    await waitFor(() => expect(sent).toEqual([{ status: 'approved', note: 'Проверено', version: 2 }]));
  });

  it('are listed by state, without the search of an address: the page has no field for it', async () => {
    const asked: URLSearchParams[] = [];
    server.use(
      http.get(api('ownership-transfer'), ({ request }) => {
        asked.push(new URL(request.url).searchParams);
        return HttpResponse.json(pageOf([]));
      }),
    );
    renderScreen(<TransfersPage />, '/ownership-transfers?status=pending&search=chay');

    await waitFor(() => expect(asked).not.toEqual([]));
    expect(asked[0]?.get('search')).toBe('status:pending');
  });

  it('cannot be approved while a payout is pending', async () => {
    renderScreen(<TransfersPage />, '/ownership-transfers');
    answer('ownership-transfer', pageOf([transfer]));
    answer('shops/7/transfer-conditions', { ...conditions, blocked: 'error-transfer-money' });

    await screen.findByText(/Пока есть незаконченные выплаты/);

    expect(screen.getByRole('button', { name: 'Передать магазин: Чайная лавка' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Отказать: Чайная лавка' })).toBeEnabled();
  });

  it('are withdrawn by their author with a second click', async () => {
    renderScreen(<TransfersPage />, '/ownership-transfers', { role: 'store_owner' });
    signIn('store_owner');
    answer('ownership-transfer', pageOf([transfer]));
    const removed = listenTo('delete', 'ownership-transfer/3');

    await userEvent.click(await screen.findByRole('button', { name: 'Отозвать заявку' }));
    expect(removed).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Точно отозвать' }));

    await waitFor(() => expect(removed).toHaveLength(1));
  });
});
