import { beforeEach, describe, expect, it } from 'vitest';
import { type BuiltProduct, buildProduct, buildSale, joinSale } from '../../support/products';
import { setUpScene } from '../../support/scene';

/** Vendor requests to join a sale: own shop and products only, before it begins; the administrator's decision. */
const { api, scene } = setUpScene();
let sale: { id: number; slug: string };
let cup: BuiltProduct;
let jug: BuiltProduct;
let foreign: BuiltProduct;

beforeEach(async () => {
  cup = await buildProduct(api.db, { shop: scene.shop, name: 'Чашка' });
  jug = await buildProduct(api.db, { shop: scene.shop, name: 'Кувшин' });
  foreign = await buildProduct(api.db, { shop: scene.otherShop });
  sale = await buildSale(api.db, { from: '2026-04-01T00:00:00Z', to: '2026-04-08T00:00:00Z' });
});

type Person = 'super_admin' | 'store_owner' | 'staff' | 'otherOwner' | 'otherStaff' | 'customer';
const path = 'vendor-requests-for-flash-sale';

/** Terms as the vendor reads them on the sale's page; defaults to this file's sale. */
const termsOf = async (saleId: number) =>
  (await api.request(scene.store_owner, 'GET', `flash-sale/${saleId}`)).body.terms ?? 'Условия';

const send = async (
  person: Person | null,
  products: readonly { id: number }[],
  more: { flash_sale_id?: number; [key: string]: unknown } = {},
) =>
  api.request(person && scene[person], 'POST', path, {
    title: 'Наши чашки',
    note: 'Партия в двести штук.',
    flash_sale_id: sale.id,
    requested_product_ids: products.map(({ id }) => id),
    accepted_terms: await termsOf(more.flash_sale_id ?? sale.id),
    ...more,
  });
const decide = (person: Person | null, word: 'approve' | 'disapprove', id: unknown) =>
  api.request(person && scene[person], 'POST', `${word}-flash-sale-requested-products`, { id });
const held = async () => {
  const rows = await api.db
    .selectFrom('flash_sale_products')
    .select('product_id')
    .orderBy('product_id')
    .execute();
  return rows.map(({ product_id }) => product_id);
};
const row = (id: number) =>
  api.db.selectFrom('flash_sale_requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('a request', () => {
  it.each(['store_owner', 'staff', 'super_admin'] as const)(
    'of %s is stored: who, when, for which shop',
    async (person) => {
      const { status, body } = await send(person, [cup, jug]);

      expect(status).toBe(201);
      expect(body).toMatchObject({
        status: 'waiting',
        request_status: false,
        shop_id: scene.shop.id,
        shop: { slug: 'pervaya' },
        flash_sale: { id: sale.id, slug: sale.slug, status: 'scheduled' },
        requested_product_ids: [cup.id, jug.id],
        products: [{ name: 'Чашка' }, { name: 'Кувшин' }],
      });
      expect(await row(body.id)).toMatchObject({ created_by: scene[person].id, created_at: api.now() });
      expect(await held()).toEqual([]);
    },
  );

  it('is refused to guests and customers', async () => {
    expect((await send(null, [cup])).status).toBe(401);
    expect((await send('customer', [cup])).status).toBe(403);
  });

  it('is refused for another shop: its products, its id', async () => {
    expect((await send('store_owner', [foreign])).status).toBe(404);
    expect((await send('store_owner', [cup], { shop_id: scene.otherShop.id })).status).toBe(404);
    const { status, body } = await send('store_owner', [cup, foreign]);
    expect([status, body.errors]).toEqual([422, { 'requested_product_ids.1': ['error-wrong-value'] }]);
  });

  it('is refused without products, with unknown ones, with a draft', async () => {
    const draft = await buildProduct(api.db, { shop: scene.shop, status: 'draft' });

    expect((await send('store_owner', [])).body.errors).toEqual({
      requested_product_ids: ['error-products-required'],
    });
    expect((await send('store_owner', [cup, { id: 99_999 }, draft])).body.errors).toEqual({
      'requested_product_ids.1': ['error-wrong-value'],
      'requested_product_ids.2': ['error-product-unpublished'],
    });
  });

  it('is refused for products in another sale at that time, or requested already', async () => {
    await buildSale(api.db, { from: '2026-04-07T00:00:00Z', to: '2026-04-20T00:00:00Z', products: [cup] });
    await send('store_owner', [jug]);

    expect((await send('store_owner', [cup])).body.errors).toEqual({
      'requested_product_ids.0': ['error-product-in-sale'],
    });
    expect((await send('staff', [jug])).body.errors).toEqual({
      'requested_product_ids.0': ['error-product-requested'],
    });
  });

  it('is refused once the sale has begun, is off or gone', async () => {
    const off = await buildSale(api.db, {
      isOn: false,
      from: '2026-04-01T00:00:00Z',
      to: '2026-04-08T00:00:00Z',
    });
    const wrong = { flash_sale_id: ['error-sale-begun'] };

    expect((await send('store_owner', [cup], { flash_sale_id: off.id })).body.errors).toEqual(wrong);
    expect((await send('store_owner', [cup], { flash_sale_id: 999 })).status).not.toBe(201);
    api.setNow(new Date('2026-04-01T00:00:00Z'));
    expect((await send('store_owner', [cup])).body.errors).toEqual(wrong);
  });
});

describe('other shops', () => {
  it.each(['otherOwner', 'otherStaff'] as const)('%s neither sees nor changes it', async (person) => {
    const { body } = await send('store_owner', [cup]);
    const ask = (method: 'GET' | 'PUT' | 'DELETE' | 'POST', end = '') =>
      api.request(
        scene[person],
        method,
        `${path}/${body.id}${end}`,
        method === 'PUT' ? { title: 'Моё' } : undefined,
      );

    expect((await ask('GET')).status).toBe(404);
    expect((await ask('PUT')).status).toBe(404);
    expect((await ask('DELETE')).status).toBe(404);
    expect((await ask('POST', '/restore')).status).toBe(404);
    const list = await api.request(scene[person], 'GET', `${path}?shop_id=${scene.shop.id}`);
    expect(list.body.total).toBe(0);
    const products = await api.request(
      scene[person],
      'GET',
      `requested-products-for-flash-sale?vendor_request_id=${body.id}`,
    );
    expect(products.status).toBe(404);
    expect(await row(body.id)).toMatchObject({ title: 'Наши чашки', deleted_at: null });
  });
});

describe('lists', () => {
  it('search by title and by the decision', async () => {
    const { body: first } = await send('store_owner', [cup]);
    await send('store_owner', [jug], { title: 'Кувшины' });
    await decide('super_admin', 'approve', first.id);
    const found = async (query: string) =>
      (await api.request(scene.staff, 'GET', `${path}?search=${query}&searchJoin=and`)).body.data.map(
        ({ title }) => title,
      );

    expect(await found('title:кувш')).toEqual(['Кувшины']);
    expect(await found('request_status:1')).toEqual(['Наши чашки']);
    expect(await found('request_status:false')).toEqual(['Кувшины']);
    expect(await found(`flash_sale_id:${sale.id};status:waiting`)).toEqual(['Кувшины']);
  });

  it('are paged', async () => {
    const { body } = await send('store_owner', [cup, jug]);
    const ask = (query: string) =>
      api.request(
        scene.staff,
        'GET',
        `requested-products-for-flash-sale?vendor_request_id=${body.id}&${query}`,
      );

    expect((await ask('limit=1')).body).toMatchObject({ total: 2, last_page: 2 });
    expect((await ask('search=name:кув')).body.data.map(({ id }) => id)).toEqual([jug.id]);
    expect((await api.request(null, 'GET', 'requested-products-for-flash-sale')).status).toBe(401);
  });
});

describe('the decision', () => {
  it('adds the products, records who decided, and is idempotent', async () => {
    const { body } = await send('store_owner', [cup, jug]);
    const answer = await decide('super_admin', 'approve', body.id);

    expect([answer.status, answer.body.status, answer.body.request_status]).toEqual([200, 'approved', true]);
    expect(await held()).toEqual([cup.id, jug.id]);
    const decided = await row(body.id);
    expect(decided).toMatchObject({ decided_by: scene.super_admin.id, decided_at: api.now() });
    expect((await decide('super_admin', 'approve', body.id)).status).toBe(200);
    expect(await row(body.id)).toEqual(decided);
    const log = await api.db
      .selectFrom('audit_log')
      .select('action')
      .where('family', '=', path)
      .orderBy('id')
      .execute();
    expect(log.map(({ action }) => action)).toEqual(['consent', 'create', 'approve']);
  });

  it('removes them again, but not those of an invitation', async () => {
    const { body } = await send('store_owner', [cup]);
    await joinSale(api.db, sale.id, jug.id);
    await decide('super_admin', 'approve', body.id);
    expect(await held()).toEqual([cup.id, jug.id]);
    const { body: after } = await decide('super_admin', 'disapprove', body.id);

    expect(after.status).toBe('rejected');
    expect(await held()).toEqual([jug.id]);
  });

  it('is only the administrator’s and needs an existing id', async () => {
    const { body } = await send('store_owner', [cup]);

    expect((await decide(null, 'approve', body.id)).status).toBe(401);
    expect((await decide('store_owner', 'approve', body.id)).status).toBe(403);
    expect((await decide('staff', 'disapprove', body.id)).status).toBe(403);
    expect((await decide('super_admin', 'approve', 'x')).status).toBe(422);
    expect((await decide('super_admin', 'approve', 999)).status).toBe(404);
  });

  it('checks again: products taken by another sale, unpublished ones, a sale that is over', async () => {
    const { body } = await send('store_owner', [cup, jug]);
    await buildSale(api.db, { from: '2026-04-02T00:00:00Z', to: '2026-04-03T00:00:00Z', products: [jug] });
    await api.db.updateTable('products').set({ status: 'draft' }).where('id', '=', cup.id).execute();

    const { status, body: answer } = await decide('super_admin', 'approve', body.id);
    expect([status, answer.errors]).toEqual([
      422,
      {
        'requested_product_ids.0': ['error-product-unpublished'],
        'requested_product_ids.1': ['error-product-in-sale'],
      },
    ]);
    api.setNow(new Date('2026-04-08T00:00:00Z'));
    expect((await decide('super_admin', 'approve', body.id)).body.errors).toEqual({
      flash_sale_id: ['error-sale-over'],
    });
    expect(await row(body.id)).toMatchObject({ status: 'waiting' });
  });

  it('of two concurrent requests of a product for two sales adds exactly one', async () => {
    const other = await buildSale(api.db, { from: '2026-04-05T00:00:00Z', to: '2026-04-15T00:00:00Z' });
    const first = await send('store_owner', [cup, jug]);
    const second = await send('store_owner', [jug, cup], { flash_sale_id: other.id });

    const answers = await Promise.all([
      decide('super_admin', 'approve', first.body.id),
      decide('super_admin', 'approve', second.body.id),
    ]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422]);
    expect(await held()).toEqual([cup.id, jug.id]);
  });
});

describe('later', () => {
  it('an edit needs a new decision: the products leave until it is approved again', async () => {
    const { body } = await send('store_owner', [cup]);
    await decide('super_admin', 'approve', body.id);
    const edit = {
      title: 'И кувшины',
      requested_product_ids: [jug.id],
      flash_sale_id: 77,
      shop_id: 88,
      accepted_terms: await termsOf(sale.id),
    };
    const { status, body: after } = await api.request(scene.staff, 'PUT', `${path}/${body.id}`, edit);

    expect([status, after.status, after.requested_product_ids]).toEqual([200, 'waiting', [jug.id]]);
    expect(after).toMatchObject({ flash_sale_id: sale.id, shop_id: scene.shop.id, decided_at: null });
    expect(await held()).toEqual([]);
  });

  it('withdrawing it removes the products; a restored one waits again', async () => {
    const { body } = await send('store_owner', [cup]);
    await decide('super_admin', 'approve', body.id);
    expect((await api.request(scene.store_owner, 'DELETE', `${path}/${body.id}`)).status).toBe(200);
    expect(await held()).toEqual([]);

    const restored = await api.request(scene.store_owner, 'POST', `${path}/${body.id}/restore`);
    expect([restored.status, restored.body.status]).toEqual([200, 'waiting']);
  });

  it('once the sale has begun, a vendor cannot edit it, but may withdraw it', async () => {
    const { body } = await send('store_owner', [cup]);
    await decide('super_admin', 'approve', body.id);
    api.setNow(new Date('2026-04-01T00:00:00Z'));

    const edited = await api.request(scene.store_owner, 'PUT', `${path}/${body.id}`, { title: 'Иначе' });
    expect([edited.status, await held()]).toEqual([422, [cup.id]]);
    const withdrawn = await api.request(scene.store_owner, 'DELETE', `${path}/${body.id}`);
    expect([withdrawn.status, await held()]).toEqual([200, []]);
  });

  it('the administrator’s own list does not remove products from vendors', async () => {
    const { body } = await send('store_owner', [cup]);
    await decide('super_admin', 'approve', body.id);
    await joinSale(api.db, sale.id, foreign.id);
    const builder = { data_type: 'handpicked_products', product_ids: [foreign.id] };
    const { body: after } = await api.request(scene.super_admin, 'PUT', `flash-sale/${sale.id}`, {
      sale_builder: builder,
    });

    expect(await held()).toEqual([cup.id, foreign.id]);
    expect(after).toMatchObject({ products_count: 2, sale_builder: { product_ids: [foreign.id] } });
  });
});
