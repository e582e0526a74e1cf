import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { PriceChange } from '@/contract/catalogue/products/price-change';
import { fromMinor, toMinor } from '@/contract/core/money';
import { buildGroup, buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';

const { api, scene } = setUpScene();

const post = (who: Parameters<typeof api.request>[0], path: string, body: object) =>
  api.request(who, 'POST', `products/bulk/${path}`, body);

const prices = async (ids: number[]) => {
  const rows = await api.db
    .selectFrom('products')
    .select(['price', 'sale_price'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  return rows.map(({ price, sale_price }) => [price, sale_price]);
};

const own = (given: Parameters<typeof buildProduct>[1] = {}) =>
  buildProduct(api.db, { shop: scene.shop, ...given });

async function buildVariations(productId: number, all: [price: number, sale: number | null][]) {
  await api.db
    .insertInto('variation_options')
    .values(
      all.map(([price, sale_price], index) => ({
        product_id: productId,
        shop_id: scene.shop.id,
        title: `Вариант ${index}`,
        options: '[]',
        value_ids: sql<number[]>`${[index + 1]}::bigint[]`,
        price,
        sale_price,
        quantity: 1,
        sku: `V-${productId}-${index}`,
      })),
    )
    .execute();
}

const setReview = (isOn: boolean) =>
  api.db
    .insertInto('settings')
    .values({ options: JSON.stringify({ isProductReview: isOn }), version: 1 })
    .onConflict((conflict) =>
      conflict.column('only_one').doUpdateSet({ options: JSON.stringify({ isProductReview: isOn }) }),
    )
    .execute();

describe.each(['price', 'categories', 'status', 'stock'])('POST products/bulk/%s', (path) => {
  it('requires a session, and the permission to change products', async () => {
    expect((await post(null, path, { ids: [1] })).status).toBe(401);
    expect((await post(scene.customer, path, { ids: [1] })).status).toBe(403);
  });

  it('refuses an invalid body', async () => {
    const bodies = {
      price: { target: 'all' },
      categories: { categories: [] },
      status: { value: 'sold' },
      stock: { mode: 'set', quantity: -1 },
    };
    const body = bodies[path as keyof typeof bodies];
    expect((await post(scene.store_owner, path, { ids: [1], ...body })).status).toBe(422);
    const right = {
      price: { target: 'clear-discount' },
      categories: { categories: [1] },
      status: { value: 'draft' },
      stock: { mode: 'set', quantity: 1 },
    };
    expect(
      (await post(scene.store_owner, path, { ids: ['1; drop'], ...right[path as keyof typeof right] }))
        .status,
    ).toBe(422);
  });
});

describe('prices', () => {
  it('change by per cent, including variations, and are undone', async () => {
    const simple = await own({ price: 1000, salePrice: 900 });
    const variable = await own({ range: [100, 100], sku: '' });
    await buildVariations(variable.id, [
      [99.99, null],
      [10, 9.5],
    ]);
    const body = { ids: [simple.id, variable.id], target: 'price', by: 'percent', value: 10 };

    const { status, body: answer } = await post(scene.store_owner, 'price', body);

    expect([status, answer.done, answer.prices_refused, answer.next]).toEqual([200, 2, 0, null]);
    expect(await prices([simple.id])).toEqual([[1100, 900]]);
    const after = await api.db
      .selectFrom('products')
      .selectAll()
      .where('id', '=', variable.id)
      .executeTakeFirstOrThrow();
    expect([after.min_price, after.max_price, after.version]).toEqual([9.5, 109.99, 2]);

    const undone = await post(scene.store_owner, `${answer.id}/undo`, {});
    expect([undone.status, undone.body.done, undone.body.refused]).toEqual([200, 2, 0]);
    expect(await prices([simple.id])).toEqual([[1000, 900]]);
    const back = await api.db.selectFrom('variation_options').select('price').orderBy('id').execute();
    expect(back.map(({ price }) => price)).toEqual([99.99, 10]);
    expect((await post(scene.store_owner, `${answer.id}/undo`, {})).status).toBe(404);
  });

  it('that would not stay positive are refused, and counted', async () => {
    const cheap = await own({ price: 50 });
    const dear = await own({ price: 500, salePrice: 450 });
    const body = { ids: [cheap.id, dear.id], target: 'price', by: 'amount', value: -60 };

    const { body: answer } = await post(scene.store_owner, 'price', body);

    // 440 would be less than the sale price of 450.
    expect([answer.done, answer.prices_refused]).toEqual([0, 2]);
    expect(await prices([cheap.id, dear.id])).toEqual([
      [50, null],
      [500, 450],
    ]);
  });

  it('a discount is set next to the price, and removed', async () => {
    const one = await own({ price: 1999 });
    const body = { ids: [one.id], target: 'discount', by: 'percent', value: 15, roundTo: 10 };
    expect((await post(scene.store_owner, 'price', body)).body.done).toBe(1);
    expect(await prices([one.id])).toEqual([[1999, 1700]]);
    expect(
      (await post(scene.store_owner, 'price', { ids: [one.id], target: 'clear-discount' })).body.done,
    ).toBe(1);
    expect(await prices([one.id])).toEqual([[1999, null]]);
  });

  it('are previewed before they are changed', async () => {
    const one = await own({ price: 100 });
    const two = await own({ price: 5 });
    const body = { ids: [one.id, two.id], target: 'price', by: 'amount', value: -10, preview: true };
    const { body: answer } = await post(scene.store_owner, 'price', body);
    expect(answer).toEqual({
      products: 1,
      prices: 1,
      refused: 1,
      samples: [
        { id: one.id, name: one.name, before: 100, after: 90 },
        { id: two.id, name: two.name, before: 5, after: null },
      ],
    });
    expect(await prices([one.id, two.id])).toEqual([
      [100, null],
      [5, null],
    ]);
  });

  it('equal the contract’s calculation, to the kopeck', async () => {
    let seed = 7;
    const next = (most: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % most;
    };
    for (let round = 0; round < 12; round += 1) {
      const made = [];
      for (let index = 0; index < 8; index += 1)
        made.push(await own({ price: (next(10_000_000) + 1) / 100 }));
      const change: PriceChange = {
        target: 'price',
        by: next(2) === 0 ? 'percent' : 'amount',
        value: (next(20_000) - 9_000) / 100 || 1,
        roundTo: ([0.01, 1, 10, 100] as const)[next(4)] ?? 1,
      };
      const ids = made.map(({ id }) => id);
      const before = await prices(ids);
      await post(scene.store_owner, 'price', { ids, ...change });
      const expected = before.map(([price]) => [changedRoubles(Number(price), change) ?? price, null]);
      expect([change, await prices(ids)]).toEqual([change, expected]);
    }
  });

  it('of other shops stay unchanged, by ids and by query', async () => {
    const mine = await own({ price: 100 });
    const other = await buildProduct(api.db, { price: 100 });
    const change = { target: 'price', by: 'percent', value: 50 };
    expect((await post(scene.store_owner, 'price', { ids: [mine.id, other.id], ...change })).body.done).toBe(
      1,
    );
    expect((await post(scene.store_owner, 'price', { query: {}, ...change })).body.done).toBe(1);
    expect(await prices([mine.id, other.id])).toEqual([
      [225, null],
      [100, null],
    ]);
  });

  it('continue in steps of a thousand in one operation', async () => {
    const { id: group } = await buildGroup(api.db);
    await sql`insert into products (name, slug, type_id, shop_id, price, unit, status)
      select 'Т' || i, 't-' || i, ${group}, ${scene.shop.id}, 10, 'шт.', 'publish' from generate_series(1, 1005) i`.execute(
      api.db,
    );
    const change = { query: {}, target: 'price', by: 'amount', value: 1 };
    const first = await post(scene.store_owner, 'price', change);
    const second = await post(scene.store_owner, 'price', { ...change, step: first.body.next });
    expect([first.body.done, second.body.done, second.body.next]).toEqual([1000, 5, null]);
    expect(second.body.id).toBe(first.body.id);
    // Somebody else cannot add a step to it.
    expect((await post(scene.super_admin, 'price', { ...change, step: first.body.next })).status).toBe(404);
    await sql`update products set version = version + 1 where slug = 't-7'`.execute(api.db);
    const undone = await post(scene.store_owner, `${first.body.id}/undo`, {});
    expect([undone.body.done, undone.body.refused]).toEqual([1004, 1]);
  });

  it('apply two concurrent changes one after the other', async () => {
    const ids: number[] = [];
    for (let index = 0; index < 20; index += 1) ids.push((await own({ price: 100 })).id);
    const change = { target: 'price', by: 'amount', value: 1 };
    const answers = await Promise.all([
      post(scene.store_owner, 'price', { ids, ...change }),
      post(scene.super_admin, 'price', { ids: [...ids].reverse(), ...change }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await prices(ids)).toEqual(ids.map(() => [102, null]));
  });
});

describe('statuses', () => {
  it('are set as requested, and restored by undo', async () => {
    await setReview(false);
    const draft = await own({ status: 'draft' });
    const sold = await own({ status: 'publish' });
    const { body } = await post(scene.store_owner, 'status', { ids: [draft.id, sold.id], value: 'publish' });
    expect([body.done, body.refused]).toEqual([1, 0]);
    expect((await post(scene.store_owner, `${body.id}/undo`, {})).body.done).toBe(1);
    const rows = await api.db.selectFrom('products').select('status').orderBy('id').execute();
    expect(rows.map(({ status }) => status)).toEqual(['draft', 'publish']);
  });

  it('of a vendor wait for an administrator while the setting is on', async () => {
    await setReview(true);
    const draft = await own({ status: 'draft' });
    const { body } = await post(scene.store_owner, 'status', { ids: [draft.id], value: 'publish' });
    expect([body.done, body.waiting]).toEqual([1, 1]);
    const [review] = await api.db.selectFrom('product_reviews').selectAll().execute();
    expect([review?.product_id, review?.decision]).toEqual([draft.id, null]);

    expect((await post(scene.super_admin, 'status', { ids: [draft.id], value: 'publish' })).body.done).toBe(
      1,
    );
    const decided = await api.db.selectFrom('product_reviews').select('decision').executeTakeFirstOrThrow();
    expect(decided.decision).toBe('approved');
  });

  it('of a product without a price are refused', async () => {
    await setReview(false);
    const bare = await own({ range: [1, 2], status: 'draft', sku: '' });
    const { body } = await post(scene.store_owner, 'status', { ids: [bare.id], value: 'publish' });
    expect([body.done, body.refused]).toEqual([0, 1]);
  });
});

describe('categories', () => {
  const buildCategory = (slug: string) =>
    api.db.insertInto('categories').values({ name: slug, slug }).returning('id').executeTakeFirstOrThrow();
  const filed = async (id: number) => {
    const rows = await api.db
      .selectFrom('category_product')
      .select('category_id')
      .where('product_id', '=', id)
      .orderBy('category_id')
      .execute();
    return rows.map(({ category_id }) => category_id);
  };

  it('are added, replaced, removed and undone', async () => {
    await setReview(false);
    const one = await own();
    const [tea, honey] = [await buildCategory('tea'), await buildCategory('honey')];
    const change = (mode: string, categories: number[]) =>
      post(scene.store_owner, 'categories', { ids: [one.id], mode, categories });
    await change('add', [tea.id]);
    await change('add', [honey.id]);
    expect(await filed(one.id)).toEqual([tea.id, honey.id]);
    const { body } = await change('replace', [honey.id]);
    expect(await filed(one.id)).toEqual([honey.id]);
    expect((await post(scene.store_owner, `${body.id}/undo`, {})).body.done).toBe(1);
    expect(await filed(one.id)).toEqual([tea.id, honey.id]);
    await change('remove', [tea.id]);
    expect(await filed(one.id)).toEqual([honey.id]);
    expect((await change('add', [999_999])).body.errors).toEqual({ categories: ['error-wrong-value'] });
  });

  it('of live products wait while reviews are on', async () => {
    await setReview(true);
    const one = await own({ status: 'publish' });
    const tea = await buildCategory('tea');
    const { body } = await post(scene.store_owner, 'categories', {
      ids: [one.id],
      mode: 'add',
      categories: [tea.id],
    });
    expect([body.done, body.waiting, await filed(one.id)]).toEqual([0, 1, []]);
  });
});

describe('stock', () => {
  const stock = async (id: number) => {
    const { quantity } = await api.db
      .selectFrom('products')
      .select('quantity')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return quantity;
  };

  it('is set for products and each variation, is written to the journal, and can be undone', async () => {
    const simple = await own({ price: 10 });
    await api.db.updateTable('products').set({ quantity: 3 }).where('id', '=', simple.id).execute();
    const variable = await own({ range: [10, 10], sku: '' });
    await buildVariations(variable.id, [
      [10, null],
      [10, null],
    ]);
    const ids = [simple.id, variable.id];

    const { status, body } = await post(scene.store_owner, 'stock', { ids, mode: 'set', quantity: 20 });

    expect([status, body.done, body.refused, body.same]).toEqual([200, 2, 0, 0]);
    expect([await stock(simple.id), await stock(variable.id)]).toEqual([20, 40]);
    const journal = await api.db
      .selectFrom('stock_movements')
      .select(['kind', 'change', 'quantity', 'user_id'])
      .where('product_id', '=', simple.id)
      .where('kind', '=', 'bulk')
      .execute();
    expect(journal).toEqual([{ kind: 'bulk', change: 17, quantity: 20, user_id: scene.store_owner.id }]);
    const again = await post(scene.store_owner, 'stock', { ids, mode: 'set', quantity: 20 });
    expect([again.body.done, again.body.same, again.body.id]).toEqual([0, 2, null]);

    // Five are sold meanwhile: they stay sold.
    await api.db.updateTable('products').set({ quantity: 15 }).where('id', '=', simple.id).execute();
    const undone = await post(scene.store_owner, `${body.id}/undo`, {});
    expect([undone.status, undone.body.done]).toEqual([200, 2]);
    expect([await stock(simple.id), await stock(variable.id)]).toEqual([0, 2]);
  });

  it('is increased, and one that would become negative is left unchanged', async () => {
    const much = await own({ price: 10 });
    const little = await own({ price: 10 });
    await api.db.updateTable('products').set({ quantity: 30 }).where('id', '=', much.id).execute();
    await api.db.updateTable('products').set({ quantity: 2 }).where('id', '=', little.id).execute();

    const { body } = await post(scene.store_owner, 'stock', {
      ids: [much.id, little.id],
      mode: 'add',
      quantity: -5,
    });

    expect([body.done, body.refused, body.same]).toEqual([1, 1, 0]);
    expect([await stock(much.id), await stock(little.id)]).toEqual([25, 2]);
  });

  it('of another vendor’s product is not changed', async () => {
    const product = await own({ price: 10 });
    const { body } = await post(scene.otherOwner, 'stock', { ids: [product.id], mode: 'set', quantity: 7 });
    expect([body.done, await stock(product.id)]).toEqual([0, 10]);
  });
});

describe('statuses of a moderated catalogue', () => {
  const statusOf = async (id: number) =>
    (await api.db.selectFrom('products').select('status').where('id', '=', id).executeTakeFirstOrThrow())
      .status;
  const withStatus = async (status: string) => {
    const product = await own({ price: 10 });
    await api.db.updateTable('products').set({ status }).where('id', '=', product.id).execute();
    return product.id;
  };

  it('a submission changes only drafts: live products stay live', async () => {
    await setReview(true);
    const ids = [await withStatus('draft'), await withStatus('rejected'), await withStatus('publish')];

    const { body } = await post(scene.store_owner, 'status', { ids, value: 'under_review' });

    expect([body.done, body.waiting, body.refused, body.same]).toEqual([2, 2, 0, 1]);
    expect(await Promise.all(ids.map(statusOf))).toEqual(['under_review', 'under_review', 'publish']);
  });

  it('a rejection returns waiting products, with the reason that vendors read', async () => {
    await setReview(true);
    const ids = [await withStatus('draft'), await withStatus('publish')];
    await post(scene.store_owner, 'status', { ids, value: 'under_review' });

    const body = { ids, value: 'rejected', reason: 'Нет маркировки' };
    const answer = await post(scene.super_admin, 'status', body);

    expect([answer.body.done, answer.body.same]).toEqual([1, 1]);
    expect(await Promise.all(ids.map(statusOf))).toEqual(['rejected', 'publish']);
    const [review] = await api.db.selectFrom('product_reviews').select(['decision', 'reason']).execute();
    expect(review).toEqual({ decision: 'rejected', reason: 'Нет маркировки' });
    const long = await post(scene.super_admin, 'status', { ...body, reason: 'я'.repeat(1001) });
    expect([long.status, long.body.errors]).toEqual([422, { reason: ['error-too-long'] }]);
  });
});

describe('a preview of a bulk change', () => {
  it('tells what would happen, and changes nothing', async () => {
    const tea = await own({ name: 'Чай' });
    const foreign = await buildProduct(api.db, { shop: scene.otherShop });
    const group = await buildGroup(api.db);
    const category = await api.db
      .insertInto('categories')
      .values({ name: 'Напитки', slug: 'napitki', type_id: group.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    const before = await api.db.selectFrom('products').selectAll().orderBy('id').execute();
    const target = { ids: [tea.id, foreign.id], preview: true };

    const stock = await post(scene.store_owner, 'stock', { ...target, mode: 'add', quantity: 5 });
    expect(stock.body).toEqual({
      ...{ done: 1, refused: 0, waiting: 0, same: 0, is_first: false },
      samples: [{ id: tea.id, name: 'Чай', before: 10, after: 15 }],
    });
    const short = await post(scene.store_owner, 'stock', { ...target, mode: 'add', quantity: -50 });
    expect(short.body).toMatchObject({ done: 0, refused: 1, samples: [] });
    const status = await post(scene.store_owner, 'status', { ...target, value: 'draft' });
    expect(status.body).toMatchObject({ samples: [{ before: 'publish', after: 'draft' }] });
    const filed = await post(scene.store_owner, 'categories', { ...target, categories: [category.id] });
    expect(filed.body).toMatchObject({ samples: [{ before: [], after: ['Напитки'] }] });

    expect(await api.db.selectFrom('products').selectAll().orderBy('id').execute()).toEqual(before);
    for (const table of ['bulk_operations', 'audit_log', 'category_product'] as const)
      expect(await api.db.selectFrom(table).selectAll().execute()).toEqual([]);
  });
});

/** The arithmetic of a price change once more, in whole kopecks: rounded half up, null when out of range. */
function changedPrice(price: number, { by, value, roundTo }: PriceChange): number | null {
  const step = BigInt(toMinor(roundTo));
  // Ten-thousandths of a kopeck keep two decimals of per cent exact.
  const exact =
    by === 'percent'
      ? BigInt(price) * BigInt(10_000 + Math.round(value * 100))
      : (BigInt(price) + BigInt(toMinor(value))) * 10_000n;
  const unit = step * 10_000n;
  const rounded = Number(((exact + unit / 2n) / unit) * step);
  return rounded > 0 && rounded <= toMinor(1_000_000_000) && exact > 0n ? rounded : null;
}

function changedRoubles(price: number, change: PriceChange): number | null {
  const minor = changedPrice(toMinor(price), change);
  return minor === null ? null : fromMinor(minor);
}
