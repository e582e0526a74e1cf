import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { delay, HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { products } from '@/contract/catalogue/products';
import { tags } from '@/contract/catalogue/tags';
import { boxes } from '@/contract/settings/boxes';
import { resourcePage } from '@/crud/resource-page';
import { server } from '../server';
import { api, buildBox, buildTag, pageOf, phoneScreen, renderScreen } from './render-screen';

const Tags = resourcePage(tags);
const Boxes = resourcePage(boxes);
const ShopProducts = resourcePage(products);

/** Serves tags and records the requests. */
function answerTags(rows = [buildTag(1), buildTag(2)], more = {}) {
  const asked: Record<string, string>[] = [];
  server.use(
    http.get(api('tags'), ({ request }) => {
      asked.push(Object.fromEntries(new URL(request.url).searchParams));
      return HttpResponse.json(pageOf(rows, more));
    }),
  );
  return asked;
}

describe('the list of a family', () => {
  it('requests what the address says and shows the rows', async () => {
    const asked = answerTags();

    renderScreen(<Tags />, '/tags?page=2&orderBy=name&sortedBy=asc&search=чай');

    expect(await screen.findByRole('link', { name: 'Метка 1' })).toHaveAttribute(
      'href',
      '/tags/metka-1/edit',
    );
    expect(asked).toEqual([
      {
        page: '2',
        limit: '10',
        orderBy: 'name',
        sortedBy: 'asc',
        search: 'name:чай',
        searchJoin: 'and',
        language: 'ru',
      },
    ]);
    expect(screen.getByRole('columnheader', { name: 'Название' })).toHaveAttribute('aria-sort', 'ascending');
    expect(screen.getByRole('searchbox', { name: 'Найти метку по названию' })).toHaveValue('чай');
  });

  it('searches after a pause, from page 1, and going back restores the previous search', async () => {
    const asked = answerTags();
    const { visits } = renderScreen(<Tags />, '/tags?page=3');
    await screen.findByRole('link', { name: 'Метка 1' });

    await userEvent.type(screen.getByRole('searchbox'), 'мёд');

    await waitFor(() => expect(asked.at(-1)).toMatchObject({ page: '1', search: 'name:мёд' }));
    expect(decodeURIComponent(visits.addresses.at(-1) ?? '')).toBe('/tags?search=мёд');
    visits.back();
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveValue(''));
  });

  it('sorts a new column ascending and reverses it with the next click', async () => {
    answerTags();
    const { visits } = renderScreen(<Tags />, '/tags');
    await screen.findByRole('link', { name: 'Метка 1' });

    await userEvent.click(screen.getByRole('button', { name: 'Название' }));
    await userEvent.click(screen.getByRole('button', { name: 'Название' }));

    expect(visits.addresses).toEqual([
      '/tags',
      '/tags?orderBy=name&sortedBy=asc',
      '/tags?orderBy=name&sortedBy=desc',
    ]);
  });

  it('goes to another page', async () => {
    answerTags(undefined, { total: 95, last_page: 10 });
    const { visits } = renderScreen(<Tags />, '/tags');

    await userEvent.click(await screen.findByRole('button', { name: 'Страница 10' }));

    expect(visits.addresses.at(-1)).toBe('/tags?page=10');
  });

  it('shows the purpose of an empty family and offers to create a row', async () => {
    answerTags([], { total: 0 });

    renderScreen(<Tags />, '/tags');

    expect(await screen.findByRole('heading', { name: 'Здесь пока пусто' })).toBeInTheDocument();
    expect(screen.getAllByRole('link', { name: 'Добавить метку' })[0]).toHaveAttribute(
      'href',
      '/tags/create',
    );
  });

  it('does not treat the shop in the address as a filter', async () => {
    const asked: (string | null)[] = [];
    server.use(
      http.get(api('shops/chay'), () => HttpResponse.json({ id: 5, slug: 'chay', name: 'Чай' })),
      http.get(api('products'), ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('search'));
        return HttpResponse.json(pageOf([]));
      }),
    );

    // The router includes the shop's slug in the parameters of the address.
    renderScreen(<ShopProducts />, '/products?shop=chay');

    expect(await screen.findByRole('heading', { name: 'Здесь пока пусто' })).toBeInTheDocument();
    expect(asked).toEqual(['shop_id:5']);
    expect(screen.queryByRole('button', { name: 'Сбросить поиск и фильтры' })).not.toBeInTheDocument();
  });

  it('offers to reset a search without results', async () => {
    answerTags([], { total: 0 });
    const { visits } = renderScreen(<Tags />, '/tags?search=нет');

    await userEvent.click(await screen.findByRole('button', { name: 'Сбросить поиск и фильтры' }));

    expect(visits.addresses.at(-1)).toBe('/tags');
  });

  it('shows an error with its request id and retries; boxes are not retried', async () => {
    let calls = 0;
    server.use(
      http.get(api('api/admin/boxes'), () => {
        calls += 1;
        if (calls > 1) return HttpResponse.json(pageOf([buildBox(1)]));
        return HttpResponse.json({ message: 'INTERNAL', request_id: 'req-7' }, { status: 500 });
      }),
    );
    renderScreen(<Boxes />, '/boxes');

    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('req-7');
    expect(calls).toBe(1);
    await userEvent.click(within(alert).getByRole('button', { name: 'Повторить' }));

    expect(await screen.findByText('Коробка 1')).toBeInTheDocument();
    expect(screen.getByText(/^30 × 20,5 × 10\sсм$/)).toBeInTheDocument();
  });

  it('keeps the current page of boxes until the next one has loaded', async () => {
    let answer: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.use(
      http.get(api('api/admin/boxes'), async ({ request }) => {
        const page = Number(new URL(request.url).searchParams.get('page'));
        if (page === 2) await waiting;
        return HttpResponse.json(pageOf([buildBox(page)], { current_page: page, last_page: 10, total: 95 }));
      }),
    );
    renderScreen(<Boxes />, '/boxes');
    await screen.findByText('Коробка 1');

    await userEvent.click(await screen.findByRole('button', { name: 'Страница 2' }));
    expect(screen.getByText('Коробка 1')).toBeInTheDocument();
    answer();

    expect(await screen.findByText('Коробка 2')).toBeInTheDocument();
    expect(screen.queryByText('Коробка 1')).toBeNull();
  });

  it('saves a switch immediately with only its key and version', async () => {
    let body: unknown;
    server.use(
      http.get(api('api/admin/boxes'), () => HttpResponse.json(pageOf([buildBox(1, { version: 4 })]))),
      http.patch(api('api/admin/boxes/1'), async ({ request }) => {
        body = await request.json();
        return HttpResponse.json(buildBox(1, { is_active: false }));
      }),
    );
    renderScreen(<Boxes />, '/boxes');

    await userEvent.click(await screen.findByRole('switch', { name: 'Используется: Коробка 1' }));

    await waitFor(() => expect(body).toEqual({ is_active: false, version: 4 }));
  });

  it('sets a filter from its chip', async () => {
    server.use(http.get(api('api/admin/boxes'), () => HttpResponse.json(pageOf([buildBox(1)]))));
    const { visits } = renderScreen(<Boxes />, '/boxes?page=2');
    await screen.findByText('Коробка 1');

    // The other button of this name is the column's heading, which does not sort.
    await userEvent.click(await screen.findByRole('button', { name: 'Используется' }));
    await userEvent.click(screen.getByRole('button', { name: 'не используются' }));

    expect(visits.addresses.at(-1)).toBe('/boxes?is_active=false');
  });

  it('shows a hidden column and remembers it', async () => {
    answerTags();
    const { unmount } = renderScreen(<Tags />, '/tags');
    await screen.findByRole('link', { name: 'Метка 1' });
    // Addresses and icons are for whoever asks.
    for (const name of ['Адрес', 'Значок'])
      expect(screen.queryByRole('columnheader', { name })).not.toBeInTheDocument();

    await userEvent.click(await screen.findByRole('button', { name: 'Колонки' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Адрес' }));
    unmount();
    renderScreen(<Tags />, '/tags');

    expect(await screen.findByRole('columnheader', { name: 'Адрес' })).toBeInTheDocument();
  });

  it('moves from the page through the rows with the arrows, j and k, and opens one with Enter', async () => {
    answerTags();
    const { visits } = renderScreen(<Tags />, '/tags');
    await screen.findByRole('link', { name: 'Метка 1' });

    await userEvent.keyboard('[KeyJ]');
    expect(screen.getByRole('row', { name: 'Метка 1' })).toHaveFocus();
    await userEvent.keyboard('[KeyJ]');
    expect(screen.getByRole('row', { name: 'Метка 2' })).toHaveFocus();
    await userEvent.keyboard('[KeyK]');
    expect(screen.getByRole('row', { name: 'Метка 1' })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(visits.addresses.at(-1)).toBe('/tags/metka-2/edit');
  });

  it('says within three seconds that it failed, and shows the rows when a repeat succeeds', async () => {
    let asked = 0;
    server.use(
      http.get(api('tags'), () => {
        asked += 1;
        return asked <= 2 ? HttpResponse.error() : HttpResponse.json(pageOf([buildTag(1)]));
      }),
    );
    renderScreen(<Tags />, '/tags');

    const alert = await screen.findByRole('alert', {}, { timeout: 3000 });
    expect(asked).toBe(2);
    expect(within(alert).getByRole('button', { name: 'Повторить' })).toBeEnabled();

    expect(await screen.findByRole('link', { name: 'Метка 1' })).toBeInTheDocument();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says within three seconds that nothing was answered, and asks again without waiting for the answer', async () => {
    let asked = 0;
    server.use(
      http.get(api('tags'), async () => {
        asked += 1;
        if (asked === 1) await delay('infinite');
        return HttpResponse.json(pageOf([buildTag(1)]));
      }),
    );
    renderScreen(<Tags />, '/tags');
    const alert = await screen.findByRole('alert', {}, { timeout: 3000 });
    expect(alert).toHaveTextContent('Сервер долго не отвечает');

    await userEvent.click(within(alert).getByRole('button', { name: 'Повторить' }));

    expect(await screen.findByRole('link', { name: 'Метка 1' })).toBeInTheDocument();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('asks at once when the person retries, without the pause before the next repeat', async () => {
    let asked = 0;
    server.use(
      http.get(api('tags'), () => {
        asked += 1;
        return asked <= 2 ? HttpResponse.error() : HttpResponse.json(pageOf([buildTag(1)]));
      }),
    );
    renderScreen(<Tags />, '/tags');
    const alert = await screen.findByRole('alert', {}, { timeout: 3000 });

    await userEvent.click(within(alert).getByRole('button', { name: 'Повторить' }));

    expect(await screen.findByRole('link', { name: 'Метка 1' }, { timeout: 1500 })).toBeInTheDocument();
  });

  it('focuses the search with `/` and creates with `n`', async () => {
    answerTags();
    const { visits } = renderScreen(<Tags />, '/tags');
    await screen.findByRole('link', { name: 'Метка 1' });

    await userEvent.keyboard('/');
    expect(screen.getByRole('searchbox')).toHaveFocus();
    await userEvent.keyboard('n');
    expect(screen.getByRole('searchbox')).toHaveValue('n');
    await userEvent.click(document.body);
    await userEvent.keyboard('[KeyN]');

    expect(visits.addresses.at(-1)).toBe('/tags/create');
  });

  it('draws rows as cards on a phone: title, sum and state, without labels', async () => {
    phoneScreen();
    server.use(http.get(api('api/admin/boxes'), () => HttpResponse.json(pageOf([buildBox(1)]))));
    renderScreen(<Boxes />, '/boxes');

    const card = await screen.findByRole('listitem', { name: 'Коробка 1' });
    expect(await within(card).findByText('Коробка 1')).toBeInTheDocument();
    expect(within(card).getByRole('switch', { name: 'Используется: Коробка 1' })).toBeInTheDocument();
    expect(within(card).getByText('$90')).toBeInTheDocument();
    expect(card).not.toHaveTextContent(':');
  });

  it('names a date on a card, unless it is when the row was created', async () => {
    phoneScreen();
    answerTags([buildTag(1)]);
    localStorage.setItem('gostiny-columns:tags', JSON.stringify(['created_at', 'updated_at']));
    renderScreen(<Tags />, '/tags');

    const card = await screen.findByRole('listitem', { name: 'Метка 1' });
    expect(await within(card).findByText('Изменено:')).toBeInTheDocument();
    expect(within(card).queryByText('Создано:')).not.toBeInTheDocument();
  });

  it('hides from staff what the server would refuse', async () => {
    answerTags();

    renderScreen(<Tags />, '/tags', { role: 'staff' });

    expect(await screen.findByText('Метка 1')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Добавить метку' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Удалить: Метка 1' })).not.toBeInTheDocument();
  });

  it('shows the not-found screen for an unknown screen', async () => {
    renderScreen(<Tags />, '/tags/a/b/c');

    expect(await screen.findByRole('heading', { level: 1, name: 'Страница не найдена' })).toBeInTheDocument();
  });
});
