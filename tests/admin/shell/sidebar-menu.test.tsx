import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { Profiler } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { permissionsOfRole, type Role } from '@/contract/core/permissions';
import type { MenuCounts } from '@/contract/insights/menu-counts';
import { menuFor } from '@/shell/menu/menu';
import { SidebarMenu } from '@/shell/menu/sidebar-menu';
import { useSidebarMini } from '@/state/ui';
import { server } from '../server';
import { buildMe, fakeRouter, ours, renderApp, signInAs } from './render-app';

const base = 'http://localhost/admin/rest';
const asked: string[] = [];

beforeEach(() => {
  localStorage.clear();
  asked.length = 0;
});

function openMenu(
  address: string,
  { role = 'super_admin' as Role, shop = '', counts = {} as MenuCounts } = {},
) {
  signInAs(role);
  server.use(
    http.get(`${base}/me`, () => HttpResponse.json(buildMe(role))),
    http.get(`${base}/menu-counts`, ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json(counts);
    }),
  );
  const place = shop || undefined;
  const groups = menuFor({ permissions: permissionsOfRole[role], id: 7, capabilities: ours }, place);
  return renderApp(
    <>
      <main>
        <h1>Заказы</h1>
      </main>
      <SidebarMenu {...{ groups, address, place }} shop={undefined} card={null} isMini={false} />
    </>,
    fakeRouter(address),
  );
}

const menu = () => screen.getByRole('navigation', { name: 'Меню' });
const groupButton = (name: string | RegExp) => within(menu()).getByRole('button', { name });

describe('the groups of the menu', () => {
  it('are collapsed, except the current page’s, and stay as they were left', async () => {
    const first = openMenu('/withdraws');
    expect(within(menu()).getByRole('link', { name: 'Вывод средств' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    expect(groupButton('Финансы')).toHaveAttribute('aria-expanded', 'true');
    expect(within(menu()).queryByRole('link', { name: 'Производители' })).not.toBeInTheDocument();

    await userEvent.click(groupButton('Каталог'));
    expect(within(menu()).getByRole('link', { name: 'Производители' })).toBeInTheDocument();
    first.unmount();

    openMenu('/orders');
    await waitFor(() => expect(groupButton('Каталог')).toHaveAttribute('aria-expanded', 'true'));
    expect(groupButton('Финансы')).toHaveAttribute('aria-expanded', 'false');
  });

  it('collapse around the current page, too', async () => {
    openMenu('/withdraws');

    await userEvent.click(groupButton('Финансы'));

    expect(within(menu()).queryByRole('link', { name: 'Вывод средств' })).not.toBeInTheDocument();
  });
});

describe('the counters of the menu', () => {
  it('come in one response, and are shown at their entries, and at a collapsed group for its own', async () => {
    openMenu('/', { counts: { products: 3, withdraws: 4, orders: 120, shops: 0 } });

    expect(await within(menu()).findByRole('link', { name: /Заказы.*ждут: 120/ })).toHaveTextContent('99+');
    expect(within(menu()).getByRole('link', { name: /Товары.*ждут: 3/ })).toBeInTheDocument();
    expect(groupButton(/Финансы.*ждут: 4/)).toBeInTheDocument();
    // Already counted above.
    expect(groupButton('Каталог')).toBeInTheDocument();
    expect(groupButton('Магазины и люди')).toBeInTheDocument();
    await userEvent.click(groupButton(/Финансы/));
    expect(within(menu()).getByRole('link', { name: /Вывод средств.*ждут: 4/ })).toBeInTheDocument();
    expect(asked).toEqual(['']);
  });

  it('are those of the shop in its menu', async () => {
    openMenu('/lavka', { role: 'store_owner', shop: 'lavka', counts: { orders: 2, questions: 1 } });

    expect(await within(menu()).findByRole('link', { name: /Заказы.*ждут: 2/ })).toBeInTheDocument();
    expect(asked).toEqual(['?shop=lavka']);
  });
});

const onRender = vi.fn();

function Collapsible() {
  const [isMini, setMini] = useSidebarMini();
  const groups = menuFor(
    { permissions: permissionsOfRole.super_admin, id: 7, capabilities: ours },
    undefined,
  );
  return (
    <>
      <button type="button" onClick={() => setMini(true)}>
        Свернуть
      </button>
      <Profiler id="menu" onRender={onRender}>
        <SidebarMenu {...{ groups, isMini }} address="/" place={undefined} shop={undefined} card={null} />
      </Profiler>
    </>
  );
}

describe('the menu of icons', () => {
  async function openIcons() {
    signInAs('super_admin');
    server.use(
      http.get(`${base}/me`, () => HttpResponse.json(buildMe('super_admin'))),
      http.get(`${base}/menu-counts`, () => HttpResponse.json({})),
    );
    renderApp(<Collapsible />);
    await userEvent.click(screen.getByRole('button', { name: 'Свернуть' }));
  }
  const tip = () => document.querySelector('nav > [aria-hidden]');

  it('names the icon under the pointer, and forgets the name when the pointer leaves a menu that it widened', async () => {
    await openIcons();
    await userEvent.hover(groupButton('Каталог'));
    expect(tip()).toHaveTextContent('Каталог');

    await userEvent.click(groupButton('Каталог'));
    expect(tip()).toBeNull();
    fireEvent.mouseLeave(menu());
    await userEvent.click(screen.getByRole('button', { name: 'Свернуть' }));

    expect(groupButton('Каталог')).toHaveAttribute('aria-expanded', 'false');
    expect(tip()).toBeNull();
  });

  it('is not drawn again for the parts of an icon that the pointer crosses', async () => {
    await openIcons();
    await userEvent.hover(groupButton('Каталог'));
    await act(async () => {});
    onRender.mockClear();

    for (const part of groupButton('Каталог').querySelectorAll('*')) fireEvent.mouseOver(part);
    fireEvent.mouseOver(groupButton('Каталог'));

    expect(onRender).not.toHaveBeenCalled();
  });
});

describe('pinned pages', () => {
  it('are pinned with their filters under a custom name, stored per person, and unpinned', async () => {
    const address = '/orders?order_status=order-pending';
    const first = openMenu(address);
    await userEvent.click(await screen.findByRole('button', { name: 'Закрепить эту страницу' }));
    const name = await screen.findByRole('textbox', { name: 'Название в меню' });
    expect(name).toHaveValue('Заказы');
    await userEvent.type(name, 'Ждут оплаты{Enter}', { initialSelectionStart: 0, initialSelectionEnd: 6 });

    const pinned = within(menu()).getByRole('link', { name: 'Ждут оплаты' });
    expect(pinned).toHaveAttribute('href', address);
    expect(pinned).toHaveAttribute('aria-current', 'page');
    expect(within(menu()).getAllByRole('link', { current: 'page' })).toEqual([pinned]);
    expect(screen.queryByRole('button', { name: 'Закрепить эту страницу' })).not.toBeInTheDocument();
    expect(JSON.parse(localStorage.getItem('gostiny-pins') ?? '')).toEqual({
      7: [{ path: address, name: 'Ждут оплаты' }],
    });
    first.unmount();

    openMenu('/');
    await userEvent.click(await screen.findByRole('button', { name: 'Открепить: Ждут оплаты' }));
    expect(within(menu()).queryByRole('link', { name: 'Ждут оплаты' })).not.toBeInTheDocument();
  });

  it.each([
    ['/ledger?view=payments', 'Платежи'],
    ['/products/moderation?page=2', 'На проверке'],
    // A record is no page of the menu: its heading names it.
    ['/orders/12', 'Заказы'],
  ])('of %s are proposed as «%s»', async (address, proposed) => {
    openMenu(address);
    await userEvent.click(await screen.findByRole('button', { name: 'Закрепить эту страницу' }));
    expect(await screen.findByRole('textbox', { name: 'Название в меню' })).toHaveValue(proposed);
  });

  it('may be entries of the menu', async () => {
    openMenu('/withdraws');
    await screen.findByRole('button', { name: 'Закрепить эту страницу' });
    await act(async () => {});

    await userEvent.click(await screen.findByRole('button', { name: 'Закрепить: Деньги площадки' }));

    const section = screen.getByRole('heading', { name: 'Закреплено' }).closest('section');
    expect(within(section as HTMLElement).getByRole('link', { name: 'Деньги площадки' })).toHaveAttribute(
      'href',
      '/ledger',
    );
  });

  it('are shown only to their owner, and only if they may be opened', async () => {
    const pins = { 7: [{ path: '/taxes', name: 'Вывод средств' }], 8: [{ path: '/notice', name: 'Чужое' }] };
    localStorage.setItem('gostiny-pins', JSON.stringify(pins));
    openMenu('/', { role: 'staff' });

    await waitFor(() => expect(asked).toEqual(['']));
    expect(within(menu()).queryByRole('link', { name: 'Вывод средств' })).not.toBeInTheDocument();
    expect(within(menu()).queryByRole('link', { name: 'Чужое' })).not.toBeInTheDocument();
  });
});
