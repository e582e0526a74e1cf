import { offerLanguages } from '@tests/support/checkout';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Scene } from '../../support/factories';
import { type BuiltProduct, buildProduct, buildSale } from '../../support/products';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';

/** Flash sales beyond the engine: products, overlaps, visibility, look-ups. */
const { api, scene } = setUpScene();
beforeEach(() => offerLanguages(api.db, 'en', 'ar'));
let cup: BuiltProduct;
let plate: BuiltProduct;

beforeEach(async () => {
  cup = await buildProduct(api.db, { shop: scene.shop, name: 'Чашка', price: 1000 });
  plate = await buildProduct(api.db, { shop: scene.otherShop, name: 'Тарелка', price: 500 });
});

const body = (products: readonly { id: number }[], more: object = {}) => ({
  title: 'Неделя керамики',
  description: 'Посуда со скидкой.',
  start_date: '2026-04-01T00:00:00Z',
  end_date: '2026-04-08T00:00:00Z',
  type: 'percentage',
  rate: 20,
  sale_status: true,
  sale_builder: { data_type: 'handpicked_products', product_ids: products.map(({ id }) => id) },
  ...more,
});
/** Invites products, and each owner accepts. */
const createAgreed = async (products: readonly { id: number }[], more: object = {}) => {
  const made = await create(products, more);
  const invited = await api.request(
    scene.super_admin,
    'GET',
    `vendor-requests-for-flash-sale?search=flash_sale_id:${made.body.id}`,
  );
  for (const { id, shop_id, flash_sale } of invited.body.data) {
    const owner = shop_id === scene.shop.id ? scene.store_owner : scene.otherOwner;
    const accepted_terms = (flash_sale as Wire).terms;
    const answer = { id, is_accepted: true, accepted_terms };
    expect((await api.request(owner, 'POST', 'answer-flash-sale-invitation', answer)).status).toBe(200);
  }
  return made;
};
const create = (products: readonly { id: number }[], more: object = {}) =>
  api.request(scene.super_admin, 'POST', 'flash-sale', body(products, more));
const change = (id: number, more: object) => api.request(scene.super_admin, 'PUT', `flash-sale/${id}`, more);
const held = async (id: number) => {
  const rows = await api.db
    .selectFrom('flash_sale_products')
    .select('product_id')
    .where('flash_sale_id', '=', id)
    .orderBy('product_id')
    .execute();
  return rows.map(({ product_id }) => product_id);
};
const titles = async (person: keyof Scene | null, query = '') => {
  const user = person && (scene[person] as { id: number });
  const { body: page } = await api.request(user, 'GET', `flash-sale${query}`);
  return page.data.map(({ title }) => String(title)).sort((one, other) => (one < other ? -1 : 1));
};

describe('the products of a sale', () => {
  it('are chosen ones with consent, shown with the sale', async () => {
    const { status, body: made } = await createAgreed([cup, plate]);
    const { body: sale } = await api.request(scene.super_admin, 'GET', `flash-sale/${made.id}`);

    expect(status).toBe(201);
    expect(sale).toMatchObject({
      status: 'scheduled',
      products_count: 2,
      products: [
        { id: cup.id, name: 'Чашка', price: 1000, has_consent: true },
        { id: plate.id, name: 'Тарелка', price: 500, has_consent: true },
      ],
    });
    expect(await held(sale.id)).toEqual([cup.id, plate.id]);
  });

  it('leave when removed from the list, and stay when the list was not sent', async () => {
    const { body: sale } = await createAgreed([cup, plate]);

    await change(sale.id, { rate: 15 });
    expect(await held(sale.id)).toEqual([cup.id, plate.id]);
    const builder = { data_type: 'handpick_category', product_ids: [plate.id], category_ids: [] };
    const { body: after } = await change(sale.id, { sale_builder: builder });
    expect(await held(sale.id)).toEqual([plate.id]);
    expect(after.sale_builder).toEqual(builder);
    await change(sale.id, { sale_builder: { ...builder, product_ids: [] } });
    expect(await held(sale.id)).toEqual([]);
  });

  it('are not changed by a translation', async () => {
    const { body: sale } = await createAgreed([cup]);
    await change(sale.id, { language: 'en', title: 'Ceramics', rate: 90, sale_builder: { product_ids: [] } });

    expect(await held(sale.id)).toEqual([cup.id]);
    expect((await api.request(null, 'GET', `flash-sale/${sale.id}`)).body.rate).toBe(20);
  });

  it('cannot be missing, removed or unpublished: each is named at its index', async () => {
    const draft = await buildProduct(api.db, { status: 'draft' });
    const gone = await buildProduct(api.db);
    await api.db.updateTable('products').set({ deleted_at: api.now() }).where('id', '=', gone.id).execute();

    const { status, body: answer } = await create([cup, draft, gone, { id: 999_999 }]);
    expect([status, answer.errors]).toEqual([
      422,
      {
        'sale_builder.product_ids.1': ['error-product-unpublished'],
        'sale_builder.product_ids.2': ['error-wrong-value'],
        'sale_builder.product_ids.3': ['error-wrong-value'],
      },
    ]);
    expect(await titles('super_admin')).toEqual([]);
  });

  it('stay when one of them is unpublished', async () => {
    const { body: sale } = await create([cup, plate]);
    await api.db.updateTable('products').set({ status: 'draft' }).where('id', '=', plate.id).execute();

    const same = { data_type: 'handpicked_products', product_ids: [cup.id, plate.id] };
    expect((await change(sale.id, { title: 'Новое имя', sale_builder: same })).status).toBe(200);
  });
});

describe('two overlapping sales', () => {
  const may = { start_date: '2026-05-01T00:00:00Z', end_date: '2026-05-08T00:00:00Z', title: 'Май' };
  const next = { start_date: '2026-04-08T00:00:00Z', end_date: '2026-04-10T00:00:00Z', title: 'Следом' };

  it('cannot share a product, but one may begin when the other ends', async () => {
    await createAgreed([cup]);

    const refused = await create([plate, cup], {
      title: 'Вторая',
      start_date: '2026-04-07T23:59:00Z',
      end_date: '2026-04-20T00:00:00Z',
    });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { 'sale_builder.product_ids.1': ['error-product-in-sale'] },
    ]);
    expect((await create([cup], next)).status).toBe(201);
  });

  it('are refused in every way: changed dates, more products, restored, undone', async () => {
    // The second one was consented to for a longer period and is shorter now.
    const dates = { start_date: '2026-04-05T00:00:00Z', end_date: '2026-05-08T00:00:00Z' };
    const { body: second } = await createAgreed([cup], { ...may, ...dates });
    await change(second.id, may);
    const { body: first } = await createAgreed([cup]);

    const moved = await change(second.id, dates);
    expect([moved.status, moved.body.errors]).toEqual([422, { start_date: ['error-dates-taken'] }]);

    const removed = await api.request(scene.super_admin, 'POST', 'flash-sale/bulk/remove', {
      ids: [first.id],
    });
    expect((await change(second.id, dates)).status).toBe(200);
    const restored = await api.request(scene.super_admin, 'POST', `flash-sale/${first.id}/restore`);
    const undone = await api.request(scene.super_admin, 'POST', `flash-sale/bulk/${removed.body.id}/undo`);
    expect([restored.status, undone.status]).toEqual([422, 422]);
    expect(await titles('super_admin')).toEqual(['Май']);
  });

  it('admit a product to exactly one under concurrent consents', async () => {
    await create([cup], { title: 'Один' });
    await create([cup], { title: 'Два' });
    await create([cup], { title: 'Три' });
    const { body } = await api.request(scene.store_owner, 'GET', 'vendor-requests-for-flash-sale');
    const answers = await Promise.all(
      body.data.map(({ id, flash_sale }) =>
        api.request(scene.store_owner, 'POST', 'answer-flash-sale-invitation', {
          id,
          is_accepted: true,
          accepted_terms: (flash_sale as Wire).terms,
        }),
      ),
    );

    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422, 422]);
    const sales = await api.db.selectFrom('flash_sale_products').select('product_id').execute();
    expect(sales).toEqual([{ product_id: cup.id }]);
  });
});

describe('dates', () => {
  it('of a new sale do not begin in the past, by the server’s clock', async () => {
    const past = await create([], { start_date: '2026-03-10T08:58:00Z' });
    const now = await create([], { start_date: '2026-03-10T09:00:00Z', title: 'Сейчас' });

    expect([past.status, past.body.errors]).toEqual([422, { start_date: ['error-start-in-past'] }]);
    expect([now.status, now.body.status]).toEqual([201, 'running']);
    expect((await change(now.body.id, { title: 'Уже идёт' })).status).toBe(200);
  });
});

describe('visible sales', () => {
  beforeEach(async () => {
    await buildSale(api.db, { title: 'Идёт' });
    await buildSale(api.db, { title: 'Будет', from: '2026-04-01T00:00:00Z', to: '2026-04-02T00:00:00Z' });
    await buildSale(api.db, { title: 'Прошла', from: '2026-02-01T00:00:00Z', to: '2026-02-02T00:00:00Z' });
    await buildSale(api.db, { title: 'Выключена', isOn: false });
  });

  it.each([null, 'customer', 'staff', 'store_owner'] as const)(
    '%s: current and upcoming ones',
    async (person) => {
      expect(await titles(person)).toEqual(['Будет', 'Идёт']);
      expect(await titles(person, '?request_from=vendor&shop_id=1')).toEqual(['Будет']);
      expect(await titles(person, '?status=finished')).toEqual([]);
    },
  );

  it('an administrator: all, by state', async () => {
    expect(await titles('super_admin')).toHaveLength(4);
    for (const [status, title] of [
      ['running', 'Идёт'],
      ['scheduled', 'Будет'],
      ['finished', 'Прошла'],
      ['disabled', 'Выключена'],
    ]) {
      expect([status, await titles('super_admin', `?status=${status}`)]).toEqual([status, [title]]);
    }
  });

  it('only an administrator reads a disabled one', async () => {
    const [row] = (await api.request(scene.super_admin, 'GET', 'flash-sale?status=disabled')).body.data;
    expect((await api.request(scene.store_owner, 'GET', `flash-sale/${row?.id}`)).status).toBe(404);
    expect((await api.request(scene.super_admin, 'GET', `flash-sale/${row?.slug}`)).status).toBe(200);
  });
});

describe('GET products-by-flash-sale', () => {
  const ask = (person: keyof Scene | null, query: string) =>
    api.request(person && (scene[person] as { id: number }), 'GET', `products-by-flash-sale?${query}`);

  it('previews each price under a scheduled sale, never below the floor', async () => {
    const { body: sale } = await createAgreed([cup, plate], { type: 'fixed_rate', rate: 600 });

    const { body: page } = await ask('super_admin', `slug=${sale.slug}&orderBy=name`);
    expect(page.total).toBe(2);
    expect(page.data.map(({ name, flash_sale }) => [name, (flash_sale as Wire).price])).toEqual([
      ['Тарелка', 150],
      ['Чашка', 400],
    ]);
    const found = await ask('store_owner', `slug=${sale.slug}&search=name:чаш`);
    expect(found.body.data.map(({ id }) => id)).toEqual([cup.id]);
  });

  it('is closed to guests and customers, and 404 for an invisible sale', async () => {
    const { body: sale } = await create([cup], { sale_status: false });

    expect((await ask(null, `slug=${sale.slug}`)).status).toBe(401);
    expect((await ask('customer', `slug=${sale.slug}`)).status).toBe(403);
    expect((await ask('store_owner', `slug=${sale.slug}`)).status).toBe(404);
    expect((await ask('super_admin', 'slug=')).status).toBe(404);
    expect((await ask('super_admin', `slug=${sale.slug}&nonsense=1`)).status).toBe(422);
  });
});

describe('GET product-flash-sale-info', () => {
  const ask = (person: keyof Scene | null, id: number | string) =>
    api.request<Wire[] & Wire>(
      person && (scene[person] as { id: number }),
      'GET',
      `product-flash-sale-info?id=${id}`,
    );

  it('lists the sales of an own product', async () => {
    const { body: sale } = await createAgreed([cup]);

    expect((await ask('store_owner', cup.id)).body.map(({ id }) => id)).toEqual([sale.id]);
    expect((await ask('super_admin', plate.id)).body).toEqual([]);
  });

  it('is 404 for a product of another shop, 422 without an id, closed to staff and guests', async () => {
    expect((await ask('store_owner', plate.id)).status).toBe(404);
    expect((await ask('store_owner', 'x')).status).toBe(422);
    expect((await ask('staff', cup.id)).status).toBe(403);
    expect((await ask(null, cup.id)).status).toBe(401);
  });
});
