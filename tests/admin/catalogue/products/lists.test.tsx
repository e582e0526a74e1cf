import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { draftProducts, inventoryProducts, stockProducts } from '@/contract/catalogue/products';
import type { Variation } from '@/contract/catalogue/products/variations';
import { ProductsList } from '@/features/catalogue/products/lists/products-list';
import { ModalHost } from '@/shell/dialogs/modal-host';
import { api, listenToToasts, pageOf, renderScreen } from '../../crud/render-screen';
import { server } from '../../server';
import { answer, buildProduct, Products, rowOf } from './list-scene';

/** jsdom has the element without its behaviour. */
beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function open() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});

const buildVariation = (id: number, more: Partial<Variation> = {}): Variation => ({
  id,
  version: 1,
  product_id: 3,
  title: `Цвет ${id}`,
  options: [],
  value_ids: [],
  price: 500,
  sale_price: null,
  quantity: 4,
  sold_quantity: 0,
  sku: `V-${id}`,
  barcode: null,
  is_disable: false,
  image: null,
  is_digital: false,
  digital_file: null,
  ...more,
});

/** Serves saves of a product and records the bodies. */
function answerSaves(id: number, become: (body: Record<string, number>) => Response) {
  const sent: unknown[] = [];
  server.use(
    http.put<never, Record<string, number>>(api(`products/${id}`), async ({ request }) => {
      const body = await request.json();
      sent.push(body);
      return become(body);
    }),
  );
  return sent;
}

const cell = (name: RegExp) => screen.findByRole('button', { name });

describe('the products list', () => {
  it('shows price range, old price, flash sale, stock and a pending change', async () => {
    answer([
      buildProduct(1, { sale_price: 800, quantity: 0, has_waiting_change: true }),
      buildProduct(2, { quantity: 5 }),
      buildProduct(3, { product_type: 'variable', price: null, min_price: 300, max_price: 900 }),
      buildProduct(4, { quantity: 5, status: 'draft' }),
    ]);
    renderScreen(<Products />, '/products');

    const first = await rowOf('Ваза 1');
    expect(within(first).getByText('$800')).toBeInTheDocument();
    expect(within(first).getByText('$1,000').tagName).toBe('S');
    expect(within(first).getByText('Закончился')).toBeInTheDocument();
    expect(within(first).getByText('Правка на проверке')).toBeInTheDocument();
    expect(within(await rowOf('Ваза 2')).getByText('Заканчивается')).toBeInTheDocument();
    // Nobody can buy a draft, so it does not run low.
    expect(within(await rowOf('Ваза 4')).queryByText('Заканчивается')).toBeNull();
    expect(within(await rowOf('Ваза 3')).getByText(/\$300 – \$900/)).toBeInTheDocument();
    expect(within(first).getByText('Посуда · арт. SKU-1')).toBeInTheDocument();
    expect(within(first).getByText('Первая лавка')).toBeInTheDocument();
  });

  it('requests each part of the catalogue with its fixed filter', async () => {
    const asked = answer([buildProduct(1)]);
    const draft = renderScreen(<ProductsList resource={draftProducts} />, '/products/draft');
    await rowOf('Ваза 1');
    expect(asked.at(-1)).toMatchObject({ search: 'status:draft,under_review,rejected,unpublish' });
    draft.unmount();

    const chosen = renderScreen(<ProductsList resource={draftProducts} />, '/products/draft?status=rejected');
    await rowOf('Ваза 1');
    expect(asked.at(-1)).toMatchObject({ search: 'status:rejected' });
    chosen.unmount();

    const live = renderScreen(<ProductsList resource={draftProducts} />, '/products/draft?status=publish');
    await waitFor(() => expect(asked).toHaveLength(3));
    expect(asked.at(-1)).toMatchObject({ search: 'status:draft,under_review,rejected,unpublish' });
    live.unmount();

    const stock = renderScreen(
      <ProductsList resource={stockProducts} />,
      '/products/product-stock?type=posuda&categories=vazy',
    );
    await rowOf('Ваза 1');
    expect(asked.at(-1)?.search).toBe('stock:low,out;type.slug:posuda;categories.slug:vazy');
    stock.unmount();

    renderScreen(<ProductsList resource={inventoryProducts} />, '/products/inventory');
    expect(await screen.findByRole('columnheader', { name: 'Продано' })).toBeInTheDocument();
    expect(screen.queryByRole('columnheader', { name: 'Цена' })).not.toBeInTheDocument();
  });

  it('filters by a price range', async () => {
    const asked = answer([buildProduct(1)]);
    const { visits } = renderScreen(<Products />, '/products?price_to=900');

    await userEvent.click(await screen.findByRole('button', { name: 'Цена: до 900' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Цена: от' }), 'сто');
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('Здесь нужно число');
    await userEvent.clear(screen.getByRole('textbox', { name: 'Цена: от' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Цена: от' }), '1 200,5{Enter}');

    await waitFor(() => expect(asked.at(-1)).toMatchObject({ price_from: '900', price_to: '1200.5' }));
    expect(visits.addresses.at(-1)).toContain('price_from=900');
  });

  it('offers only categories of the chosen group and clears the category with the group', async () => {
    answer([buildProduct(1)]);
    const asked: (string | null)[] = [];
    server.use(
      http.get(api('types/posuda'), () => HttpResponse.json({ id: 1, name: 'Посуда', slug: 'posuda' })),
      http.get(api('categories/vazy'), () => HttpResponse.json({ id: 4, name: 'Вазы', slug: 'vazy' })),
      http.get(api('categories'), ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('search'));
        return HttpResponse.json(pageOf([{ id: 4, name: 'Вазы', slug: 'vazy' }]));
      }),
    );
    const { visits } = renderScreen(<Products />, '/products?type=posuda&categories=vazy');

    await userEvent.click(await screen.findByRole('button', { name: 'Категория: Вазы' }));
    await waitFor(() => expect(asked).toEqual(['type.slug:posuda']));
    await userEvent.click(screen.getByRole('button', { name: 'Снять фильтр: Тип товаров' }));

    expect(visits.addresses.at(-1)).toBe('/products');
  });
});

describe('the row menu', () => {
  it('opens the product, its QR code and stock journal, and unpublishes it', async () => {
    answer([buildProduct(1), buildProduct(2, { status: 'draft' })]);
    renderScreen(<Products />, '/products');

    await userEvent.click(await screen.findByRole('button', { name: 'Другие действия: Ваза 1' }));
    const words = ['QR-код', 'Движение остатка', 'Вернуть в черновики', 'Удалить'];
    for (const name of words) expect(await screen.findByRole('button', { name })).toBeInTheDocument();
    // The settings have no storefront address.
    expect(screen.queryByRole('link', { name: 'Посмотреть на витрине' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Карточка товара' })).toHaveAttribute('href', '/products/1');
    await userEvent.click(screen.getByRole('button', { name: 'Другие действия: Ваза 2' }));

    expect(await screen.findByRole('button', { name: 'Опубликовать' })).toBeInTheDocument();
  });

  it('confirms before it unpublishes a product and shows the result', async () => {
    answer([buildProduct(1)]);
    let body: unknown;
    server.use(
      http.put(api('products/1'), async ({ request }) => {
        body = await request.json();
        return HttpResponse.json(buildProduct(1, { status: 'draft' }));
      }),
    );
    renderScreen(
      <>
        <Products />
        <ModalHost />
      </>,
      '/products',
    );

    await userEvent.click(await screen.findByRole('button', { name: 'Другие действия: Ваза 1' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Вернуть в черновики' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(await dialog.findByRole('button', { name: 'Снять с публикации' }));

    await waitFor(() => expect(body).toEqual({ status: 'draft' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

describe('an inline edit', () => {
  it('saves with the seen version on Enter', async () => {
    answer([buildProduct(1, { version: 4 })]);
    const sent = answerSaves(1, ({ price }) =>
      HttpResponse.json(buildProduct(1, { price: price ?? 0, version: 5 })),
    );
    renderScreen(<Products />, '/products');

    await userEvent.click(await cell(/^Цена: Ваза 1, \$1,000/));
    const field = await screen.findByRole('textbox', { name: 'Цена: Ваза 1' });
    expect(field).toHaveFocus();
    await userEvent.keyboard('1 250,50{Enter}');

    expect(await cell(/^Цена: Ваза 1, \$1,250.50/)).toHaveFocus();
    await waitFor(() => expect(sent).toEqual([{ price: 1250.5, version: 4 }]));
  });

  it('sends a quantity as a difference and reports a different result', async () => {
    answer([buildProduct(1)]);
    const toasts = listenToToasts();
    const sent = answerSaves(1, () => HttpResponse.json(buildProduct(1, { quantity: 23 })));
    renderScreen(<Products />, '/products');

    (await cell(/^Остаток: Ваза 1, 20/)).focus();
    await userEvent.keyboard('{F2}');
    await screen.findByRole('textbox', { name: 'Остаток: Ваза 1' });
    await userEvent.keyboard('25{Enter}');

    expect(await cell(/^Остаток: Ваза 1, 23/)).toBeInTheDocument();
    expect(sent).toEqual([{ quantity: 25, quantity_was: 20 }]);
    expect(toasts.at(-1)?.text).toBe('Остаток успели изменить, теперь 23');
  });

  it('cancels on Escape and rejects an invalid number', async () => {
    answer([buildProduct(1)]);
    const sent = answerSaves(1, () => HttpResponse.json({}));
    renderScreen(<Products />, '/products');

    await userEvent.click(await cell(/^Остаток: Ваза 1/));
    const field = await screen.findByRole('textbox', { name: 'Остаток: Ваза 1' });
    await userEvent.keyboard('2,5{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('Нужно целое число');
    expect(field).toHaveAccessibleDescription('Нужно целое число');
    await userEvent.keyboard('{Escape}');

    expect(await cell(/^Остаток: Ваза 1, 20/)).toHaveFocus();
    expect(sent).toEqual([]);
  });

  it('moves to the next cell with Tab and back with Shift+Tab', async () => {
    answer([buildProduct(1), buildProduct(2)]);
    const sent = answerSaves(1, (body) => HttpResponse.json(buildProduct(1, { ...body, version: 2 })));
    renderScreen(<Products />, '/products');

    await userEvent.click(await cell(/^Цена: Ваза 1/));
    await screen.findByRole('textbox', { name: 'Цена: Ваза 1' });
    await userEvent.keyboard('90');
    await userEvent.tab();
    expect(await screen.findByRole('textbox', { name: 'Остаток: Ваза 1' })).toHaveFocus();
    await userEvent.keyboard('7');
    await userEvent.tab();
    expect(await screen.findByRole('textbox', { name: 'Цена: Ваза 2' })).toHaveFocus();
    await userEvent.tab({ shift: true });

    expect(await screen.findByRole('textbox', { name: 'Остаток: Ваза 1' })).toHaveFocus();
    expect(sent).toEqual([
      { price: 90, version: 1 },
      { quantity: 7, quantity_was: 20 },
    ]);
  });

  it('is rolled back with the reason when the save is refused', async () => {
    answer([buildProduct(1, { sale_price: 800 })]);
    const toasts = listenToToasts();
    answerSaves(1, () =>
      HttpResponse.json(
        { message: 'VALIDATION_FAILED', errors: { sale_price: ['error-sale-price'] } },
        { status: 422 },
      ),
    );
    renderScreen(<Products />, '/products');

    await userEvent.click(await cell(/^Цена: Ваза 1/));
    await screen.findByRole('textbox', { name: 'Цена: Ваза 1' });
    await userEvent.keyboard('500{Enter}');

    await waitFor(() => expect(toasts.at(-1)?.text).toBe('Цена со скидкой должна быть ниже обычной'));
    expect(await cell(/^Цена: Ваза 1, \$800 \$1,000/)).toBeInTheDocument();
  });

  it('shows the current value on a conflict and overwrites it on demand', async () => {
    answer([buildProduct(1)]);
    const toasts = listenToToasts();
    const current = buildProduct(1, { price: 1100, version: 2 });
    const sent = answerSaves(1, ({ version, price }) =>
      version === 2
        ? HttpResponse.json(buildProduct(1, { price: price ?? 0, version: 3 }))
        : HttpResponse.json({ message: 'CONFLICT', current }, { status: 409 }),
    );
    renderScreen(<Products />, '/products');

    await userEvent.click(await cell(/^Цена: Ваза 1/));
    await screen.findByRole('textbox', { name: 'Цена: Ваза 1' });
    await userEvent.keyboard('1200{Enter}');
    expect(await cell(/^Цена: Ваза 1, \$1,100/)).toBeInTheDocument();
    const { text, action } = toasts.at(-1) ?? {};
    expect(text).toMatch(/^Пока вы правили, здесь уже записали \$1,100/);
    expect(action?.label).toBe('Записать моё');
    action?.onClick();

    expect(await cell(/^Цена: Ваза 1, \$1,200/)).toBeInTheDocument();
    await waitFor(() => expect(sent.at(-1)).toEqual({ price: 1200, version: 2 }));
  });

  it('opens the variations of a variable product, with search and inline edits', async () => {
    answer([
      buildProduct(3, { product_type: 'variable', price: null, min_price: 500, max_price: 500, quantity: 8 }),
    ]);
    const searched: (string | null)[] = [];
    let sent: unknown;
    server.use(
      http.get(api('products/3/variations'), ({ request }) => {
        searched.push(new URL(request.url).searchParams.get('search'));
        return HttpResponse.json(pageOf([buildVariation(31), buildVariation(32)]));
      }),
      http.patch(api('products/3/variations/31'), async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({
          variation: buildVariation(31, { price: 700, version: 2 }),
          product: { id: 3, version: 2, quantity: 8, min_price: 500, max_price: 700 },
        });
      }),
    );
    renderScreen(<Products />, '/products');

    await userEvent.click(await cell(/^Цена: Ваза 3/));
    const drawer = await screen.findByRole('dialog', { name: 'Варианты: Ваза 3' });
    await userEvent.click(await within(drawer).findByRole('button', { name: /^Цена: Цвет 31/ }));
    await within(drawer).findByRole('textbox', { name: 'Цена: Цвет 31' });
    await userEvent.keyboard('700{Enter}');

    expect(await within(drawer).findByRole('button', { name: /^Цена: Цвет 31, \$700/ })).toHaveFocus();
    await waitFor(() => expect(sent).toEqual({ price: 700, version: 1 }));
    await waitFor(async () => expect(await rowOf('Ваза 3')).toHaveTextContent(/\$500 – \$700/));
    await userEvent.type(within(drawer).getByRole('searchbox'), 'красный');
    await waitFor(() => expect(searched).toEqual([null, 'красный']));
    await userEvent.click(within(drawer).getByRole('button', { name: 'Закрыть' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});
