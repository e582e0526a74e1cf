import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { defaultLanguage } from '@/contract/core/languages';
import type { Ctx } from '@/server/core/context';
import {
  explainStock,
  restoreStock,
  type StockLine,
  takeStock,
} from '@/server/modules/catalogue/stock/stock';
import { buildShop } from '../../support/factories';
import { buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';

/** Stock is taken completely or not at all, returned, and its journal always adds up to the stock. */
const { api, scene } = setUpScene();

const inTransaction = <Result>(run: (ctx: Ctx) => Promise<Result>): Promise<Result> =>
  api.db.transaction().execute((db) =>
    run({
      db,
      user: null,
      now: api.now(),
      locale: defaultLanguage,
      ip: '127.0.0.1',
      requestId: 'test',
      publicUrl: 'https://shop.test',
    }),
  );

const take = (...lines: StockLine[]) => inTransaction((ctx) => takeStock(ctx, lines));
const giveBack = (...lines: StockLine[]) => inTransaction((ctx) => restoreStock(ctx, lines));

const stockOf = (id: number) =>
  api.db
    .selectFrom('products')
    .select(['quantity', 'sold_quantity', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

async function buildVariation(product: { id: number }, quantity: number, isDisabled = false) {
  const { shop_id } = await api.db
    .selectFrom('products')
    .select('shop_id')
    .where('id', '=', product.id)
    .executeTakeFirstOrThrow();
  const { count } = await api.db
    .selectFrom('variation_options')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return api.db
    .insertInto('variation_options')
    .values({
      product_id: product.id,
      shop_id,
      title: `Вид ${count}`,
      options: '[]',
      value_ids: sql<number[]>`array[${Number(count) + 1}]::bigint[]`,
      price: 100,
      quantity,
      sku: `V-${count}`,
      is_disable: isDisabled,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}

describe('taken stock', () => {
  it('is exact under concurrent orders', async () => {
    const { id } = await buildProduct(api.db, { shop: scene.shop });

    const answers = await Promise.all(Array.from({ length: 50 }, () => take({ productId: id, quantity: 1 })));

    expect(answers.filter((refused) => refused.length === 0)).toHaveLength(10);
    expect(answers.find((refused) => refused.length > 0)).toEqual([{ line: 0, problem: 'short', left: 0 }]);
    expect(await stockOf(id)).toEqual({ quantity: 0, sold_quantity: 10, version: 1 });
  });

  it('is exact for variations, and for their product', async () => {
    const product = await buildProduct(api.db, { shop: scene.shop, range: [100, 200] });
    const red = await buildVariation(product, 5);
    const blue = await buildVariation(product, 5);

    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, run) =>
        take({ productId: product.id, variationId: run % 2 ? red.id : blue.id, quantity: 1 }),
      ),
    );

    expect(answers.filter((refused) => refused.length === 0)).toHaveLength(10);
    expect(await stockOf(product.id)).toMatchObject({ quantity: 0, sold_quantity: 10 });
  });

  it('is all lines or none; lines of the same item share it', async () => {
    const cup = await buildProduct(api.db, { shop: scene.shop });
    const shawl = await buildProduct(api.db, { shop: scene.otherShop });

    const refused = await take(
      { productId: cup.id, quantity: 6 },
      { productId: shawl.id, quantity: 3 },
      { productId: cup.id, quantity: 5 },
    );

    expect(refused).toEqual([{ line: 2, problem: 'short', left: 4 }]);
    expect([(await stockOf(cup.id)).quantity, (await stockOf(shawl.id)).quantity]).toEqual([10, 10]);
    expect(await take({ productId: cup.id, quantity: 6 }, { productId: cup.id, quantity: 4 })).toEqual([]);
    expect((await stockOf(cup.id)).quantity).toBe(0);
  });

  it.each([
    ['a draft', { status: 'draft' }],
    ['what lies in the trash', { deleted_at: new Date() }],
    ['what its vendor says is out', { in_stock: false }],
    ['what is sold elsewhere', { is_external: true }],
  ] as const)('is refused for %s', async (_what, changes) => {
    const { id } = await buildProduct(api.db, { shop: scene.shop });
    await api.db.updateTable('products').set(changes).where('id', '=', id).execute();

    expect(await take({ productId: id, quantity: 1 })).toEqual([{ line: 0, problem: 'gone', left: 0 }]);
    expect((await stockOf(id)).quantity).toBe(10);
  });

  it('is refused for a closed shop, and for a variation that is disabled, another’s or not named', async () => {
    const closed = await buildShop(api.db, { owner: scene.store_owner, isActive: false });
    const hidden = await buildProduct(api.db, { shop: closed });
    const product = await buildProduct(api.db, { shop: scene.shop, range: [100, 200] });
    const other = await buildProduct(api.db, { shop: scene.shop, range: [100, 200] });
    const off = await buildVariation(product, 5, true);
    const foreign = await buildVariation(other, 5);

    const refused = await take(
      { productId: hidden.id, quantity: 1 },
      { productId: product.id, variationId: off.id, quantity: 1 },
      { productId: product.id, variationId: foreign.id, quantity: 1 },
      { productId: product.id, quantity: 1 },
    );

    expect(refused.map(({ problem }) => problem)).toEqual(['gone', 'disabled', 'gone', 'gone']);
  });

  it.each([0, -1, 1.5])('is never %s pieces', async (quantity) => {
    const { id } = await buildProduct(api.db, { shop: scene.shop });

    await expect(take({ productId: id, quantity })).rejects.toThrow(RangeError);
    expect((await stockOf(id)).quantity).toBe(10);
  });
});

describe('returned stock', () => {
  it('is available again, and no longer counts as sold', async () => {
    const { id } = await buildProduct(api.db, { shop: scene.shop });
    await take({ productId: id, quantity: 7 });

    await giveBack({ productId: id, quantity: 3 });

    expect(await stockOf(id)).toMatchObject({ quantity: 6, sold_quantity: 4 });
  });

  it('returns to an unpublished product, but not to a deleted variation', async () => {
    const draft = await buildProduct(api.db, { shop: scene.shop });
    const product = await buildProduct(api.db, { shop: scene.shop, range: [100, 200] });
    const gone = await buildVariation(product, 5);
    await take(
      { productId: draft.id, quantity: 2 },
      { productId: product.id, variationId: gone.id, quantity: 2 },
    );
    await api.db.updateTable('products').set({ status: 'draft' }).where('id', '=', draft.id).execute();
    await api.db
      .updateTable('variation_options')
      .set({ deleted_at: api.now() })
      .where('id', '=', gone.id)
      .execute();

    await giveBack(
      { productId: draft.id, quantity: 2 },
      { productId: product.id, variationId: gone.id, quantity: 2 },
    );

    expect((await stockOf(draft.id)).quantity).toBe(10);
    expect(await stockOf(product.id)).toMatchObject({ quantity: 0, sold_quantity: 0 });
  });
});

describe('the journal', () => {
  it('records user, reason and subject', async () => {
    const { id } = await buildProduct(api.db, { shop: scene.shop });
    await inTransaction(async (ctx) => {
      const user = { ...scene.staff, permissions: [], ownedShopIds: [], managedShopId: null, sessionId: 1 };
      await explainStock(
        { ...ctx, user },
        { kind: 'import', reason: 'Опись', family: 'product_imports', rowId: 4 },
      );
      await ctx.db.updateTable('products').set({ quantity: 4 }).where('id', '=', id).execute();
    });

    const { body } = await api.request(scene.store_owner, 'GET', `stock-movements?product_id=${id}`);

    expect(body.data[0]).toMatchObject({
      kind: 'import',
      change: -6,
      quantity: 4,
      reason: 'Опись',
      family: 'product_imports',
      row_id: 4,
      at: api.now().toISOString(),
      user: { id: scene.staff.id, name: 'Галина' },
    });
  });

  it('adds up to the stock after any operations', async () => {
    const simple = await buildProduct(api.db, { shop: scene.shop });
    const variable = await buildProduct(api.db, { shop: scene.shop, range: [100, 200] });
    const variations = [await buildVariation(variable, 8), await buildVariation(variable, 3)];
    const random = randomFrom(42);
    const any = (): StockLine => {
      const quantity = 1 + random(4);
      const place = random(3);
      if (place === 2) return { productId: simple.id, quantity };
      return { productId: variable.id, variationId: variations[place]?.id ?? 0, quantity };
    };
    const taken: StockLine[] = [];
    for (let step = 0; step < 60; step += 1) {
      const line = any();
      const what = random(5);
      if (what < 2 && (await take(line)).length === 0) taken.push(line);
      if (what === 2 && taken.length > 0) await giveBack(taken.splice(random(taken.length), 1)[0] ?? line);
      if (what === 3) await adjust(line, random(12));
      if (what === 4)
        await api.db
          .updateTable('variation_options')
          .set({ is_disable: random(2) === 0 })
          .execute();
    }

    const { rows } = await sql`
      select p.id from products p where p.product_type = 'simple'
        and p.quantity <> (select coalesce(sum(change), 0) from stock_movements m where m.product_id = p.id)
      union all select o.id from variation_options o
        where o.quantity <> (select coalesce(sum(change), 0) from stock_movements m where m.variation_id = o.id)
      union all select p.id from products p where p.product_type = 'variable' and p.quantity <> (
        select coalesce(sum(quantity), 0) from variation_options o where o.product_id = p.id and not o.is_disable)
      union all select m.id from stock_movements m where m.quantity <> (select sum(change) from stock_movements before
        where before.id <= m.id and before.product_id = m.product_id
          and before.variation_id is not distinct from m.variation_id)`.execute(api.db);
    expect(rows).toEqual([]);
  });

  async function adjust({ productId, variationId }: StockLine, quantity: number) {
    if (variationId) {
      await api.db.updateTable('variation_options').set({ quantity }).where('id', '=', variationId).execute();
    } else {
      await api.db.updateTable('products').set({ quantity }).where('id', '=', productId).execute();
    }
  }

  it('cannot be rewritten', async () => {
    await buildProduct(api.db, { shop: scene.shop });

    await expect(api.db.updateTable('stock_movements').set({ change: 1 }).execute()).rejects.toThrow(
      'immutable',
    );
  });
});

describe('GET stock-movements', () => {
  let id: number;

  beforeEach(async () => {
    ({ id } = await buildProduct(api.db, { shop: scene.shop }));
    await take({ productId: id, quantity: 1 });
    await take({ productId: id, quantity: 2 });
  });

  const ask = (person: 'super_admin' | 'store_owner' | 'otherOwner' | 'customer' | null, query: string) =>
    api.request(person && scene[person], 'GET', `stock-movements?${query}`);

  it('lists them, the newest first, page by page', async () => {
    const { body } = await ask('store_owner', `product_id=${id}&limit=2`);

    expect(body).toMatchObject({ total: 3, last_page: 2 });
    expect(body.data.map(({ change }) => change)).toEqual([-2, -1]);
    expect((await ask('super_admin', `shop_id=${scene.shop.id}&limit=2&page=2`)).body.data).toMatchObject([
      { kind: 'opening', change: 10, title: null, user: null },
    ]);
    expect((await ask('super_admin', '')).body.total).toBe(3);
  });

  it('shows nobody another shop’s', async () => {
    const product = await buildProduct(api.db, { shop: scene.shop, range: [100, 200] });
    const variation = await buildVariation(product, 5);

    for (const query of [`product_id=${id}`, `variation_id=${variation.id}`, `shop_id=${scene.shop.id}`]) {
      expect([query, (await ask('otherOwner', query)).status]).toEqual([query, 404]);
      expect([query, (await ask('store_owner', query)).status]).toEqual([query, 200]);
    }
    expect((await ask('otherOwner', '')).body.total).toBe(0);
    expect((await ask('super_admin', 'product_id=999999')).status).toBe(404);
  });

  it('requires a session and numbers', async () => {
    expect((await ask(null, '')).status).toBe(401);
    expect((await ask('customer', '')).status).toBe(403);
    expect((await ask('store_owner', 'product_id=abc')).status).toBe(422);
    expect((await ask('store_owner', 'page=0')).status).toBe(422);
  });
});

/** The same numbers each time: a small linear congruential generator. */
function randomFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
