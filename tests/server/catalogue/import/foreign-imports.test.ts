import { beforeEach, expect, it } from 'vitest';
import type { ProductImport } from '@/contract/catalogue/products/imports';
import { endpointsOf } from '../../../support/endpoints';
import { type BuiltUser, buildUser } from '../../../support/factories';
import { sendFile } from '../../../support/import-files';
import { setUpScene } from '../../../support/scene';
import { readyRole } from '../../../support/team';

/** Imports of a shop, what it remembers of columns and what names mean there are missing for everybody else. */
const { api, scene } = setUpScene();

const csv = 'Артикул;Название;Цена\nA-1;Кружка;500\n';
const unknown = 987_654;
let ids: { import: number; columns: number; values: number };

beforeEach(async () => {
  const { body } = await sendFile<ProductImport>(
    api,
    scene.store_owner,
    'product-imports',
    { name: 'a.csv', content: csv },
    { shop_id: String(scene.shop.id) },
  );
  const at = { created_at: api.now(), updated_at: api.now() };
  const columns = await api.db
    .insertInto('import_columns')
    .values({
      ...{ shop_id: scene.shop.id, shape: 'a', headings: '["Артикул"]', mapping: '{}', file_name: 'a.csv' },
      ...{ user_id: scene.store_owner.id, ...at },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const values = await api.db
    .insertInto('import_values')
    .values({ shop_id: scene.shop.id, field: 'status', name: 'Да', target: 'draft', label: 'draft', ...at })
    .returning('id')
    .executeTakeFirstOrThrow();
  ids = { import: body.id, columns: columns.id, values: values.id };
});

const idOf = (path: string) =>
  path.includes('/columns') ? ids.columns : path.includes('/values/') ? ids.values : ids.import;

/** Every endpoint of imports that names a row or a shop, with the address for a row. */
const endpoints = () =>
  endpointsOf(api.app).filter(({ path }) => /^product-imports|^product-exports/.test(path));

/** What a person is told about the shop's row, or about one that never was. */
async function told(person: BuiltUser | null, method: string, path: string, isThere: boolean) {
  const shop = isThere ? scene.shop.id : unknown;
  const url = path.includes(':id')
    ? path.replace(':id', String(isThere ? idOf(path) : unknown))
    : `${path}?shop_id=${shop}`;
  if (method === 'POST' && /pictures$|^product-imports$/.test(path)) {
    const file = { name: 'a.csv', content: csv };
    return (await sendFile(api, person, url, file, { shop_id: String(shop) })).status;
  }
  const { status } = await api.request(person, method as 'GET', url, method === 'GET' ? undefined : {});
  return status;
}

const stored = () =>
  Promise.all([
    api.db.selectFrom('product_imports').selectAll().execute(),
    api.db.selectFrom('import_columns').selectAll().execute(),
    api.db.selectFrom('import_values').selectAll().execute(),
  ]);

async function packerOfOther(): Promise<BuiltUser> {
  const packer = await buildUser(api.db, { role: 'staff', worksIn: scene.otherShop });
  const role_id = await readyRole(api.db, 'shop-packer');
  await api.db.updateTable('users').set({ role_id }).where('id', '=', packer.id).execute();
  return packer;
}

it.each(['otherOwner', 'otherStaff', 'packer'] as const)(
  'tells %s of another shop the same as of a row that never was, and changes nothing',
  async (who) => {
    const person = who === 'packer' ? await packerOfOther() : scene[who];
    const before = await stored();
    const answers: [string, number, number][] = [];
    for (const { method, path } of endpoints())
      answers.push([
        `${method} ${path}`,
        await told(person, method, path, true),
        await told(person, method, path, false),
      ]);

    expect(answers.length).toBeGreaterThan(18);
    // A packer reads goods and changes none; imports of all own shops are a list without a shop.
    const refused = who === 'packer' ? [403, 404] : [404];
    for (const [endpoint, there, never] of answers)
      expect([endpoint, refused.includes(there), there]).toEqual([endpoint, true, never]);
    expect(await stored()).toEqual(before);
  },
);

it('answers the owner of the shop', async () => {
  for (const { method, path } of endpoints().filter((one) => one.method === 'GET'))
    expect([path, await told(scene.store_owner, method, path, true)]).toEqual([path, 200]);
  for (const path of ['product-imports/columns/:id', 'product-imports/values/:id'])
    expect(await told(scene.store_owner, 'DELETE', path, true)).toBe(200);
});
