import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Role } from '@/contract/core/permissions';
import type { FoundGroup } from '@/contract/insights/everything';
import { markedPieces } from '@/lib/format/text-match';
import { TopBar } from '@/shell/menu/top-bar';
import { listActions } from '@/shell/search/search-actions';
import { SearchBox } from '@/shell/search/search-box';
import { useUi } from '@/state/ui';
import { server } from '../server';
import { buildMe, buildShop, fakeRouter, ours, renderApp, signInAs } from './render-app';

const base = 'http://localhost/admin/rest';

const order: FoundGroup = {
  family: 'orders',
  has_more: true,
  list: '/orders?search=%D0%B5%D0%BB%D0%BA%D0%B8%D0%BD',
  rows: [
    {
      id: 5,
      title: '20260310150001',
      subtitle: 'Семён Ёлкин',
      picture: null,
      path: '/orders/5',
      status: 'order-pending',
      amount: 2000,
      at: '2026-03-10T09:00:00.000Z',
    },
  ],
};

/** Serves search results by text, and records the queries. */
function answer(find: (q: string) => FoundGroup[]) {
  const asked: string[] = [];
  server.use(
    http.get(`${base}/search`, ({ request }) => {
      const q = new URL(request.url).searchParams.get('q') ?? '';
      asked.push(q);
      return HttpResponse.json({ groups: find(q) });
    }),
  );
  return asked;
}

async function openSearch(role: Role = 'super_admin', more: Parameters<typeof buildMe>[1] = {}) {
  signInAs(role);
  server.use(http.get(`${base}/me`, () => HttpResponse.json(buildMe(role, more))));
  const router = fakeRouter('/');
  renderApp(<SearchBox shop={undefined} />, router);
  const box = screen.getByRole('combobox', { name: 'Поиск по панели' });
  await userEvent.click(box);
  await screen.findByRole('group', { name: 'Действия' });
  return { box, router };
}

const options = () => screen.getAllByRole('option').map((option) => option.textContent);
const current = () => screen.getByRole('option', { selected: true });

beforeEach(() => localStorage.clear());

describe('the search', () => {
  it('is closed until it is focused, and closes on Escape', async () => {
    answer(() => []);
    const { box } = await openSearch();
    expect(box).toHaveAttribute('aria-expanded', 'true');

    await userEvent.keyboard('{Escape}');

    expect(box).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    await userEvent.keyboard('{ArrowDown}');
    expect(await screen.findByRole('listbox')).toBeInTheDocument();
  });

  it('finds pages and actions immediately, in either keyboard layout', async () => {
    answer(() => []);
    await openSearch();

    await userEvent.keyboard('rfntujhbb');

    const pages = within(screen.getByRole('group', { name: 'Разделы' })).getAllByRole('option');
    expect(pages[0]).toHaveTextContent('Категории');
    await userEvent.clear(screen.getByRole('combobox'));
    await userEvent.keyboard('промокод');
    expect(screen.getByRole('option', { name: 'Создать купон' })).toBeInTheDocument();
  });

  it('requests records when typing pauses and groups them under headings', async () => {
    const asked = answer(() => [order]);
    await openSearch();

    await userEvent.keyboard('елкин');
    const option = await screen.findByRole('option', { name: /20260310150001/ });

    expect(asked).toEqual(['елкин']);
    expect(screen.getByRole('group', { name: 'Заказы' })).toContainElement(option);
    expect(option).toHaveTextContent(/Семён Ёлкин · .*2.000/);
    expect(within(option).getByText('Ждёт оплаты')).toBeInTheDocument();
    expect(option.querySelector('mark')).toHaveTextContent('Ёлкин');
    expect(screen.getByRole('option', { name: 'Показать все: Заказы' })).toBeInTheDocument();
  });

  it('moves through all groups by the arrows, wraps around, and opens by Enter', async () => {
    answer(() => [order]);
    const { box, router } = await openSearch();
    await userEvent.keyboard('заказ');
    await screen.findByRole('option', { name: /20260310150001/ });
    const all = options();

    expect(current()).toHaveTextContent(all[0] ?? '');
    await userEvent.keyboard('{ArrowUp}');
    expect(current()).toHaveTextContent('Показать все: Заказы');
    expect(box).toHaveAttribute('aria-activedescendant', current().id);
    await userEvent.keyboard('{ArrowUp}{Enter}');

    expect(router.push).toHaveBeenCalledWith('/orders/5', undefined, undefined);
    expect(box).toHaveValue('');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  });

  it('opens in a new tab by Ctrl+Enter and stays open', async () => {
    const openTab = vi.spyOn(window, 'open').mockReturnValue(null);
    answer(() => [order]);
    const { box, router } = await openSearch();
    await userEvent.keyboard('20260310150001');
    await screen.findByRole('option', { name: /20260310150001/ });

    await userEvent.keyboard('{Control>}{Enter}{/Control}');

    expect(openTab).toHaveBeenCalledWith(expect.stringMatching(/\/orders\/5$/), '_blank', 'noopener');
    expect(router.push).not.toHaveBeenCalled();
    expect(box).toHaveValue('20260310150001');
    openTab.mockRestore();
  });

  it('ignores the response to an outdated query', async () => {
    server.use(
      http.get(`${base}/search`, async ({ request }) => {
        const q = new URL(request.url).searchParams.get('q') ?? '';
        if (q === 'пер') await delay(600);
        const row = { ...order.rows[0], title: q } as FoundGroup['rows'][number];
        return HttpResponse.json({ groups: [{ ...order, list: null, rows: [row] }] });
      }),
    );
    await openSearch();
    await userEvent.keyboard('пер');
    await delay(250);
    await userEvent.keyboard('вый');

    await screen.findByRole('option', { name: /первый/ });
    await delay(700);

    expect(screen.getByRole('option', { name: /№\u00a0первый/ })).toBeInTheDocument();
  });

  it('keeps the results while the next query loads, and the selection when it arrives', async () => {
    answer((q) => (q === 'заказ' ? [] : [order]));
    await openSearch();
    await userEvent.keyboard('зака');
    await screen.findByRole('option', { name: /20260310150001/ });

    await userEvent.keyboard('з');

    expect(screen.getByRole('option', { name: /20260310150001/ })).toBeInTheDocument();
    await userEvent.keyboard('{ArrowDown}');
    const reached = current().textContent;
    await waitFor(() =>
      expect(screen.queryByRole('option', { name: /20260310150001/ })).not.toBeInTheDocument(),
    );
    expect(current()).toHaveTextContent(reached ?? '');
  });

  it('shows an empty state with hints on how to search', async () => {
    answer(() => []);
    await openSearch();

    await userEvent.keyboard('ъъъ');

    expect(await screen.findByText('По запросу «ъъъ» ничего не нашлось')).toBeInTheDocument();
    expect(screen.getByText(/Раскладка и «ё» не важны/)).toBeInTheDocument();
  });

  it('shows a failure and retries', async () => {
    server.use(http.get(`${base}/search`, () => HttpResponse.json({ message: 'INTERNAL' }, { status: 500 })));
    await openSearch();
    await userEvent.keyboard('елкин');
    expect(await screen.findByRole('alert')).toHaveTextContent('Поиск по записям не отвечает.');

    answer(() => [order]);
    await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));

    expect(await screen.findByRole('option', { name: /20260310150001/ })).toBeInTheDocument();
  });

  it('remembers recent choices per user until they are cleared', async () => {
    answer(() => [order]);
    const { box } = await openSearch();
    await userEvent.keyboard('елкин');
    await userEvent.click(await screen.findByRole('option', { name: /20260310150001/ }));
    await userEvent.click(box);

    const recent = await screen.findByRole('group', { name: 'Недавнее' });
    expect(within(recent).getByRole('option')).toHaveTextContent('№ 20260310150001');
    expect(JSON.parse(localStorage.getItem('gostiny-recent') ?? '')).toMatchObject({ person: 7 });

    await userEvent.keyboard('купоны{Enter}');
    expect(JSON.parse(localStorage.getItem('gostiny-search-uses') ?? '')).toEqual({
      person: 7,
      counts: [['page /coupons', 1]],
    });
    await userEvent.click(box);
    await userEvent.click(await screen.findByRole('button', { name: 'Забыть недавнее' }));
    expect(JSON.parse(localStorage.getItem('gostiny-search-uses') ?? '')).toMatchObject({ counts: [] });
    expect(screen.queryByRole('group', { name: 'Недавнее' })).not.toBeInTheDocument();
  });

  it("shows nothing of another person's", async () => {
    const items = [{ path: '/orders/1', title: 'Чужое', note: null, icon: 'store' }];
    localStorage.setItem('gostiny-recent', JSON.stringify({ person: 8, items }));
    answer(() => []);
    await openSearch();
    expect(screen.queryByText('Чужое')).not.toBeInTheDocument();
  });

  it('changes the theme in place', async () => {
    answer(() => []);
    await openSearch();
    await userEvent.keyboard('тёмную тему{Enter}');
    expect(localStorage.getItem('gostiny-theme')).toBe('"dark"');
  });
});

describe('actions', () => {
  const person = (permissions: string[]) => ({ permissions, id: 7, capabilities: ours });
  const keys = (permissions: string[], shops = [buildShop('lavka')]) =>
    listActions(person(permissions), shops).map(({ key, path }) => path ?? key);

  it('are those that the person may do', () => {
    expect(keys(['staff', 'customer', 'staff:orders'])).toEqual(['/profile-update', ...themes, '/logout']);
    expect(keys(['staff', 'customer', 'staff:catalogue'])).toContain('/lavka/products/create');
    expect(keys(['store_owner', 'customer'])).toEqual(
      expect.arrayContaining([
        '/lavka/staffs/create',
        '/lavka/withdraws/create',
        '/shops/create',
        'message-admin',
      ]),
    );
    expect(keys(['store_owner', 'customer'])).not.toContain('/coupons/create');
    const admin = keys(['super_admin', 'store_owner', 'customer'], []);
    expect(admin).toEqual(expect.arrayContaining(['/coupons/create', '/orders/create', 'message-shop']));
    expect(admin).not.toContain('message-admin');
  });

  it('are offered for each shop of an owner', () => {
    const paths = keys(['store_owner', 'customer'], [buildShop('one', 1), buildShop('two', 2)]);
    expect(paths).toEqual(expect.arrayContaining(['/one/products/create', '/two/products/create']));
  });
});

/** The bar, and what it has opened. */
function Frame() {
  const { isSidebarOpen, modalView } = useUi();
  return (
    <>
      <TopBar shop={undefined} />
      <output>{`${modalView} ${isSidebarOpen}`}</output>
    </>
  );
}

describe('the bar on a narrow screen', () => {
  it('opens and closes the search and the menu', async () => {
    signInAs('super_admin');
    server.use(http.get(`${base}/me`, () => HttpResponse.json(buildMe('super_admin'))));
    renderApp(<Frame />);
    const shown = screen.getByRole('status');
    const search = screen.getByRole('button', { name: 'Поиск по панели' });

    await userEvent.click(search);
    expect(shown).toHaveTextContent('SEARCH_VIEW false');
    await userEvent.click(search);
    expect(shown).toHaveTextContent('LOGIN_VIEW false');
    await userEvent.click(screen.getByRole('button', { name: 'Открыть меню' }));
    expect(shown).toHaveTextContent('LOGIN_VIEW true');
    await userEvent.click(screen.getByRole('button', { name: 'Открыть меню' }));
    expect(shown).toHaveTextContent('LOGIN_VIEW false');
  });
});

const themes = ['light', 'dark', 'system'];

describe('a text', () => {
  it('is highlighted where it matches', () => {
    expect(markedPieces('Ёлка и ёлка', 'елк')).toEqual([
      { text: 'Ёлк', isMarked: true },
      { text: 'а и ', isMarked: false },
      { text: 'ёлк', isMarked: true },
      { text: 'а', isMarked: false },
    ]);
    expect(markedPieces('Создать купон', 'купоны')).toContainEqual({ text: 'купон', isMarked: true });
    expect(markedPieces('Чай', '')).toEqual([{ text: 'Чай', isMarked: false }]);
  });
});
