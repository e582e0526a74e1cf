import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type {
  ImportError,
  ImportOptions,
  ImportTarget,
  ProductImport,
} from '@/contract/catalogue/products/imports';
import { sendFile, settled } from '../../support/import-files';
import type { TestApp, Wire } from '../../support/server';

type User = { id: number };
export interface ImportPlace {
  api: TestApp;
  user: User;
  shop: { id: number };
}

export const caseFile = (name: string) => readFileSync(join(import.meta.dirname, 'files', name), 'utf8');

/** A product as the form of the shop sends it, apart from its group. */
export const productBody = ({ shop }: ImportPlace) => ({
  name: 'Чашка',
  type_id: undefined as unknown,
  shop_id: shop.id,
  unit: 'шт.',
  price: 100,
  product_type: 'simple',
});

/** A table as people write it in their files. */
export const table = (...rows: readonly (readonly string[])[]) =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')).join('\n');

/** Imports a file the way the screen does; type and unit of all rows are chosen there. */
export async function importFile(
  { api, user, shop }: ImportPlace,
  content: string | Buffer,
  options: Partial<ImportOptions> = {},
  kind: 'check' | 'run' = 'run',
  mapping?: Record<number, ImportTarget>,
): Promise<ProductImport & { told: [line: number, errors: Record<string, string>][] }> {
  const sent = await sendFile<ProductImport & Wire>(
    api,
    user,
    'product-imports',
    { name: 'товары.csv', content },
    { shop_id: String(shop.id) },
  );
  expect([sent.status, sent.body.errors]).toEqual([201, undefined]);
  const { id } = sent.body;
  const values = { type: 'posuda', unit: 'шт.', ...options.values };
  const changed = await api.request(user, 'PATCH', `product-imports/${id}`, {
    options: { ...options, values },
    ...(mapping && { mapping }),
  });
  expect([changed.status, changed.body]).toMatchObject([200, {}]);
  expect((await api.request(user, 'POST', `product-imports/${id}/${kind}`)).status).toBe(200);
  const done = await settled(api, user, id);
  const { body } = await api.request<{ data: ImportError[] }>(
    user,
    'GET',
    `product-imports/${id}/errors?limit=100`,
  );
  return { ...done, told: body.data.map(({ line, errors }) => [line, errors]) };
}

export const productsOf = ({ api, shop }: ImportPlace) =>
  api.db
    .selectFrom('products')
    .selectAll()
    .where('shop_id', '=', shop.id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();

export const variationsOf = ({ api, shop }: ImportPlace) =>
  api.db
    .selectFrom('variation_options')
    .selectAll()
    .where('shop_id', '=', shop.id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
