import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
// Preloaded: lazy imports during a test may exceed its timeout on a busy machine.
import '@/components/editor/rich-text';
import '@/features/catalogue/products/form/product-check';
import '@hookform/resolvers/yup';
import { beforeEach, describe, expect, it } from 'vitest';
import { products } from '@/contract/catalogue/products';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import type { Row } from '@/crud/types';
import { ProductDetails as DetailsPage } from '@/features/catalogue/products/details/product-details';
import { ProductForm } from '@/features/catalogue/products/form/product-form';
import { api, renderScreen } from '../../crud/render-screen';
import { server } from '../../server';
import { answer, listenTo, refuse } from '../../shops/scene';
import { buildProduct } from './product-scene';

/** The card of characteristics on the form of a product. */
beforeEach(() => localStorage.clear());

const shop = { id: 7, name: 'Чайная лавка', slug: 'chay' };
const summer = { attribute_id: 3, name: 'Сезон', value: 'Лето' };

const product = (more: Partial<ProductDetails> = {}): ProductDetails =>
  buildProduct(
    { attributes: [] },
    {
      ...{ product_type: 'simple', name: 'Платок', slug: 'platok', price: 590, sku: 'P-1', status: 'draft' },
      ...{ type_id: 1, type: { id: 1, name: 'Одежда', slug: 'odezhda' } },
      categories: [{ id: 4, name: 'Платки', slug: 'platki' }],
      characteristics: [summer],
      ...more,
    },
  );

async function open(row: ProductDetails) {
  const asked: URLSearchParams[] = [];
  server.use(
    http.get(api('product-characteristics'), ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return HttpResponse.json({ required: ['Состав'], known: ['Состав', 'Сезон', 'Узор'] });
    }),
    http.get(api('product-characteristics/values'), ({ request }) => {
      const name = new URL(request.url).searchParams.get('name');
      return HttpResponse.json({ data: name === 'Состав' ? ['Лён', 'Хлопок'] : [] });
    }),
  );
  const form = <ProductForm resource={products} shop="chay" row={{ ...row } as unknown as Row} />;
  renderScreen(form, '/chay/products?shop=chay', { role: 'store_owner' });
  const permissions = [{ name: 'store_owner' }];
  answer('me', { id: 1, name: 'Анна', shops: [shop], managed_shop: null, permissions });
  for (const path of ['types', 'categories', 'tags', 'authors', 'manufacturers', 'delivery-classes', 'audit'])
    answer(path, { data: [] });
  await screen.findByLabelText(/^Состав/);
  return asked;
}

describe('the card of characteristics', () => {
  it('asks for what the categories demand first, offers known values, and takes further ones', async () => {
    const asked = await open(product());
    const sent = listenTo('put', 'products/5', product());
    expect(asked[0]?.get('categories')).toBe('4');

    await userEvent.click(screen.getByLabelText(/^Состав/));
    await userEvent.click(await screen.findByRole('option', { name: 'Лён' }));
    await userEvent.click(screen.getByRole('button', { name: 'Добавить строку' }));
    const names = screen.getAllByRole('combobox', { name: 'Название' });
    await userEvent.type(names.at(-1) as HTMLElement, 'Узор');
    await userEvent.type(
      screen.getAllByRole('combobox', { name: 'Значение' }).at(-1) as HTMLElement,
      'Клетка',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Сохранить черновик' }));

    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      characteristics: [{ name: 'Состав', value: 'Лён' }, summer, { name: 'Узор', value: 'Клетка' }],
    });
  }, 40_000);

  it('marks what is missing when the server refuses to publish, and keeps what was typed', async () => {
    await open(product());
    refuse('put', 'products/5', 422, {
      message: 'VALIDATION_FAILED',
      errors: { characteristics: ['error-characteristics-required'] },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Опубликовать' }));

    await waitFor(() => expect(screen.getByLabelText(/^Состав/)).toBeInvalid());
    expect(screen.getByLabelText(/^Состав/)).toHaveAccessibleDescription('Укажите значение');
    expect(
      screen.getAllByText('Заполните характеристики, которые обязательны в категориях товара').length,
    ).toBeGreaterThan(0);
    expect(screen.getByRole('combobox', { name: 'Значение' })).toHaveValue('Лето');
  }, 40_000);

  it('takes away a characteristic that nothing demands', async () => {
    await open(product());
    const sent = listenTo('put', 'products/5', product({ characteristics: [] }));

    await userEvent.click(screen.getByRole('button', { name: 'Убрать характеристику: Сезон' }));
    await userEvent.click(screen.getByRole('button', { name: 'Сохранить черновик' }));

    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ characteristics: [] });
  }, 40_000);
});

it('shows on the page of a product what it is like', async () => {
  answer('products/platok', product());
  answer('audit', { data: [] });
  renderScreen(<DetailsPage resource={products} id="platok" shop={undefined} />, '/products/platok', {
    role: 'super_admin',
  });

  expect(await screen.findByRole('heading', { name: 'Характеристики' })).toBeVisible();
  expect(screen.getByText('Сезон')).toBeVisible();
  expect(screen.getByText('Лето')).toBeVisible();
});
