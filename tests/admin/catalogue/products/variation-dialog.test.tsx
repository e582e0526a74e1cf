import { Dialog } from '@headlessui/react';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import type { Variation } from '@/contract/catalogue/products/variations';
import { VariationDialog } from '@/features/catalogue/products/details/variation-dialog';
import { type Cart, emptyCart } from '@/state/cart-math';
import { listenToToasts, renderScreen } from '../../crud/render-screen';
import { answer } from '../../shops/scene';
import { colourAndSize } from './product-scene';

async function open(product: ProductDetails) {
  const onClose = vi.fn();
  answer('products/rubashka', product);
  renderScreen(
    <Dialog open onClose={onClose}>
      <VariationDialog data={{ slug: 'rubashka' }} onClose={onClose} />
    </Dialog>,
    '/orders/create',
  );
  await screen.findByText('Рубашка');
  return { onClose };
}

/** Red M is on sale, red L is out of stock, white M is disabled, white L does not exist. */
function partlyAvailable(): ProductDetails {
  const product = colourAndSize();
  const [redM, redL, whiteM] = product.variation_options;
  if (!redM || !redL || !whiteM) throw new Error('no variations');
  return {
    ...product,
    variation_options: [
      { ...redM, price: 1000, sale_price: 900 },
      { ...redL, quantity: 0 },
      { ...whiteM, is_disable: true },
    ] satisfies Variation[],
  };
}

const cart = (): Cart => ({ ...emptyCart, ...JSON.parse(localStorage.getItem('gostiny-cart') ?? '{}') });
const value = (name: RegExp | string) => screen.getByRole('button', { name });
const add = () => screen.getByRole('button', { name: 'Добавить в заказ' });

describe('a variable product', () => {
  it('shows price, stock and SKU of the chosen values', async () => {
    const { onClose } = await open(colourAndSize());
    const toasts = listenToToasts();

    expect(screen.getByText(/1[\s,]?000.* – .*1[\s,]?300/)).toBeVisible();
    expect(add()).toBeDisabled();
    expect(add()).toHaveAccessibleDescription('Выберите: Цвет, Размер');
    await userEvent.click(value('Белый'));
    expect(add()).toHaveAccessibleDescription('Выберите: Размер');
    await userEvent.click(value('L'));
    expect(screen.getByText('В наличии: 5 шт. · Артикул SKU-104')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Больше' }));
    await userEvent.click(add());

    expect(onClose).toHaveBeenCalled();
    expect(cart().items).toMatchObject([
      {
        id: '5.104',
        productId: 5,
        variationId: 104,
        name: 'Рубашка - Белый/L',
        price: 1300,
        quantity: 2,
        stock: 5,
        shop_id: 7,
      },
    ]);
    expect(toasts.at(-1)?.text).toBe('Добавлено в заказ: Рубашка - Белый/L');
  });

  it('explains why a combination is unavailable and lets a choice be cleared', async () => {
    const product = partlyAvailable();
    // Two are on sale, so nothing is preselected.
    const [first] = product.variation_options;
    if (first) product.variation_options.push({ ...first, id: 200, value_ids: [12, 22], sku: 'W-L' });
    await open(product);

    await userEvent.click(value('Красный'));
    const large = value(/^L, нет в наличии/);
    expect(large).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(large);
    expect(large).toHaveAttribute('aria-pressed', 'false');
    await userEvent.click(value('Красный'));
    await userEvent.click(value('Белый'));
    expect(value(/^M, не продаётся/)).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(value('L'));

    expect(value(/^Красный, нет в наличии/)).toBeInTheDocument();
    expect(add()).toBeEnabled();
  });

  it('preselects the only variation on sale and can be completed by keyboard', async () => {
    await open(partlyAvailable());

    expect(value('Красный')).toHaveAttribute('aria-pressed', 'true');
    expect(value('M')).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByText(/1[\s,]?000/, { selector: 's' })).toBeVisible();
    await userEvent.click(screen.getByRole('textbox', { name: 'Количество' }));
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}');
    expect(screen.getByRole('textbox', { name: 'Количество' })).toHaveValue('2');
    await userEvent.keyboard('{Enter}');

    await waitFor(() => expect(cart().items).toMatchObject([{ id: '5.101', price: 900, quantity: 2 }]));
  });

  it('limits the quantity to the stock, minus what the order holds', async () => {
    localStorage.setItem(
      'gostiny-cart',
      JSON.stringify({ items: [{ id: '5.101', price: 900, quantity: 2, stock: 2 }] }),
    );
    await open(partlyAvailable());

    expect(await screen.findByText(/В заказе уже 2 шт\./)).toBeVisible();
    expect(add()).toBeDisabled();
    expect(add()).toHaveAccessibleDescription('Весь остаток уже в заказе');
  });
});

describe('a simple product', () => {
  const simple = (more: Partial<ProductDetails> = {}): ProductDetails => ({
    ...colourAndSize(),
    product_type: 'simple',
    variations: [],
    variation_options: [],
    price: 500,
    sale_price: null,
    effective_price: 450,
    quantity: 3,
    sku: 'S-1',
    ...more,
  });

  it('is added immediately at its current price', async () => {
    await open(simple());

    const quantity = screen.getByRole('textbox', { name: 'Количество' });
    await userEvent.clear(quantity);
    await userEvent.type(quantity, '4');
    expect(quantity).toHaveAccessibleDescription('Не больше 3 шт.');
    expect(add()).toBeDisabled();
    await userEvent.type(quantity, '{Backspace}3');
    await userEvent.click(add());

    expect(cart().items).toMatchObject([{ id: 5, productId: 5, price: 450, quantity: 3 }]);
    expect(cart().items[0]).not.toHaveProperty('variationId');
  });

  it.each([
    ['Нет в наличии', { quantity: 0 }],
    ['Товар не опубликован', { status: 'draft' }],
    ['Товар продаётся на другом сайте', { is_external: true }],
  ] satisfies [string, Partial<ProductDetails>][])(
    'cannot be added, with the reason: %s',
    async (reason, more) => {
      await open(simple(more));

      expect(add()).toBeDisabled();
      expect(add()).toHaveAccessibleDescription(reason);
    },
  );
});
