import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { products } from '@/contract/catalogue/products';
import { ProductForm } from '@/features/catalogue/products/form/product-form';
import { api, renderScreen } from '../../crud/render-screen';
import { server } from '../../server';

const shop = { id: 7, name: 'Чайная лавка', slug: 'chay' };
const other = { id: 8, name: 'Гончары', slug: 'gonchary' };

const pageOf = (data: object[]) => ({
  data,
  ...{ current_page: 1, per_page: 20, from: 1, to: data.length, last_page: 1, total: data.length },
});
const openForm = () =>
  renderScreen(<ProductForm resource={products} />, '/products/create', { role: 'super_admin' });

it('asks an administrator for the shop of a new product, and opens the form of that shop', async () => {
  server.use(
    http.get(api('shops'), ({ request }) => {
      const isAsked = new URL(request.url).searchParams.get('search') === 'name:чай';
      return HttpResponse.json(pageOf(isAsked ? [shop] : [shop, other]));
    }),
    http.get(api('shops/7'), () => HttpResponse.json(shop)),
  );
  const { visits } = openForm();

  await userEvent.type(await screen.findByRole('combobox', { name: 'Магазин' }), 'чай');
  await userEvent.click(await screen.findByRole('option', { name: 'Чайная лавка' }));

  await waitFor(() => expect(visits.addresses.at(-1)).toBe('/chay/products/create'));
});

it('asks nothing where one shop sells', async () => {
  server.use(http.get(api('shops'), () => HttpResponse.json(pageOf([shop]))));
  const { visits } = openForm();

  await waitFor(() => expect(visits.addresses.at(-1)).toBe('/chay/products/create'));
});

it('leads to a first shop where there is none', async () => {
  server.use(http.get(api('shops'), () => HttpResponse.json(pageOf([]))));
  openForm();

  expect(await screen.findByRole('heading', { name: 'Сначала откройте магазин' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Открыть магазин' })).toHaveAttribute('href', '/shops/create');
});
