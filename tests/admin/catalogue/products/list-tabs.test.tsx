import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { SavedView } from '@/contract/settings/saved-views';
import { api, listenToToasts, phoneScreen, renderScreen } from '../../crud/render-screen';
import { server } from '../../server';
import { answer, buildProduct, Products, rowOf } from './list-scene';

describe('the tabs of the products list', () => {
  const tab = (name: string | RegExp) => screen.findByRole('link', { name });
  const sent = (asked: Record<string, string>[]) => asked.at(-1)?.search;

  it('show counts of one request, bounded, and open without search and filters', async () => {
    const asked = answer([buildProduct(1)]);
    const counted: string[] = [];
    server.use(
      http.get(api('products/counts'), ({ request }) => {
        counted.push(new URL(request.url).search);
        return HttpResponse.json({ all: 1284, live: 10_000, low: 0, drafts: 7 });
      }),
    );
    const { visits } = renderScreen(<Products />, '/products?search=чай&type=posuda');

    expect(await tab(/^Все 1\s284$/)).toHaveAttribute('aria-current', 'page');
    expect(await tab(/^В продаже 9\s999\+$/)).toBeInTheDocument();
    expect(counted).toEqual(['?tabs=all,live,low,drafts']);
    await userEvent.click(await tab('Заканчиваются 0'));

    expect(visits.addresses.at(-1)).toBe('/products?tab=low');
    await waitFor(() => expect(sent(asked)).toBe('stock:low,out'));
    expect(await tab('Заканчиваются 0')).toHaveAttribute('aria-current', 'page');
    // A filter on the tab's own condition would contradict it.
    expect(screen.queryByRole('button', { name: 'Наличие' })).not.toBeInTheDocument();
  });

  it('keep their rows while a filter narrows them, and have an empty state', async () => {
    const asked = answer([]);
    const { visits } = renderScreen(<Products />, '/products?tab=drafts&product_type=simple');
    await waitFor(() => expect(sent(asked)).toBe('status:draft,unpublish;product_type:simple'));
    await userEvent.click(await screen.findByRole('button', { name: 'Сбросить поиск и фильтры' }));
    expect(visits.addresses.at(-1)).toBe('/products?tab=drafts');

    expect(await screen.findByText('В этой вкладке сейчас пусто')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Показать все' }));
    expect(visits.addresses.at(-1)).toBe('/products');
  });

  it('ignore a tab that does not exist', async () => {
    const asked = answer([buildProduct(1)]);
    renderScreen(<Products />, '/products?tab=rejected');
    await rowOf('Ваза 1');
    expect(sent(asked)).toBeUndefined();
  });
});

describe('products on a phone', () => {
  it('are cards with picture, name, shop, price and unusual states, without labels', async () => {
    phoneScreen();
    answer([
      buildProduct(1, { quantity: 5 }),
      buildProduct(2, { status: 'draft', shop: { id: 2, name: 'Вторая лавка', slug: 'vtoraya' } }),
    ]);
    const { visits } = renderScreen(<Products />, '/products');

    const [first, second] = await screen.findAllByRole('listitem');
    if (!first || !second) throw new Error('no cards');
    expect(await within(first).findByRole('link', { name: 'Ваза 1' })).toHaveAttribute(
      'href',
      '/products/1/edit',
    );
    expect(first).toHaveTextContent(/Первая лавка\$1,000.*Заканчивается$/);
    expect(within(first).queryByText('Опубликован')).not.toBeInTheDocument();
    expect(within(second).getByText('Черновик')).toBeInTheDocument();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    await userEvent.click(within(second).getByText('Вторая лавка'));
    expect(visits.addresses.at(-1)).toBe('/products/2/edit');
  });
});

describe('saved views', () => {
  const view = (id: number, more: Partial<SavedView> = {}): SavedView => ({
    id,
    version: 1,
    family: 'products',
    shop_id: null,
    name: `Вид ${id}`,
    is_shared: false,
    state: {
      search: '',
      filters: { stock: 'low' },
      orderBy: 'price',
      sortedBy: 'asc',
      columns: ['name', 'sku'],
    },
    is_own: true,
    author: { id: 1, name: 'Анна' },
    ...more,
  });
  /** Serves saved views and records the requests. */
  function answerViews(views: SavedView[]) {
    const asked: Record<string, string>[] = [];
    server.use(
      http.get(api('saved-views'), ({ request }) => {
        asked.push(Object.fromEntries(new URL(request.url).searchParams));
        return HttpResponse.json(views);
      }),
    );
    return asked;
  }

  it('are fetched once after the rows, are listed in the menu and applied by a click', async () => {
    answer([buildProduct(1)]);
    const asked = answerViews([
      view(1),
      view(2, { is_own: false, is_shared: true, author: { id: 2, name: 'Олег' } }),
    ]);
    const { visits } = renderScreen(<Products />, '/products');

    await userEvent.click(await screen.findByRole('button', { name: 'Виды' }));
    expect(await screen.findByRole('button', { name: /Вид 2.*Олег/ })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Изменить вид: Вид 2' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Вид 1' }));

    expect(visits.addresses.at(-1)).toBe('/products?stock=low&orderBy=price&sortedBy=asc');
    expect(await screen.findByRole('columnheader', { name: 'Артикул' })).toBeInTheDocument();
    expect(screen.queryByRole('columnheader', { name: 'Цена' })).not.toBeInTheDocument();
    expect(asked).toEqual([{ family: 'products' }]);
    await userEvent.click(screen.getByRole('button', { name: 'Виды' }));
    expect(await screen.findByRole('button', { name: 'Вид 1' })).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByRole('link', { name: 'Вид 1' })).toHaveAttribute('aria-current', 'page');
    expect(screen.getByRole('link', { name: /^Все/ })).not.toHaveAttribute('aria-current');
  });

  it('save the state of the list and show an error next to the name', async () => {
    answer([buildProduct(1)]);
    answerViews([]);
    const sent: Record<string, unknown>[] = [];
    server.use(
      http.post<never, Record<string, unknown>>(api('saved-views'), async ({ request }) => {
        const body = await request.json();
        sent.push(body);
        return body.name === 'Дешёвые'
          ? HttpResponse.json(view(5), { status: 201 })
          : HttpResponse.json(
              { message: 'VALIDATION_FAILED', errors: { name: ['error-taken'] } },
              { status: 422 },
            );
      }),
    );
    renderScreen(<Products />, '/products?stock=low&search=ваза');

    await userEvent.click(await screen.findByRole('button', { name: 'Виды' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Сохранить текущий вид' }));
    const name = await screen.findByRole('textbox', { name: 'Название вида' });
    expect(name).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(name).toHaveAccessibleDescription('Укажите название');
    await userEvent.type(name, 'Занято{Enter}');
    await waitFor(() => expect(name).toHaveAccessibleDescription('Такое значение уже занято'));
    await userEvent.clear(name);
    await userEvent.type(name, 'Дешёвые');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Показывать коллегам' }));
    await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));

    await waitFor(() =>
      expect(screen.queryByRole('textbox', { name: 'Название вида' })).not.toBeInTheDocument(),
    );
    expect(sent.at(-1)).toEqual({
      family: 'products',
      name: 'Дешёвые',
      is_shared: true,
      state: {
        search: 'ваза',
        filters: { stock: 'low' },
        orderBy: 'created_at',
        sortedBy: 'desc',
        columns: ['name', 'shop', 'price', 'quantity', 'status'],
      },
    });
  });

  it('are overwritten and removed, and a removal is undone', async () => {
    answer([buildProduct(1)]);
    answerViews([view(1)]);
    const toasts = listenToToasts();
    const calls: unknown[] = [];
    server.use(
      http.patch(api('saved-views/1'), async ({ request }) => {
        calls.push(await request.json());
        return HttpResponse.json(view(1, { version: 2 }));
      }),
      http.delete(api('saved-views/1'), () => {
        calls.push('removed');
        return HttpResponse.json(true);
      }),
      http.post(api('saved-views'), () => {
        calls.push('added');
        return HttpResponse.json(view(9), { status: 201 });
      }),
    );
    renderScreen(<Products />, '/products?stock=out');
    const edit = async () => {
      await userEvent.click(await screen.findByRole('button', { name: 'Виды' }));
      await userEvent.click(await screen.findByRole('button', { name: 'Изменить вид: Вид 1' }));
    };

    await edit();
    await userEvent.click(screen.getByRole('button', { name: 'Записать то, что сейчас на экране' }));
    await waitFor(() => expect(calls).toMatchObject([{ version: 1, state: { filters: { stock: 'out' } } }]));
    await edit();
    await userEvent.click(screen.getByRole('button', { name: 'Удалить' }));
    await waitFor(() => expect(calls).toHaveLength(2));
    toasts.at(-1)?.action?.onClick();

    await waitFor(() => expect(calls.slice(1)).toEqual(['removed', 'added']));
  });
});
