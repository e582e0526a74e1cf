import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { CreateOrder } from '@/features/orders/checkout/create-order';
import { ModalHost } from '@/shell/dialogs/modal-host';
import { colourAndSize } from '../../catalogue/products/product-scene';
import { api, listenToToasts, renderScreen } from '../../crud/render-screen';
import { server } from '../../server';
import { buildSimple, kept, line, serveProducts, storeCart } from './scene';

const open = () =>
  renderScreen(
    <>
      <CreateOrder />
      <ModalHost />
    </>,
    '/orders/create',
  );

// jsdom has no modal dialogs; trapping the focus is the browser's job.
beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});

describe('the product grid', () => {
  it('requests 18 products on sale and shows price, discount and shop', async () => {
    const asked = serveProducts(buildSimple(1, { price: 100, effective_price: 80, in_flash_sale: true }));
    open();

    const card = await screen.findByRole('listitem');
    expect(asked[0]?.get('limit')).toBe('18');
    expect(asked[0]?.get('search')).toBe('status:publish');
    expect(within(card).getByText('−20 %')).toBeInTheDocument();
    expect(within(card).getByText(/80/)).toBeVisible();
    expect(within(card).getByText(/100/, { selector: 's' })).toBeVisible();
    expect(within(card).getByText('Чайная лавка')).toBeVisible();
    expect(within(card).getByText('TEA-1')).toBeVisible();
  });

  it('adds a simple product, up to its stock and down to zero', async () => {
    serveProducts(buildSimple(1, { quantity: 2 }));
    open();

    await userEvent.click(await screen.findByRole('button', { name: 'Добавить в заказ: Чай 1' }));
    const more = screen.getByRole('button', { name: 'Ещё один: Чай 1' });
    expect(more).toBeEnabled();
    await userEvent.click(more);
    expect(more).toBeDisabled();
    expect(kept('cart')).toMatchObject({ total: 200, items: [{ id: 1, quantity: 2, shop_id: 7 }] });
    const less = screen.getByRole('button', { name: 'Убрать один: Чай 1' });
    await userEvent.click(less);
    await userEvent.click(less);

    expect(screen.getByRole('button', { name: 'Добавить в заказ: Чай 1' })).toBeVisible();
    expect(kept('cart').items).toEqual([]);
  });

  it('offers a choice for a variable product and nothing when out of stock', async () => {
    serveProducts({ ...colourAndSize() }, buildSimple(2, { quantity: 0 }));
    server.use(http.get(api('products/rubashka'), () => HttpResponse.json(colourAndSize())));
    open();

    expect(await screen.findByText('Нет в наличии')).toBeVisible();
    expect(screen.getByText(/1[\s,]?000.* – .*1[\s,]?300/)).toBeVisible();
    const [choose] = screen.getAllByRole('button', { name: 'Выбрать вариант: Рубашка' });
    if (choose) await userEvent.click(choose);
    const dialog = await screen.findByRole('dialog');

    expect(await within(dialog).findByRole('button', { name: 'Добавить в заказ' })).toBeDisabled();
  });

  it('adds exactly the scanned variation on Enter', async () => {
    serveProducts({ ...colourAndSize() });
    server.use(http.get(api('products/rubashka'), () => HttpResponse.json(colourAndSize())));
    open();
    const toasts = listenToToasts();

    await userEvent.type(await screen.findByRole('searchbox'), 'SKU-103{Enter}');

    await waitFor(() => expect(kept('cart').items).toMatchObject([{ id: '5.103', quantity: 1, stock: 4 }]));
    expect(toasts.at(-1)?.text).toContain('Добавлено');
  });
});

describe('the cart', () => {
  it('shows lines and sums, changes quantities, removes lines, and is cleared with undo', async () => {
    serveProducts(buildSimple(1));
    storeCart(line(1, { quantity: 5, stock: 5 }), line(2));
    open();
    const toasts = listenToToasts();

    await userEvent.click(await screen.findByRole('button', { name: /^Корзина: 2 товара на .*700/ }));
    const cart = await screen.findByRole('dialog', { name: 'Корзина' });
    expect(within(cart).getByText(/700/)).toBeVisible();
    expect(within(cart).getByRole('button', { name: 'Ещё один: Чай 1' })).toBeDisabled();
    await userEvent.click(within(cart).getByRole('button', { name: 'Убрать из заказа: Чай 2' }));
    expect(kept('cart')).toMatchObject({ total: 500 });
    expect(within(cart).getByRole('link', { name: 'К оформлению' })).toHaveAttribute(
      'href',
      expect.stringContaining('/orders/checkout'),
    );
    await userEvent.click(within(cart).getByRole('button', { name: 'Очистить' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: /^Корзина: 0 товаров/ }));
    expect(await screen.findByText('Корзина пуста')).toBeVisible();
    toasts.at(-1)?.action?.onClick();

    await waitFor(() => expect(kept('cart').items).toMatchObject([{ id: 1, quantity: 5 }]));
  });
});
