import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { products } from '@/contract/catalogue/products';
import type { Product } from '@/contract/catalogue/products/schema';
import { resourcePage } from '@/crud/resource-page';
import { ProductsList } from '@/features/catalogue/products/lists/products-list';
import { api, pageOf } from '../../crud/render-screen';
import { server } from '../../server';

export const Products = resourcePage(products, { List: ProductsList });

export const buildProduct = (id: number, more: Partial<Product> = {}): Product => ({
  id,
  version: 1,
  created_at: '2026-01-02T10:00:00.000Z',
  updated_at: '2026-01-02T10:00:00.000Z',
  language: 'ru',
  translated_languages: ['ru'],
  name: `Ваза ${id}`,
  slug: `vaza-${id}`,
  description: null,
  type_id: 1,
  type: { id: 1, name: 'Посуда', slug: 'posuda' },
  shop_id: 1,
  shop: { id: 1, name: 'Первая лавка', slug: 'pervaya' },
  product_type: 'simple',
  price: 1000,
  sale_price: null,
  effective_price: 1000,
  effective_min_price: 1000,
  effective_max_price: 1000,
  is_digital: false,
  min_price: 1000,
  max_price: 1000,
  sku: `SKU-${id}`,
  quantity: 20,
  sold_quantity: 3,
  low_at: 10,
  variations_count: 0,
  status: 'publish',
  has_waiting_change: false,
  unit: 'шт.',
  image: null,
  gallery: [],
  in_flash_sale: false,
  flash_sale: null,
  ...more,
});

/** Serves product lists and records the requests. */
export function answer(rows: Product[]) {
  const asked: Record<string, string>[] = [];
  server.use(
    http.get(api('products/counts'), () => HttpResponse.json({ all: 1284, live: 10_000, low: 0 })),
    http.get(api('saved-views'), () => HttpResponse.json([])),
    http.get(api('products'), ({ request }) => {
      asked.push(Object.fromEntries(new URL(request.url).searchParams));
      return HttpResponse.json(pageOf(rows));
    }),
  );
  return asked;
}

export const rowOf = (name: string) => screen.findByRole('row', { name });
