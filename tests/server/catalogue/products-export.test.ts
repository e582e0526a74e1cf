import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { offerLanguages } from '@tests/support/checkout';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ProductImport } from '@/contract/catalogue/products/imports';
import { readSheet } from '@/server/core/files-in/read-workbook';
import { buildAttachment } from '../../support/factories';
import { sendFile, settled } from '../../support/import-files';
import { buildGroup, buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';
import { signIn } from '../../support/session';

/** Export of products. */
const { api, scene } = setUpScene();
beforeEach(() => offerLanguages(api.db, 'en', 'ar'));

type User = { id: number } | null;

const ask = (user: User, query = '') =>
  api.request<string>(user, 'GET', `product-exports?shop_id=${scene.shop.id}${query}`);

const cells = (body: string) =>
  body
    .replace('\ufeff', '')
    .trim()
    .split('\n')
    .map((line) => line.split(';'));

async function workbook(query = ''): Promise<string[][]> {
  const token = await signIn(api.db, scene.store_owner.id, api.now());
  const answer = await api.app.inject({
    method: 'GET',
    url: `/admin/rest/product-exports?shop_id=${scene.shop.id}&format=xlsx${query}`,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.headers['content-type']).toContain('spreadsheetml');
  const file = join(api.dataDir, 'out.xlsx');
  writeFileSync(file, answer.rawPayload);
  const rows: string[][] = [];
  for await (const row of readSheet(file)) rows.push(row.cells);
  return rows;
}

/** A shop with everything that a file can contain. */
async function fullShop() {
  const group = await buildGroup(api.db, { name: 'Одежда', slug: 'odezhda' });
  const picture = await buildAttachment(api.db, { user: scene.store_owner });
  const image = {
    id: picture.id,
    original: `/admin/rest/uploads/${picture.path}`,
    thumbnail: `/admin/rest/uploads/${picture.thumbnail_path}`,
    file_name: picture.file_name,
  };
  const made = await api.request(scene.store_owner, 'POST', 'products', {
    name: 'Рубаха',
    description: '<p>Лён, «как у деда»;\nмягкий</p>',
    type_id: group.id,
    shop_id: scene.shop.id,
    product_type: 'simple',
    unit: 'шт.',
    price: 1234.5,
    sale_price: 999,
    quantity: 7,
    sku: 'R-1',
    barcode: '4006381333931',
    weight: 0.35,
    height: 10.5,
    image,
    gallery: [image],
    video: [{ url: 'https://video.ru/1' }],
    vat_rate: '10',
    requires_marking: true,
    low_stock_threshold: 3,
    seo: { metaTitle: 'Рубаха', metaDescription: 'Льняная' },
    status: 'publish',
  });
  expect([made.status, made.body.errors]).toEqual([201, undefined]);
  await buildProduct(api.db, { shop: scene.shop, group, name: '=1+1', sku: '-5' });
  const { body } = await sendFile<ProductImport>(
    api,
    scene.store_owner,
    'product-imports',
    {
      name: 'a.csv',
      content:
        'sku;slug;name;type;unit;price;quantity;parent;options;is_disable\nT;futbolka;Футболка;odezhda;шт.;;;;;\nT-R;;;;;100;1;T;Цвет: красный;да\nT-B;;;;;120,5;2;T;Цвет: синий;',
    },
    { shop_id: String(scene.shop.id) },
  );
  await api.request(scene.store_owner, 'POST', `product-imports/${body.id}/run`);
  expect(await settled(api, scene.store_owner, body.id)).toMatchObject({ created: 4 - 1, rejected: 0 });
}

async function importBack(name: string, content: string | Buffer, user: User = scene.store_owner) {
  const { status, body } = await sendFile<ProductImport>(
    api,
    user,
    'product-imports',
    { name, content },
    { shop_id: String(scene.shop.id) },
  );
  expect(status).toBe(201);
  await api.request(user, 'POST', `product-imports/${body.id}/run`);
  return settled(api, user, body.id);
}

const versions = () => api.db.selectFrom('products').select(['id', 'version']).orderBy('id').execute();

describe('GET product-exports', () => {
  it.each([
    ['a guest', null, 401],
    ['a customer', 'customer', 403],
    ['another owner', 'otherOwner', 404],
    ['another shop’s staff', 'otherStaff', 404],
    ['the owner', 'store_owner', 200],
    ['the staff', 'staff', 200],
    ['an administrator', 'super_admin', 200],
  ] as const)('answers %s correctly', async (_who, person, expected) => {
    expect((await ask(person ? scene[person] : null)).status).toBe(expected);
  });

  it.each([
    ['an unknown column', '&columns=name,password', { columns: ['error-wrong-value'] }],
    ['an unknown filter', '&owner=1', { owner: ['error-wrong-value'] }],
  ])('refuses %s', async (_what, query, errors) => {
    const { status, body } = await ask(scene.store_owner, query);

    expect([status, (body as unknown as { errors: object }).errors]).toEqual([422, errors]);
  });

  it('has the requested columns, of the rows that match the list’s query, and only of this shop', async () => {
    const group = await buildGroup(api.db);
    await buildProduct(api.db, { shop: scene.shop, group, name: 'Чашка', sku: 'C', price: 10.5 });
    await buildProduct(api.db, { shop: scene.shop, group, name: 'Ложка', sku: 'L', status: 'draft' });
    await buildProduct(api.db, { shop: scene.otherShop, group, name: 'Чужая', sku: 'X' });

    const all = await ask(scene.store_owner, '&columns=sku,name,price,status');
    const drafts = await ask(scene.store_owner, '&columns=sku&search=status:draft&language=ru');
    const english = await ask(scene.store_owner, '&columns=sku,price&language=en');

    expect(cells(all.body)).toEqual([
      ['Артикул', 'Название', 'Цена', 'Статус'],
      ['C', 'Чашка', '10,5', 'Опубликован'],
      ['L', 'Ложка', '1000', 'Черновик'],
    ]);
    expect(cells(drafts.body)).toEqual([['Артикул'], ['L']]);
    expect(english.body.replace('\ufeff', '')).toBe('SKU,Price\nC,10.5\nL,1000\n');
    expect(all.headers['content-disposition']).toBe(`attachment; filename="products-${scene.shop.id}.csv"`);
  });

  it('has variations in rows below their product', async () => {
    await fullShop();

    const { body } = await ask(scene.store_owner, '&columns=sku,parent,options,price,is_disable');

    expect(cells(body).slice(-3)).toEqual([
      ['T', '', '', '', ''],
      ['T-R', 'futbolka', 'Цвет: красный', '100', 'да'],
      ['T-B', 'futbolka', 'Цвет: синий', '120,5', 'нет'],
    ]);
  });

  it('escapes formulas in CSV, and has only text cells in a workbook', async () => {
    await fullShop();

    const { body } = await ask(scene.store_owner, '&columns=name,sku');
    const rows = await workbook('&columns=name,sku');

    expect(body).toContain("'=1+1;'-5");
    expect(rows[2]).toEqual(['=1+1', '-5']);
  });

  it('is imported without changes as CSV', async () => {
    await fullShop();
    const before = await versions();
    const { body } = await ask(scene.store_owner);

    const done = await importBack('out.csv', body);

    expect(done).toMatchObject({ status: 'done', total: 5, created: 0, updated: 0, rejected: 0 });
    expect(await versions()).toEqual(before);
  });

  it('is imported without changes as a workbook', async () => {
    await fullShop();
    const before = await versions();
    await workbook();
    const { readFileSync } = await import('node:fs');

    const done = await importBack('out.xlsx', readFileSync(join(api.dataDir, 'out.xlsx')));

    expect(done).toMatchObject({ status: 'done', total: 5, created: 0, updated: 0, rejected: 0 });
    expect(await versions()).toEqual(before);
  });

  it('creates the same products in another shop', async () => {
    await fullShop();
    const { body } = await ask(
      scene.store_owner,
      '&columns=sku,name,description,type,unit,price,quantity,image,parent,options',
    );
    // There the product of a variation is named by its SKU.
    const file = body.replaceAll('futbolka', 'T');

    const { body: sent } = await sendFile<ProductImport>(
      api,
      scene.otherOwner,
      'product-imports',
      { name: 'x.csv', content: file },
      { shop_id: String(scene.otherShop.id) },
    );
    await api.request(scene.otherOwner, 'POST', `product-imports/${sent.id}/run`);
    const done = await settled(api, scene.otherOwner, sent.id);

    expect([done.created, done.rejected]).toEqual([5, 0]);
    const copies = await api.db
      .selectFrom('products')
      .select(['name', 'slug', 'description', 'image'])
      .where('shop_id', '=', scene.otherShop.id)
      .orderBy('id')
      .execute();
    // Its picture belongs to the other shop.
    expect(copies[0]).toMatchObject({ name: 'Рубаха', slug: 'rubakha-2', image: null });
  });
});

describe('files of the dialect', () => {
  it.each(['export-products', 'export-variation-options'])(
    '%s is open to the shop’s own people',
    async (path) => {
      const statuses = [];
      for (const user of [
        null,
        scene.customer,
        scene.otherOwner,
        scene.otherStaff,
        scene.staff,
        scene.super_admin,
      ]) {
        statuses.push((await api.request(user, 'GET', `${path}/${scene.shop.id}`)).status);
      }

      expect(statuses).toEqual([401, 403, 404, 404, 200, 200]);
    },
  );

  it('have the dialect’s columns, and are empty when there are no rows', async () => {
    const empty = await api.request<string>(scene.store_owner, 'GET', `export-products/${scene.shop.id}`);
    await fullShop();
    const { body, headers } = await api.request<string>(
      scene.store_owner,
      'GET',
      `export-products/${scene.shop.id}`,
    );
    const variations = await api.request<string>(
      scene.store_owner,
      'GET',
      `export-variation-options/${scene.shop.id}`,
    );

    expect(empty.body).toBe('');
    expect(body.replace('\ufeff', '')).toMatch(
      /^name,description,type_id,price,shop_id,sale_price,language,min_price/,
    );
    expect(headers['content-disposition']).toBe(
      `attachment; filename="products-for-shop-id-${scene.shop.id}.csv"`,
    );
    expect(variations.body).toContain(
      'красный,,100,,ru,1,0,1,T-R,"[{""name"":""Цвет"",""value"":""красный""}]"',
    );
  });
});
